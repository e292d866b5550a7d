import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Coverage } from '../../contract/sources.ts';
import type { Overlap } from './facts.ts';
import { answerLandslide, collectLandslide, type LandslideFact } from './landslide.ts';
import { subjectWith } from './test-corpus.ts';
import { corpusWith, ground, overlap } from './test-overlaps.ts';
import { alongStrip } from './test-strip.ts';

const NONE = { landslides: 0, threatened_areas: 0, mapped_pct: 0 };
const numbered = (number: string, key = number, overlap_m2 = 50) =>
  overlap('landslide', overlap_m2, { number }, key);

const FACTS: [name: string, overlaps: Overlap[], fact: LandslideFact | null][] = [
  ['nothing there', [], null],
  ['noise alone', [overlap('landslide', 0.1, { number: '7' })], null],
  ['two landslides', [numbered('7'), numbered('8')], { ...NONE, landslides: 2 }],
  ['one landslide in two parts', [numbered('7'), numbered('7', '7#2')], { ...NONE, landslides: 1 }],
  [
    'parts that only together are more than noise',
    [numbered('7', '7', 0.3), numbered('7', '7#2', 0.3)],
    { ...NONE, landslides: 1 },
  ],
  [
    'a landslide and a threatened area of the same number',
    [numbered('7'), overlap('landslide_threat', 20, { number: '7' })],
    { ...NONE, landslides: 1, threatened_areas: 1 },
  ],
  ['mapped and free', [overlap('landslide_mapped', 1_000)], { ...NONE, mapped_pct: 100 }],
];
for (const [name, overlaps, fact] of FACTS) {
  test(`facts: ${name}`, () =>
    assert.deepEqual(collectLandslide(ground(1_000), alongStrip(1_000, overlaps)), fact));
}

const INVENTORY = { 'landslide/': null, 'landslide_threat/': null };
const ALL = { ...INVENTORY, 'landslide_mapped/': null };
const EMPTY = { present: false, kinds: [], count: 0 };

const ANSWERS: [
  name: string,
  held: Record<string, null>,
  fact: LandslideFact | null,
  coverage: Coverage,
  value: object | null,
  note: RegExp,
][] = [
  ['nothing held', {}, null, 'not_covered', null, /not held/],
  [
    'the mapped extent alone held',
    { 'landslide_mapped/': null },
    { ...NONE, mapped_pct: 100 },
    'not_covered',
    null,
    /not held/,
  ],
  ['not mapped', ALL, null, 'not_covered', null, /has not been mapped/],
  [
    'half mapped',
    ALL,
    { ...NONE, mapped_pct: 50 },
    'not_covered',
    null,
    /Only 50 % .* nothing is inferred for the rest/,
  ],
  ['mapped and free', ALL, { ...NONE, mapped_pct: 100 }, 'covered_no_data', EMPTY, /none is recorded/],
  ['just mapped enough', ALL, { ...NONE, mapped_pct: 95 }, 'covered_no_data', EMPTY, /none is recorded/],
  ['a hundredth too little', ALL, { ...NONE, mapped_pct: 94.99 }, 'not_covered', null, /Only 94\.99 % /],
  [
    'a landslide, though no extent is held',
    INVENTORY,
    { ...NONE, landslides: 2 },
    'covered',
    { present: true, kinds: ['landslide'], count: 2 },
    /: 2 landslides\./,
  ],
  [
    'threatened areas not held',
    { 'landslide/': null, 'landslide_mapped/': null },
    { ...NONE, mapped_pct: 100 },
    'not_covered',
    null,
    /^Not held for this place: areas threatened by mass movements\. Nothing is inferred\.$/,
  ],
  [
    'a landslide, threatened areas not held',
    { 'landslide/': null, 'landslide_mapped/': null },
    { ...NONE, landslides: 1, mapped_pct: 100 },
    'covered',
    { present: true, kinds: ['landslide'], count: 1 },
    /: 1 landslide\..*Not held for this place: areas threatened/,
  ],
  [
    'both kinds',
    ALL,
    { landslides: 1, threatened_areas: 2, mapped_pct: 100 },
    'covered',
    { present: true, kinds: ['landslide', 'threatened_area'], count: 3 },
    /: 1 landslide and 2 areas threatened by mass movements\./,
  ],
  [
    'threatened only',
    ALL,
    { ...NONE, threatened_areas: 1 },
    'covered',
    { present: true, kinds: ['threatened_area'], count: 1 },
    /: 1 area threatened by mass movements\./,
  ],
];
for (const [name, held, fact, coverage, value, note] of ANSWERS) {
  test(`answer: ${name}`, () => {
    const corpus = corpusWith('sopo', held);
    const answer = answerLandslide(subjectWith('landslide', fact, corpus), corpus);
    assert.deepEqual([answer.coverage, answer.value], [coverage, value]);
    assert.match(answer.note ?? '', note);
  });
}

test('what is not worked out yet is not an empty answer', () => {
  const corpus = corpusWith('sopo', ALL, []);
  const answer = answerLandslide(subjectWith('landslide', null, corpus), corpus);
  assert.deepEqual([answer.coverage, answer.value], ['not_computed', null]);
});

test('nothing is present without ground under it; kinds and count agree', () => {
  const anyOverlap = fc
    .record({
      role: fc.constantFrom('landslide' as const, 'landslide_threat' as const, 'landslide_mapped' as const),
      overlap_m2: fc.double({ min: 1e-6, max: 1e5, noNaN: true }),
      number: fc.constantFrom('1', '2', '3'),
    })
    .map(({ role, overlap_m2, number }) => overlap(role, overlap_m2, { number }, number));
  const corpus = corpusWith('sopo', ALL);
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 1e6, noNaN: true }),
      fc.array(anyOverlap, { maxLength: 8 }),
      (area_m2, overlaps) => {
        const fact = collectLandslide(ground(area_m2), alongStrip(area_m2, overlaps));
        const { value } = answerLandslide(subjectWith('landslide', fact, corpus), corpus);
        if (value === null) return;
        const drawn = overlaps.filter(({ role }) => role !== 'landslide_mapped');
        assert.ok(!value.present || drawn.length > 0);
        assert.equal(value.present, (value.count ?? 0) > 0);
        assert.equal(value.present, (value.kinds ?? []).length > 0);
        assert.ok((value.count ?? 0) <= drawn.length);
      },
    ),
  );
});
