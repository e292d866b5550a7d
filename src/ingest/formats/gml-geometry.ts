// GML geometry → the shapes of the domain, x first. The caller says in which order the source writes its axes
// (gml-shape.ts). Curves become points (arc.ts). What cannot be read whole throws a FormatError with the line: no part of a
// geometry is ever dropped in silence. Does not judge validity beyond counts and closed rings, nor reproject.

import type { AxisOrder } from '../../domain/geometry/projection.ts';
import type { Geometry, Polygon, Position, Ring } from '../../domain/geometry/types.ts';
import { arcThrough, circleAround, circleThrough } from './arc.ts';
import { type Notation, numbersIn, positionsOf } from './gml-coordinates.ts';
import { childOf, faultIn, type XmlElement } from './xml.ts';

export interface ReadGeometry {
  readonly geometry: Geometry;
  readonly srsName: string | null;
}

const POINTS = new Set(['Point', 'MultiPoint']);
const CURVES = new Set([
  ...['LineString', 'Curve', 'CompositeCurve', 'OrientableCurve'],
  ...['MultiCurve', 'MultiLineString'],
]);
const SURFACES = new Set([
  ...['Polygon', 'Surface', 'PolyhedralSurface', 'TriangulatedSurface', 'Tin', 'OrientableSurface'],
  ...['CompositeSurface', 'MultiSurface', 'MultiPolygon'],
]);
const FACES = new Set(['Polygon', 'PolygonPatch', 'Triangle', 'Rectangle']);
/** Known so that the search stops at them instead of taking a part for the whole. */
const UNREADABLE = new Set(['MultiGeometry', 'GeometryCollection', 'Solid', 'CompositeSolid', 'MultiSolid']);
/** Extents, not geometry. */
const ENVELOPES = new Set(['boundedBy', 'Envelope', 'Box']);

/** Properties by which geometry holds geometry, in all versions of GML. */
const MEMBERS = /[mM]embers?$/;
const SURFACE_PARTS = /([mM]embers?|[pP]atches|^baseSurface)$/;
const EXTERIOR = /^(exterior|outerBoundaryIs)$/;
const INTERIOR = /^(interior|innerBoundaryIs)$/;

/** Ends of neighbouring curves this near are one point: boundary points are recorded to 0.01 m. */
const JOIN_TOLERANCE_M = 0.01;

/** A geometry that was found and not yet read. */
export interface FoundGeometry {
  readonly element: XmlElement;
  readonly srsName: string | null;
  readonly dimension: string | null;
}

/**
 * The geometry of the element, which may be a feature, a geometry property or the geometry itself. Properties have other
 * names on every server and may be wrapped: it is the one that holds a geometry. Of several, such as an outline and the
 * point of its label, the one of the most dimensions; of these the first.
 */
export function findGeometry(element: XmlElement): FoundGeometry | null {
  const [path] = pathsToGeometry(element).toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  const target = path?.[0];
  if (path === undefined || target === undefined) return null;
  return {
    element: target,
    srsName: attributeAround(path, target, 'srsName') ?? srsNameOfEnvelope(element),
    dimension: attributeAround(path, target, 'srsDimension'),
  };
}

export function readGeometry({ element, dimension }: FoundGeometry, axis: AxisOrder): Geometry {
  return toGeometry(element, { axis, dimension });
}

export function gmlGeometryOf(element: XmlElement, axis: AxisOrder): ReadGeometry | null {
  const found = findGeometry(element);
  return found && { geometry: readGeometry(found, axis), srsName: found.srsName };
}

/** From each geometry up to the element; the search stops at a geometry. */
function pathsToGeometry(element: XmlElement): XmlElement[][] {
  const { name, children } = element;
  if (ENVELOPES.has(name)) return [];
  if (POINTS.has(name) || CURVES.has(name) || SURFACES.has(name) || UNREADABLE.has(name)) return [[element]];
  return children.flatMap((child) => pathsToGeometry(child).map((path) => [...path, element]));
}

