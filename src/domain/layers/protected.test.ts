import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PROTECTED_FORMS } from '../../contract/layer-values.ts';
import type { Coverage } from '../../contract/sources.ts';
import { checkProtected } from '../assess/check-protected.ts';
import { GDOS_PARTS } from '../corpus/register-parts.ts';
import type { Overlap } from './facts.ts';
import { answerProtected, collectProtected, formSharesOf, type ProtectedFact } from './protected.ts';
import { subjectWith } from './test-corpus.ts';
import { corpusWith, ground, overlap } from './test-overlaps.ts';
import { alongStrip } from './test-strip.ts';

const LARGE = 1_000_000;

function form(type: string, name: string, overlap_m2: number | null, more: object = {}, key = name): Overlap {
  return overlap('protected', overlap_m2, { type, code: null, name, area_m2: LARGE, ...more }, key);
}

const FACTS: [name: string, overlaps: Overlap[], fact: ProtectedFact | null][] = [
  ['nothing there', [], null],
  ['noise alone', [form('rezerwat', 'Łęgi', 0.2)], null],
  [
    'the worst first, then the larger share',
    [
      form('obszar_chronionego_krajobrazu', 'Dolina', 1_000),
      form('natura2000_oso', 'Dolina Wisły', 300),
      form('natura2000_oso', 'Bagno Całowanie', 400),
      form('rezerwat', 'Łęgi', 100),
    ],
    {
      forms: [
        ['rezerwat', null, 'Łęgi', 10],
        ['natura2000_oso', null, 'Bagno Całowanie', 40],
        ['natura2000_oso', null, 'Dolina Wisły', 30],
        ['obszar_chronionego_krajobrazu', null, 'Dolina', 100],
      ],
      buffers: [],
    },
  ],
  [
    'one form in two pieces',
    [
      form('rezerwat', 'Łęgi', 100, { code: 'RP.1' }, 'a'),
      form('rezerwat', 'Łęgi', 150, { code: 'RP.1' }, 'b'),
    ],
    { forms: [['rezerwat', 'RP.1', 'Łęgi', 25]], buffers: [] },
  ],
  [
    'a buffer zone is not the form',
    [form('rezerwat', 'Łęgi', 600, { buffer: true })],
    { forms: [], buffers: ['Łęgi'] },
  ],
  [
    'a tree has no share',
    [form('pomnik_przyrody', 'Dąb', null, { area_m2: null })],
    { forms: [['pomnik_przyrody', null, 'Dąb', null]], buffers: [] },
  ],
  [
    'a boulder of 2 m² on the parcel is no sliver',
    [form('pomnik_przyrody', 'Głaz', 2, { area_m2: 2 })],
    { forms: [['pomnik_przyrody', null, 'Głaz', null]], buffers: [] },
  ],
  [
    'half of a boulder of 4 m² is a sliver',
    [form('pomnik_przyrody', 'Głaz', 2, { area_m2: 4 })],
    { forms: [['pomnik_przyrody', null, 'Głaz', 0.2]], buffers: [] },
  ],
  [
    'a boulder on half a percent has its share',
    [form('pomnik_przyrody', 'Głaz', 5, { area_m2: 5 })],
    { forms: [['pomnik_przyrody', null, 'Głaz', 0.5]], buffers: [] },
  ],
  [
    'a sliver keeps its share',
    [form('rezerwat', 'Łęgi', 3)],
    { forms: [['rezerwat', null, 'Łęgi', 0.3]], buffers: [] },
  ],
];
for (const [name, overlaps, fact] of FACTS) {
  test(`facts: ${name}`, () =>
    assert.deepEqual(collectProtected(ground(1_000), alongStrip(1_000, overlaps)), fact));
}

const HELD = Object.fromEntries(GDOS_PARTS.map(({ part }) => [`${part}/`, '2026-11-01']));
const { 'Rezerwaty/': _reserves, 'ParkiNarodowe/': _parks, ...WITHOUT_TWO } = HELD;
const EMPTY = { inside_any: false, forms: [] };
const reserve = { type: 'rezerwat', code: 'RP.1', name: 'Łęgi' };

