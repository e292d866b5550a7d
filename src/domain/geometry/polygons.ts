// The only exact geometry: area, validity, containment, distance, overlap. Everything is in EPSG:2180 metres.
// Small questions are plain arithmetic; overlays and repair are GEOS. Knows shapes only, not what they stand for.

import { boxesMeet } from './box.ts';
import {
  constantString,
  GeosHandle,
  geos,
  load,
  loadPolygons,
  loadWkb,
  measure,
  unload,
  unloadPolygons,
  verdict,
} from './geos.ts';
import { centroidOf, isInsideByMargin, polygonArea, ringArea } from './rings.ts';
import type { Box, Geometry, MultiPolygon, Position, Ring } from './types.ts';
import { boundsOf } from './wkb.ts';

/** Parts below a square decimetre are traces of digitising, not land. */
const SLIVER_M2 = 0.01;
/** Rounding to 7 decimals of a degree moves a point by up to 7 mm. */
const ROUNDING_M = 0.01;
/** A centroid is the natural point of a shape only when it is not a hair from leaving it. */
const CENTROID_DEPTH_M = 0.05;
/** How near an inscribed circle must come to the largest. */
const INSCRIBED_PRECISION_M = 0.001;

/**
 * Valid polygons, or null when nothing with area is left or a coordinate is not a number. Rings are closed and
 * repeated points dropped silently; `repaired` says that the shape itself had to change: crossing or overlapping
 * rings resolved, collapsed rings and slivers dropped.
 */
export function repairPolygons(
  polygons: MultiPolygon,
  sliver_m2 = SLIVER_M2,
): { geometry: MultiPolygon; repaired: boolean } | null {
  if (!polygons.every((polygon) => polygon.every((ring) => ring.every(isFinitePosition)))) return null;
  const closed = closePolygons(polygons);
  using loaded = loadPolygons(closed);
  const isValid = verdict('isValid', geos.GEOSisValid(loaded.pointer));
  const geometry = dropSlivers(isValid ? closed : makeValid(loaded), sliver_m2);
  if (geometry.length === 0) return null;
  return { geometry, repaired: !isValid || countRings(geometry) < countRings(polygons) };
}

/**
 * The same in steps, of finite positions: each polygon by itself, then joined two by two, those near each other first. GEOS does as
 * much in one piece for a shape of many parts.
 */
export function* repairInSteps(
  polygons: MultiPolygon,
  sliver_m2: number,
): Generator<void, MultiPolygon | null> {
  const mended: MultiPolygon[] = [];
  for (const polygon of closePolygons(polygons)) {
    const repaired = repairPolygons([polygon], sliver_m2);
    if (repaired) mended.push(repaired.geometry);
    yield;
  }
  if (mended.length === 0) return null;
  const joined = yield* joinInSteps(mended, 0);
  const geometry = dropSlivers(joined, sliver_m2);
  return geometry.length === 0 ? null : geometry;
}

function* joinInSteps(parts: readonly MultiPolygon[], axis: 0 | 1): Generator<void, MultiPolygon> {
  const [only = []] = parts;
  if (parts.length < 2) return only;
  const sorted = parts.toSorted((a, b) => boxOf(a)[axis] - boxOf(b)[axis]);
  const middle = sorted.length >> 1;
  const other = axis === 0 ? 1 : 0;
  const one = yield* joinInSteps(sorted.slice(0, middle), other);
  const another = yield* joinInSteps(sorted.slice(middle), other);
  if (!boxesMeet(boxOf(one), boxOf(another))) return [...one, ...another];
  yield;
  using left = loadPolygons(one);
  using right = loadPolygons(another);
  using union = new GeosHandle('union', geos.GEOSUnion(left.pointer, right.pointer));
  return unloadPolygons(union);
}

/** Rings closed and without repeated points; those that cannot hold anything are left out. */
export const closePolygons = (polygons: MultiPolygon): MultiPolygon =>
  dropCollapsed(polygons.map((polygon) => polygon.map(closeRing)));

/** The structure method keeps what the rings enclose, as a reader of the map would, and nothing collapsed. */
const REPAIR = geos.GEOSMakeValidParams_create();
geos.GEOSMakeValidParams_setMethod(REPAIR, geos.GEOSMakeValidMethods.GEOS_MAKE_VALID_STRUCTURE);
geos.GEOSMakeValidParams_setKeepCollapsed(REPAIR, 0);

