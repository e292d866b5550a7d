// A transaction of RCN as either form gives it → a comparable: one price per square metre, without anything that leads to
// the parcel, the day or the people. Which price counts and how it is made coarse is decided in
// docs/decisions/0011-prices.md.

import { createHash } from 'node:crypto';
import { pointOnSurface } from '../../domain/geometry/polygons.ts';
import type { Epsg } from '../../domain/geometry/projection.ts';
import type { Geometry, Position } from '../../domain/geometry/types.ts';
import { type PriceAttributes, roundPrice, WINDOWS_MONTHS } from '../../domain/layers/prices.ts';
import type { EvidenceRow } from '../../domain/publish/staged-rows.ts';
import { areaM2Of, cleanPolygons } from '../clean.ts';
import { issueAt, type ReadItem } from '../recipe.ts';

export interface SoldGround {
  readonly area_m2: number;
  readonly point: Position;
}

/** A parcel that was sold, on its own or as part of a property. */
export interface SoldParcel {
  /** Tells the properties of one transaction apart. */
  readonly property: string;
  readonly kind: string | null;
  readonly share: string | null;
  readonly property_price: number | null;
  readonly price: number | null;
  /** A text where the geometry is no area. */
  readonly ground: SoldGround | string;
}

export interface Sale {
  readonly position: string;
  readonly id: string;
  readonly version: string;
  /** As far as the file says it. */
  powiat: string | null;
  readonly market: string | null;
  readonly day: string | null;
  readonly price: number | null;
  readonly parcels: SoldParcel[];
  /** Buildings, flats, and objects that are named but not in the file. */
  others: number;
}

/** Transactions by id, each in its newest version. */
export class Sales {
  /** Rows that do not say which transaction they belong to. */
  unnamed = 0;
  /** Whether what was sold beside land is told. If not, a transaction may hold more than is seen of it. */
  knowsOthers = true;
  readonly #sales = new Map<string, Sale>();

  /** The transaction to add to; null when a newer version of it is known. */
  open(sale: Sale): Sale | null {
    const known = this.#sales.get(sale.id);
    if (known?.version === sale.version) return known;
    if (known && known.version > sale.version) return null;
    this.#sales.set(sale.id, sale);
    return sale;
  }

  find(id: string, version: string): Sale | null {
    const sale = this.#sales.get(id);
    return sale?.version === version ? sale : null;
  }

  all(): Iterable<Sale> {
    return this.#sales.values();
  }
}

export function groundOf(geometry: Geometry | null, epsg: Epsg | null): SoldGround | string {
  if (epsg === null) return 'unknown coordinate system';
  const cleaned = cleanPolygons(geometry, epsg);
  if (!cleaned.ok) return cleaned.kind;
  return { area_m2: areaM2Of(cleaned.geometry), point: pointOnSurface(cleaned.geometry) };
}

/** The powiat of an id or code: nothing else of it may be kept. */
export const powiatIn = (id: string | null): string | null => /^\d{4}/.exec(id ?? '')?.[0] ?? null;

