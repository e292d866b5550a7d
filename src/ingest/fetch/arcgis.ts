// All features of one layer of an ArcGIS REST service in a box → numbered JSON files. Layers that can be queried come page
// by page; of others `identify` tells what lies in a box, and a box with more than the service sends at once is asked for
// in quarters. Errors come with status 200. Knows no register.

import { join } from 'node:path';
import type { Box } from '../../domain/geometry/types.ts';
import { type EsriAnswer, readEsriAnswer } from '../formats/esri-json.ts';
import { MOST_IDENTIFIED } from '../whole-esri-answers.ts';
import { type Download, DownloadError } from './download.ts';

export interface ArcgisLayer {
  /** What its files are called: a recipe knows the layer by it. */
  readonly name: string;
  /** Below the address of the endpoint: sopo_obszary/MapServer. */
  readonly service: string;
  readonly layer: number;
  readonly ask: 'query' | 'identify';
}

export interface ArcgisQuery extends ArcgisLayer {
  readonly url: string;
  /** EPSG:2180. */
  readonly box: Box;
}

const SYSTEM = { wkid: 2180 };
/** To begin with; half of mazowieckie at once would be hundreds of megabytes and a minute of silence. */
const TILE_M = 50_000;
/** A box this small that is still too full is no longer a matter of size. */
const LEAST_TILE_M = 100;

/** The paths of the pages. At least one is among them: no features are an answer, too. */
export async function downloadLayer(
  download: Download,
  query: ArcgisQuery,
  folder: string,
  onProgress: (features: number, total: number | null) => void = () => {},
): Promise<string[]> {
  const paths: string[] = [];
  let count = 0;
  const nextPath = () => join(folder, `${query.name}-${String(paths.length + 1).padStart(4, '0')}.json`);
  const keep = (path: string, { features }: EsriAnswer) => {
    paths.push(path);
    count += features.length;
    onProgress(count, null);
  };
  if (query.ask === 'query') await downloadPages(download, query, nextPath, keep);
  else await downloadTiles(download, query, nextPath, keep);
  return paths;
}

type Keep = (path: string, answer: EsriAnswer) => void;

async function downloadPages(
  download: Download,
  query: ArcgisQuery,
  nextPath: () => string,
  keep: Keep,
): Promise<void> {
  const seen = new Set<string>();
  let offset = 0;
  while (true) {
    const url = queryUrl(query, offset);
    const path = nextPath();
    const answer = await downloadAnswer(download, url, path);
    const keys = answer.features.map((feature) => JSON.stringify(feature.attributes));
    if (keys.length > 0 && keys.every((key) => seen.has(key))) {
      const said = 'the page repeats features of earlier ones; the service ignores resultOffset';
      throw new DownloadError(url, 200, said);
    }
    for (const key of keys) seen.add(key);
    keep(path, answer);
    offset += keys.length;
    if (!answer.isCut) return;
    if (keys.length === 0)
      throw new DownloadError(url, 200, `the pages end after ${offset}, with more to come`);
  }
}

async function downloadTiles(
  download: Download,
  query: ArcgisQuery,
  nextPath: () => string,
  keep: Keep,
): Promise<void> {
  const boxes = tilesOf(query.box, TILE_M);
  for (let box = boxes.shift(); box; box = boxes.shift()) {
    const url = identifyUrl(query, box);
    const path = nextPath();
    const answer = await downloadAnswer(download, url, path);
    if (!answer.isCut && answer.features.length < MOST_IDENTIFIED) {
      keep(path, answer);
      continue;
    }
    const width_m = box[2] - box[0];
    if (width_m <= LEAST_TILE_M) {
      const said = `more than ${answer.features.length} features within ${Math.round(width_m)} m`;
      throw new DownloadError(url, 200, said);
    }
    boxes.unshift(...tilesOf(box, width_m / 2));
  }
}

async function downloadAnswer(download: Download, url: string, path: string): Promise<EsriAnswer> {
  const read: EsriAnswer[] = [];
  await download(url, path, {
    check: async (file) => {
      read.push(await readEsriAnswer(file));
    },
  });
  const answer = read.at(-1);
  if (!answer) throw new Error(`${path} was not checked`);
  return answer;
}

/** Squares of at most this side, from the south-west. */
export function tilesOf([minX, minY, maxX, maxY]: Box, side_m: number): Box[] {
  const steps = (from: number, to: number) =>
    Array.from({ length: Math.ceil((to - from) / side_m) }, (_, at) => from + at * side_m);
  return steps(minY, maxY).flatMap((y) =>
    steps(minX, maxX).map((x): Box => [x, y, Math.min(x + side_m, maxX), Math.min(y + side_m, maxY)]),
  );
}

function queryUrl({ url, service, layer, box }: ArcgisQuery, offset: number): string {
  return addressOf(`${url}/${service}/${layer}/query`, {
    where: '1=1',
    geometry: envelopeOf(box),
    geometryType: 'esriGeometryEnvelope',
    spatialRel: 'esriSpatialRelIntersects',
    inSR: '2180',
    outSR: '2180',
    outFields: '*',
    returnGeometry: 'true',
    resultOffset: String(offset),
    f: 'json',
  });
}

/**
 * Layers that the map does not show at the scale of `mapExtent` and `imageDisplay` are passed over (SOPO: 1:4 900 to
 * 1:250 100), so the scale is always the same, 4 km on 1000 pixels, whatever is asked for.
 */
const EXTENT_M = 4_000;
const PIXELS = 1_000;

function identifyUrl({ url, service, layer }: ArcgisQuery, box: Box): string {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const half = EXTENT_M / 2;
  return addressOf(`${url}/${service}/identify`, {
    geometry: envelopeOf(box),
    geometryType: 'esriGeometryEnvelope',
    sr: '2180',
    layers: `all:${layer}`,
    tolerance: '0',
    mapExtent: [x - half, y - half, x + half, y + half].join(','),
    imageDisplay: `${PIXELS},${PIXELS},96`,
    returnGeometry: 'true',
    returnFieldName: 'true',
    returnUnformattedValues: 'true',
    f: 'json',
  });
}

function envelopeOf([xmin, ymin, xmax, ymax]: Box): string {
  return JSON.stringify({ xmin, ymin, xmax, ymax, spatialReference: SYSTEM });
}

function addressOf(url: string, parameters: Readonly<Record<string, string>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}