const ANSWERS: [
  name: string,
  held: Record<string, string>,
  fact: ProtectedFact | null,
  coverage: Coverage,
  value: object | null,
  note: RegExp,
][] = [
  ['nothing held', {}, null, 'not_covered', null, /not held/],
  ['free', HELD, null, 'covered_no_data', EMPTY, /No form of nature protection lies on this parcel\.$/],
  [
    'a buffer zone alone',
    HELD,
    { forms: [], buffers: ['Łęgi'] },
    'covered_no_data',
    EMPTY,
    /No form .* In the buffer zone of Łęgi, which is not the form itself\.$/,
  ],
  [
    'inside',
    HELD,
    { forms: [['rezerwat', 'RP.1', 'Łęgi', 40]], buffers: [] },
    'covered',
    { inside_any: true, forms: [reserve] },
    /On the parcel: Łęgi \(RP.1\), 40 % of the parcel\./,
  ],
  [
    'only an edge: named, not counted',
    HELD,
    { forms: [['rezerwat', 'RP.1', 'Łęgi', 0.3]], buffers: [] },
    'covered',
    { inside_any: false, forms: [reserve] },
    /Only the edge of the parcel touches Łęgi/,
  ],
  [
    'half a percent is more than an edge',
    HELD,
    { forms: [['rezerwat', 'RP.1', 'Łęgi', 0.5]], buffers: [] },
    'covered',
    { inside_any: true, forms: [reserve] },
    /On the parcel: Łęgi \(RP.1\), 0.5 % of the parcel\./,
  ],
  [
    'a tree counts',
    HELD,
    { forms: [['pomnik_przyrody', null, 'Dąb', null]], buffers: [] },
    'covered',
    { inside_any: true, forms: [{ type: 'pomnik_przyrody', code: null, name: 'Dąb' }] },
    /On the parcel: Dąb\./,
  ],
  [
    'free of the forms that are held',
    WITHOUT_TWO,
    null,
    'not_covered',
    null,
    /^Not held for this place: national parks, nature reserves\. Nothing is inferred\.$/,
  ],
  [
    'one form alone held, and free of it',
    { 'PomnikiPrzyrodyPowierzchniowe/': '2026-11-01' },
    null,
    'not_covered',
    null,
    /national parks, nature reserves, .*nature monuments drawn as points\./,
  ],
  [
    'a hit stands, and says which forms are missing',
    WITHOUT_TWO,
    { forms: [['pomnik_przyrody', null, 'Dąb', null]], buffers: [] },
    'covered',
    { inside_any: true, forms: [{ type: 'pomnik_przyrody', code: null, name: 'Dąb' }] },
    /On the parcel: Dąb\. Not held for this place: national parks, nature reserves\.$/,
  ],
  [
    'an edge is no hit',
    WITHOUT_TWO,
    { forms: [['natura2000_oso', null, 'Dolina', 0.3]], buffers: [] },
    'not_covered',
    null,
    /Only the edge of the parcel touches Dolina.* Not held for this place: .* Nothing is inferred\.$/,
  ],
  [
    'monuments of any shape in one file',
    Object.fromEntries([
      ...Object.entries(HELD).filter(([scope]) => !scope.startsWith('Pomniki')),
      ['PomnikiPrzyrody/', '2026-11-01'],
    ]),
    null,
    'covered_no_data',
    EMPTY,
    /No form of nature protection lies on this parcel\.$/,
  ],
];
for (const [name, held, fact, coverage, value, note] of ANSWERS) {
  test(`answer: ${name}`, () => {
    const corpus = corpusWith('gdos', held);
    const subject = subjectWith('protected', fact, corpus);
    const answer = answerProtected(subject, corpus);
    assert.deepEqual([answer.coverage, answer.value], [coverage, value]);
    assert.match(answer.note ?? '', note);
    assert.deepEqual(formSharesOf(subject), fact?.forms.map(([, , , share]) => share) ?? []);
  });
}

test('every form has its part of the register, and every part its layer in the files', () => {
  assert.deepEqual(new Set(GDOS_PARTS.map(({ form: type }) => type)), new Set(PROTECTED_FORMS));
});

test('what is not worked out yet is not an empty answer', () => {
  const corpus = corpusWith('gdos', HELD, []);
  const answer = answerProtected(subjectWith('protected', null, corpus), corpus);
  assert.deepEqual([answer.coverage, answer.value], ['not_computed', null]);
});

test('inside_any says what the check counts; shares go with the forms', () => {
  const anyOverlap = fc
    .record({
      type: fc.constantFrom(...PROTECTED_FORMS),
      name: fc.constantFrom('A', 'B'),
      overlap_m2: fc.option(fc.double({ min: 1e-6, max: 2_000, noNaN: true })),
      area_m2: fc.constantFrom(10, LARGE),
      isBuffer: fc.boolean(),
    })
    .map(({ type, name, overlap_m2, area_m2, isBuffer }) =>
      form(type, name, overlap_m2, { area_m2, ...(isBuffer ? { buffer: true } : {}) }),
    );
  const corpus = corpusWith('gdos', HELD);
  fc.assert(
    fc.property(fc.array(anyOverlap, { maxLength: 6 }), (overlaps) => {
      const fact = collectProtected(ground(1_000), alongStrip(1_000, overlaps));
      const subject = subjectWith('protected', fact, corpus);
      const answer = answerProtected(subject, corpus);
      const { value } = answer;
      const shares = formSharesOf(subject);
      assert.ok(value);
      assert.equal(shares.length, value.forms.length);
      for (const share of shares) assert.ok(share === null || (share > 0 && share <= 100));
      assert.ok(!value.inside_any || overlaps.some(({ attributes }) => attributes.buffer !== true));
      const input = { protected: answer, form_shares_pct: shares, area_m2: 1_000, language: 'en' } as const;
      const counts = checkProtected(input, [], false).result !== 'pass';
      assert.equal(value.inside_any, counts);
    }),
  );
});
