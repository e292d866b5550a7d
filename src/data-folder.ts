// Where things lie in the data folder, and the check that it can be written.

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './config.ts';

export const datasetIn = (folder: string) => join(folder, 'dataset.gpkg');
export const accountsIn = (folder: string) => join(folder, 'accounts.sqlite');
export const basemapIn = (folder: string) => join(folder, 'basemap.pmtiles');
export const workIn = (folder: string) => join(folder, 'work');
export const fetchedIn = (folder: string) => join(folder, 'fetched');
export const sampleIn = (folder: string) => join(folder, 'sample-world');

export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** For what only looks: a folder that is not there is not made. */
export function requireFolder(folder: string): void {
  try {
    statSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(folder, error);
    throw new UsageError(`there is no data folder ${folder}; name another with --data or MIEDZA_DATA`);
  }
}

const unwritable = (folder: string, error: unknown) =>
  new UsageError(
    `the data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}); choose another with --data or MIEDZA_DATA`,
  );

/** Level by level: the recursive form of Node never comes back where the system refuses, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
