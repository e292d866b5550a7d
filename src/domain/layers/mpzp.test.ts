import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Plan } from '../corpus/corpus.ts';
import type { Overlap } from './facts.ts';
import { ALL_LOCAL_PLANS, type MpzpFact } from './local-plans.ts';
import { answerMpzp, collectMpzp, EMPTY_MPZP } from './mpzp.ts';
import { corpusOf, DAY, GMINA, GROUND, overlap, parcelWith, plan, state } from './test-planning-corpus.ts';
import { alongStrip } from './test-strip.ts';

const outline = (name: string, m2: number) => overlap('mpzp_act', name, m2, { plan: name }, 'mpzp');
const area = (name: string, symbol: string, m2: number, key = `${name}/${symbol}`) =>
  overlap('mpzp_area', key, m2, { plan: name, symbol }, 'mpzp_symbols');
const collect = (...overlaps: Overlap[]) => collectMpzp(GROUND, alongStrip(GROUND.area_m2, overlaps));

describe('facts of local plans', () => {
  const TABLE: [string, Overlap[], MpzpFact[] | null][] = [
    ['nothing', [], null],
    ['too little to be told', [outline('A', 0.01)], null],
    ['an outline alone', [outline('A', 400)], [{ plan: 'A', share_pct: 40, designations: [] }]],
    [
      'designations of a plan without an outline show where it lies',
      [area('A', '1MN', 300), area('A', '2U', 100)],
      [
        {
          plan: 'A',
          share_pct: 40,
          designations: [
            ['1MN', 30],
            ['2U', 10],
          ],
        },
      ],
    ],
    [
      'polygons of one symbol are one',
      [outline('A', 1_000), area('A', '1MN', 300, 'a'), area('A', '1MN', 200, 'b')],
      [{ plan: 'A', share_pct: 100, designations: [['1MN', 50]] }],
    ],
    [
      'the larger plan first, then by id',
      [outline('B', 200), outline('A', 200), outline('C', 600)],
      [
        { plan: 'C', share_pct: 60, designations: [] },
        { plan: 'A', share_pct: 20, designations: [] },
        { plan: 'B', share_pct: 20, designations: [] },
      ],
    ],
    [
      'an outline drawn twice is not more than all',
      [outline('A', 1_000), overlap('mpzp_act', 'A2', 900, { plan: 'A' })],
      [{ plan: 'A', share_pct: 100, designations: [] }],
    ],
  ];
  for (const [name, overlaps, expected] of TABLE) {
    it(name, () => assert.deepEqual(collect(...overlaps), expected));
  }
});

const local = (name: string, changes: Partial<Plan> = {}) =>
  plan(name, { source: 'mpzp', kind: 'mpzp', effective_from: '2014-03-15', lacks_ouz: null, ...changes });
const fact = (name: string, share_pct: number, designations: [string, number][] = []): MpzpFact => ({
  plan: name,
  share_pct,
  designations,
});
const held = [state('egib'), state('mpzp')];

function answer(plans: readonly Plan[], facts: readonly MpzpFact[] | null, day = DAY) {
  const corpus = corpusOf({ states: held, plans });
  return answerMpzp(parcelWith({ mpzp: facts }, corpus), corpus, day);
}