function makeValid(invalid: GeosHandle): MultiPolygon {
  const pointer = geos.GEOSMakeValidWithParams(invalid.pointer, REPAIR);
  using valid = pointer === 0 ? makeValidOnGrid(invalid) : new GeosHandle('makeValid', pointer);
  return unloadPolygons(valid);
}

/** A tenth of a millimetre: what is given in millimetres does not move. */
const GRID_M = 0.0001;
/** GEOS_PREC_NO_TOPO: positions are rounded one by one, for what is not valid has no topology to keep. */
const EACH_POSITION = 1;

/** Edges that cross within the rounding of doubles can be beyond the exact method; on a grid none are. */
function makeValidOnGrid(invalid: GeosHandle): GeosHandle {
  using rounded = new GeosHandle(
    'setPrecision',
    geos.GEOSGeom_setPrecision(invalid.pointer, GRID_M, EACH_POSITION),
  );
  return new GeosHandle('makeValid', geos.GEOSMakeValidWithParams(rounded.pointer, REPAIR));
}

function isFinitePosition([x, y]: Position): boolean {
  return Number.isFinite(x) && Number.isFinite(y);
}

/** The same ring when it is closed and repeats no point, as nearly all are. */
function closeRing(ring: Ring): Ring {
  const isNew = (position: Position, i: number) => i === 0 || !isSame(position, ring[i - 1]);
  const distinct = ring.every(isNew) ? ring : ring.filter(isNew);
  const first = distinct[0];
  return first === undefined || isSame(first, distinct.at(-1)) ? distinct : [...distinct, first];
}

function isSame(a: Position, b: Position | undefined): boolean {
  return b !== undefined && a[0] === b[0] && a[1] === b[1];
}

function dropCollapsed(polygons: MultiPolygon): MultiPolygon {
  return polygons
    .filter(([outer]) => outer !== undefined && outer.length >= 4)
    .map((polygon) => polygon.filter((ring) => ring.length >= 4));
}

function dropSlivers(polygons: MultiPolygon, sliver_m2 = SLIVER_M2): MultiPolygon {
  return polygons
    .filter((polygon) => polygonArea(polygon) >= sliver_m2)
    .map((polygon) => polygon.filter((ring, i) => i === 0 || ringArea(ring) >= sliver_m2));
}

function countRings(polygons: MultiPolygon): number {
  return polygons.reduce((count, polygon) => count + polygon.length, 0);
}

/**
 * A point inside, deep enough to stay inside when rounded to 7 decimals of a degree. Where the area is nowhere
 * 2 cm wide, the point farthest from its boundary: then rounding may move it out.
 */
export function pointOnSurface(polygons: MultiPolygon): Position {
  const centroid = centroidOf(polygons);
  if (isInsideByMargin(polygons, centroid, CENTROID_DEPTH_M)) return centroid;
  using area = loadPolygons(polygons);
  using onSurface = new GeosHandle('pointOnSurface', geos.GEOSPointOnSurface(area.pointer));
  const candidate = firstPosition(unload(onSurface));
  if (isInsideByMargin(polygons, candidate, ROUNDING_M)) return candidate;
  // Answered as the line from the centre of the circle to the boundary.
  using radius = new GeosHandle(
    'maximumInscribedCircle',
    geos.GEOSMaximumInscribedCircle(area.pointer, INSCRIBED_PRECISION_M),
  );
  return firstPosition(unload(radius));
}

/** Of the point or line that GEOS answered with. */
function firstPosition(answer: Geometry | null): Position {
  if (answer?.type === 'Point') return answer.coordinates;
  const position = answer?.type === 'MultiLineString' ? answer.coordinates[0]?.[0] : undefined;
  if (position === undefined) throw new Error('GEOS found no point in the area');
  return position;
}

/** 0 where they touch or overlap. */
export function distanceBetween(a: Geometry, b: Geometry): number {
  if (a.coordinates.length === 0 || b.coordinates.length === 0) {
    throw new Error('there is no distance to a geometry without positions');
  }
  using left = load(a);
  using right = load(b);
  return measure('distance', (at) => geos.GEOSDistance(left.pointer, right.pointer, at));
}

