import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Nearby } from './facts.ts';
import { type EvidenceRole, INFLUENCE_M } from './layer-table.ts';
import { answerPrices, collectPrices, quantile, RADII_M, roundPrice, WINDOWS_MONTHS } from './prices.ts';
import { corpusOf, subjectWith } from './test-corpus.ts';

interface Sale {
  readonly distance_m: number;
  readonly months_back: number;
  readonly pln_m2: number;
}

const PARCEL = { area_m2: 1_000, land_use: null };

function collect(sales: readonly Sale[]) {
  const within = (_role: EvidenceRole, reach_m: number): Nearby[] =>
    sales
      .filter(({ distance_m }) => distance_m <= reach_m)
      .map(({ distance_m, ...attributes }, at) => ({
        source: 'rcn',
        key: String(at),
        attributes,
        distance_m,
      }));
  return collectPrices(PARCEL, { within });
}

const sales = (count: number, distance_m: number, months_back: number, pln_m2 = 100): Sale[] =>
  Array.from({ length: count }, () => ({ distance_m, months_back, pln_m2 }));

describe('collectPrices', () => {
  const CASES: [name: string, sales: Sale[], fact: readonly number[] | null][] = [
    ['nothing', [], null],
    ['nothing within reach', sales(9, 5_001, 0), null],
    ['nothing in the window', sales(9, 0, 36), null],
    ['four are withheld, and counted', sales(4, 100, 0), [4, 5_000, 36]],
    ['five near and new', sales(5, 500, 11), [5, 500, 12, 100, 100, 100]],
    ['older before farther', [...sales(5, 100, 12), ...sales(9, 600, 0)], [5, 500, 24, 100, 100, 100]],
    ['the oldest before farther', [...sales(5, 100, 35), ...sales(9, 600, 0)], [5, 500, 36, 100, 100, 100]],
    [
      'farther where near ones do not do',
      [...sales(4, 100, 0), ...sales(1, 1_000, 0)],
      [5, 1_000, 12, 100, 100, 100],
    ],
    ['the farthest', [...sales(4, 2_000, 0), ...sales(1, 5_000, 35)], [5, 5_000, 36, 100, 100, 100]],
    [
      'quartiles',
      [10, 20, 30, 40, 50].map((pln_m2) => ({ distance_m: 0, months_back: 0, pln_m2 })),
      [5, 500, 12, 20, 30, 40],
    ],
    [
      'between neighbours, two digits',
      [10, 12, 101, 110, 500, 900].map((pln_m2) => ({ distance_m: 0, months_back: 0, pln_m2 })),
      [6, 500, 12, 34, 110, 400],
    ],
  ];
  for (const [name, given, fact] of CASES) {
    it(name, () => assert.deepEqual(collect(given), fact));
  }

  it('looks as far as a sale is said to reach, so that a new one moves every parcel it counts for', () => {
    assert.equal(Math.max(...RADII_M), INFLUENCE_M.price);
  });

  it('is the first step with five sales, by trying all steps', () => {
    const sale = fc.record({
      distance_m: fc.integer({ min: 0, max: 6_000 }),
      months_back: fc.integer({ min: 0, max: 40 }),
      pln_m2: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 40, size: 'max' }), (given) => {
        const steps = RADII_M.flatMap((radius) => WINDOWS_MONTHS.map((window) => ({ radius, window })));
        const of = ({ radius, window }: { radius: number; window: number }) =>
          given.filter((one) => one.distance_m <= radius && one.months_back < window);
        const step = steps.find((candidate) => of(candidate).length >= 5);
        const fact = collect(given);
        if (!step) {
          const widest = of({ radius: 5_000, window: 36 }).length;
          assert.deepEqual(fact, widest === 0 ? null : [widest, 5_000, 36]);
          return;
        }
        const prices = of(step).map(({ pln_m2 }) => pln_m2);
        const [count, radius, window, p25 = 0, median = 0, p75 = 0] = fact ?? [];
        assert.deepEqual([count, radius, window], [prices.length, step.radius, step.window]);
        // The median by counting: not more than half lie below or above it, but for the rounding.
        const below = prices.filter((price) => price < median * 0.95).length;
        const above = prices.filter((price) => price > median * 1.06).length;
        assert.ok(below <= prices.length / 2 && above <= prices.length / 2);
        assert.ok(p25 <= median && median <= p75);
      }),
    );
  });
});

it('quantile is linear between neighbours', () => {
  const CASES: [values: number[], part: number, value: number][] = [
    [[7], 0.25, 7],
    [[1, 2], 0.5, 1.5],
    [[1, 2, 3, 4], 0.25, 1.75],
    [[1, 2, 3, 4, 5], 0.75, 4],
  ];
  for (const [values, part, value] of CASES) assert.equal(quantile(values, part), value);
});

it('prices have two digits', () => {
  const CASES: [number, number][] = [
    [0.123, 0.12],
    [9.96, 10],
    [123.45, 120],
    [1_250, 1_300],
    [99_999, 100_000],
  ];
  for (const [exact, rounded] of CASES) assert.equal(roundPrice(exact), rounded);
});

it('one sale is no sales', () => {
  const corpus = corpusOf([{ source: 'rcn', scope: '1418' }], ['prices']);
  const CASES: [count: number, note: RegExp][] = [
    [1, /^1 sale of unbuilt land within 5000 m .*: fewer than 5, so no price is given\.$/],
    [4, /^4 sales of unbuilt land /],
  ];
  for (const [count, note] of CASES) {
    const answer = answerPrices(subjectWith('prices', [count, 5_000, 36], corpus), corpus);
    assert.match(answer.note, note);
  }
});
