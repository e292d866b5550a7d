// Coordinate shapes shared by readers, geometry and stores. A position is [easting, northing] in a metric
// system or [lng, lat] in WGS84: x before y always. Axis order of source files is settled by their readers.

export type Position = readonly [number, number];
export type Ring = readonly Position[];
export type Polygon = readonly Ring[];
export type MultiPolygon = readonly Polygon[];

/** [minX, minY, maxX, maxY] */
export type Box = readonly [number, number, number, number];

/** A shape as it is stored: its bounds, and its WKB. */
export interface Outline {
  readonly box: Box;
  readonly wkb: Uint8Array;
}

export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygon };

/** The national working system (PL-1992, metres): every stored geometry is in it. */
export const STORED_EPSG = 2180;
