// The national bulk file taken apart and put together again: tests change a few of its rows with SQL.

import { cpSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import { decodeGeoPackageGeometry, encodeGeoPackageGeometry } from '../../src/domain/geometry/wkb.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';

/** A copy of a world's folder with the bulk file of one powiat changed. */
export async function editBulk(
  files: string,
  into: string,
  powiat: string,
  edit: (db: DatabaseSync) => void,
): Promise<string> {
  if (files !== into) cpSync(files, into, { recursive: true });
  const zip = join(into, `${powiat}.gpkg.zip`);
  await unpacked(zip, async (path) => {
    const db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = OFF; BEGIN');
    edit(db);
    db.exec('COMMIT');
    db.close();
    await zipFiles(zip, [path]);
  });
  return zip;
}

/** The GeoPackage inside, while `work` runs. */
export async function unpacked<T>(zip: string, work: (gpkg: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-bulk-'));
  try {
    const [path] = await unpackZip(zip, folder);
    if (!path) throw new Error(`${zip} is empty`);
    return await work(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function zipFiles(zip: string, paths: readonly string[]): Promise<void> {
  const archive = new ZipFile();
  for (const path of paths) archive.addFile(path, basename(path));
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(zip));
}

export function polygonsIn(blob: unknown): MultiPolygon {
  const { geometry } = decodeGeoPackageGeometry(blob as Uint8Array);
  if (geometry?.type !== 'MultiPolygon') throw new Error('no polygons in the blob');
  return geometry.coordinates;
}

export const blobOf = (coordinates: MultiPolygon): Uint8Array =>
  encodeGeoPackageGeometry({ type: 'MultiPolygon', coordinates }, 2180);

export const movedBy = (polygons: MultiPolygon, east_m: number, north_m: number): MultiPolygon =>
  polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [x + east_m, y + north_m] as const)));
