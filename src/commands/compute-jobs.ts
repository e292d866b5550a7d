// Jobs that work out what loads have left for later: made by hand, and by the worker that did the last load.

import type { Config } from '../config.ts';
import { openDataset } from '../dataset.ts';
import { leftForLater } from '../domain/publish/touched.ts';
import type { Jobs } from '../job-queue.ts';

/** One for each powiat with parcels left; null for one that waits or is being done already. */
export async function makeComputeJobs(
  queue: Pick<Jobs, 'send'>,
  { data, store }: Pick<Config, 'data' | 'store'>,
): Promise<(string | null)[]> {
  await using dataset = openDataset(data, store);
  const left = new Set(leftForLater(await dataset.writer.corpus()).map(({ powiat }) => powiat));
  return Promise.all([...left].map((powiat) => queue.send('compute', { powiat })));
}
