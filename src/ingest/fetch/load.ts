// One job: fetch, load, and delete again what must not be kept. What the network or the file did wrong is an outcome
// like any other; the next job goes on.

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { warsawDay } from '../../domain/day.ts';
import type { Recipe } from '../recipe.ts';
import { type FileOutcome, type IngestOptions, ingestFile } from '../run.ts';
import { isServedAsChecked } from '../served-files.ts';
import { type Download, DownloadError } from './download.ts';
import type { Endpoint } from './endpoints.ts';
import { fetchSource } from './fetch-source.ts';
import type { Downloaded } from './transfer.ts';

export interface FetchOptions extends IngestOptions {
  readonly download: Download;
  /** Fetched files and what is remembered of them, a folder a source. */
  readonly fetchedFolder: string;
}

export interface FetchTarget {
  readonly recipe: Recipe;
  readonly endpoint: Endpoint;
  readonly url: string;
  /** The powiat, or '' for a source that is fetched once for all. */
  readonly teryt: string;
}

export async function fetchAndLoad(target: FetchTarget, options: FetchOptions): Promise<FileOutcome[]> {
  const { recipe, endpoint, url, teryt } = target;
  const { source } = recipe;
  let files: Downloaded[];
  try {
    files = await fetchSource(endpoint, url, teryt, {
      download: options.download,
      folder: join(options.fetchedFolder, source),
      isKnown: (sha256) => isServedAsChecked(options.writer, source, sha256, teryt),
      onProgress: (what, done, total) => options.onProgress(`fetching ${what}`, done, total ?? undefined),
    });
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    return [{ file: '', source, outcome: 'failed', reason: error.message }];
  }
  const outcomes: FileOutcome[] = [];
  const asked = teryt === '' ? options : { ...options, asked_powiat: teryt };
  for (const file of files) outcomes.push(await loadFetched(recipe, file, asked));
  return outcomes;
}

async function loadFetched(recipe: Recipe, file: Downloaded, options: FetchOptions): Promise<FileOutcome> {
  const { source } = recipe;
  const { sha256 } = file;
  const { writer, workFolder } = options;
  // What must not be kept is read in the work folder: that goes with the next command, even if this one is killed.
  const path = recipe.may_hold_forbidden ? join(workFolder, basename(file.path)) : file.path;
  try {
    // The bytes may be gone: that they are served is all there is to know.
    if (file.unchanged && (await isServedAsChecked(writer, source, sha256, options.asked_powiat))) {
      const name = basename(file.path);
      await writer.touch({
        source,
        file: name,
        sha256,
        synthetic: false,
        started_at: options.now().toISOString(),
      });
      return { file: name, source, outcome: 'unchanged' };
    }
    mkdirSync(workFolder, { recursive: true });
    renameSync(file.path, path);
    return await ingestFile(recipe, path, { ...options, fetched_on: warsawDay(options.now()) });
  } finally {
    // Also after a refusal: the hash stays in the dataset, the bytes do not stay on disk.
    if (recipe.may_hold_forbidden) for (const left of [file.path, path]) rmSync(left, { force: true });
  }
}
