import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assessSubject } from '../assess/assessment.ts';
import type { Plan } from '../corpus/corpus.ts';
import type { Overlap } from './facts.ts';
import { choosePlan, isSuperseded, type PogFact } from './general-plan.ts';
import { answerPog, collectPog, EMPTY_POG } from './pog.ts';
import { corpusOf, DAY, GROUND, overlap, parcelWith, plan, state } from './test-planning-corpus.ts';
import { alongStrip } from './test-strip.ts';

const LIMITS = {
  max_height_m: 12,
  max_coverage_pct: 40,
  min_biologically_active_pct: 30,
  max_intensity: 0.8,
  min_new_plot_area_m2: null,
};
const zone = (key: string, symbol: string, m2: number, more = {}, source = 'pog') =>
  overlap('pog_zone', key, m2, { plan: 'A', symbol, name: null, parameters: LIMITS, ...more }, source);
const ouz = (key: string, m2: number) => overlap('pog_ouz', key, m2, { plan: 'A', symbol: 'OUZ' });
const collect = (...overlaps: Overlap[]) => collectPog(GROUND, alongStrip(GROUND.area_m2, overlaps));

describe('facts of general plans', () => {
  const WRITTEN: PogFact['zones'][number][2] = [12, 40, 30, 0.8];
  const fact = (
    zones: PogFact['zones'],
    ouz_pct = 0,
    plan = 'A',
    source: PogFact['source'] = 'pog',
  ): PogFact => ({
    source,
    plan,
    ouz_pct,
    zones,
  });

  it('are nothing where nothing lies, or too little to be told', () => {
    assert.equal(collect(), null);
    assert.equal(collect(zone('1', 'SJ', 0.01)), null);
  });

  it('tell zones from the largest, and the share in infill areas', () => {
    assert.deepEqual(collect(zone('1', 'SJ', 250), zone('2', 'SO', 750), ouz('3', 100)), [
      fact(
        [
          ['SO', 75, WRITTEN],
          ['SJ', 25, WRITTEN],
        ],
        10,
      ),
    ]);
  });

  it('join polygons of the same symbol and limits, and no others', () => {
    const lower = { parameters: { ...LIMITS, max_height_m: 9 } };
    assert.deepEqual(collect(zone('1', 'SJ', 300), zone('2', 'SJ', 200), zone('3', 'SJ', 100, lower)), [
      fact([
        ['SJ', 50, WRITTEN],
        ['SJ', 10, [9, 40, 30, 0.8]],
      ]),
    ]);
  });

  it('keep a name only where it is not the statute’s, and limits only where there are some', () => {
    const name = 'strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną';
    assert.deepEqual(collect(zone('1', 'SJ', 1_000, { name, parameters: null })), [
      fact([['SJ', 100, [null, null, null, null]]]),
    ]);
    assert.deepEqual(collect(zone('1', 'SJ', 1_000, { name: 'strefa willowa' })), [
      fact([['SJ', 100, WRITTEN, 'strefa willowa']]),
    ]);
  });

  it('keep plans and registers apart, whatever their ids are made of', () => {
    const other = { plan: 'plan of the gmina, 2nd' };
    assert.deepEqual(collect(zone('1', 'SJ', 500), zone('1', 'SC', 500, other, 'pog_fallback')), [
      fact([['SJ', 50, WRITTEN]]),
      fact([['SC', 50, WRITTEN]], 0, other.plan, 'pog_fallback'),
    ]);
  });

  it('leave ground that two zones claim to neither, and count infill areas that overlap once', () => {
    // SJ on the western 700 m², SO on the eastern 500; infill areas on the western 600 and the eastern 500.
    const [found] = collect(zone('1', 'SJ', 700), zone('2', 'SO', 500), ouz('3', 600), ouz('4', 500)) ?? [];
    assert.deepEqual(
      found?.zones.map(([symbol, share]) => [symbol, share]),
      [
        ['SJ', 50],
        ['SO', 30],
      ],
    );
    assert.equal(found?.ouz_pct, 100);
  });

  it('unite polygons of one symbol that overlap', () => {
    const [found] = collect(zone('1', 'SJ', 700), zone('2', 'SJ', 500)) ?? [];
    assert.deepEqual(found?.zones, [['SJ', 100, WRITTEN]]);
  });

  it('do not depend on the order of the evidence, but for equal shares by symbol', () => {
    const overlaps = [zone('1', 'SW', 500), zone('2', 'SJ', 500)];
    assert.deepEqual(collect(...overlaps), collect(...overlaps.reverse()));
  });
});

