// Reads the files of a sample world for tests, without the importer: features of an XML file with their texts, links and
// rings, entries of an archive, and shares of a parcel by counting points. Slow and simple on purpose.

import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { openPromise } from 'yauzl';
import type { Box, MultiPolygon, Polygon, Position, Ring } from '../src/domain/geometry.ts';

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
  const zip = await openPromise(path);
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    texts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  }
  return texts;
}

const POINTS_PER_SIDE = 40;

/** The share of a parcel that lies in the areas, by points of a grid: good to about three percent. */
export function shareWithin(parcel: MultiPolygon, areas: readonly Polygon[]): number {
  const box = boundsOf(parcel);
  const near = areas.filter((area) => boxesMeet(box, boundsOf([area])));
  if (near.length === 0) return 0;
  const points = gridOn(parcel, box);
  return points.filter((point) => near.some((area) => isWithin([area], point))).length / points.length;
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

function boundsOf(areas: MultiPolygon): Box {
  const xs = areas.flat(2).map(([x]) => x);
  const ys = areas.flat(2).map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function boxesMeet(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

export function isWithin(areas: MultiPolygon, [x, y]: Position): boolean {
  const crossed = areas
    .flat()
    .flatMap(edgesOf)
    .filter(([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
  return crossed.length % 2 === 1;
}

export function edgesOf(ring: Ring): [Position, Position][] {
  return ring.slice(1).map((to, index) => [ring[index] ?? to, to]);
}
