import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Coverage } from '../../contract/sources.ts';
import type { Overlap } from './facts.ts';
import { answerFlood, collectFlood, type FloodFact, floodHitOf } from './flood.ts';
import { shareUnder } from './overlap-share.ts';
import { subjectWith } from './test-corpus.ts';
import { corpusWith, ground, overlap } from './test-overlaps.ts';
import { alongStrip } from './test-strip.ts';

const SHARES: [name: string, area_m2: number, overlaps_m2: number[], share_pct: number][] = [
  ['a quarter', 1_000, [250], 25],
  ['two rivers', 1_000, [250, 100], 35],
  ['two rivers that overlap', 1_000, [800, 700], 100],
  ['a hair more than the parcel, by rounding', 1_000, [1_000.0001], 100],
  ['nothing', 1_000, [], 0],
  ['a hundredth of a percent', 10_000, [1], 0.01],
  ['less than can be said in two decimals', 1_000_000, [40], 0],
  ['less than half a square metre on a common parcel', 1_000, [0.49], 0],
  ['just under half a square metre and half a percent', 98.5, [0.49], 0.5],
  ['the same on a hair more ground', 99.5, [0.49], 0],
  ['half a square metre', 1_000, [0.5], 0.05],
  ['a third of a square metre on a parcel of ten', 10, [0.3], 3],
];
for (const [name, area_m2, areas, share_pct] of SHARES) {
  test(`the share under areas: ${name}`, () => {
    const overlaps = areas.map((overlap_m2) => overlap('flood_q100', overlap_m2));
    assert.equal(shareUnder({ area_m2 }, overlaps, alongStrip(area_m2, overlaps)), share_pct);
  });
}

const edition = (day: string) => ({ edition: day });
const NONE = { q10_pct: 0, q100_pct: 0, q500_pct: 0, reach_pct: 0, edition: null };

const FACTS: [name: string, overlaps: Overlap[], fact: FloodFact | null][] = [
  ['nothing there', [], null],
  ['noise alone', [overlap('flood_q100', 0.2)], null],
  [
    'each class by itself',
    [overlap('flood_q10', 100), overlap('flood_q500', 300)],
    { ...NONE, q10_pct: 10, q500_pct: 30 },
  ],
  ['the reach alone', [overlap('flood_reach', 1_000)], { ...NONE, reach_pct: 100 }],
  [
    'the newest edition that lies here',
    [overlap('flood_q100', 500, edition('2020-10-22')), overlap('flood_reach', 1_000, edition('2022-09-07'))],
    { ...NONE, q100_pct: 50, reach_pct: 100, edition: '2022-09-07' },
  ],
];
for (const [name, overlaps, fact] of FACTS) {
  test(`facts: ${name}`, () =>
    assert.deepEqual(collectFlood(ground(1_000), alongStrip(1_000, overlaps)), fact));
}

const AREAS = { 'flood_q10/': '2022-09-07', 'flood_q100/': '2022-09-07', 'flood_q500/': '2022-09-07' };
const { 'flood_q10/': _q10, ...WITHOUT_Q10 } = { ...AREAS, 'flood_reach/': null };
const ALL = { ...AREAS, 'flood_reach/': null };
const OUTSIDE = { q10: false, q100: false, q500: false, q100_share_pct: 0, map_edition: '2022-09-07' };