/** What cannot be read goes first: it may be the geometry, and must not be hidden by a part. */
const RANKS = [UNREADABLE, SURFACES, CURVES, POINTS];
const rankOf = (element: XmlElement | undefined) =>
  RANKS.findIndex((kinds) => element !== undefined && kinds.has(element.name));

/** The extent of a feature names the system of its geometry where that does not. */
function srsNameOfEnvelope(feature: XmlElement): string | null {
  const extent = feature.children.find(({ name }) => name === 'boundedBy');
  return extent ? attributeBelow(extent, 'srsName') : null;
}

/** Of the geometry or its nearest ancestor, else of the first part that has the attribute. */
function attributeAround(path: readonly XmlElement[], geometry: XmlElement, name: string): string | null {
  const holder = path.find((element) => element.attributes[name] !== undefined);
  return holder?.attributes[name] ?? attributeBelow(geometry, name);
}

function attributeBelow(element: XmlElement, name: string): string | null {
  for (const child of element.children) {
    const value = child.attributes[name] ?? attributeBelow(child, name);
    if (value !== null) return value;
  }
  return null;
}

function toGeometry(element: XmlElement, notation: Notation): Geometry {
  const { name } = element;
  if (SURFACES.has(name)) return { type: 'MultiPolygon', coordinates: polygonsOf(element, notation) };
  if (CURVES.has(name)) return { type: 'MultiLineString', coordinates: linesOf(element, notation) };
  if (POINTS.has(name)) return { type: 'Point', coordinates: pointOf(element, notation) };
  throw faultIn(element, `<${name}>`, 'a point, curves or surfaces');
}

/** Services write one point as a MultiPoint where the layer allows several; several are refused. */
function pointOf(element: XmlElement, notation: Notation): Position {
  const point = element.name === 'MultiPoint' ? onlyOne(element, partsOf(element, MEMBERS)) : element;
  return onlyOne(point, positionsOf(point, notation));
}

function linesOf(element: XmlElement, notation: Notation): Position[][] {
  if (element.name !== 'MultiCurve' && element.name !== 'MultiLineString')
    return [curveOf(element, notation)];
  const members = partsOf(element, MEMBERS);
  if (members.length === 0) throw faultIn(element, `<${element.name}> without members`, 'at least one');
  return members.map((member) => curveOf(member, notation));
}

function curveOf(element: XmlElement, notation: Notation): Position[] {
  switch (element.name) {
    case 'LineString':
    case 'LineStringSegment': {
      const positions = positionsOf(element, notation);
      if (positions.length < 2) throw faultIn(element, 'a line of one point', 'at least two');
      return positions;
    }
    case 'Curve':
      return join(element, partsOf(element, /^segments$/), notation);
    case 'CompositeCurve':
      return join(element, partsOf(element, MEMBERS), notation);
    case 'OrientableCurve': {
      const base = curveOf(onlyOne(element, partsOf(element, /^baseCurve$/)), notation);
      return element.attributes.orientation === '-' ? base.toReversed() : base;
    }
    case 'Arc':
    case 'ArcString':
    case 'Circle':
    case 'CircleByCenterPoint':
      return roundCurveOf(element, notation);
    default:
      throw faultIn(element, `<${element.name}>`, 'lines, arcs or circles');
  }
}

