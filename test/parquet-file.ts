// GeoParquet as publishers write it, for tests and benches: rows with geometry, or a layer of GeoPackages written anew.

import { writeFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Geometry } from '../src/domain/geometry/types.ts';
import { boundsOf, encodeWkb } from '../src/domain/geometry/wkb.ts';
import { openGpkg } from '../src/ingest/formats/gpkg.ts';

export interface ParquetRowToWrite {
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly geometry: Geometry | null;
}

export interface ParquetChoices {
  readonly rowGroupSize?: number;
  readonly codec?: 'UNCOMPRESSED' | 'SNAPPY';
  /** The value of "geo", merged over that of a file in EPSG:2180; null for none. */
  readonly geo?: object | null;
}

const GEO = {
  version: '1.1.0',
  primary_column: 'geometry',
  columns: {
    geometry: {
      encoding: 'WKB',
      geometry_types: [],
      crs: { id: { authority: 'EPSG', code: 2180 } },
      covering: {
        bbox: Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map((side) => [side, ['bbox', side]])),
      },
    },
  },
};

export function writeGeoParquet(
  path: string,
  rows: readonly ParquetRowToWrite[],
  { rowGroupSize = 500, codec = 'SNAPPY', geo = {} }: ParquetChoices = {},
): void {
  const names = Object.keys(rows[0]?.values ?? {});
  const optional = { repetition_type: 'OPTIONAL' as const };
  const boxes = rows.map(({ geometry }) => {
    if (geometry === null) return null;
    const [xmin, ymin, xmax, ymax] = boundsOf(geometry);
    return { xmin, ymin, xmax, ymax };
  });
  const bytes = parquetWriteBuffer({
    columnData: [
      ...names.map((name) => ({
        name,
        data: rows.map(({ values }) => (values[name] == null ? null : String(values[name]))),
      })),
      {
        name: 'geometry',
        data: rows.map(({ geometry }) => (geometry === null ? null : encodeWkb(geometry))),
      },
      { name: 'bbox', data: boxes },
    ],
    schema: [
      { name: 'schema', num_children: names.length + 2 },
      ...names.map((name) => ({
        name,
        type: 'BYTE_ARRAY' as const,
        converted_type: 'UTF8' as const,
        ...optional,
      })),
      { name: 'geometry', type: 'BYTE_ARRAY', ...optional },
      { name: 'bbox', num_children: 4, ...optional },
      ...['xmin', 'ymin', 'xmax', 'ymax'].map((name) => ({ name, type: 'DOUBLE' as const, ...optional })),
    ],
    rowGroupSize,
    codec,
    ...(geo === null ? {} : { kvMetadata: [{ key: 'geo', value: JSON.stringify({ ...GEO, ...geo }) }] }),
  });
  writeFileSync(path, new Uint8Array(bytes));
}

/** The rows of a layer of some GeoPackages, one after another; `more` are columns to add to each. */
export function rowsOfLayer(
  gpkgs: readonly string[],
  layer: string,
  more: Readonly<Record<string, string>> = {},
): ParquetRowToWrite[] {
  return gpkgs.flatMap((path) => {
    using gpkg = openGpkg(path);
    const found = gpkg.layers().find(({ name }) => name === layer);
    if (!found) return [];
    const columns = found.columns.filter((name) => name !== 'fid' && name !== found.geometryColumn);
    return [...gpkg.rows(layer, columns)].map(({ values, geometry }) => ({
      values: { ...values, ...more },
      geometry,
    }));
  });
}
