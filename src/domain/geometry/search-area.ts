// Areas that callers draw: from untrusted WGS84 rings to clean polygons in EPSG:2180, and their true size. Pure, and in steps:
// whoever drives it lets others in between them.

import type { Bilingual } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import { AREA_FAULTS, AREA_HINTS } from '../sentences/input-sentences.ts';
import { closePolygons, repairInSteps } from './polygons.ts';
import { fromWgs84, toWgs84 } from './projection.ts';
import { areaOf } from './rings.ts';
import { areNested, areSimple } from './simple-rings.ts';
import type { Box, MultiPolygon, Position } from './types.ts';

export type SearchArea =
  | { readonly ok: true; readonly area: MultiPolygon; readonly area_m2: number }
  | { readonly ok: false; readonly message: Bilingual; readonly hint: Bilingual };

const wrong = (message: Bilingual, hint: Bilingual = AREA_HINTS.limits): SearchArea => ({
  ok: false,
  message,
  hint,
});

/** A square millimetre. Whatever is drawn with the seven decimals that we serve has more, or none. */
const LEAST_AREA_M2 = 1e-6;
const noArea = (what: 'polygon' | 'bbox') => wrong(AREA_FAULTS.noArea[what], AREA_HINTS.noArea[what]);

// Mending takes time with what has to be mended, each polygon in one piece: as many vertices and crossings as these take some 2 ms.
// Parts that lie side by side are joined in steps, so meeting is allowed more often. What meets nowhere needs no mending, and has no
// such limits.
const MOST_MENDED_VERTICES = 1_000;
const MOST_RINGS = 250;
const MOST_MEETINGS = 800;
const MOST_CROSSINGS = 25;
const MOST_PAIRS = 60_000;
/** More corners than this are first looked at whether they need mending at all. */
const FEW_VERTICES = 300;
/** Projected in a quarter of a millisecond. */
const STEP_VERTICES = 250;

/** Rings may be open, reversed, self-crossing or three-dimensional; they are mended, or refused where that would take long. */
export function* readSearchArea(
  polygons: readonly (readonly (readonly (readonly number[])[])[])[],
): Generator<void, SearchArea> {
  const rings = polygons.flat();
  const vertices = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (vertices > LIMITS.polygon_vertices) {
    return wrong(AREA_FAULTS.vertices(vertices, LIMITS.polygon_vertices));
  }
  if (rings.length > MOST_RINGS) {
    return wrong(AREA_FAULTS.rings(rings.length, MOST_RINGS));
  }
  for (const [lng, lat] of rings.flat()) {
    const fault = outside(lng, lat);
    if (fault) return wrong(fault, AREA_HINTS.order);
  }
  yield;
  const drawn = polygons.map((polygon) => polygon.map((ring) => ring.map(withoutHeight)));
  yield;
  const projected = yield* convertInSteps(drawn, project);
  if (vertices > FEW_VERTICES) {
    const closed = closePolygons(projected);
    yield;
    const isValid = (yield* areSimple(closed.flat())) && (yield* areNested(closed));
    if (isValid) {
      if (areaOf(closed) < LEAST_AREA_M2) return noArea('polygon');
      yield;
      return withinLimit(closed, closePolygons(drawn));
    }
  }
  const largest = Math.max(...polygons.map((polygon) => polygon.reduce((sum, ring) => sum + ring.length, 0)));
  if (largest > MOST_MENDED_VERTICES) return wrong(AREA_FAULTS.verticesToMend(largest, MOST_MENDED_VERTICES));
  const often = yield* meetOften(projected.flat());
  if (often !== null) return wrong(often);
  const repaired = yield* repairInSteps(projected, LEAST_AREA_M2);
  return repaired ? withinLimit(repaired, yield* convertInSteps(repaired, unproject)) : noArea('polygon');
}

function* convertInSteps(
  polygons: MultiPolygon,
  convert: (position: Position) => Position,
): Generator<void, Position[][][]> {
  const converted: Position[][][] = [];
  let vertices = 0;
  for (const polygon of polygons) {
    const rings: Position[][] = [];
    for (const ring of polygon) {
      const positions: Position[] = [];
      for (const position of ring) {
        positions.push(convert(position));
        vertices += 1;
        if (vertices % STEP_VERTICES === 0) yield;
      }
      rings.push(positions);
    }
    converted.push(rings);
  }
  return converted;
}

const withoutHeight = ([lng = Number.NaN, lat = Number.NaN]: readonly number[]): Position => [lng, lat];
const project = (position: Position): Position => fromWgs84(2180, position);
const unproject = (position: Position): Position => toWgs84(2180, position);

