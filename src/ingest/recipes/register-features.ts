// What registers draw on the ground, from whichever format it comes in (GML, shapefile, GeoJSON, ArcGIS), and how it
// becomes evidence. Knows no register: which properties matter and what a feature means, the recipes say.

import { basename } from 'node:path';
import { STORED_EPSG } from '../../domain/geometry/types.ts';
import type { EvidenceRow } from '../../domain/publish/staged-rows.ts';
import { readEsriAnswer } from '../formats/esri-json.ts';
import { FormatError } from '../formats/format-error.ts';
import { openGeoJson } from '../formats/geojson.ts';
import { epsgOfCrs } from '../formats/geojson-crs.ts';
import { openGml } from '../formats/gml.ts';
import { gmlShapeOf } from '../formats/gml-shape.ts';
import { epsgOfPrj } from '../formats/prj.ts';
import { openShp } from '../formats/shp.ts';
import { judgeShape, type RawShape } from '../judge-shape.ts';
import type { LoadFile } from '../load-files.ts';
import type { NewestDay } from '../newest-day.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { isToldEmpty } from '../whole-answers.ts';

export interface RegisterFeature {
  readonly position: string;
  /** The name of its element or layer; that of the file where the format has none. */
  readonly layer: string;
  readonly layerId: number | null;
  readonly properties: Properties;
  readonly shape: RawShape;
}

/** Names match in any case. */
export interface Properties {
  /** Null where it is absent or empty. */
  text(name: string): string | null;
  has(name: string): boolean;
}

/** ArcGIS leaves its notes in RezerwatyPolygon.shp.xml. */
export const FEATURE_FILES = /(?<!\.shp)\.(xml|gml)$|\.(shp|geojson|json)$/i;

/**
 * `columns` are read from a shapefile; the other formats give all they have. The day of a file is the stamp of
 * a WFS answer, or when the table of a shapefile was written: services write it when they are asked.
 */
export async function* readFeatures(
  file: LoadFile,
  columns: readonly string[],
  newest: NewestDay,
): AsyncGenerator<RegisterFeature> {
  if (/\.shp$/i.test(file.path)) yield* fromShp(file, columns, newest);
  else if (/\.geojson$/i.test(file.path)) yield* fromGeoJson(file);
  else if (/\.json$/i.test(file.path)) yield* fromEsri(file);
  else yield* fromGml(file, newest);
}

export const layerOfFile = (path: string): string => basename(path).replace(/\.[^.]*$/, '');

async function* fromGml({ path, at }: LoadFile, newest: NewestDay): AsyncGenerator<RegisterFeature> {
  const { collection, features } = await openGml(path);
  newest.add(collection.timeStamp);
  for await (const { type, element, line } of features) {
    const properties = propertiesOf(element.children.map((child) => [child.name, child.text]));
    const shape = gmlShapeOf(element, 'xy');
    yield { position: at(`line ${line}`), layer: type, layerId: null, properties, shape };
  }
}

function* fromShp(
  { path, at }: LoadFile,
  columns: readonly string[],
  newest: NewestDay,
): Generator<RegisterFeature> {
  using shp = openShp(path);
  newest.add(shp.written_on);
  const epsg = epsgOfPrj(shp.crs ?? '');
  if (epsg === null) {
    const found = shp.crs === null ? 'no .prj beside it' : `the system ${shp.crs.slice(0, 200)}`;
    const expected = 'PL-1992, PL-2000, ETRS89 or WGS84';
    throw new FormatError({ file: path, position: null, found, expected });
  }
  const known = new Set(shp.columns.map((column) => column.toLowerCase()));
  const asked = columns.filter((column) => known.has(column.toLowerCase()));
  for (const { row, values, geometry, geometryError } of shp.rows(asked)) {
    const shape = { geometry, epsg, fault: geometryError };
    const properties = propertiesOf(Object.entries(values));
    yield { position: at(`row ${row}`), layer: layerOfFile(path), layerId: null, properties, shape };
  }
}

/** Read to the end first: only then is it known whether the collection names a coordinate system. */
async function* fromGeoJson({ path, at }: LoadFile): AsyncGenerator<RegisterFeature> {
  const { features, members } = openGeoJson(path);
  const read = await Array.fromAsync(features);
  const epsg = epsgOfCrs(members.crs, path);
  for (const { position, geometry, geometryError, ...feature } of read) {
    const shape = { geometry, epsg, fault: geometryError };
    const properties = propertiesOf(Object.entries(feature.properties));
    yield { position: at(position), layer: layerOfFile(path), layerId: null, properties, shape };
  }
}

async function* fromEsri({ path, at }: LoadFile): AsyncGenerator<RegisterFeature> {
  const { features } = await readEsriAnswer(path);
  for (const { position, layerId, layerName, attributes, geometry, epsg, geometryError } of features) {
    const layer = layerName ?? layerOfFile(path);
    const properties = propertiesOf(Object.entries(attributes));
    // A feature without geometry names no system either.
    const shape = { geometry, epsg: geometry === null ? STORED_EPSG : epsg, fault: geometryError };
    yield { position: at(position), layer, layerId, properties, shape };
  }
}

/** ArcGIS answers with aliases ("Numer identyfikacyjny") where nobody asked for names, and writes "Null". */
function propertiesOf(properties: Iterable<readonly [string, unknown]>): Properties {
  const canonical = (name: string) => name.toLowerCase().replaceAll(' ', '_');
  const byName = new Map<string, string | null>();
  for (const [name, value] of properties) {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    byName.set(canonical(name), text === '' || text === 'Null' ? null : text);
  }
  return {
    text: (name) => byName.get(canonical(name)) ?? null,
    has: (name) => byName.has(canonical(name)),
  };
}

/** What is made of a file of one layer without a feature: whether there is none of it, and a line that says so. */
export async function* readEmptyLayer(layer: string, { path }: LoadFile): AsyncGenerator<ReadItem, boolean> {
  const isTold = await isToldEmpty(path);
  const message = isTold
    ? `${layer}: 0 rows, so there are none where the load is of`
    : `${layer}: no feature came, and the answer does not say that there is none (numberMatched="0"); it is not taken as loaded`;
  yield issueAt(basename(path), 'empty_layer', message, 'layer', layer);
  return isTold;
}

/** The row of an area, or why there is none. */
export function* readArea(
  evidence: Omit<EvidenceRow, 'geometry'>,
  { position, shape }: Pick<RegisterFeature, 'position' | 'shape'>,
): Generator<ReadItem, boolean> {
  const geometry = yield* judgeShape(shape, 'MultiPolygon', evidence.key, position);
  if (geometry === null) return false;
  yield { row: { kind: 'evidence', row: { ...evidence, geometry } }, position };
  return true;
}

/** Registers repeat their numbers for the parts of one thing: the second is number#2. */
export class UniqueKeys {
  readonly #counts = new Map<string, number>();

  /** Unique among those of the same kind. */
  take(key: string, kind: string): string {
    const counted = `${kind} ${key}`;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, count);
    return count === 1 ? key : `${key}#${count}`;
  }
}
