// Files of exports: rows of plain cells with an outline in WGS84, written page by page in each format, with the sources and their licences
// inside. A file appears under its name when it is whole. Knows nothing of where rows come from.

import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Source } from '../contract/sources.ts';
import type { MultiPolygon } from '../domain/geometry/types.ts';
import { boundsOf, encodeGeoPackageGeometry, encodeWkb } from '../domain/geometry/wkb.ts';
import type { Cell, ColumnType } from '../domain/plain-columns.ts';
import { BYTE_ORDER_MARK, cellText } from '../service/pipeline/csv-text.ts';

export const EXPORT_FORMATS = ['geoparquet', 'gpkg', 'csv', 'geojson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface ExportRow {
  readonly cells: readonly Cell[];
  /** In WGS84. */
  readonly outline: MultiPolygon;
}

export interface ExportPlan {
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly sources: readonly Source[];
}

interface RowWriter {
  write(rows: readonly ExportRow[]): void | Promise<void>;
  finish(): void | Promise<void>;
}

const WRITERS: Readonly<Record<ExportFormat, (path: string, plan: ExportPlan) => RowWriter>> = {
  csv: writeCsv,
  geojson: writeGeoJson,
  geoparquet: writeParquet,
  gpkg: writeGeoPackage,
};

/** The number of rows. What is not written to its end leaves nothing behind. */
export async function writeExport(
  path: string,
  format: ExportFormat,
  plan: ExportPlan,
  pages: AsyncIterable<readonly ExportRow[]>,
): Promise<number> {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  let count = 0;
  try {
    const writer = WRITERS[format](part, plan);
    for await (const rows of pages) {
      await writer.write(rows);
      count += rows.length;
    }
    await writer.finish();
    // A table has no place for them but a file beside it.
    if (format === 'csv') writeFileSync(`${path}.sources.json`, JSON.stringify(plan.sources, null, 2));
    renameSync(part, path);
    return count;
  } finally {
    rmSync(part, { force: true });
  }
}

function writeCsv(path: string, { columns }: ExportPlan): RowWriter {
  const file = openSync(path, 'w');
  const line = (cells: readonly Cell[]) => `${cells.map((cell) => cellText(cell, ',')).join(',')}\r\n`;
  writeSync(file, BYTE_ORDER_MARK + line(columns.map(({ name }) => name)));
  return {
    write: (rows) => void writeSync(file, rows.map(({ cells }) => line(cells)).join('')),
    finish: () => closeSync(file),
  };
}

function writeGeoJson(path: string, { name, columns, sources }: ExportPlan): RowWriter {
  const file = openSync(path, 'w');
  writeSync(
    file,
    `{"type":"FeatureCollection","name":${JSON.stringify(name)},"sources":${JSON.stringify(sources)},"features":[\n`,
  );
  let separator = '';
  return {
    write(rows) {
      const features = rows.map(({ cells, outline }) => {
        const properties = Object.fromEntries(columns.map((column, at) => [column.name, cells[at]]));
        const geometry = { type: 'MultiPolygon', coordinates: outline };
        return JSON.stringify({ type: 'Feature', id: properties.id, properties, geometry });
      });
      if (features.length === 0) return;
      writeSync(file, separator + features.join(',\n'));
      separator = ',\n';
    },
    finish() {
      writeSync(file, '\n]}\n');
      closeSync(file);
    },
  };
}

const PARQUET_TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT32' },
  boolean: { type: 'BOOLEAN' },
} as const;
const GROUP_ROWS = 20_000;