/** 460000, 460000.00, 460 000,00. Zero is how some write that there is no price. */
export function moneyOf(text: string | null): number | null {
  const value = Number((text ?? '').replaceAll(/\s/g, '').replace(',', '.'));
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Outside these a price per square metre is a slip of the pen or no price of land. */
const PLAUSIBLE_PLN_M2 = { from: 0.1, to: 100_000 };
const CELL_M = 250;
const OLDEST_MONTHS = Math.max(...WINDOWS_MONTHS);

/** Issues name the row at most: neither what was sold nor for how much. `powiaty` are those that the load covers. */
export function* toComparables(
  sales: Sales,
  powiaty: readonly string[],
  newestDay: string | null,
): Generator<ReadItem> {
  const left = new Map<string, number>();
  const leave = (why: string) => left.set(why, (left.get(why) ?? 0) + 1);
  let total = 0;
  // Where there is one powiat, what does not say its own belongs to it.
  const [only] = powiaty.length === 1 ? powiaty : [];
  for (const sale of sales.all()) {
    total += 1;
    const place = sale.powiat ?? only ?? null;
    if (place !== null && !powiaty.includes(place)) {
      const message = `the transaction belongs to powiat ${place}, the file is of ${powiaty.join(', ')}; it is left out`;
      yield issueAt(sale.position, 'other_powiat', message);
    } else if (!isFreeMarket(sale.market)) leave('not of the free market');
    else if (sale.day === null || newestDay === null || place === null) {
      yield issueAt(sale.position, 'unusable_sale', 'the transaction has no date or no place that can be');
    } else if (monthsBetween(sale.day, newestDay) >= OLDEST_MONTHS) leave('older than the widest window');
    else {
      const parts = pricedParts(sale, sales.knowsOthers);
      if (typeof parts === 'string') leave(parts);
      else {
        const price = parts.reduce((sum, part) => sum + part.price, 0);
        const area = parts.reduce((sum, part) => sum + part.ground.area_m2, 0);
        const [largest] = parts.toSorted((a, b) => b.ground.area_m2 - a.ground.area_m2);
        const pln_m2 = price / area;
        if (!largest || !(pln_m2 >= PLAUSIBLE_PLN_M2.from && pln_m2 <= PLAUSIBLE_PLN_M2.to)) {
          const { from, to } = PLAUSIBLE_PLN_M2;
          yield issueAt(sale.position, 'implausible_price', `a square metre costs ${from} to ${to} PLN`);
          continue;
        }
        const attributes = { pln_m2: roundPrice(pln_m2), months_back: monthsBetween(sale.day, newestDay) };
        const row = comparable(sale.id, place, attributes, largest.ground.point);
        yield { row: { kind: 'evidence', row }, position: sale.position };
      }
    }
  }
  if (left.size === 0) return;
  const why = [...left].map(([reason, count]) => `${reason}: ${count}`).sort();
  yield issueAt('whole file', 'left_out', `of ${total} transactions are left out: ${why.join('; ')}`);
}

/** One row a transaction: five comparables are five sales. The key is a digest and the place a cell of a common grid. */
function comparable(id: string, place: string, attributes: PriceAttributes, [x, y]: Position): EvidenceRow {
  const key = createHash('sha256').update(id).digest('hex').slice(0, 16);
  const centre = (value: number) => (Math.floor(value / CELL_M) + 0.5) * CELL_M;
  return {
    role: 'price',
    key,
    place,
    attributes: { ...attributes },
    geometry: { type: 'Point', coordinates: [centre(x), centre(y)] },
  };
}

/** 1 in GML. */
const isFreeMarket = (market: string | null) => /^(wolny ?rynek|1)$/i.test(market ?? '');

/** The parcels that have a price of their own; or why there are none. */
function pricedParts(sale: Sale, knowsOthers: boolean): { price: number; ground: SoldGround }[] | string {
  const land = sale.parcels.filter(({ kind }) => isUnbuilt(kind, knowsOthers ? sale.others : null));
  if (land.length === 0) return 'not unbuilt land alone';
  const whole = land.filter(({ share }) => isWhole(share));
  if (whole.length === 0) return 'a share';
  const isOnly = knowsOthers && sale.parcels.length + sale.others === 1;
  const parts = whole.flatMap(({ property, property_price, price, ground }) => {
    const isAlone = sale.parcels.filter((other) => other.property === property).length === 1;
    const own = price ?? (isAlone ? property_price : null) ?? (isOnly ? sale.price : null);
    return own === null ? [] : [{ price: own, ground }];
  });
  if (parts.length === 0) return 'no price of its own';
  const placed = parts.flatMap(({ price, ground }) =>
    typeof ground === 'string' ? [] : [{ price, ground }],
  );
  return placed.length === parts.length ? placed : 'no area';
}

/** nieruchomoscGruntowaNiezabudowana, 1 in GML. Where it is not said, what was sold along tells. */
function isUnbuilt(kind: string | null, others: number | null): boolean {
  return kind === null ? others === 0 : /niezabudowan/i.test(kind) || kind === '1';
}

/** 1/1, 1, 2/2. */
function isWhole(share: string | null): boolean {
  const [, part, whole = '1'] = /^\s*(\d+)\s*(?:\/\s*(\d+))?\s*$/.exec(share ?? '') ?? [];
  return part !== undefined && Number(part) > 0 && Number(part) === Number(whole);
}

function monthsBetween(day: string, later: string): number {
  const month = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return month(later) - month(day);
}
