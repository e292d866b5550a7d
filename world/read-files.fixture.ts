// Reads the files of a sample world for tests, without the importer: features of an XML file with their texts, links and
// rings, entries of an archive, rows of GeoPackages and shapefiles, and shares of a parcel by counting points. Slow and
// simple on purpose.

import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { openPromise } from 'yauzl';
import { reproject } from '../src/domain/geometry/projection.ts';
import type { Box, MultiPolygon, Polygon, Position, Ring } from '../src/domain/geometry/types.ts';
import { decodeGeoPackageGeometry } from '../src/domain/geometry/wkb.ts';

export interface ReadFeature {
  /** Names without prefixes. */
  readonly type: string;
  readonly gmlId: string;
  /** Texts of the innermost elements and targets of links, by name. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** Positions in the order of the file. */
  readonly rings: readonly Ring[];
}

export const textOf = (feature: ReadFeature, name: string) => feature.texts.get(name)?.[0] ?? null;
export const linkOf = (feature: ReadFeature, name: string) => feature.links.get(name)?.[0] ?? null;

/** A feature is what stands in a member; throws where the file is not well formed. */
export function readFeatures(xml: string): ReadFeature[] {
  const features: ReadFeature[] = [];
  let texts = new Map<string, string[]>();
  let links = new Map<string, string[]>();
  let rings: Ring[] = [];
  let open: { name: string; gmlId: string }[] = [];
  let text = '';
  const add = (map: Map<string, string[]>, name: string, value: string) =>
    map.set(name, [...(map.get(name) ?? []), value]);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    open.push({ name: localName(name), gmlId: attributes['gml:id'] ?? '' });
    const href = attributes['xlink:href'];
    if (href !== undefined) add(links, localName(name), href);
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    const isFeature = /^(featureM|m)ember$/.test(open.at(-1)?.name ?? '');
    if (element !== undefined && isFeature) {
      features.push({ type: element.name, gmlId: element.gmlId, texts, links, rings });
      texts = new Map();
      links = new Map();
      rings = [];
    } else if (element?.name === 'posList') rings.push(pairs(text));
    else if (element !== undefined && text.trim() !== '') add(texts, element.name, text.trim());
    text = '';
  });
  parser.write(xml).close();
  open = [];
  return features;
}

const localName = (name: string) => name.split(':').at(-1) ?? name;

export function pairs(text: string): Position[] {
  const numbers = text.trim().split(/\s+/).map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, index) => [
    numbers[index * 2] ?? Number.NaN,
    numbers[index * 2 + 1] ?? Number.NaN,
  ]);
}

export async function readXmlFile(path: string): Promise<ReadFeature[]> {
  return readFeatures(await readFile(path, 'utf8'));
}