function boxOf(polygons: MultiPolygon): Box {
  return boundsOf({ type: 'MultiPolygon', coordinates: polygons });
}

/** Dimension of the common interior is 2, in the language of DE-9IM. */
const INTERIORS_MEET = constantString('2********');

/** One large area asked about many small ones: indexed once, freed by `using`. */
export class PreparedArea implements Disposable {
  readonly #box: Box;
  readonly #area: GeosHandle;
  #prepared: number;

  constructor(polygons: MultiPolygon) {
    this.#box = boxOf(polygons);
    this.#area = loadPolygons(polygons);
    this.#prepared = geos.GEOSPrepare(this.#area.pointer);
  }

  /** Touching counts. */
  intersects(polygons: MultiPolygon): boolean {
    if (!boxesMeet(this.#box, boxOf(polygons))) return false;
    using other = loadPolygons(polygons);
    return verdict('intersects', geos.GEOSPreparedIntersects(this.#alive(), other.pointer));
  }

  /** Touching the boundary from within counts. */
  contains(polygons: MultiPolygon): boolean {
    if (!boxesMeet(this.#box, boxOf(polygons))) return false;
    using other = loadPolygons(polygons);
    return verdict('covers', geos.GEOSPreparedCovers(this.#alive(), other.pointer));
  }

  /** True for the smallest common area; touching is not overlapping. */
  overlaps(polygons: MultiPolygon): boolean {
    if (!boxesMeet(this.#box, boxOf(polygons))) return false;
    using other = loadPolygons(polygons);
    return this.#sharesGround(other);
  }

  /** The same of an area as it is stored, whose bounds are known. */
  overlapsStored(box: Box, wkb: Uint8Array): boolean {
    if (!boxesMeet(this.#box, box)) return false;
    using other = loadWkb(wkb);
    return this.#sharesGround(other);
  }

  #sharesGround(other: GeosHandle): boolean {
    return verdict('relate', geos.GEOSPreparedRelatePattern(this.#alive(), other.pointer, INTERIORS_MEET));
  }

  [Symbol.dispose](): void {
    if (this.#prepared !== 0) geos.GEOSPreparedGeom_destroy(this.#prepared);
    this.#prepared = 0;
    this.#area[Symbol.dispose]();
  }

  #alive(): number {
    if (this.#prepared === 0) throw new Error('prepared area used after it was freed');
    return this.#prepared;
  }
}

/**
 * The same ground in pieces of at most so many vertices: an index over small pieces finds what it needs, where the box
 * of one river spans half a voivodeship. Halved along the longer side until it fits.
 */
export function subdivide(polygons: MultiPolygon, most: number): MultiPolygon[] {
  const vertices = polygons.reduce(
    (sum, polygon) => sum + polygon.reduce((n, ring) => n + ring.length, 0),
    0,
  );
  if (vertices <= most) return [polygons];
  using whole = loadPolygons(polygons);
  return halvesOf(boxOf(polygons)).flatMap((half) => {
    using box = loadPolygons([[ringOfBox(half)]]);
    using common = new GeosHandle('intersection', geos.GEOSIntersection(whole.pointer, box.pointer));
    const piece = dropSlivers(unloadPolygons(common));
    return piece.length === 0 ? [] : subdivide(piece, most);
  });
}

/** Cut across the longer side. */
export function halvesOf([minX, minY, maxX, maxY]: Box): [Box, Box] {
  const [midX, midY] = [(minX + maxX) / 2, (minY + maxY) / 2];
  if (maxX - minX >= maxY - minY)
    return [
      [minX, minY, midX, maxY],
      [midX, minY, maxX, maxY],
    ];
  return [
    [minX, minY, maxX, midY],
    [minX, midY, maxX, maxY],
  ];
}

export function ringOfBox([minX, minY, maxX, maxY]: Box): Ring {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
    [minX, minY],
  ];
}

/** Area covered by any of them; what several cover counts once. */
export function unionArea(areas: readonly MultiPolygon[]): number {
  using all = loadPolygons(areas.flat());
  using union = new GeosHandle('unaryUnion', geos.GEOSUnaryUnion(all.pointer));
  return measure('area', (at) => geos.GEOSArea(union.pointer, at));
}
