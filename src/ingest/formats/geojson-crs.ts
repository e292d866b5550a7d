// The coordinate system of a GeoJSON collection. RFC 7946 knows WGS84 alone; official files still name another in the
// member `crs`, as they could before. Positions are x first always.

import { type Epsg, epsgOf } from '../../domain/geometry/projection.ts';
import { FormatError } from './format-error.ts';

export function epsgOfCrs(crs: unknown, file: string): Epsg {
  if (crs === undefined || crs === null) return 4326;
  const name = String(memberOf(memberOf(crs, 'properties'), 'name'));
  const epsg = name.endsWith(':CRS84') ? 4326 : epsgOf(name);
  if (epsg !== null) return epsg;
  const expected = 'the name of a coordinate system, such as urn:ogc:def:crs:EPSG::2180';
  throw new FormatError({ file, position: 'member crs', found: JSON.stringify(crs).slice(0, 200), expected });
}

function memberOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? new Map(Object.entries(json)).get(name) : undefined;
}
