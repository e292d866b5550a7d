// The geometry object of GeoJSON → the shapes of the domain, heights dropped. What cannot be read whole throws a
// FormatError without a file: the caller knows it. Does not judge validity beyond counts and closed rings.

import type { Geometry, Polygon, Position, Ring } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';

/** Null where the feature has none. */
export function geometryOfJson(json: unknown): Geometry | null {
  if (json === null || json === undefined) return null;
  const { type, coordinates } = fieldsOf(json);
  switch (type) {
    case 'Point':
      return { type: 'Point', coordinates: toPosition(coordinates) };
    case 'MultiPoint':
      return { type: 'Point', coordinates: toPosition(onlyOne(coordinates)) };
    case 'LineString':
      return { type: 'MultiLineString', coordinates: [toLine(coordinates)] };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: toList(coordinates, toLine) };
    case 'Polygon':
      return { type: 'MultiPolygon', coordinates: [toPolygon(coordinates)] };
    case 'MultiPolygon':
      return { type: 'MultiPolygon', coordinates: toList(coordinates, toPolygon) };
    default:
      throw fault(`a geometry of type ${show(type)}`, 'a point, lines or polygons');
  }
}

function fieldsOf(json: unknown): { type: unknown; coordinates: unknown } {
  if (typeof json !== 'object' || json === null) throw fault(show(json), 'a geometry object');
  return {
    type: 'type' in json ? json.type : undefined,
    coordinates: 'coordinates' in json ? json.coordinates : undefined,
  };
}

/** Writers use MultiPoint where a layer allows several; several are refused. */
function onlyOne(coordinates: unknown): unknown {
  const positions = toList(coordinates, (position) => position);
  if (positions.length === 1) return positions[0];
  throw fault(`${positions.length} points`, 'exactly one');
}

function toPolygon(json: unknown): Polygon {
  const rings = toList(json, toRing);
  if (rings.length === 0) throw fault('a polygon without rings', 'at least one');
  return rings;
}

function toRing(json: unknown): Ring {
  const ring = toList(json, toPosition);
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length < 4 || !first || !last) throw fault(`a ring of ${ring.length} points`, '4 at least');
  if (first[0] !== last[0] || first[1] !== last[1]) {
    throw fault(`a ring that ends at ${last.join(' ')}`, `its start, ${first.join(' ')}`);
  }
  return ring;
}

function toLine(json: unknown): Position[] {
  const line = toList(json, toPosition);
  if (line.length < 2) throw fault(`a line of ${line.length} points`, 'at least two');
  return line;
}

function toPosition(json: unknown): Position {
  if (Array.isArray(json) && Number.isFinite(json[0]) && Number.isFinite(json[1])) return [json[0], json[1]];
  throw fault(show(json), 'a position of two numbers');
}

function toList<T>(json: unknown, toItem: (json: unknown) => T): T[] {
  if (Array.isArray(json)) return json.map(toItem);
  throw fault(show(json), 'an array');
}

function show(json: unknown): string {
  return (JSON.stringify(json) ?? 'nothing').slice(0, 80);
}

function fault(found: string, expected: string): FormatError {
  return new FormatError({ file: null, position: null, found, expected });
}