describe('the plan that answers', () => {
  const TABLE: [string, Plan[], string | null][] = [
    ['none', [], null],
    ['only a repealed one', [plan('A', { process: 'obsolete' })], null],
    ['only one that has ended', [plan('A', { effective_to: '2026-11-14' })], null],
    ['in force before adopted', [plan('A', { effective_from: '2026-12-01' }), plan('B')], 'B in_force'],
    [
      'adopted before draft',
      [plan('A', { process: 'elaboration' }), plan('B', { effective_from: '2026-12-01' })],
      'B adopted',
    ],
    ['the newest of two in force', [plan('A', { effective_from: '2026-09-01' }), plan('B')], 'A in_force'],
    [
      'a draft with a date that has passed',
      [plan('A', { process: 'elaboration', effective_from: '2026-03-01' })],
      'A draft',
    ],
    ['in force on its first day', [plan('A', { effective_from: DAY })], 'A in_force'],
    ['in force on its last day', [plan('A', { effective_to: DAY })], 'A in_force'],
  ];
  for (const [name, plans, expected] of TABLE) {
    it(name, () => {
      for (const order of [plans, [...plans].reverse()]) {
        const chosen = choosePlan(order, DAY);
        assert.equal(chosen && `${chosen.plan.plan_id} ${chosen.status}`, expected);
      }
    });
  }
});

