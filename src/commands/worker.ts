// miedza worker: takes jobs from the database and does them, one of each kind at a time. Any number on any machines.

import { once } from 'node:events';
import { type Config, readConfig } from '../config.ts';
import { fetchedIn, prepareFolder } from '../data-folder.ts';
import { openDataset } from '../dataset.ts';
import { counted } from '../domain/sentences/measures.ts';
import { createDownloader } from '../ingest/fetch/download.ts';
import { ENDPOINTS } from '../ingest/fetch/endpoints.ts';
import { fetchAndLoad } from '../ingest/fetch/load.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { computeLater, type FileOutcome, ingestFile } from '../ingest/run.ts';
import { type JobData, type Jobs, openJobs } from '../job-queue.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';
import { makeComputeJobs } from './compute-jobs.ts';

/** A load of a powiat takes a minute or two. */
const STOP_MS = 300_000;
/** A second each: a database that starts with the workers, or anew, is there by then. */
const CONNECT_TRIES = 60;

export const worker: Command = {
  summary: 'do jobs of a PostgreSQL store: load, compute, refresh',
  help: `miedza worker [--data DIR]

Takes jobs from the database MIEDZA_STORE (postgres://…) until it is stopped: files to load, powiaty whose answers are to be worked
out, sources to refresh. Any number of workers on any machines; a job of one that was killed is done by another. Stopped with SIGTERM
it ends the job under way first. A database that cannot be reached is tried for a minute. Jobs are made and shown by "miedza jobs".

  --data DIR   (MIEDZA_DATA) a folder for downloads and unpacked files (default ./data)`,
  async run(words) {
    const { values } = readFlags(words, DATA_OPTION);
    const config = readConfig(values);
    const say = (text: string) => process.stderr.write(`${new Date().toISOString()} ${text}\n`);
    const onFault = (error: Error) => say(`the job queue: ${error.message}`);
    const jobs = await openJobs(config.store, onFault, CONNECT_TRIES);
    prepareFolder(config.data);
    await jobs.work('compute', async (data) => say(`compute ${data.powiat}: ${await compute(config, data)}`));
    await jobs.work('load', async (data) => {
      say(`load ${data.path}: ${await load(config, data)}`);
      // Another load under way does the same when it ends: between the two nothing is forgotten.
      if (!(await isLoadWaiting(jobs))) await makeComputeJobs(jobs, config);
    });
    await jobs.work('refresh', async (data) =>
      say(`refresh ${data.source} ${data.teryt}: ${await refresh(config, data)}`),
    );
    // Listened for before it is said: whoever reads that may stop the worker at once.
    const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
    say('waiting for jobs');
    await stopped;
    say('stopping');
    await jobs.stop(STOP_MS);
    return 0;
  },
};

async function isLoadWaiting(jobs: Jobs): Promise<boolean> {
  return (await jobs.list()).some(({ name, state }) => name === 'load' && /^(created|retry)$/.test(state));
}

/** What is left to do is looked at when the powiat is locked: whoever comes second finds it done. */
async function compute({ data, store }: Config, { powiat }: JobData['compute']): Promise<string> {
  await using dataset = openDataset(data, store, { powiat, waits: true });
  await dataset.writer.claim();
  const [done] = await computeLater(dataset.options(), { only: powiat });
  return done ? `${counted(done.parcels, 'parcel')} worked out` : 'nothing was left to work out';
}

async function load({ data, store }: Config, { source, path, powiat }: JobData['load']): Promise<string> {
  const recipe = RECIPES.find((one) => one.source === source);
  if (!recipe) throw new Error(`"${source}" is not a source`);
  await using dataset = openDataset(data, store, { waits: true });
  await dataset.writer.claim();
  const options = dataset.options({ first_loads_later: true, powiat: powiat ?? undefined });
  return told([await ingestFile(recipe, path, options)]);
}

async function refresh(
  { data, store, source_urls }: Config,
  { source, teryt }: JobData['refresh'],
): Promise<string> {
  const recipe = RECIPES.find((one) => one.source === source);
  const endpoint = recipe && ENDPOINTS[recipe.source];
  const url = source_urls[source] ?? endpoint?.url ?? null;
  if (!recipe || !endpoint || url === null) throw new Error(`"${source}" is not a source that is fetched`);
  await using dataset = openDataset(data, store, { waits: true });
  const options = { ...dataset.options(), download: createDownloader(), fetchedFolder: fetchedIn(data) };
  return told(await fetchAndLoad({ recipe, endpoint, url, teryt }, options));
}

/** A file that is refused would be refused again: the job is done, and the run says why. */
const told = (outcomes: readonly FileOutcome[]): string =>
  outcomes.map((one) => (one.outcome === 'failed' ? `NOT published: ${one.reason}` : one.outcome)).join(', ');
