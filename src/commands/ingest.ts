// miedza ingest: official files into the dataset, and what came of it.

import { type Config, readConfig, UsageError } from '../config.ts';
import { openDataset, requireDataset } from '../dataset.ts';
import { freshnessOf } from '../domain/corpus/registers.ts';
import { leftForLater } from '../domain/publish/touched.ts';
import { counted } from '../domain/sentences/measures.ts';
import { describeNames } from '../ingest/file-names.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { describeUnchecked } from '../ingest/served-files.ts';
import { type Command, DATA_OPTION, readFlags, sayJson } from './command.ts';
import { FETCH_HELP, readPowiaty, runFetch } from './ingest-fetch.ts';
import { computeAll, ingestPath } from './ingest-files.ts';
import { PROBE_HELP, runProbe } from './ingest-probe.ts';
import { createProgress } from './progress.ts';
import { table } from './table.ts';

const FLAGS = {
  ...DATA_OPTION,
  from: { type: 'string' },
  'allow-loss': { type: 'boolean', default: false },
  'no-compute': { type: 'boolean', default: false },
  partition: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export const ingest: Command = {
  summary: 'load official files into the dataset',
  help: `miedza ingest [SOURCE] --from PATH [--partition 1418] [--no-compute] [--allow-loss] [--data DIR]
miedza ingest compute
miedza ingest fetch SOURCE [--partition 1418] [--url SOURCE=URL] [--allow-loss] [--data DIR]
miedza ingest refresh [--partition 1418,1438] [--url SOURCE=URL] [--allow-loss] [--data DIR]
miedza ingest probe [SOURCE] [--partition 1418] [--url SOURCE=URL] [--json] [--data DIR]
miedza ingest report
miedza ingest status

Loads one file, or every file of a folder whose name is known, into the dataset. Each file is checked and published
in one step: a broken file publishes nothing and what was served stays. An unchanged file is only noted. A folder goes
on after a file that fails and says so at the end (exit code 1); stopped, the same command goes on where it ended. The
answers of places that are loaded for the first time are worked out at the end, on all cores. Files that no source knows
by their names are listed.

Sources, and names of their files:
${RECIPES.map(({ source, reads, names }) => `  ${source.padEnd(13)} ${reads}\n${' '.repeat(16)}${describeNames(names)}`).join('\n')}

  --from PATH    a file or a folder
  --partition 1418,1438
                 of a GeoParquet file of a voivodeship or the country only these powiaty (default: all it holds)
  --no-compute   publish without working out the answers: they are not_computed until "ingest compute"
  --allow-loss   publish although more than a fifth of the parcels would vanish
  --data DIR     data folder (default: MIEDZA_DATA or ./data); with MIEDZA_STORE=postgres://… the database is loaded

${FETCH_HELP}

${PROBE_HELP}

report shows the last runs with their issues; status what is loaded and how fresh it is. Both take --json.`,
  async run(words) {
    if (words[0] === 'fetch' || words[0] === 'refresh') return runFetch(words);
    if (words[0] === 'probe') return runProbe(words);
    const { values, positionals } = readFlags(words, FLAGS, 1);
    const config = readConfig(values);
    const [first] = positionals;
    if (first === 'report') return showReport(config, values.json);
    if (first === 'status') return showStatus(config, values.json);
    if (first === 'compute') return computeNow(config);
    if (first !== undefined) requireSource(first);
    if (values.from === undefined)
      throw new UsageError('say what to load with --from PATH; see miedza ingest --help');
    const outcomes = await ingestPath(values.from, first, config.data, {
      allowLoss: values['allow-loss'],
      compute: !values['no-compute'],
      powiaty: readPowiaty(values.partition),
      store: config.store,
    });
    return outcomes.some((outcome) => outcome.outcome === 'failed') ? 1 : 0;
  },
};

function requireSource(word: string): void {
  const known = RECIPES.map(({ source }) => source);
  if (!known.some((source) => source === word))
    throw new UsageError(
      `"${word}" is not a source, nor one of fetch, refresh, probe, compute, report, status; sources are ${known.join(', ')}`,
    );
}

/** Works out what was left for later; the exit code. */
async function computeNow({ data, store }: Config): Promise<number> {
  requireDataset(data, store);
  const progress = createProgress();
  await using dataset = openDataset(data, store);
  if ((await computeAll(dataset, progress)) === 0) progress.end('  nothing was left to work out');
  return 0;
}

async function showStatus({ data, store }: Config, json: boolean): Promise<number> {
  requireDataset(data, store);
  await using dataset = openDataset(data, store);
  const now = new Date();
  const states = await dataset.writer.states();
  const later = leftForLater(await dataset.writer.corpus());
  if (json) {
    const sources = states.map((state) => ({
      ...state,
      freshness: freshnessOf(state.source, state.last_success_at, now),
    }));
    return sayJson({ sources, not_computed: later });
  }
  const rows = states.map((state) => [
    state.source,
    state.scope || 'country',
    state.as_of ?? '',
    state.last_success_at.slice(0, 16).replace('T', ' '),
    freshnessOf(state.source, state.last_success_at, now),
    String(state.rows),
    state.synthetic ? 'synthetic' : '',
  ]);
  const header = ['source', 'scope', 'as of', 'last load (UTC)', 'freshness', 'rows', ''];
  process.stdout.write(`${table(rows, header)}\n`);
  for (const line of await describeUnchecked(dataset.writer)) process.stdout.write(`${line}\n`);
  const left = Map.groupBy(later, (entry) => entry.powiat);
  for (const [powiat, entries] of left) {
    const layers = entries.map((entry) => entry.layer).join(', ');
    process.stdout.write(`powiat ${powiat}: not computed yet: ${layers} (miedza ingest compute)\n`);
  }
  return 0;
}

const RUNS_SHOWN = 20;

async function showReport({ data, store }: Config, json: boolean): Promise<number> {
  requireDataset(data, store);
  await using dataset = openDataset(data, store);
  const runs = await dataset.writer.runs(RUNS_SHOWN);
  if (json) {
    const told = [];
    for (const run of runs) told.push({ ...run, issue_kinds: await dataset.writer.issueKinds(run.run) });
    return sayJson({ runs: told });
  }
  for (const run of runs) {
    const counts = `${counted(run.rows, 'row')}, ${counted(run.issues, 'issue')}`;
    // A run without a file has worked out answers, or told the events of a day.
    const what = run.file === '' ? 'compute  (no file)' : `${run.source}  ${run.file}`;
    const came = run.file === '' ? '' : `  ${counts}`;
    process.stdout.write(
      `run ${run.run}  ${run.started_at.slice(0, 19)}  ${what}  ${run.outcome}${came}${run.reason ? `\n  ${run.reason}` : ''}\n`,
    );
    for (const { kind, count, example } of await dataset.writer.issueKinds(run.run)) {
      process.stdout.write(`  ${kind} × ${count}, for example ${example}\n`);
    }
  }
  return 0;
}
