// All features of one type of a WFS 2.0 service → numbered XML files, page by page. Knows what such services do:
// small pages whatever is asked, unknown totals, errors and web pages with status 200. Knows no register.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Box } from '../../domain/geometry/types.ts';
import { describeHead } from '../formats/file-head.ts';
import { FormatError } from '../formats/format-error.ts';
import { type GmlFeature, openGml } from '../formats/gml.ts';
import { readElements, textOf } from '../formats/xml.ts';
import { type Download, DownloadError } from './download.ts';

export interface WfsQuery {
  /** Address of the service; parameters it carries are kept. */
  readonly url: string;
  /** With its prefix: app-pog:StrefaPlanistyczna. */
  readonly type: string;
  readonly namespaces: Readonly<Record<string, string>>;
  /** Features whose property matches; % stands for any text. */
  readonly like?: { readonly property: string; readonly pattern: string };
  /** Features that meet the box (EPSG:2180, easting first); a service takes this or `like`. */
  readonly box?: Box;
  /** The system to answer in, where the service's own is another. */
  readonly srsName?: string;
  /** Needed where the service has no order of its own to page by. */
  readonly sortBy?: string;
  /** How many features to ask for at once. */
  readonly page: number;
}

interface Page {
  /** One key a feature: its gml:id, or a digest where the service gives none. */
  readonly keys: readonly string[];
  /** Null where the service says "unknown" or nothing. */
  readonly matched: number | null;
  /** Whether it says that another page follows. */
  readonly hasNext: boolean;
}

/** The paths of the pages. The first is always among them: an empty collection is an answer, too. */
export async function downloadFeatures(
  download: Download,
  query: WfsQuery,
  folder: string,
  onProgress: (features: number, total: number | null) => void = () => {},
): Promise<string[]> {
  const name = localName(query.type);
  const paths: string[] = [];
  const seen = new Set<string>();
  let start = 0;
  let isNextTold = false;
  let first: string | undefined;
  while (true) {
    const path = join(folder, `${name}-${String(paths.length + 1).padStart(4, '0')}.xml`);
    const url = pageUrl(query, start);
    const { keys, matched, hasNext } = await downloadPage(download, url, path);
    // Only an empty page is the end: services cut pages short at limits of their own.
    if (keys.length === 0) {
      if (matched !== null && start < matched) {
        throw new DownloadError(url, 200, `the pages end after ${start} of ${matched} ${name}`);
      }
      // An empty page that was announced is the proof that the others are all.
      return paths.length === 0 || isNextTold ? [...paths, path] : paths;
    }
    if (keys.every((key) => seen.has(key))) {
      // A service before WFS 2.0 knows neither count nor startIndex, and answers with everything each time.
      const isAllAtOnce = paths.length === 1 && keys.length === seen.size && keys.length > query.page;
      if (isAllAtOnce && !(matched !== null && matched > keys.length)) return paths;
      const cause = keys[0] === first ? 'ignores startIndex' : 'has no fixed order of pages';
      const repeated = keys.length === 1 ? 'a feature' : `${keys.length} features`;
      const found = `the page repeats ${repeated} of earlier ones; the service ${cause}`;
      throw new DownloadError(url, 200, found);
    }
    first ??= keys[0];
    for (const key of keys) seen.add(key);
    paths.push(path);
    isNextTold = hasNext;
    start += keys.length;
    // Where ids are made up anew for every answer, only the count tells that pages repeat.
    if (matched !== null && start > matched + query.page) {
      throw new DownloadError(
        url,
        200,
        `${start} ${name} came of ${matched}; the service ignores startIndex`,
      );
    }
    onProgress(start, matched);
  }
}

export const localName = (name: string): string => name.replace(/^.*:/, '');

/** Feature types by their local names, as the capabilities of the service call them. */
export async function downloadTypeNames(
  download: Download,
  url: string,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const called = new Map<string, string>();
  await download(requestUrl(url, { request: 'GetCapabilities' }), join(folder, 'capabilities.xml'), {
    check: async (file) => {
      let isRead = false;
      const wanted = (name: string, ancestors: readonly string[]) =>
        ancestors.length === 0 ? 'start' : name === 'FeatureType';
      for await (const element of readElements(file, wanted)) {
        if (!isRead) await requireCapabilities(element.name, file);
        isRead = true;
        const name = element.name === 'FeatureType' ? textOf(element, 'Name') : null;
        if (name !== null) called.set(localName(name), name);
      }
    },
  });
  return called;
}

/** Services say with status 200 that they are out of order. */
async function requireCapabilities(root: string, file: string): Promise<void> {
  if (/Capabilities$/.test(root)) return;
  // An exception is told in its own words.
  if (/Exception/.test(root)) await openGml(file);
  const head = describeHead(file);
  const found = head === null || head === 'XML' ? `<${root}>` : head;
  throw new FormatError({ file, position: null, found, expected: 'the capabilities of a WFS' });
}

export function requestUrl(url: string, parameters: Readonly<Record<string, string>>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries({ service: 'WFS', version: '2.0.0', ...parameters }))
    address.searchParams.set(name, value);
  return address.href;
}

async function downloadPage(download: Download, url: string, path: string): Promise<Page> {
  const read: Page[] = [];
  await download(url, path, {
    check: async (file) => {
      read.push(await readPage(file));
    },
  });
  const page = read.at(-1);
  if (!page) throw new Error(`${path} was not checked`);
  return page;
}

/** Reads to the end, so that a page cut short or one that ends in an exception is found out. */
async function readPage(path: string): Promise<Page> {
  const { collection, features } = await openGml(path);
  const keys: string[] = [];
  for await (const feature of features) keys.push(keyOf(feature));
  const matched = collection.numberMatched ?? '';
  return { keys, matched: /^\d+$/.test(matched) ? Number(matched) : null, hasNext: !!collection.next };
}

function keyOf({ id, element }: GmlFeature): string {
  return id ?? createHash('sha256').update(JSON.stringify(element)).digest('base64');
}

/** count always: the registry's own page has ten features. */
export function pageUrl(query: WfsQuery, startIndex: number): string {
  const { url, type, namespaces, like, box, srsName, sortBy, page } = query;
  const declared = Object.entries(namespaces).map(([prefix, uri]) => `xmlns(${prefix},${uri})`);
  return requestUrl(url, {
    request: 'GetFeature',
    typeNames: type,
    namespaces: declared.join(','),
    ...(like && { filter: likeFilter(like, namespaces) }),
    ...(box && { bbox: [...box, 'EPSG:2180'].join(',') }),
    ...(srsName && { srsName }),
    ...(sortBy && { sortBy }),
    count: String(page),
    startIndex: String(startIndex),
  });
}

function likeFilter(
  { property, pattern }: NonNullable<WfsQuery['like']>,
  namespaces: WfsQuery['namespaces'],
): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return (
    `<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0"${declared.join('')}>` +
    '<fes:PropertyIsLike wildCard="%" singleChar="?" escapeChar="!">' +
    `<fes:ValueReference>${property}</fes:ValueReference><fes:Literal>${pattern}</fes:Literal>` +
    '</fes:PropertyIsLike></fes:Filter>'
  );
}
