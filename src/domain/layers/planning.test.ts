import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CorpusParts, Plan } from '../corpus/corpus.ts';
import { answersOf } from './answers-of.ts';
import { gminaPlanningOn } from './gmina-status.ts';
import { corpusOf, DAY, GMINA, parcelWith, plan, state } from './test-planning-corpus.ts';

const HELD = [state('egib'), state('pog'), state('mpzp')];
const local = (name: string, changes: Partial<Plan> = {}) =>
  plan(name, { source: 'mpzp', kind: 'mpzp', effective_from: '2014-03-15', lacks_ouz: null, ...changes });
const POG = { source: 'pog', plan: 'A', ouz_pct: 100, zones: [['SJ', 100, [null, null, null, null]]] };
const MPZP = { plan: 'L', share_pct: 100, designations: [['1MN', 100]] };
const FOREST = { classes: [['LsV', 100]] };
const FIELD = { classes: [['RIVa', 100]] };

type Facts = Parameters<typeof parcelWith>[0];

describe('planning', () => {
  const answer = (facts: Facts, parts: Partial<CorpusParts>) => {
    const corpus = corpusOf(parts);
    return answersOf(parcelWith(facts, corpus), corpus, DAY)('planning');
  };
  const NO_MPZP = { layer: 'pog', powiat: '1418' } as const;

  const COVERAGE: [string, Facts, Partial<CorpusParts>, string, string][] = [
    ['neither register held', {}, {}, 'not_covered', 'pog'],
    ['both held, no plan of the gmina', {}, { states: HELD }, 'not_covered', 'pog'],
    ['a general plan alone', { pog: [POG] }, { states: HELD, plans: [plan('A')] }, 'covered', 'pog'],
    ['a local plan alone', { mpzp: [MPZP] }, { states: HELD, plans: [local('L')] }, 'covered', 'mpzp'],
    [
      'a repealed general plan and a local plan',
      { mpzp: [MPZP] },
      { states: HELD, plans: [plan('A', { process: 'obsolete' }), local('L')] },
      'covered',
      'mpzp',
    ],
    [
      'a repealed general plan, no local plan here',
      {},
      { states: HELD, plans: [plan('A', { process: 'obsolete' }), local('L')] },
      'covered_no_data',
      'pog',
    ],
    [
      'local plans of the gmina, none here',
      {},
      { states: HELD, plans: [local('L')] },
      'covered_no_data',
      'mpzp',
    ],
    ['a plan not worked out', {}, { states: HELD, plans: [plan('A')], computed: [] }, 'not_computed', 'pog'],
    [
      'one of two worked out',
      { pog: [POG] },
      { states: HELD, plans: [plan('A'), local('L')], computed: [NO_MPZP] },
      'covered',
      'pog',
    ],
  ];
  for (const [name, facts, parts, coverage, source] of COVERAGE) {
    it(`has the best coverage of its parts: ${name}`, () => {
      const found = answer(facts, parts);
      assert.deepEqual([found.coverage, found.source.id], [coverage, source]);
      assert.equal(found.value === null, coverage.startsWith('not_'));
      assert.match(found.note, /general[- ]plan.*local[- ]plan/i);
      if (found.value) assert.deepEqual(Object.keys(found.value), ['pog', 'mpzp', 'wz', 'gmina', 'parts']);
    });
  }

  const IN_FORCE = { states: HELD, plans: [plan('A'), local('L')] };
  const strip = (share_pct: number) => ({
    ...POG,
    ouz_pct: share_pct,
    zones: [
      ['SJ', share_pct, [null, null, null, null]],
      ['SO', 100 - share_pct, [null, null, null, null]],
    ],
  });
  const PARTS: [string, Facts, Partial<CorpusParts>, string[]][] = [
    ['one zone in OUZ', { pog: [POG] }, IN_FORCE, ['null SJ true 100 1000 open']],
    [
      'two zones',
      { pog: [strip(29.73)] },
      IN_FORCE,
      ['null SO false 70.27 702.7 closed', 'null SJ true 29.73 297.3 open'],
    ],
    [
      'a sliver of a zone, told with the rest',
      { pog: [strip(0.4)] },
      IN_FORCE,
      ['null SO false 100 1000 closed'],
    ],
    [
      'slivers of two zones',
      {
        pog: [
          {
            ...POG,
            ouz_pct: 70,
            zones: [
              ['SJ', 69.7, [null, null, null, null]],
              ['SW', 0.3, [null, null, null, null]],
              ['SO', 29.8, [null, null, null, null]],
              ['SN', 0.2, [null, null, null, null]],
            ],
          },
        ],
      },
      IN_FORCE,
      ['null SJ true 70 700 open', 'null SO false 30 300 closed'],
    ],
    ['a local plan', { pog: [POG], mpzp: [MPZP] }, IN_FORCE, ['1MN SJ true 100 1000 open']],
    [
      'a local plan on a part',
      { pog: [POG], mpzp: [{ ...MPZP, share_pct: 40, designations: [['1ZL', 40]] }] },
      IN_FORCE,
      ['null SJ true 60 600 open', '1ZL SJ true 40 400 closed'],
    ],
    [
      'a draft alone',
      { pog: [POG] },
      { ...IN_FORCE, plans: [plan('A', { process: 'elaboration' }), local('L')] },
      ['null SJ true 100 1000 closed'],
    ],
    [
      'local plans not known',
      { pog: [POG] },
      { states: HELD, plans: [plan('A')] },
      ['null SJ true 100 1000 unknown'],
    ],
    [
      'not worked out',
      { pog: [POG] },
      { ...IN_FORCE, computed: [NO_MPZP] },
      ['null null null 100 1000 unknown'],
    ],
  ];
  for (const [name, facts, parts, told] of PARTS) {
    it(`tells the parts of the parcel: ${name}`, () => {
      const { value } = answer(facts, parts);
      assert.deepEqual(
        value?.parts.map(
          (part) =>
            `${part.mpzp_symbol} ${part.zone_symbol} ${part.in_ouz} ${part.share_pct} ${part.area_m2} ${part.building}`,
        ),
        told,
      );
    });
  }
});

