// What a Parquet file says of its geometry, by the GeoParquet specification (1.0 and 1.1): which column holds it, in which
// coordinate system, and where a row group says how far it reaches. Coordinates are easting first, whatever the system.

import type { ColumnChunk, FileMetaData } from 'hyparquet';
import { type Epsg, epsgOf } from '../../domain/geometry/projection.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';

export interface GeoColumn {
  readonly name: string;
  readonly epsg: Epsg | null;
  /** Of a row group; null where it does not say. */
  boundsOf(columns: readonly ColumnChunk[]): Box | null;
}

/** The value of the key "geo", as far as it is read here. */
interface GeoMetadata {
  readonly primary_column?: string;
  readonly columns?: Readonly<Record<string, GeoDescription | undefined>>;
}
interface GeoDescription {
  readonly encoding?: string;
  readonly crs?: { readonly id?: { readonly authority?: string; readonly code?: string | number } } | null;
  readonly covering?: { readonly bbox?: Readonly<Record<string, readonly string[] | undefined>> };
}

const USUAL_NAMES = ['geometry', 'geom', 'wkb_geometry', 'geometria'];
const SIDES = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

/** Null for a table without geometry. */
export function geoColumnOf(
  metadata: FileMetaData,
  names: readonly string[],
  file: string,
): GeoColumn | null {
  const geo = readGeo(metadata, file);
  const name =
    geo?.primary_column ?? names.find((candidate) => USUAL_NAMES.includes(candidate.toLowerCase()));
  if (name === undefined || !names.includes(name)) return null;
  const described = geo?.columns?.[name];
  if (described?.encoding !== undefined && described.encoding.toUpperCase() !== 'WKB') {
    const found = `geometry as ${described.encoding}`;
    throw new FormatError({ file, position: `column ${name}`, found, expected: 'geometry as WKB' });
  }
  return {
    name,
    epsg: systemOf(metadata, name, described),
    boundsOf: (columns) => nativeBounds(columns, name) ?? coveringBounds(columns, described),
  };
}

function readGeo(metadata: FileMetaData, file: string): GeoMetadata | null {
  const text = metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  if (text === undefined) return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const found = `"${text.slice(0, 60)}"`;
    throw new FormatError({ file, position: 'key geo', found, expected: 'JSON' }, { cause });
  }
}

/** Where GeoParquet says no system it means WGS84 in degrees (OGC:CRS84); null there is "not known". */
function systemOf(metadata: FileMetaData, name: string, described: GeoDescription | undefined): Epsg | null {
  const { id } = described?.crs ?? {};
  if (id) return id.authority === 'OGC' ? 4326 : epsgOf(`${id.authority ?? 'EPSG'}:${id.code ?? ''}`);
  if (described) return described.crs === undefined ? 4326 : null;
  const type = metadata.schema.find((element) => element.name === name)?.logical_type;
  return type !== undefined && 'crs' in type && type.crs !== undefined ? epsgOf(type.crs) : null;
}

function nativeBounds(columns: readonly ColumnChunk[], name: string): Box | null {
  const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name);
  const box = chunk?.meta_data?.geospatial_statistics?.bbox;
  return box ? [box.xmin, box.ymin, box.xmax, box.ymax] : null;
}

/** A column of boxes, one a row: the row group reaches from the least to the most of them. */
function coveringBounds(columns: readonly ColumnChunk[], described: GeoDescription | undefined): Box | null {
  const covering = described?.covering?.bbox;
  const bounds = SIDES.map((side) => {
    const path = (covering?.[side] ?? ['bbox', side]).join('.');
    const chunk = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === path);
    const statistics = chunk?.meta_data?.statistics;
    return side.endsWith('min') ? statistics?.min_value : statistics?.max_value;
  });
  const [minX, minY, maxX, maxY] = bounds;
  return typeof minX === 'number' &&
    typeof minY === 'number' &&
    typeof maxX === 'number' &&
    typeof maxY === 'number'
    ? [minX, minY, maxX, maxY]
    : null;
}
