// Areas that callers draw: from untrusted WGS84 rings to clean polygons in EPSG:2180, and their true size. Pure.

import { LIMITS } from '../contract/limits.ts';
import { repairPolygons } from './geo.ts';
import type { MultiPolygon, Position } from './geometry.ts';
import { fromWgs84, toWgs84 } from './projection.ts';

export type SearchArea =
  | { readonly ok: true; readonly area: MultiPolygon; readonly area_m2: number }
  | { readonly ok: false; readonly message: string };

const wrong = (message: string): SearchArea => ({ ok: false, message });

/** Rings may be open, reversed, self-crossing or three-dimensional; they are mended, not refused. */
export function readSearchArea(rings: readonly (readonly (readonly number[])[])[][]): SearchArea {
  const vertices = rings.reduce(
    (sum, polygon) => sum + polygon.reduce((inner, ring) => inner + ring.length, 0),
    0,
  );
  if (vertices > LIMITS.polygon_vertices) {
    return wrong(`the polygon has ${vertices} vertices; at most ${LIMITS.polygon_vertices} are allowed`);
  }
  const projected: Position[][][] = [];
  for (const polygon of rings) {
    const kept: Position[][] = [];
    for (const ring of polygon) {
      const positions: Position[] = [];
      for (const [lng, lat] of ring) {
        const fault = outside(lng, lat);
        if (fault) return wrong(fault);
        positions.push(fromWgs84(2180, [lng as number, lat as number]));
      }
      kept.push(positions);
    }
    if (kept.length > 0) projected.push(kept);
  }
  const repaired = projected.length > 0 ? repairPolygons(projected) : null;
  if (!repaired) return wrong('the polygon encloses no area');
  return withinLimit(repaired.geometry);
}

function outside(lng: number | undefined, lat: number | undefined): string | null {
  const fits =
    lng !== undefined &&
    lat !== undefined &&
    lng >= LIMITS.lng.min &&
    lng <= LIMITS.lng.max &&
    lat >= LIMITS.lat.min &&
    lat <= LIMITS.lat.max;
  if (fits) return null;
  return `position [${lng}, ${lat}] is outside lng ${LIMITS.lng.min}..${LIMITS.lng.max}, lat ${LIMITS.lat.min}..${LIMITS.lat.max} (order is lng, lat)`;
}

function withinLimit(area: MultiPolygon): SearchArea {
  const area_m2 = geodesicArea(area);
  if (area_m2 <= LIMITS.search_area_m2) return { ok: true, area, area_m2 };
  const km2 = (m2: number) => (m2 / 1e6).toFixed(3);
  return wrong(
    `the area is ${km2(area_m2)} km², ${km2(area_m2 - LIMITS.search_area_m2)} km² over the limit of ${km2(LIMITS.search_area_m2)} km²`,
  );
}

// GRS80 (= WGS84 to a tenth of a millimetre).
const SEMI_MAJOR_M = 6_378_137;
const E2 = 0.006_694_380_022_9;
const E = Math.sqrt(E2);

/** q of the authalic latitude (Snyder 1987, eq. 3-12): areas on the ellipsoid become areas in the plane (λ, q/2). */
function authalicQ(latitude: number): number {
  const sin = Math.sin(latitude);
  return (1 - E2) * (sin / (1 - E2 * sin * sin) - Math.log((1 - E * sin) / (1 + E * sin)) / (2 * E));
}

/** True area of polygons given in EPSG:2180, whose plane areas are up to 0.14 % too small. */
export function geodesicArea(polygons: MultiPolygon): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (const polygon of polygons) {
    polygon.forEach((ring, index) => {
      const plane = ring.map((position) => {
        const [lng, lat] = toWgs84(2180, position);
        return [lng * radians, authalicQ(lat * radians) / 2] as const;
      });
      let twice = 0;
      for (let at = 0; at < plane.length; at++) {
        const [x1, y1] = plane[at] ?? [0, 0];
        const [x2, y2] = plane[(at + 1) % plane.length] ?? [0, 0];
        twice += (x2 - x1) * (y2 + y1);
      }
      sum += (index === 0 ? 1 : -1) * Math.abs(twice / 2);
    });
  }
  return sum * SEMI_MAJOR_M ** 2;
}