function roundCurveOf(element: XmlElement, notation: Notation): Position[] {
  const positions = positionsOf(element, notation);
  const whole = (points: Position[] | null): Position[] => {
    if (points === null)
      throw faultIn(element, `<${element.name}> that no circle fits`, 'an arc or a circle');
    return points;
  };
  if (element.name === 'CircleByCenterPoint') {
    const radius_m = onlyOne(element, numbersIn(childOf(element, 'radius')));
    return whole(circleAround(onlyOne(element, positions), radius_m));
  }
  const [first, second, third] = positions;
  const isCountRight = positions.length % 2 === 1 && (element.name === 'ArcString' || positions.length === 3);
  if (!isCountRight || !first || !second || !third) {
    const expected = element.name === 'ArcString' ? 'an odd number, three at least' : 'three';
    throw faultIn(element, `${positions.length} points in <${element.name}>`, expected);
  }
  if (element.name === 'Circle') return whole(circleThrough(first, second, third));
  // Three points make an arc; each two further ones another that begins where the last one ended.
  const line = [first];
  for (let at = 2; at < positions.length; at += 2) {
    const [a = first, b = second, c = third] = positions.slice(at - 2, at + 1);
    line.push(...whole(arcThrough(a, b, c)).slice(1));
  }
  return line;
}

/** Strings curves together; each must begin where the one before ended. */
function join(element: XmlElement, curves: readonly XmlElement[], notation: Notation): Position[] {
  const line: Position[] = [];
  for (const curve of curves) {
    const positions = curveOf(curve, notation);
    const [start] = positions;
    const end = line.at(-1);
    if (end !== undefined && start !== undefined && !areOnePoint(end, start)) {
      throw faultIn(curve, `a curve that begins at ${start.join(' ')}`, `the last end, ${end.join(' ')}`);
    }
    for (const position of end === undefined ? positions : positions.slice(1)) line.push(position);
  }
  if (line.length === 0) throw faultIn(element, `<${element.name}> without curves`, 'at least one');
  return line;
}

function areOnePoint(a: Position, b: Position): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) <= JOIN_TOLERANCE_M;
}

/** The patches of a surface stay polygons of their own, side by side. */
function polygonsOf(element: XmlElement, notation: Notation): Polygon[] {
  if (FACES.has(element.name)) return [polygonOf(element, notation)];
  if (!SURFACES.has(element.name)) throw faultIn(element, `<${element.name}>`, 'a surface');
  const parts = partsOf(element, SURFACE_PARTS);
  if (parts.length === 0) throw faultIn(element, `<${element.name}> without parts`, 'at least one');
  return parts.flatMap((part) => polygonsOf(part, notation));
}

function polygonOf(element: XmlElement, notation: Notation): Polygon {
  const rings = [onlyOne(element, partsOf(element, EXTERIOR)), ...partsOf(element, INTERIOR)];
  return rings.map((ring) => ringOf(ring, notation));
}

function ringOf(element: XmlElement, notation: Notation): Ring {
  const isCurved = element.name === 'Ring';
  if (!isCurved && element.name !== 'LinearRing') throw faultIn(element, `<${element.name}>`, 'a ring');
  const ring = isCurved ? join(element, partsOf(element, MEMBERS), notation) : positionsOf(element, notation);
  const first = ring[0];
  const last = ring.at(-1);
  if (ring.length < 4 || !first || !last) {
    throw faultIn(element, `a ring of ${ring.length} points`, '4 at least');
  }
  const isClosed = isCurved ? areOnePoint(first, last) : first[0] === last[0] && first[1] === last[1];
  if (!isClosed)
    throw faultIn(element, `a ring that ends at ${last.join(' ')}`, `its start, ${first.join(' ')}`);
  return [...ring.slice(0, -1), first];
}

/** What the matching properties hold. A property without content is a reference elsewhere, or a loss. */
function partsOf(element: XmlElement, properties: RegExp): XmlElement[] {
  return element.children.flatMap((property) => {
    if (!properties.test(property.name)) return [];
    if (property.children.length > 0) return property.children;
    const target = property.attributes.href;
    const found = target === undefined ? 'nothing' : `a reference to ${target}`;
    throw faultIn(property, `${found} in <${property.name}>`, 'the geometry itself');
  });
}

function onlyOne<T>(element: XmlElement, parts: readonly T[]): T {
  const [part] = parts;
  if (part === undefined || parts.length !== 1) {
    throw faultIn(element, `${parts.length} parts in <${element.name}>`, 'exactly one');
  }
  return part;
}
