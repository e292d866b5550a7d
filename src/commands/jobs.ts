// miedza jobs: work for "miedza worker", made and shown.

import { resolve } from 'node:path';
import { type Config, readConfig, UsageError } from '../config.ts';
import { openDataset } from '../dataset.ts';
import { counted } from '../domain/sentences/measures.ts';
import { planRefresh } from '../ingest/fetch/refresh-schedule.ts';
import { planFiles } from '../ingest/plan-files.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { splitLoad } from '../ingest/split-load.ts';
import { type JobState, type Jobs, openJobs } from '../job-queue.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';
import { makeComputeJobs } from './compute-jobs.ts';
import { table } from './table.ts';

export const jobs: Command = {
  summary: 'make and show jobs for workers (PostgreSQL)',
  help: `miedza jobs
miedza jobs load --from PATH
miedza jobs compute
miedza jobs refresh

Without a word it lists the jobs of the database MIEDZA_STORE. load makes one for each file of a folder that all workers can read; the
worker that does the last of them makes those that work out the answers. compute makes one for each powiat whose answers are left, refresh one for each source that is past its target. The same job is
not made twice while it waits or is being done.`,
  async run(words) {
    const { values, positionals } = readFlags(words, { ...DATA_OPTION, from: { type: 'string' } }, 1);
    const config = readConfig(values);
    const [action = 'list'] = positionals;
    const queue = await openJobs(config.store, (error) => process.stderr.write(`${error.message}\n`));
    try {
      if (action === 'list') {
        process.stdout.write(`${shown(await queue.list())}\n`);
        return 0;
      }
      const make = MAKERS[action];
      if (!make)
        throw new UsageError(`"${action}" is not one of load, compute, refresh; see miedza jobs --help`);
      const made = await make(queue, config, values.from);
      process.stdout.write(
        `${counted(made.filter((id) => id !== null).length, 'job')} made, ${made.length} wanted\n`,
      );
      return 0;
    } finally {
      await queue.stop(1_000);
    }
  },
};

type Maker = (queue: Jobs, config: Config, from: string | undefined) => Promise<(string | null)[]>;

const MAKERS: Readonly<Record<string, Maker>> = {
  async load(queue, { data, store }, from) {
    if (from === undefined) throw new UsageError('say what to load with --from PATH');
    await using dataset = openDataset(data, store);
    const ids: (string | null)[] = [];
    for (const file of planFiles(resolve(from), undefined)) {
      for (const load of await splitLoad(file, null, dataset.writer, dataset.options().workFolder)) {
        const { recipe, path, powiat = null } = load;
        ids.push(await queue.send('load', { source: recipe.source, path, powiat }));
      }
    }
    return ids;
  },
  compute: makeComputeJobs,
  async refresh(queue, { data, store, source_urls }) {
    await using dataset = openDataset(data, store);
    const order = RECIPES.map(({ source }) => source);
    const wish = { order, powiaty: null, urls: source_urls, now: new Date() };
    const due = planRefresh(await dataset.writer.states(), wish).filter(({ need }) => need === 'due');
    return Promise.all(due.map(({ source, teryt }) => queue.send('refresh', { source, teryt })));
  },
};

function shown(list: readonly JobState[]): string {
  const rows = list.map(({ name, data, state, retries, created, finished }) => [
    name,
    Object.values(data)
      .filter((value) => value !== null && value !== '')
      .join(' '),
    state,
    String(retries),
    created.toISOString().slice(0, 19),
    finished?.toISOString().slice(0, 19) ?? '',
  ]);
  return table(rows, ['job', 'what', 'state', 'retries', 'made', 'done']);
}
