// GeoJSON (RFC 7946) → features, one at a time in the memory of one: a FeatureCollection of any size, or features
// one after another, one a line. Knows no property and no coordinate system. Features on lines show a
// cut only within one of them; a collection shows any.

import type { Geometry } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';
import { geometryOfJson } from './geojson-geometry.ts';
import { JsonText } from './json-text.ts';
import { type ByteSource, sourceName } from './text-source.ts';

export interface GeoJsonFeature {
  /** "feature 12", counted from 1. */
  readonly position: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry | null;
  /** Why the geometry could not be read; the properties are still good. */
  readonly geometryError: string | null;
}

export interface GeoJsonDocument {
  readonly features: AsyncGenerator<GeoJsonFeature>;
  /** What the collection says besides its features, such as crs or name: whole when the features are read. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Read `features` to the end, or leave the loop: either closes the file. */
export function openGeoJson(source: ByteSource): GeoJsonDocument {
  const members: Record<string, unknown> = {};
  return { features: readFeatures(new JsonText(source), sourceName(source), members), members };
}

async function* readFeatures(
  text: JsonText,
  file: string,
  collection: Record<string, unknown>,
): AsyncGenerator<GeoJsonFeature> {
  let count = 0;
  try {
    do {
      const members: Record<string, unknown> = {};
      let isCollection = false;
      for await (const key of readKeys(text)) {
        if (key !== 'features') {
          members[key] = await text.value();
          continue;
        }
        isCollection = true;
        for await (const feature of readItems(text)) yield toFeature(feature, file, ++count);
      }
      if (!isCollection) {
        yield toFeature(members, file, ++count);
        continue;
      }
      if (members.type !== 'FeatureCollection')
        throw notGeoJson(file, null, members.type, 'a FeatureCollection');
      Object.assign(collection, members);
      await text.expectEnd();
    } while ((await text.peek()) !== '');
  } finally {
    await text.close();
  }
}

/** Of the object that comes next; the reader takes the value of each key before it asks for another. */
async function* readKeys(text: JsonText): AsyncGenerator<string> {
  await text.expect('{');
  if (await text.accept('}')) return;
  do {
    const key = await text.value();
    if (typeof key !== 'string') throw text.fault(`the key ${JSON.stringify(key)}`, 'a string');
    await text.expect(':');
    yield key;
  } while (await text.accept(','));
  await text.expect('}');
}

async function* readItems(text: JsonText): AsyncGenerator<unknown> {
  await text.expect('[');
  if (await text.accept(']')) return;
  do {
    yield await text.value();
  } while (await text.accept(','));
  await text.expect(']');
}

function toFeature(json: unknown, file: string, number: number): GeoJsonFeature {
  const position = `feature ${number}`;
  if (!isObject(json)) throw notGeoJson(file, position, json, 'an object of type Feature');
  if (json.type !== 'Feature') throw notGeoJson(file, position, json.type, 'the type Feature');
  const properties = isObject(json.properties) ? json.properties : {};
  try {
    return { position, properties, geometry: geometryOfJson(json.geometry), geometryError: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { position, properties, geometry: null, geometryError: error.message };
  }
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function notGeoJson(file: string, position: string | null, found: unknown, expected: string): FormatError {
  const shown = found === undefined ? 'no type' : JSON.stringify(found).slice(0, 80);
  return new FormatError({ file, position, found: shown, expected });
}