describe('the answer of local plans', () => {
  it('is not covered where none is held, of the place or of the gmina', () => {
    const absent = corpusOf();
    assert.match(answerMpzp(parcelWith({}, absent), absent, DAY).note, /are not held for this place/);
    const silent = answer([], null);
    assert.deepEqual([silent.coverage, silent.value], ['not_covered', null]);
    assert.match(silent.note, /Rejestr Urbanistyczny holds no local plan of Lesznowola; nothing is inferred/);
  });

  it('is not computed until it is worked out', () => {
    const corpus = corpusOf({ states: held, plans: [local('A')], computed: [] });
    assert.equal(answerMpzp(parcelWith({}, corpus), corpus, DAY).coverage, 'not_computed');
  });

  const EMPTY: [string, Plan[], MpzpFact[] | null][] = [
    ['no plan lies here', [local('A')], null],
    ['a sliver along the edge', [local('A')], [fact('A', 0.49)]],
    ['a repealed plan', [local('A', { process: 'obsolete' }), local('B')], [fact('A', 100)]],
    ['a plan that has ended', [local('A', { effective_to: '2026-11-14' }), local('B')], [fact('A', 100)]],
    ['another is adopted', [local('A', { effective_from: '2027-01-15' })], null],
  ];
  for (const [name, plans, facts] of EMPTY) {
    it(`is a real none: ${name}`, () => {
      const { coverage, value, note } = answer(plans, facts);
      assert.deepEqual([coverage, value], ['covered_no_data', EMPTY_MPZP]);
      const caveat = 'as entered by the gmina; the register may still be incomplete';
      assert.equal(note, `No local plan lies on this parcel in Rejestr Urbanistyczny, ${caveat}.`);
    });
  }

  it('drops the caveat once gminy had to enter their plans', () => {
    const { note } = answer([local('A')], null, '2026-12-01');
    assert.equal(note, 'No local plan lies on this parcel in Rejestr Urbanistyczny.');
    assert.match(answer([local('A')], null, '2026-11-30').note, /may still be incomplete/);
  });

  const NOT_KNOWN: [string, Plan[], MpzpFact[] | null, RegExp][] = [
    [
      'only drafts are held',
      [local('A', { process: 'elaboration' })],
      null,
      /^Rejestr Urbanistyczny holds no local/,
    ],
    [
      'only drafts, one of them here',
      [local('A', { process: 'elaboration' })],
      [fact('A', 100)],
      /^Local plan in preparation: Plan A\..* holds no local plan of Lesznowola that is in force or adopted/,
    ],
    ['only a repealed plan', [local('A', { process: 'obsolete' })], [fact('A', 100)], /nothing is inferred/],
    [
      'only a plan that has ended',
      [local('A', { effective_to: '2026-11-14' })],
      [fact('A', 100)],
      /nothing is inferred/,
    ],
    [
      'a plan in force without an outline',
      [local('A'), local('B', { lacks_zones: 1 })],
      null,
      /^The outline of a local plan of the gmina \(Plan B\) is not held: whether that plan lies here is not known\.$/,
    ],
    [
      'only what the gmina tells itself',
      [local('A', { source: 'mpzp_symbols' })],
      null,
      /nothing is inferred/,
    ],
  ];
  for (const [name, plans, facts, note] of NOT_KNOWN) {
    it(`is no negative: ${name}`, () => {
      const said = answer(plans, facts);
      assert.deepEqual([said.coverage, said.value], ['not_covered', null]);
      assert.match(said.note, note);
    });
  }

  it('is no negative where designations of a plan lie whose act nobody has entered', () => {
    const said = answer([local('B')], [fact('A', 40, [['1MN', 40]])]);
    assert.deepEqual([said.coverage, said.value], ['not_covered', null]);
    assert.match(said.note, /^Designations of A lie here, and no act of it is held/);
    assert.equal(
      answer([local('B')], [fact('A', 0.4, [['1MN', 0.4]])]).coverage,
      'covered_no_data',
      'a sliver',
    );
    assert.equal(answer([local('B')], [fact('A', 40), fact('B', 60)]).value?.status, 'in_force');
  });

  it('is a negative by a publication of the gmina that claims to be complete', () => {
    const own = state('mpzp_symbols', GMINA, { publishes: [ALL_LOCAL_PLANS] });
    for (const plans of [[], [local('A', { source: 'mpzp_symbols' })]]) {
      const corpus = corpusOf({ states: [...held, own], plans });
      const said = answerMpzp(parcelWith({}, corpus), corpus, DAY);
      assert.deepEqual([said.coverage, said.value], ['covered_no_data', EMPTY_MPZP]);
      assert.match(said.note, /in the gmina's own publication, which claims to be complete\.$/);
    }
  });

  it('counts a plan from half a percent on', () => {
    const { coverage, value } = answer([local('A')], [fact('A', 0.5)]);
    assert.deepEqual([coverage, value?.status, value?.share_pct], ['covered', 'in_force', 0.5]);
  });

  it('tells what binds before what will, and that before what is being drawn up', () => {
    const plans = [
      local('A', { process: 'elaboration' }),
      local('B', { effective_from: '2027-01-15' }),
      local('C'),
    ];
    const facts = [fact('A', 60), fact('B', 50), fact('C', 10, [['1MN', 10]])];
    for (const [known, status, effective_from, share_pct] of [
      [plans, 'in_force', '2014-03-15', 10],
      [plans.slice(0, 2), 'adopted', '2027-01-15', 50],
      [[...plans.slice(0, 1), local('D')], 'draft', null, 60],
    ] as const) {
      const its = facts.filter(({ plan: name }) => known.some(({ plan_id }) => plan_id === name));
      const { value } = answer(known, its);
      assert.deepEqual(
        [value?.status, value?.effective_from, value?.share_pct],
        [status, effective_from, share_pct],
      );
    }
    assert.equal(answer(plans, facts, '2027-01-15').value?.status, 'in_force', 'on its day');
  });

  it('joins plans of one status: shares to 100 at most, the largest designation', () => {
    const { value, note } = answer(
      [local('A'), local('B')],
      [
        fact('A', 70, [
          ['1MN', 40],
          ['2U', 30],
        ]),
        fact('B', 60, [['3ZL', 60]]),
      ],
    );
    // B lies on the eastern 60 %: where both came into force at once, which of them counts is not known.
    assert.deepEqual([value?.share_pct, value?.symbol, value?.plans.length], [100, '1MN', 2]);
    assert.match(note, /^2 local plans in force: Plan A \(since 2014-03-15\); Plan B \(since 2014-03-15\)\./);
    assert.match(
      note,
      /Designations here: 1MN 40 % \(400 m²\), 3ZL 30 % \(300 m²\), not published 30 % \(300 m²\)\.$/,
    );
  });

  it('takes the later of two plans where they meet, and unites their shares', () => {
    const facts = [fact('A', 100, [['1MN', 100]]), fact('B', 40, [['2ZL', 40]])];
    const later = local('B', { effective_from: '2020-01-01' });
    const { value } = answer([local('A'), later], facts);
    assert.deepEqual([value?.share_pct, value?.symbol], [100, '1MN']);
    const earlier = local('B', { effective_from: '2001-01-01' });
    assert.doesNotMatch(answer([local('A'), earlier], facts).note, /2ZL/);
    assert.match(answer([local('A'), later], facts).note, /1MN 60 % \(600 m²\), 2ZL 40 % \(400 m²\)/);
    const amended = [
      fact('A', 100, [
        ['1MN', 30],
        ['3ZP', 30],
        ['4U', 40],
      ]),
      fact('B', 40, [['2ZL', 40]]),
    ];
    const told = answer([local('A'), later], amended).value;
    assert.deepEqual(
      [told?.symbol, told?.effective_from, told?.plans.map(({ plan_id }) => plan_id)],
      ['2ZL', '2020-01-01', ['B', 'A']],
      'symbol and day are of one plan',
    );
    const undated = local('B', { effective_from: null });
    assert.match(answer([local('A'), undated], facts).note, /1MN 60 % .* not published 40 %/);
  });

  it('says where no symbol is published', () => {
    const { value, note } = answer([local('A')], [fact('A', 100)]);
    assert.equal(value?.symbol, null);
    assert.match(note, /The designation of this parcel is not published in machine-readable form\.$/);
    assert.doesNotMatch(answer([local('A')], [fact('A', 100, [['1MN', 100]])]).note, /not published/);
  });

  it('takes the word of the registry on a plan, and of the gmina where the registry has none', () => {
    const own = local('A', { source: 'mpzp_symbols', process: 'elaboration', title: 'Own' });
    assert.equal(answer([own, local('A')], [fact('A', 100)]).value?.status, 'in_force');
    assert.equal(answer([{ ...own, process: 'legalForce' }], [fact('A', 100)]).value?.plans[0]?.name, 'Own');
  });
});