describe('the zoning decision', () => {
  const both = (...plans: Plan[]): Partial<CorpusParts> => ({ states: HELD, plans });
  const TABLE: [string, Facts, Partial<CorpusParts>, string, boolean | null | undefined, string][] = [
    [
      'inside an infill area',
      { pog: [POG], soil: FIELD },
      both(plan('A'), local('X')),
      'covered',
      true,
      'pog',
    ],
    ['outside', { pog: [{ ...POG, ouz_pct: 0 }] }, both(plan('A'), local('X')), 'covered', false, 'pog'],
    [
      'infill areas not published',
      { pog: [{ ...POG, ouz_pct: 0 }] },
      both(plan('A', { lacks_ouz: null }), local('X')),
      'covered',
      null,
      'pog',
    ],
    [
      'outside the infill areas that came, others lacking',
      { pog: [{ ...POG, ouz_pct: 0 }] },
      both(plan('A', { lacks_ouz: 5 }), local('X')),
      'covered',
      null,
      'pog',
    ],
    [
      'in one that came, others lacking',
      { pog: [POG] },
      both(plan('A', { lacks_ouz: 5 }), local('X')),
      'covered',
      true,
      'pog',
    ],
    [
      'a draft only',
      { pog: [POG] },
      both(plan('A', { process: 'elaboration' }), local('X')),
      'covered',
      false,
      'pog',
    ],
    ['no general plan', {}, both(plan('A', { process: 'obsolete' }), local('X')), 'covered', false, 'pog'],
    [
      'under a local plan',
      { pog: [POG], mpzp: [MPZP] },
      both(plan('A'), local('L')),
      'covered',
      false,
      'mpzp',
    ],
    ['forest', { pog: [POG], soil: FOREST }, both(plan('A'), local('X')), 'covered', false, 'egib'],
    ['local plans not known', { pog: [POG] }, both(plan('A')), 'not_covered', undefined, 'mpzp'],
    ['general plan not known', {}, both(local('X')), 'not_covered', undefined, 'pog'],
    [
      'plans not worked out',
      {},
      { ...both(plan('A'), local('X')), computed: [] },
      'not_computed',
      undefined,
      'pog',
    ],
  ];
  for (const [name, facts, parts, coverage, possible, source] of TABLE) {
    it(name, () => {
      const corpus = corpusOf(parts);
      const answer = answersOf(parcelWith(facts, corpus), corpus, DAY)('wz');
      assert.deepEqual(
        [answer.coverage, answer.value?.possible, answer.source.id],
        [coverage, possible, source],
      );
      if (answer.value) assert.match(answer.note, /^Derived by law from .*: art\. /);
    });
  }

  it('turns with the day: by the law on 1 September, by the plan on its own', () => {
    const corpus = corpusOf(both(plan('A', { effective_from: '2026-12-01' }), local('X')));
    const subject = parcelWith({ pog: [POG], soil: FIELD }, corpus);
    const possible = (day: string) => answersOf(subject, corpus, day)('wz').value?.possible;
    assert.deepEqual(['2026-08-31', '2026-09-01', '2026-11-30', '2026-12-01'].map(possible), [
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('the planning of a gmina', () => {
  const gmina = (parts: Partial<CorpusParts>, day = DAY) => {
    const corpus = corpusOf(parts);
    const found = corpus.admin.gminaByCode('1418032') ?? assert.fail('no such gmina');
    return gminaPlanningOn(day, corpus, found);
  };

  it('is unknown, never none, where no register holds a plan of it', () => {
    for (const parts of [{}, { states: HELD }]) {
      const { pog_status, wz_regime, mpzp_count, mpzp_coverage_pct } = gmina(parts);
      assert.deepEqual(
        [pog_status, wz_regime, mpzp_count, mpzp_coverage_pct],
        ['unknown', 'unknown', null, null],
      );
    }
    assert.equal(gmina({}).as_of, DAY, 'as of the day it is asked');
    assert.equal(gmina({ states: HELD }).as_of, '2026-11-08');
  });

  const STATUS: [string, Plan, string, string | null, string][] = [
    ['in force', plan('A'), 'in_force', '2026-08-01', 'pog_ouz'],
    ['adopted', plan('A', { effective_from: '2026-12-01' }), 'adopted', '2026-12-01', 'blocked_no_pog'],
    ['draft', plan('A', { process: 'elaboration' }), 'draft', null, 'blocked_no_pog'],
    ['repealed', plan('A', { process: 'obsolete' }), 'none', null, 'blocked_no_pog'],
  ];
  for (const [name, only, status, effective_from, regime] of STATUS) {
    it(`tells of its general plan: ${name}`, () => {
      const found = gmina({ states: HELD, plans: [only] });
      assert.deepEqual(
        [found.pog_status, found.pog_effective_from, found.wz_regime, found.studium_expired],
        [status, effective_from, regime, true],
      );
    });
  }

  it('counts local plans in force on the day, and the cover of that day', () => {
    const parts = {
      states: HELD,
      plans: [local('L'), local('M', { effective_from: '2027-01-15' }), local('N', { process: 'obsolete' })],
      mpzp_cover: [
        {
          gmina6: GMINA,
          steps: [
            { from: '2014-03-15', pct: 20 },
            { from: '2027-01-15', pct: 35.5 },
          ],
        },
      ],
    };
    const of = (day: string) => {
      const { mpzp_count, mpzp_coverage_pct } = gmina(parts, day);
      return [mpzp_count, mpzp_coverage_pct];
    };
    assert.deepEqual(of(DAY), [1, 20]);
    assert.deepEqual(of('2027-01-14'), [1, 20]);
    assert.deepEqual(of('2027-01-15'), [2, 35.5]);
    assert.deepEqual(of('2010-01-01'), [0, 0], 'plans are known and none is in force');
  });

  it('names the source that answers, fallback or not', () => {
    const swept = plan('F', { source: 'pog_fallback', lacks_ouz: null });
    const states = [...HELD, state('pog_fallback', GMINA, { as_of: '2026-10-20' })];
    const { sources, as_of, pog_status } = gmina({ states, plans: [swept] });
    assert.deepEqual(
      [sources.map(({ id }) => id), as_of, pog_status],
      [['pog_fallback', 'mpzp'], '2026-10-20', 'in_force'],
    );
  });
});
