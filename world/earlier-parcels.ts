// The parcels of an obręb as the cadastre had them before: those undivided that were divided since, and a corner where it
// was before it was measured anew. They tile the obręb all the same.

import type { MultiPolygon, Position, Ring } from '../src/domain/geometry/types.ts';
import { DIVIDED, MEASURED_ANEW } from './editions.ts';
import { signedArea } from './outline.ts';
import type { Parcel } from './parcels.ts';

/** How far the corner lay from where it is now, in metres east and north. */
const OFF_M: Position = [0.6, 0.4];

export function asBefore(parcels: readonly Parcel[]): Parcel[] {
  const corner = parcels.find(({ id }) => id === MEASURED_ANEW)?.geometry[0]?.[0]?.[0];
  const undivided = Object.entries(DIVIDED).reduce(
    (all, [id, parts]) => unite(all, id, new Set(parts)),
    [...parcels],
  );
  return corner === undefined ? undivided : undivided.map((parcel) => moveCorner(parcel, corner));
}

/** One parcel in the place of the first of its parts. */
function unite(parcels: readonly Parcel[], id: string, parts: ReadonlySet<string>): Parcel[] {
  const its = parcels.filter((parcel) => parts.has(parcel.id));
  const [first] = its;
  if (first === undefined) return [...parcels];
  const geometry = outlineAround(its.flatMap((parcel) => parcel.geometry));
  const area_m2 = its.reduce((sum, parcel) => sum + parcel.area_m2, 0);
  const whole = { ...first, id, number: id.split('.').at(-1) ?? '', geometry, area_m2 };
  return parcels.flatMap((parcel) => {
    if (parcel === first) return [whole];
    return parts.has(parcel.id) ? [] : [parcel];
  });
}

/** The edges that only one of the polygons has, joined to rings: neighbours have the same vertices. */
function outlineAround(polygons: MultiPolygon): MultiPolygon {
  const edges = new Map<string, readonly [Position, Position]>();
  for (const ring of polygons.flat()) {
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1];
      if (from !== undefined && !edges.delete(`${to} ${from}`)) edges.set(`${from} ${to}`, [from, to]);
    }
  }
  const next = new Map([...edges.values()].map(([from, to]) => [String(from), to]));
  if (next.size < edges.size) throw new Error('the parts of a divided parcel meet in a corner alone');
  const rings: Ring[] = [];
  for (let start = next.values().next().value; start !== undefined; start = next.values().next().value) {
    const ring: Position[] = [start];
    for (let at: Position | undefined = start; at !== undefined; ) {
      const to: Position | undefined = next.get(String(at));
      next.delete(String(at));
      if (to !== undefined) ring.push(to);
      at = to;
    }
    rings.push(ring);
  }
  // Parts that lie apart have an outer ring each; none of them encloses another parcel.
  return rings.filter((ring) => signedArea(ring) > 0).map((ring) => [ring]);
}

function moveCorner(parcel: Parcel, [x, y]: Position): Parcel {
  const isCorner = ([ownX, ownY]: Position) => ownX === x && ownY === y;
  if (!parcel.geometry.flat(2).some(isCorner)) return parcel;
  const move = (position: Position): Position =>
    isCorner(position) ? [x + OFF_M[0], y + OFF_M[1]] : position;
  const geometry = parcel.geometry.map((polygon) => polygon.map((ring) => ring.map(move)));
  const area_m2 = geometry.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
  return { ...parcel, geometry, area_m2 };
}
