// One source, for one powiat or whole → files ready to be loaded, in a folder of its own. Knows endpoints and how to
// fetch them; what the files say is the recipe's to read.

import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { MAZOWIECKIE_BOX } from '../../domain/geometry/projection.ts';
import { hashOf } from '../acquire.ts';
import { FormatError } from '../formats/format-error.ts';
import { readElements } from '../formats/xml.ts';
import { openZip } from '../formats/zip-end.ts';
import { downloadLayer } from './arcgis.ts';
import { type Download, DownloadError } from './download.ts';
import { pagesOf, partOf } from './download-state.ts';
import type { ArcgisEndpoint, Endpoint, FileEndpoint, WfsEndpoint } from './endpoints.ts';
import type { Downloaded } from './transfer.ts';
import { downloadFeatures, downloadTypeNames } from './wfs.ts';

export interface FetchPlace {
  readonly download: Download;
  /** Of this source alone. */
  readonly folder: string;
  /** Whether content of this hash is served already. */
  readonly isKnown: (sha256: string) => Promise<boolean>;
  /** Bytes of a file, features of a service. */
  readonly onProgress: (what: string, done: number, total: number | null) => void;
}

/** `teryt` is '' for an endpoint that is asked once; `url` stands in place of the endpoint's own. */
export async function fetchSource(
  endpoint: Endpoint,
  url: string,
  teryt: string,
  place: FetchPlace,
): Promise<Downloaded[]> {
  mkdirSync(place.folder, { recursive: true });
  const address = url.replaceAll('{teryt}', teryt);
  return endpoint.kind === 'file'
    ? [await fetchFile(endpoint, address, teryt, place)]
    : await fetchArchives(endpoint, address, teryt, place);
}

async function fetchFile(
  { name }: FileEndpoint,
  url: string,
  teryt: string,
  place: FetchPlace,
): Promise<Downloaded> {
  const file = name
    .replaceAll('{teryt}', teryt)
    .replaceAll('{ext}', extname(new URL(url).pathname).toLowerCase());
  return place.download(url, join(place.folder, file), {
    check: (path) => checkSound(path, extname(file)),
    isKnown: place.isKnown,
    onProgress: (bytes, total) => place.onProgress(file, bytes, total),
  });
}

/** A web page that says "try later" must not pass for a file, nor half an archive for a whole one. */
async function checkSound(path: string, extension: string): Promise<void> {
  await using file = await open(path);
  const head = (await file.read({ length: 512, position: 0 })).buffer.toString('latin1');
  if (/^\W*<(!doctype\s+)?html/i.test(head)) {
    throw new FormatError({
      file: path,
      position: null,
      found: 'a web page',
      expected: `a ${extension} file`,
    });
  }
  if (extension === '.zip' || head.startsWith('PK\x03\x04')) {
    try {
      (await openZip(path)).zip.close();
    } catch (cause) {
      if (cause instanceof Error && 'syscall' in cause) throw cause;
      const found = cause instanceof Error ? cause.message : String(cause);
      throw new FormatError({ file: path, position: null, found, expected: 'a zip archive' }, { cause });
    }
  } else if (extension === '.xml' || extension === '.gml') {
    for await (const _ of readElements(path, () => false));
  }
}

async function fetchArchives(
  endpoint: WfsEndpoint | ArcgisEndpoint,
  url: string,
  teryt: string,
  place: FetchPlace,
): Promise<Downloaded[]> {
  const fetched: Downloaded[] = [];
  for (const name of Object.keys(endpoint.archives)) {
    const archive = join(place.folder, name.replaceAll('{teryt}', teryt));
    const pages = pagesOf(archive);
    rmSync(pages, { recursive: true, force: true });
    try {
      const paths =
        endpoint.kind === 'wfs'
          ? await fetchTypes(endpoint, name, url, teryt, place, pages)
          : await fetchLayers(endpoint, name, url, place, pages);
      await pack(paths, archive);
    } finally {
      rmSync(pages, { recursive: true, force: true });
    }
    fetched.push({
      path: archive,
      sha256: await hashOf(archive),
      bytes: statSync(archive).size,
      unchanged: false,
    });
  }
  return fetched;
}

async function fetchTypes(
  { archives, like, ...endpoint }: WfsEndpoint,
  archive: string,
  url: string,
  teryt: string,
  place: FetchPlace,
  folder: string,
): Promise<string[]> {
  const ofPowiat = like && { like: { ...like, pattern: like.pattern.replaceAll('{teryt}', teryt) } };
  const paths: string[] = [];
  for (const type of await typesCalled(archives[archive] ?? [], endpoint, url, place, folder)) {
    const report = (features: number, total: number | null) => place.onProgress(type, features, total);
    const query = { ...endpoint, ...ofPowiat, url, type };
    paths.push(...(await downloadFeatures(place.download, query, folder, report)));
  }
  return paths;
}

/** As the service calls them. Without the first there is nothing to load; what else it does not publish is not held. */
async function typesCalled(
  types: readonly string[],
  { own_prefixes }: Pick<WfsEndpoint, 'own_prefixes'>,
  url: string,
  { download }: FetchPlace,
  folder: string,
): Promise<readonly string[]> {
  if (!own_prefixes) return types;
  const called = await downloadTypeNames(download, url, folder);
  const [first = ''] = types;
  if (!called.has(first)) {
    const found = [...called.values()].slice(0, 12).join(', ') || 'none';
    throw new DownloadError(url, 200, `the service has no type ${first}; found ${found}`);
  }
  return types.flatMap((type) => called.get(type) ?? []);
}

async function fetchLayers(
  { archives }: ArcgisEndpoint,
  archive: string,
  url: string,
  place: FetchPlace,
  folder: string,
): Promise<string[]> {
  const paths: string[] = [];
  for (const layer of archives[archive] ?? []) {
    const report = (features: number, total: number | null) => place.onProgress(layer.name, features, total);
    const query = { ...layer, url, box: MAZOWIECKIE_BOX };
    paths.push(...(await downloadLayer(place.download, query, folder, report)));
  }
  return paths;
}

/** The same pages give the same bytes: one date for all, in local time as zip archives have it, and no owner's rights. */
const PACKED = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

async function pack(paths: readonly string[], archive: string): Promise<void> {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  for (const path of paths) zip.addFile(path, basename(path), PACKED);
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(partOf(archive))), failed]);
  renameSync(partOf(archive), archive);
}
