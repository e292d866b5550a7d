// Who bought land for how much: sales on about one parcel in thirty. Only a sale on the free market, of the whole, of one
// parcel says something of prices; in powiat 1438 hardly any does. Knows no file format.

import { CANARY_PRICE_ADDRESS, CANARY_PRICE_PLN } from './canaries.ts';
import type { Land } from './land.ts';
import type { LotKind } from './lot-kinds.ts';
import type { Parcel } from './parcels.ts';
import { CANARY_SALE, PLANTED_SALES } from './planted.ts';
import { pick, type Random, randomFor, uuidFrom } from './random.ts';

export interface Sale {
  readonly localId: string;
  readonly sold_on: string;
  readonly isFreeMarket: boolean;
  readonly share: '1/1' | '1/2';
  readonly price_pln: number;
  /** Where the register has the price: of each parcel, of the property, or of the transaction alone. */
  readonly priced: 'parcel' | 'property' | 'transaction';
  readonly address: string | null;
  readonly parcels: readonly Parcel[];
  /** The register was put right: an older version with another price stands beside it. */
  readonly former_price_pln: number | null;
}

const SALE_SHARE = 0.035;
const WITHOUT_COMPARABLES = '1438';

/** PLN for a square metre, least and most. */
const PRICES: Partial<Record<LotKind, readonly [number, number]>> = {
  plot: [280, 720],
  strip: [25, 90],
  wood: [6, 18],
};
const TOWN_FACTOR = 1.5;

const PLANTED: ReadonlySet<string> = new Set(PLANTED_SALES);

/** The sales of one obręb. */
export function salesOf(land: Land, parcels: readonly Parcel[]): Sale[] {
  const random = randomFor(land.seed, `sales ${parcels[0]?.obreb.id}`);
  return parcels.flatMap((parcel, index) => {
    const range = PRICES[parcel.kind];
    if (range === undefined) return [];
    if (parcel.id === CANARY_SALE) return [sell([parcel], random, CANARY)];
    if (PLANTED.has(parcel.id)) return [sell([parcel], random, COMPARABLE)];
    if (random() > SALE_SHARE) return [];
    const next = parcels[index + 1];
    const isPair = next?.kind === parcel.kind && !PLANTED.has(next.id) && random() < 0.08;
    const isUseless = parcel.obreb.unit.powiat.code === WITHOUT_COMPARABLES;
    return [sell(isPair ? [parcel, next] : [parcel], random, isUseless ? useless(random) : {})];
  });
}

const COMPARABLE: Partial<Sale> = {
  isFreeMarket: true,
  share: '1/1',
  priced: 'parcel',
  former_price_pln: null,
};
const CANARY: Partial<Sale> = { ...COMPARABLE, price_pln: CANARY_PRICE_PLN, address: CANARY_PRICE_ADDRESS };
const useless = (random: Random): Partial<Sale> =>
  random() < 0.5 ? { isFreeMarket: false } : { share: '1/2' };

function sell(parcels: readonly Parcel[], random: Random, settled: Partial<Sale>): Sale {
  const [parcel] = parcels;
  const [low, high] = (parcel && PRICES[parcel.kind]) ?? [0, 0];
  const factor = parcel?.obreb.unit.isTown ? TOWN_FACTOR : 1;
  const area_m2 = parcels.reduce((sum, { area_m2: its }) => sum + its, 0);
  const price = (low + (high - low) * random()) * factor * area_m2;
  const price_pln = Math.max(1, Math.round(price / 1_000)) * 1_000;
  return {
    localId: uuidFrom(random),
    sold_on: dayOf(random),
    isFreeMarket: random() < 0.8,
    share: random() < 0.85 ? '1/1' : '1/2',
    price_pln,
    priced: pick(random, ['parcel', 'parcel', 'property', 'transaction']),
    address: null,
    parcels,
    former_price_pln: random() < 0.06 ? price_pln + 50_000 : null,
    ...settled,
  };
}

/** The last three years, mostly the last two; every month has a 28th. */
function dayOf(random: Random): string {
  const day = Math.floor(Math.sqrt(random()) * 34 * 28);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${2024 + Math.floor(day / 336)}-${two(1 + (Math.floor(day / 28) % 12))}-${two(1 + (day % 28))}`;
}
