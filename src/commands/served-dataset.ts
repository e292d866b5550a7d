// Whether there is something to serve, for commands that serve; the sample world is built where it is asked for.

import { existsSync } from 'node:fs';
import { type Config, UsageError } from '../config.ts';
import { datasetIn, prepareFolder } from '../data-folder.ts';
import { openDataset } from '../dataset.ts';
import { buildSample, loadSample } from './sample.ts';

export async function requireServed({ data, store }: Config, isSample: boolean): Promise<void> {
  if (store === null) {
    // A folder is made for a sample alone: where a path is mistyped, none is left behind.
    if (!isSample && !existsSync(datasetIn(data))) throw nothingThere(data);
    prepareFolder(data);
    return existsSync(datasetIn(data)) ? undefined : buildSample(data);
  }
  await using dataset = openDataset(data, store);
  if ((await dataset.writer.states()).length > 0) return;
  if (!isSample) throw nothingThere('the database');
  return loadSample(data, store);
}

const nothingThere = (where: string): UsageError =>
  new UsageError(
    `there is no dataset in ${where}; load one with "miedza ingest --from PATH", or start with --sample`,
  );
