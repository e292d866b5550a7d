// Writes GeoJSON (RFC 7946) feature by feature: longitude before latitude, seven decimals (about a centimetre).

import { writeFile } from 'node:fs/promises';
import { toWgs84 } from '../src/domain/geometry/projection.ts';
import type { MultiPolygon } from '../src/domain/geometry/types.ts';

export interface Feature {
  readonly properties: Readonly<Record<string, string | number | null>>;
  /** EPSG:2180. */
  readonly geometry: MultiPolygon;
}

/** `head` goes beside the features: the date of the file and the like. */
export async function writeGeoJson(
  file: string,
  head: Readonly<Record<string, string>>,
  features: Iterable<Feature>,
): Promise<string> {
  await writeFile(file, writeCollection(head, features));
  return file;
}

function* writeCollection(
  head: Readonly<Record<string, string>>,
  features: Iterable<Feature>,
): Generator<string> {
  const opening = JSON.stringify({ type: 'FeatureCollection', ...head }).slice(0, -1);
  yield `${opening},"features":[`;
  let separator = '\n';
  for (const { properties, geometry } of features) {
    const coordinates = geometry.map((polygon) =>
      polygon.map((ring) => ring.map((position) => toWgs84(2180, position).map(roundDegrees))),
    );
    const feature = { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates } };
    yield separator + JSON.stringify(feature);
    separator = ',\n';
  }
  yield '\n]}\n';
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}