/** A box of degrees, from south-west to north-east: with four corners in order there is nothing to mend. */
export function readSearchBox([minLng, minLat, maxLng, maxLat]: Box): SearchArea {
  const corners: Position[] = [
    [minLng, minLat],
    [maxLng, minLat],
    [maxLng, maxLat],
    [minLng, maxLat],
    [minLng, minLat],
  ];
  for (const [lng, lat] of corners) {
    const fault = outside(lng, lat);
    if (fault) return wrong(fault, AREA_HINTS.order);
  }
  const area = [[corners.map(project)]];
  return areaOf(area) < LEAST_AREA_M2 ? noArea('bbox') : withinLimit(area, [[corners]]);
}

/** What is wrong when the edges of all rings meet more often than can be mended; neighbours along a ring do not count. */
function* meetOften(rings: readonly (readonly Position[])[]): Generator<void, Bilingual | null> {
  const edges = rings.flatMap((ring) =>
    ring.map((from, at) => {
      const next = (at + 1) % ring.length;
      const to = ring[next] ?? from;
      return { ring, at, next, from, to, left: Math.min(from[0], to[0]), right: Math.max(from[0], to[0]) };
    }),
  );
  edges.sort((a, b) => a.left - b.left);
  yield;
  let pairs = 0;
  let meetings = 0;
  let crossings = 0;
  for (let i = 0; i < edges.length; i++) {
    const a = edges[i];
    for (let j = i + 1; a && j < edges.length; j++) {
      const b = edges[j];
      if (!b || b.left > a.right) break;
      pairs += 1;
      if (pairs > MOST_PAIRS) return AREA_FAULTS.manyEdges(edges.length);
      if (a.ring === b.ring && (a.next === b.at || b.next === a.at)) continue;
      const found = meet(a.from, a.to, b.from, b.to);
      if (found !== 'apart') meetings += 1;
      if (found === 'cross') crossings += 1;
      if (meetings > MOST_MEETINGS || crossings > MOST_CROSSINGS)
        return AREA_FAULTS.manyCrossings(MOST_CROSSINGS, MOST_MEETINGS);
    }
    if (i % STEP_VERTICES === 0) yield;
  }
  return null;
}

/** How two edges lie whose extents in x overlap. */
function meet(a: Position, b: Position, c: Position, d: Position): 'apart' | 'touch' | 'cross' {
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1]))
    return 'apart';
  const ofFirst = sideOf(a, b, c) * sideOf(a, b, d);
  const ofSecond = sideOf(c, d, a) * sideOf(c, d, b);
  if (ofFirst > 0 || ofSecond > 0) return 'apart';
  return ofFirst < 0 && ofSecond < 0 ? 'cross' : 'touch';
}

/** 1 when c lies left of the line from a to b, -1 right of it, 0 on it. */
const sideOf = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function outside(lng: number | undefined, lat: number | undefined): Bilingual | null {
  const fits =
    lng !== undefined &&
    lat !== undefined &&
    lng >= LIMITS.lng.min &&
    lng <= LIMITS.lng.max &&
    lat >= LIMITS.lat.min &&
    lat <= LIMITS.lat.max;
  if (fits) return null;
  return AREA_FAULTS.outside(lng, lat);
}

/** `degrees` is the same area in WGS84: as it was drawn, where nothing had to be mended. */
function withinLimit(area: MultiPolygon, degrees: MultiPolygon): SearchArea {
  const area_m2 = geodesicArea(degrees);
  if (area_m2 <= LIMITS.search_area_m2) return { ok: true, area, area_m2 };
  const km2 = (m2: number) => (m2 / 1e6).toFixed(3);
  const most_m2 = LIMITS.search_area_m2;
  return wrong(AREA_FAULTS.tooLarge(km2(area_m2), km2(area_m2 - most_m2), km2(most_m2)));
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

/** True area of polygons given in degrees: plane areas in EPSG:2180 are 0.14 % too small to 0.2 % too large. */
function geodesicArea(polygons: MultiPolygon): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (const polygon of polygons) {
    for (const [index, ring] of polygon.entries()) {
      let twice = 0;
      let [x1, y1] = [0, 0];
      for (const [at, [lng, lat]] of ring.entries()) {
        const [x2, y2] = [lng * radians, authalicQ(lat * radians) / 2];
        if (at > 0) twice += (x2 - x1) * (y2 + y1);
        [x1, y1] = [x2, y2];
      }
      sum += (index === 0 ? 1 : -1) * Math.abs(twice / 2);
    }
  }
  return sum * SEMI_MAJOR_M ** 2;
}
