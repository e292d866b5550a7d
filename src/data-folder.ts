// Where things lie in the data folder, and the check that it can be written.

import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './config.ts';

export const datasetIn = (folder: string) => join(folder, 'dataset.gpkg');
export const accountsIn = (folder: string) => join(folder, 'accounts.sqlite');
export const workIn = (folder: string) => join(folder, 'work');
export const fetchedIn = (folder: string) => join(folder, 'fetched');
export const sampleIn = (folder: string) => join(folder, 'sample-world');

export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new UsageError(
      `the data folder ${folder} cannot be written (${reason}); choose another with --data or MIEDZA_DATA`,
    );
  }
}
