// Answers of an ArcGIS REST service (`query` and `identify`) → features. One answer is one page of some megabytes and is
// read whole. Errors arrive with HTTP 200, as {"error": …}: no features are only believed where a list of them came.
// Knows no layer and no register.

import { readFile } from 'node:fs/promises';
import { type Epsg, epsgOf } from '../../domain/geometry/projection.ts';
import type { Geometry, Position, Ring } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';
import { nestRings } from './shp-geometry.ts';

export interface EsriFeature {
  /** "feature 12", counted from 1. */
  readonly position: string;
  /** Of identify, which asks several layers at once; null in the answer of one layer. */
  readonly layerId: number | null;
  readonly layerName: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry | null;
  /** Null where the answer names no system, or one we do not convert. */
  readonly epsg: Epsg | null;
  /** Why the geometry could not be read; the attributes are still good. */
  readonly geometryError: string | null;
}

export interface EsriAnswer {
  readonly features: readonly EsriFeature[];
  /** There is more than the service sends at once. */
  readonly isCut: boolean;
  /** Of a place (identify), not of a layer (query). */
  readonly isIdentified: boolean;
}

type Json = Readonly<Record<string, unknown>>;

export async function readEsriAnswer(file: string): Promise<EsriAnswer> {
  const answer = parse(await readFile(file, 'utf8'), file);
  if (isObject(answer.error)) {
    const { code = '', message = '', details } = answer.error;
    const said = [code, message, ...(Array.isArray(details) ? details : [])].join(' ').trim().slice(0, 500);
    throw new FormatError({ file, position: null, found: `the service's error "${said}"`, expected: LISTS });
  }
  const list = answer.results ?? answer.features;
  if (!Array.isArray(list)) {
    const found = `an object of ${Object.keys(answer).join(', ').slice(0, 200) || 'nothing'}`;
    throw new FormatError({ file, position: null, found, expected: LISTS });
  }
  return {
    features: list.map((item, i) => toFeature(item, answer.spatialReference, file, `feature ${i + 1}`)),
    isCut: answer.exceededTransferLimit === true,
    isIdentified: Array.isArray(answer.results),
  };
}

const LISTS = 'an answer of ArcGIS with "results" or "features"';

function parse(text: string, file: string): Json {
  const refuse = (found: string, cause?: unknown) =>
    new FormatError({ file, position: null, found, expected: LISTS }, { cause });
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw refuse(`"${text.slice(0, 80)}" (${cause.message})`, cause);
  }
  throw refuse(`"${text.slice(0, 80)}"`);
}

function toFeature(item: unknown, system: unknown, file: string, position: string): EsriFeature {
  if (!isObject(item) || !isObject(item.attributes)) {
    const found = JSON.stringify(item)?.slice(0, 80) ?? 'nothing';
    throw new FormatError({ file, position, found, expected: 'an object with attributes' });
  }
  const { layerId, layerName, attributes, geometry } = item;
  const own = isObject(geometry) ? geometry.spatialReference : undefined;
  const about = {
    position,
    layerId: typeof layerId === 'number' ? layerId : null,
    layerName: typeof layerName === 'string' ? layerName : null,
    attributes,
    epsg: epsgOfReference(own ?? system),
  };
  try {
    return { ...about, geometry: geometryOfEsri(geometry), geometryError: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...about, geometry: null, geometryError: error.message };
  }
}

/** latestWkid is the code of EPSG where the service's own is an older one. */
function epsgOfReference(reference: unknown): Epsg | null {
  if (!isObject(reference)) return null;
  return epsgOf(`EPSG:${reference.latestWkid}`) ?? epsgOf(`EPSG:${reference.wkid}`);
}

function geometryOfEsri(json: unknown): Geometry | null {
  if (json === null || json === undefined) return null;
  if (!isObject(json)) throw fault(show(json), 'a geometry object');
  if (Array.isArray(json.rings)) {
    // As in a shapefile: outer rings run clockwise, holes the other way.
    const rings: Ring[] = json.rings.map(toPositions);
    return rings.length === 0 ? null : { type: 'MultiPolygon', coordinates: nestRings(rings) };
  }
  if (Array.isArray(json.paths)) return { type: 'MultiLineString', coordinates: json.paths.map(toPositions) };
  if ('x' in json && 'y' in json) return { type: 'Point', coordinates: toPosition([json.x, json.y]) };
  throw fault(`a geometry of ${Object.keys(json).join(', ').slice(0, 80)}`, 'rings, paths or x and y');
}

function toPositions(json: unknown): Position[] {
  if (!Array.isArray(json)) throw fault(show(json), 'an array of positions');
  return json.map(toPosition);
}

function toPosition(json: unknown): Position {
  if (Array.isArray(json) && Number.isFinite(json[0]) && Number.isFinite(json[1])) return [json[0], json[1]];
  throw fault(show(json), 'a position of two numbers');
}

function isObject(json: unknown): json is Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

const show = (json: unknown): string => (JSON.stringify(json) ?? 'nothing').slice(0, 80);

const fault = (found: string, expected: string) =>
  new FormatError({ file: null, position: null, found, expected });