const ANSWERS: [
  name: string,
  held: Record<string, string | null>,
  fact: FloodFact | null,
  coverage: Coverage,
  value: object | null,
  note: RegExp,
][] = [
  ['nothing held', {}, null, 'not_covered', null, /not held/],
  [
    'the reach alone held',
    { 'flood_reach/': null },
    { ...NONE, reach_pct: 100 },
    'not_covered',
    null,
    /not held/,
  ],
  ['far from any mapped river', ALL, null, 'not_covered', null, /No mapped river here/],
  ['no reach file, outside all areas', AREAS, null, 'not_covered', null, /No mapped river here/],
  [
    'in the reach and in no zone',
    ALL,
    { ...NONE, reach_pct: 100 },
    'covered_no_data',
    OUTSIDE,
    /outside all .*edition 2022-09-07/,
  ],
  [
    'nearly all of it in the reach',
    ALL,
    { ...NONE, reach_pct: 95 },
    'covered_no_data',
    OUTSIDE,
    /Inside the mapped reach/,
  ],
  [
    'half of it in the reach',
    ALL,
    { ...NONE, reach_pct: 50 },
    'not_covered',
    null,
    /Only 50 % .* nothing is inferred for the rest/,
  ],
  [
    'in a zone, though no reach is held',
    AREAS,
    { ...NONE, q100_pct: 12.63, edition: '2020-10-22' },
    'covered',
    { ...OUTSIDE, q100: true, q500: true, q100_share_pct: 12.63, map_edition: '2020-10-22' },
    /12.63 % of it in the 1 % zone \(edition 2020-10-22\)/,
  ],
  [
    'in the 0.2 % zone only',
    ALL,
    { ...NONE, q500_pct: 3, reach_pct: 95 },
    'covered',
    { ...OUTSIDE, q500: true },
    /3 % of it in the 0.2 % zone/,
  ],
  [
    'in the 0.2 % zone, half of it in the reach',
    ALL,
    { ...NONE, q500_pct: 3, reach_pct: 40 },
    'not_covered',
    null,
    /Only 40 % .*3 % of the parcel in the 0.2 % zone, without a 1 % zone there; nothing is inferred/,
  ],
  [
    'in the 1 % zone, half of it in the reach',
    ALL,
    { ...NONE, q100_pct: 3, reach_pct: 40 },
    'covered',
    { ...OUTSIDE, q100: true, q500: true, q100_share_pct: 3 },
    /3 % of it in the 1 % zone/,
  ],
  [
    'one class missing, in no zone',
    WITHOUT_Q10,
    { ...NONE, reach_pct: 100 },
    'not_covered',
    null,
    /^Not held for this place: areas of the 10 % flood\. Nothing is inferred/,
  ],
  [
    'one class missing, in a zone of another',
    WITHOUT_Q10,
    { ...NONE, q100_pct: 12, reach_pct: 100 },
    'not_covered',
    null,
    /areas of the 10 % flood\. Of those held the parcel reaches into: 12 % of it in the 1 % zone\./,
  ],
  [
    'each zone from the least share that can be said',
    ALL,
    { q10_pct: 0.01, q100_pct: 0.01, q500_pct: 0.01, reach_pct: 100, edition: null },
    'covered',
    { ...OUTSIDE, q10: true, q100: true, q500: true, q100_share_pct: 0.01 },
    /0.01 % of it in the 10 % zone, 0.01 % of it in the 1 % zone, 0.01 % of it in the 0.2 % zone/,
  ],
  [
    'what Q10 covers, the rarer floods do, though the load leaves their areas out',
    ALL,
    { ...NONE, q10_pct: 1, reach_pct: 100 },
    'covered',
    { ...OUTSIDE, q10: true, q100: true, q500: true, q100_share_pct: 1 },
    /1 % of it in the 10 % zone/,
  ],
];
for (const [name, held, fact, coverage, value, note] of ANSWERS) {
  test(`answer: ${name}`, () => {
    const corpus = corpusWith('flood', held);
    const answer = answerFlood(subjectWith('flood', fact, corpus), corpus);
    assert.deepEqual([answer.coverage, answer.value], [coverage, value]);
    assert.match(answer.note ?? '', note);
    assert.equal(answer.source.id, 'flood');
  });
}

test('what is not worked out yet is not an empty answer', () => {
  const corpus = corpusWith('flood', ALL, []);
  const answer = answerFlood(subjectWith('flood', null, corpus), corpus);
  assert.deepEqual([answer.coverage, answer.value], ['not_computed', null]);
});

test('a zone with duties is a hit though another class is missing', () => {
  const corpus = corpusWith('flood', WITHOUT_Q10);
  const hitBy = (changes: Partial<FloodFact>) =>
    floodHitOf(subjectWith('flood', { ...NONE, ...changes }, corpus), corpus);
  assert.deepEqual([hitBy({ q100_pct: 12 })?.q100, hitBy({ q100_pct: 12 })?.q100_share_pct], [true, 12]);
  assert.equal(hitBy({ q500_pct: 12, reach_pct: 100 }), null);
  const later = corpusWith('flood', WITHOUT_Q10, []);
  assert.equal(floodHitOf(subjectWith('flood', { ...NONE, q100_pct: 12 }, later), later), null);
});

test('shares stay within 0 and 100, and a zone is never said without ground under it', () => {
  const roles = ['flood_q10', 'flood_q100', 'flood_q500', 'flood_reach'] as const;
  const anyOverlap = fc
    .record({ role: fc.constantFrom(...roles), overlap_m2: fc.double({ min: 1e-6, max: 1e7, noNaN: true }) })
    .map(({ role, overlap_m2 }) => overlap(role, overlap_m2));
  const corpus = corpusWith('flood', ALL);
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      fc.array(anyOverlap, { maxLength: 8 }),
      (area_m2, overlaps) => {
        const fact = collectFlood(ground(area_m2), alongStrip(area_m2, overlaps));
        const { value } = answerFlood(subjectWith('flood', fact, corpus), corpus);
        for (const role of roles) {
          const share = fact?.[`${role.slice(6)}_pct` as 'q10_pct'] ?? 0;
          assert.ok(share >= 0 && share <= 100);
          if (!overlaps.some((item) => item.role === role)) assert.equal(share, 0);
        }
        if (value === null) return;
        assert.equal(value.q100, (value.q100_share_pct ?? 0) > 0);
        assert.equal(value.q10, (fact?.q10_pct ?? 0) > 0);
      },
    ),
  );
});