/** The texts of the entries by name. */
export async function readArchive(path: string): Promise<Map<string, string>> {
  const entries = await readArchiveBytes(path);
  return new Map([...entries].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

export async function readArchiveBytes(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}

export interface GeoJsonFeature {
  properties: Record<string, string | number | null>;
  geometry: { type: string; coordinates: [number, number][][][] };
}

export async function readGeoJson(path: string): Promise<GeoJsonFeature[]> {
  return JSON.parse(await readFile(path, 'utf8')).features;
}

/** Its first polygon in EPSG:2180. */
export function inMetres({ geometry: { type, coordinates } }: GeoJsonFeature): Polygon {
  assert.equal(type, 'MultiPolygon');
  const projected = reproject(4326, 2180, { type: 'MultiPolygon', coordinates });
  return projected.type === 'MultiPolygon' ? (projected.coordinates[0] ?? []) : [];
}

export interface ReadRow {
  readonly values: Readonly<Record<string, unknown>>;
  readonly geometry: MultiPolygon;
}

/** The rows of one layer of the GeoPackage in an archive; no rows where there is no such layer. */
export async function readGeoPackage(archive: string, layer: string): Promise<ReadRow[]> {
  const [content] = (await readArchiveBytes(archive)).values();
  const unpacked = `${archive}.unpacked`;
  await writeFile(unpacked, content ?? '');
  const db = new DatabaseSync(unpacked, { readOnly: true });
  try {
    const isThere = db.prepare('SELECT 1 FROM gpkg_contents WHERE table_name = ?').get(layer);
    if (isThere === undefined) return [];
    return db
      .prepare(`SELECT * FROM ${layer} ORDER BY fid`)
      .all()
      .map(({ geom, ...values }) => {
        const geometry = geom instanceof Uint8Array ? decodeGeoPackageGeometry(geom).geometry : null;
        return { values, geometry: geometry?.type === 'MultiPolygon' ? geometry.coordinates : [] };
      });
  } finally {
    db.close();
    await rm(unpacked);
  }
}

/** Polygons and points of a shapefile, with the texts of its table. */
export function readShapefile(
  shp: Buffer,
  dbf: Buffer,
): { cells: Record<string, string>; rings: Position[][] }[] {
  const shapes: Position[][][] = [];
  for (let at = 100; at < shp.length; at += 8 + shp.readInt32BE(at + 4) * 2) {
    const content = shp.subarray(at + 8);
    const isPoint = content.readInt32LE(0) === 1;
    const parts = isPoint ? 1 : content.readInt32LE(36);
    const count = isPoint ? 1 : content.readInt32LE(40);
    const start = isPoint ? 4 : 44 + parts * 4;
    const positions = Array.from(
      { length: count },
      (_, index): Position => [
        content.readDoubleLE(start + index * 16),
        content.readDoubleLE(start + index * 16 + 8),
      ],
    );
    const starts = Array.from({ length: parts }, (_, part) =>
      isPoint ? 0 : content.readInt32LE(44 + part * 4),
    );
    shapes.push(starts.map((from, part) => positions.slice(from, starts[part + 1])));
  }
  const decoder = new TextDecoder('windows-1250');
  const headerBytes = dbf.readUInt16LE(8);
  const rowBytes = dbf.readUInt16LE(10);
  assert.equal(dbf.readUInt32LE(4), shapes.length, 'the table has a row for every shape');
  return shapes.map((rings, row) => {
    const cells: Record<string, string> = {};
    let cellAt = headerBytes + row * rowBytes + 1;
    for (let at = 32; dbf[at] !== 0x0d; at += 32) {
      const name = dbf.toString('latin1', at, at + 11).replaceAll('\0', '');
      cells[name] = decoder.decode(dbf.subarray(cellAt, cellAt + dbf.readUInt8(at + 16))).trim();
      cellAt += dbf.readUInt8(at + 16);
    }
    return { cells, rings };
  });
}

const POINTS_PER_SIDE = 40;

/** The share of a parcel that lies in the areas, by points of a grid: good to about three percent. */
export function shareWithin(parcel: MultiPolygon, areas: readonly Polygon[]): number {
  const box = boundsOf(parcel);
  const near = areas
    .filter((area) => boxesMeet(box, boundsOf([area])))
    .map((area) => edgesBetween(area, box[1], box[3]));
  if (near.length === 0) return 0;
  const points = gridOn(parcel, box);
  return points.filter((point) => near.some((area) => isWithin([area], point))).length / points.length;
}

/** Those that decide about points of these heights: a river has thousands, a parcel lies beside a few. */
function edgesBetween(area: Polygon, south: number, north: number): [Position, Position][] {
  return area
    .flatMap(edgesOf)
    .filter(([[, y1], [, y2]]) => Math.min(y1, y2) <= north && Math.max(y1, y2) >= south);
}

function gridOn(parcel: MultiPolygon, [west, south, east, north]: Box): Position[] {
  const step = (low: number, high: number, index: number) =>
    low + ((high - low) * (index + 0.5)) / POINTS_PER_SIDE;
  return Array.from(
    { length: POINTS_PER_SIDE ** 2 },
    (_, index): Position => [
      step(west, east, index % POINTS_PER_SIDE),
      step(south, north, Math.floor(index / POINTS_PER_SIDE)),
    ],
  ).filter((point) => isWithin(parcel, point));
}

export function boundsOf(areas: MultiPolygon): Box {
  const xs = areas.flat(2).map(([x]) => x);
  const ys = areas.flat(2).map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function boxesMeet(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Without lists: some areas have thousands of edges. */
export function isWithin(areas: MultiPolygon, [x, y]: Position): boolean {
  let isInside = false;
  for (const ring of areas.flat()) {
    for (let index = 1; index < ring.length; index += 1) {
      const [x1, y1] = ring[index - 1] ?? [0, 0];
      const [x2, y2] = ring[index] ?? [0, 0];
      if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isInside = !isInside;
    }
  }
  return isInside;
}

export function edgesOf(ring: Ring): [Position, Position][] {
  return ring.slice(1).map((to, index) => [ring[index] ?? to, to]);
}
