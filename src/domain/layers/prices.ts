// What unbuilt land was sold for around a parcel: quartiles of at least five sales, never a single one. How they are kept
// from telling one sale, and why these steps: docs/decisions/0011-prices.md.

import type { LayerAnswer } from '../../contract/layers.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { PRICE_NOTES } from '../sentences/layer-sentences.ts';
import { covered, coveredNoData, notComputed, notCovered } from './answer.ts';
import type { ParcelGround, Vicinity } from './facts.ts';
import type { FactLayerDefinition } from './layer-definition.ts';
import type { Subject } from './subject.ts';

/** What is kept of a sale. */
export interface PriceAttributes {
  readonly pln_m2: number;
  /** Before the newest month that the powiat has published; 0 is that month. */
  readonly months_back: number;
}

/** The steps are the same for every parcel. Nearer sales tell more than later ones: the radius widens last. */
export const RADII_M = [500, 1_000, 2_000, 5_000] as const;
export const WINDOWS_MONTHS = [12, 24, 36] as const;
const WIDEST = { radius_m: 5_000, window_months: 36 } as const;

/** Quartiles only where there are enough sales; otherwise how many there are in the widest circle and window. */
export type PricesFact =
  | readonly [count: number, radius_m: number, window_months: number]
  | readonly [
      count: number,
      radius_m: number,
      window_months: number,
      p25: number,
      median: number,
      p75: number,
    ];

export function collectPrices(
  _parcel: ParcelGround,
  { within }: Pick<Vicinity<'price'>, 'within'>,
): PricesFact | null {
  let widest = 0;
  for (const radius_m of RADII_M) {
    const sales = within('price', radius_m);
    for (const window_months of WINDOWS_MONTHS) {
      const prices = sales
        .filter(({ attributes }) => Number(attributes.months_back) < window_months)
        .map(({ attributes }) => Number(attributes.pln_m2))
        .sort((a, b) => a - b);
      if (prices.length >= LIMITS.least_price_transactions) {
        const [p25, median, p75] = [0.25, 0.5, 0.75].map((part) => roundPrice(quantile(prices, part)));
        return [prices.length, radius_m, window_months, p25 ?? 0, median ?? 0, p75 ?? 0];
      }
      widest = prices.length;
    }
  }
  return widest === 0 ? null : [widest, WIDEST.radius_m, WIDEST.window_months];
}

/** Two digits: a sale of 1,234 m² for 187,500 PLN cannot be told from one for 190,000. */
export const roundPrice = (pln_m2: number): number => Number(pln_m2.toPrecision(2));

/** Of ascending values, linear between neighbours. */
export function quantile(values: readonly number[], part: number): number {
  const at = (values.length - 1) * part;
  const low = values[Math.floor(at)] ?? Number.NaN;
  const high = values[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

export function answerPrices(subject: Subject, corpus: Corpus): LayerAnswer<'prices'> {
  const { language } = corpus;
  const source = corpus.sourceAt('rcn', subject.gmina6);
  if (!corpus.stateAt('rcn', subject.gmina6)) return notCovered(source, PRICE_NOTES.notHeld[language]);
  if (!corpus.isComputed('prices', subject.place))
    return notComputed(source, PRICE_NOTES.notComputed[language]);
  const fact: PricesFact | null = subject.facts.prices === null ? null : JSON.parse(subject.facts.prices);
  const [comparables_count, radius_m, window_months, p25, median, p75] = fact ?? [
    0,
    WIDEST.radius_m,
    WIDEST.window_months,
  ];
  const frame = { comparables_count, window_months, radius_m };
  const sales = { count: comparables_count, radius_m, window_months };
  if (p25 === undefined || median === undefined || p75 === undefined) {
    const value = { ...frame, median_pln_m2: null, p25_pln_m2: null, p75_pln_m2: null };
    const note = PRICE_NOTES.tooFew[language](sales, LIMITS.least_price_transactions);
    return coveredNoData(source, value, note);
  }
  const value = { ...frame, median_pln_m2: median, p25_pln_m2: p25, p75_pln_m2: p75 };
  return covered(source, value, PRICE_NOTES.prices[language](sales));
}

export const pricesLayer = {
  key: 'prices',
  answered_from: ['rcn'],
  evidence: { price: WIDEST.radius_m },
  collect: collectPrices,
  answer: answerPrices,
  events: [
    {
      event: 'prices_changed',
      tell: ({ comparables_count, median_pln_m2 }) => ({
        comparables_count,
        median_pln_m2: median_pln_m2 ?? null,
      }),
      // One more sale within five kilometres that leaves the median as it is, is no change of the place.
      by: ({ median_pln_m2 }) => median_pln_m2 ?? null,
    },
  ],
} satisfies FactLayerDefinition<'prices', 'price'>;