/** GeoParquet 1.1. The coordinates are those of the default, OGC:CRS84. */
function writeParquet(path: string, { columns, sources }: ExportPlan): RowWriter {
  const optional = { repetition_type: 'OPTIONAL' } as const;
  const geometry = { encoding: 'WKB', geometry_types: ['MultiPolygon'] };
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [
      { name: 'schema', num_children: columns.length + 1 },
      ...columns.map(({ name, type }) => ({ name, ...PARQUET_TYPES[type], ...optional })),
      { name: 'geometry', type: 'BYTE_ARRAY', ...optional },
    ],
    kvMetadata: [
      {
        key: 'geo',
        value: JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns: { geometry } }),
      },
      { key: 'sources', value: JSON.stringify(sources) },
    ],
  });
  let held: ExportRow[] = [];
  const flush = () => {
    const written = writer.write({
      columnData: [
        ...columns.map(({ name, type }, at) => {
          const stored = type === 'date' ? dayOf : (cell: Cell) => cell;
          return { name, data: held.map(({ cells }) => stored(cells[at] ?? null)) };
        }),
        {
          name: 'geometry',
          data: held.map(({ outline }) => encodeWkb({ type: 'MultiPolygon', coordinates: outline })),
        },
      ],
      rowGroupSize: GROUP_ROWS,
    });
    held = [];
    return written;
  };
  return {
    write(rows) {
      held.push(...rows);
      return held.length >= GROUP_ROWS ? flush() : undefined;
    },
    async finish() {
      if (held.length > 0) await flush();
      await writer.finish();
    },
  };
}

const dayOf = (cell: Cell): Date | null => (cell === null ? null : new Date(`${cell}T00:00:00Z`));

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  date: 'DATE',
  number: 'DOUBLE',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
};
const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';

const SOURCE_COLUMNS = [
  'id',
  'title',
  'publisher',
  'licence',
  'attribution',
  'as_of',
  'freshness',
  'url',
  'licence_url',
] as const satisfies (keyof Source)[];

/** GeoPackage 1.3 with the sources as a table of their own. */
function writeGeoPackage(path: string, { name, columns, sources }: ExportPlan): RowWriter {
  const db = new DatabaseSync(path);
  const own = columns.map((column) => `"${column.name}" ${SQL_TYPES[column.type]}`).join(', ');
  db.exec(`PRAGMA application_id = 1196444487; PRAGMA user_version = 10300; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
      ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL), ('WGS 84', 4326, 'EPSG', 4326, '${WGS84}', NULL);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL PRIMARY KEY REFERENCES gpkg_contents(table_name),
      column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);
    CREATE TABLE "${name}" (fid INTEGER PRIMARY KEY, geom BLOB, ${own});
    CREATE TABLE sources (fid INTEGER PRIMARY KEY, id TEXT, title TEXT, publisher TEXT, licence TEXT, attribution TEXT, as_of DATE,
      freshness TEXT, url TEXT, licence_url TEXT);
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('sources', 'attributes', 'sources', 0);
    BEGIN;`);
  const addSource = db.prepare(
    `INSERT INTO sources (${SOURCE_COLUMNS.join(', ')}) VALUES (${SOURCE_COLUMNS.map(() => '?').join(', ')})`,
  );
  for (const source of sources) addSource.run(...SOURCE_COLUMNS.map((column) => source[column] ?? null));
  const insert = db.prepare(
    `INSERT INTO "${name}" (geom, ${columns.map((column) => `"${column.name}"`).join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  );
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const grow = (at: number, value: number, pick: typeof Math.min) => {
    bounds[at] = pick(bounds[at] ?? value, value);
  };
  return {
    write(rows) {
      for (const { cells, outline } of rows) {
        const geometry = { type: 'MultiPolygon', coordinates: outline } as const;
        for (const [at, value] of boundsOf(geometry).entries()) grow(at, value, at < 2 ? Math.min : Math.max);
        const plain = cells.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell));
        insert.run(encodeGeoPackageGeometry(geometry, 4326), ...plain);
      }
    },
    finish() {
      const box = bounds.every(Number.isFinite) ? bounds : [null, null, null, null];
      db.prepare(
        `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id) VALUES (?1, 'features', ?1, ?2, ?3, ?4, ?5, 4326)`,
      ).run(name, ...box);
      db.prepare("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', 4326, 0, 0)").run(
        name,
      );
      db.exec('COMMIT');
      db.close();
    },
  };
}
