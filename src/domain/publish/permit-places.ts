// Where building permits lie, and which of them are new. Permits come from one register and parcels from another, in any
// order: they are placed anew whenever either is published, so that a request finds them by their place alone.

import { fromWgs84 } from '../geometry/projection.ts';
import { type Position, STORED_EPSG } from '../geometry/types.ts';
import type { Replaced } from './compare.ts';
import { type EventRow, permitSubject } from './event-rows.ts';
import type { IssueRow } from './staged-rows.ts';

/** A permit and one of its parcels, with the point it is found by; null while no such parcel is held. */
export interface PlacedPermit {
  readonly ref: number;
  readonly parcel_id: string;
  readonly position: Position | null;
}

/**
 * Where a rural gmina (2) has become a town (4) and its rural area (5), the register has ids of either time: a parcel that
 * is not held under its own id stands for the one of another type.
 */
const OTHER_TYPES: Readonly<Record<string, readonly string[]>> = { 2: ['5', '4'], 5: ['2'] };
const TYPE_AT = 7;

/** Ids under which its parcel may be held, beside its own. */
function otherIdsOf(parcel_id: string): string[] {
  const types = OTHER_TYPES[parcel_id.charAt(TYPE_AT)] ?? [];
  return types.map((type) => parcel_id.slice(0, TYPE_AT) + type + parcel_id.slice(TYPE_AT + 1));
}

export const idsToLookUp = (permits: readonly PlacedPermit[]): string[] => [
  ...new Set(permits.flatMap(({ parcel_id }) => [parcel_id, ...otherIdsOf(parcel_id)])),
];

/** Ids of a changed unit differ in its type only: a parcel may place the permits of its six digits. */
export const unitsOfPermits = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.map((scope) => scope.slice(0, 6))),
];

/** Those that lie elsewhere now. `points` are on the parcels that are held, in degrees. */
export function movedPermits(
  permits: readonly PlacedPermit[],
  points: ReadonlyMap<string, Position>,
): PlacedPermit[] {
  return permits.flatMap((permit) => {
    const point = pointOf(permit.parcel_id, points);
    const position = point === null ? null : metresOf(point);
    const [was, is] = [permit.position, position];
    return was?.[0] === is?.[0] && was?.[1] === is?.[1] ? [] : [{ ...permit, position }];
  });
}

/** On its own parcel, else on that of another type when exactly one is held. */
function pointOf(parcel_id: string, points: ReadonlyMap<string, Position>): Position | null {
  const own = points.get(parcel_id);
  if (own) return own;
  const [one, ...more] = otherIdsOf(parcel_id)
    .map((id) => points.get(id))
    .filter((point) => point !== undefined);
  return one && more.length === 0 ? one : null;
}

/** The point on the parcel is kept in degrees; distances are measured in metres. */
function metresOf(point: Position): Position {
  const [x, y] = fromWgs84(STORED_EPSG, point);
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}

/** More gone at once than this means that the register numbers its permits anew: nothing was added to the world. */
const RENUMBERED = 0.2;

export const isRenumbered = ({ live, missing }: Replaced): boolean => missing > live * RENUMBERED;

/** A staged row of a permit of which nothing was served. */
export interface AddedPermit {
  readonly permit_id: string;
  readonly parcel_id: string;
  readonly kind: string;
  readonly decision_date: string | null;
  readonly object_category: string | null;
}

/** One event a permit, by its first parcel. */
export function addedPermitEvents(rows: readonly AddedPermit[]): EventRow[] {
  const first = new Map<string, AddedPermit>();
  for (const row of rows) {
    const known = first.get(row.permit_id);
    if (!known || row.parcel_id < known.parcel_id) first.set(row.permit_id, row);
  }
  return [...first.values()]
    .sort((a, b) => (a.permit_id < b.permit_id ? -1 : 1))
    .map(({ permit_id, kind, decision_date, object_category, parcel_id }) => ({
      event: 'permit_added',
      subject: permitSubject(permit_id),
      place: parcel_id.slice(0, 6),
      layer: 'permits',
      before: null,
      after: { kind, decision_date, object_category },
    }));
}

/** References to parcels of a powiat, and how many of them name one that is held. */
export interface ReferenceCount {
  readonly powiat: string;
  readonly total: number;
  readonly placed: number;
}

/** One issue a powiat: each permit by itself would be most of the register where few parcels are loaded. */
export function unplacedIssues(counts: readonly ReferenceCount[]): IssueRow[] {
  return counts
    .map(({ powiat, total, placed }) => ({ powiat, total, missing: total - placed }))
    .filter(({ missing }) => missing > 0)
    .map(({ powiat, total, missing }) => ({
      position: `powiat ${powiat}`,
      field: 'parcel',
      kind: 'parcel_not_held',
      value: null,
      message: `${missing} of ${total} references (${((100 * missing) / total).toFixed(1)} %) to parcels of powiat ${powiat} name none that is held`,
    }));
}