describe('the answer of a general plan', () => {
  const FACTS = {
    pog: [
      {
        source: 'pog',
        plan: 'A',
        ouz_pct: 40,
        zones: [
          ['SJ', 60, [12, 40, 30, 0.8]],
          ['SO', 40, [null, null, null, null]],
        ],
      },
    ],
  };
  const held = [state('egib'), state('pog')];

  it('is not covered where the register is not loaded, or holds no plan of the gmina', () => {
    const absent = corpusOf();
    const nothing = answerPog(parcelWith({}, absent), absent, DAY);
    assert.deepEqual([nothing.coverage, nothing.value, nothing.as_of], ['not_covered', null, null]);
    assert.match(nothing.note, /Rejestr Urbanistyczny\) are not held for this place/);
    const loaded = corpusOf({ states: held, plans: [plan('B', { gmina6: '141804' })] });
    const silent = answerPog(parcelWith({}, loaded), loaded, DAY);
    assert.deepEqual([silent.coverage, silent.value, silent.as_of], ['not_covered', null, '2026-11-08']);
    assert.match(
      silent.note,
      /holds no general plan of Lesznowola, in force or in procedure; nothing is inferred/,
    );
  });

  it('is not computed until its zones are worked out', () => {
    const corpus = corpusOf({ states: held, plans: [plan('A')], computed: [] });
    const answer = answerPog(parcelWith({}, corpus), corpus, DAY);
    assert.deepEqual([answer.coverage, answer.value], ['not_computed', null]);
  });

  it('is a real none where the only plan was repealed', () => {
    const corpus = corpusOf({ states: held, plans: [plan('A', { process: 'obsolete' })] });
    const answer = answerPog(parcelWith(FACTS, corpus), corpus, DAY);
    assert.deepEqual([answer.coverage, answer.value], ['covered_no_data', EMPTY_POG]);
    assert.match(
      answer.note,
      /^No general plan of Lesznowola is in force or in procedure in Rejestr Urbanistyczny/,
    );
  });

  it('tells status, zones with their limits, and the infill area', () => {
    const corpus = corpusOf({ states: held, plans: [plan('A')] });
    const { coverage, value, note } = answerPog(parcelWith(FACTS, corpus), corpus, DAY);
    assert.equal(coverage, 'covered');
    assert.deepEqual(
      [value?.status, value?.effective_from, value?.zone_symbol, value?.in_ouz, value?.plan_id],
      ['in_force', '2026-08-01', 'SJ', true, 'A'],
    );
    assert.deepEqual(value?.zones[0], {
      symbol: 'SJ',
      name: 'strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną',
      share_pct: 60,
      parameters: LIMITS,
    });
    assert.equal(value?.zones[1]?.parameters.max_height_m, null, 'no limit is null, not 0');
    assert.match(
      note,
      /^General plan in force since 2026-08-01 \(Plan A\)\. The parcel lies in 2 zones: SJ 60 % and SO 40 %\. 40 % of the parcel lies in an infill area \(OUZ\)\. Limits where not all are given: SO: the plan sets none, as is usual there\.$/,
    );
  });

  const NOTES: [string, Plan[], string, string | null, RegExp][] = [
    [
      'a draft',
      [plan('A', { process: 'elaboration' })],
      'draft',
      null,
      /^Draft of the general plan \(Plan A\): no legal effect yet\./,
    ],
    [
      'an adopted one',
      [plan('A', { effective_from: '2026-12-01' })],
      'adopted',
      '2026-12-01',
      /adopted \(Plan A\), in force from 2026-12-01: no legal effect before/,
    ],
    [
      'adopted, day not published',
      [plan('A', { process: 'adoption', effective_from: null })],
      'adopted',
      null,
      /in force from a day not published/,
    ],
    ['without a title', [plan('A', { title: null })], 'in_force', '2026-08-01', /\(A\)/],
    [
      'with another in procedure',
      [plan('A'), plan('B', { process: 'elaboration' })],
      'in_force',
      '2026-08-01',
      /A further plan is in procedure\./,
    ],
    [
      'without infill areas in the source',
      [plan('A', { lacks_ouz: null })],
      'in_force',
      '2026-08-01',
      /Whether the general plan has further infill areas \(OUZ\) is not published/,
    ],
    [
      'without one of its infill areas',
      [plan('A', { lacks_ouz: 1 })],
      'in_force',
      '2026-08-01',
      /1 infill area \(OUZ\) that the plan's act names is not held: nothing is inferred/,
    ],
  ];
  for (const [name, plans, status, effective_from, note] of NOTES) {
    it(`is labelled: ${name}`, () => {
      const corpus = corpusOf({ states: held, plans });
      const answer = answerPog(parcelWith(FACTS, corpus), corpus, DAY);
      assert.deepEqual([answer.value?.status, answer.value?.effective_from], [status, effective_from]);
      assert.match(answer.note, note);
    });
  }

  it('says so where no zone of the plan lies on the parcel', () => {
    const corpus = corpusOf({ states: held, plans: [plan('A')] });
    const { value, note } = answerPog(parcelWith({}, corpus), corpus, DAY);
    assert.deepEqual([value?.zone_symbol, value?.zones, value?.in_ouz], [null, [], false]);
    assert.match(note, /No zone of the general plan is published for this parcel\./);
  });

  it('takes the fallback only where the registry holds nothing of the gmina that lives, and marks it', () => {
    const swept = plan('F', { source: 'pog_fallback', lacks_ouz: null });
    const states = [...held, state('pog_fallback', '141803', { as_of: '2026-10-20' })];
    const facts = {
      pog: [
        { source: 'pog', plan: 'A', ouz_pct: 0, zones: [['SJ', 100, [null, null, null, null]]] },
        { source: 'pog_fallback', plan: 'F', ouz_pct: 0, zones: [['SC', 100, [null, null, null, null]]] },
      ],
    };
    const alone = corpusOf({ states, plans: [swept] });
    const answer = answerPog(parcelWith(facts, alone), alone, DAY);
    assert.deepEqual(
      [answer.value?.zone_symbol, answer.value?.in_ouz, answer.source.fallback, answer.as_of],
      ['SC', null, true, '2026-10-20'],
    );
    assert.match(answer.note, /third-party sweep/);
    const both = corpusOf({ states, plans: [swept, plan('A')] });
    const first = answerPog(parcelWith(facts, both), both, DAY);
    assert.deepEqual(
      [first.source.id, first.source.fallback, first.value?.zone_symbol],
      ['pog', false, 'SJ'],
    );
    // A repealed plan in the registry does not silence the sweep.
    const repealed = corpusOf({ states, plans: [swept, plan('A', { process: 'obsolete' })] });
    const then = answerPog(parcelWith(facts, repealed), repealed, DAY);
    assert.deepEqual([then.source.fallback, then.value?.zone_symbol, then.value?.in_ouz], [true, 'SC', null]);
    assert.deepEqual(
      [alone, both, repealed].map((corpus) => isSuperseded(swept, corpus, DAY)),
      [false, true, false],
    );
  });

  for (const process of ['legalForce', 'adoption', 'elaboration', 'obsolete'] as const) {
    it(`tells the fallback and infers nothing where the registry is not held: ${process}`, () => {
      const swept = plan('F', { source: 'pog_fallback', lacks_ouz: null, process });
      const states = [state('egib'), state('pog_fallback', '141803')];
      const facts = {
        pog: [{ source: 'pog_fallback', plan: 'F', ouz_pct: 0, zones: [['SC', 100, [0, 0, 90, 0]]] }],
      };
      const corpus = corpusOf({ states, plans: [swept] });
      const subject = parcelWith(facts, corpus);
      const { coverage, value, note } = answerPog(subject, corpus, DAY);
      assert.deepEqual([coverage, value], ['not_covered', null]);
      assert.match(note, /Rejestr Urbanistyczny\) (is|are) not held for this place/);
      const { building } = assessSubject(subject, corpus, DAY);
      assert.deepEqual(
        building.checks.filter(({ result }) => result === 'fail'),
        [],
      );
      assert.equal(building.verdict, 'unknown');
    });
  }

  it('counts an infill area from half a percent of the parcel on; not outside where some are lacking', () => {
    for (const [ouz_pct, in_ouz] of [
      [0, false],
      [0.49, false],
      [0.5, true],
      [100, true],
    ] as const) {
      const corpus = corpusOf({ states: held, plans: [plan('A')] });
      const subject = parcelWith({ pog: [{ source: 'pog', plan: 'A', ouz_pct, zones: [] }] }, corpus);
      assert.equal(answerPog(subject, corpus, DAY).value?.in_ouz, in_ouz, String(ouz_pct));
      for (const lacks_ouz of [null, 1]) {
        const lacking = corpusOf({ states: held, plans: [plan('A', { lacks_ouz })] });
        assert.equal(answerPog(subject, lacking, DAY).value?.in_ouz, in_ouz || null, 'never outside');
      }
    }
  });

  it('says which zones are lacking where the parcel is not zoned whole', () => {
    const corpus = corpusOf({ states: held, plans: [plan('A', { lacks_zones: 2 })] });
    for (const [share, isSaid] of [
      [100, false],
      [60, true],
      [10, true],
    ] as const) {
      const zones = [['SJ', share, [null, null, null, null]]];
      const subject = parcelWith({ pog: [{ source: 'pog', plan: 'A', ouz_pct: 100, zones }] }, corpus);
      const { note, value } = answerPog(subject, corpus, DAY);
      assert.equal(
        value?.zone_symbol,
        share > 50 ? 'SJ' : null,
        'none where one that is lacking may be larger',
      );
      assert.equal(/2 zones that the plan's act names are not held/.test(note), isSaid, note);
    }
  });
});
