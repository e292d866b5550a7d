// miedza ingest: official files into the dataset, and what came of it.

import { existsSync } from 'node:fs';
import { readConfig, UsageError } from '../config.ts';
import { datasetIn, prepareFolder, workIn } from '../data-folder.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { type FileOutcome, ingestFile, planFiles } from '../ingest/run.ts';
import { openSqliteWriter } from '../store/sqlite/write.ts';
import { type Command, DATA_OPTION, readFlags } from './command.ts';
import { createProgress } from './progress.ts';
import { table } from './table.ts';

export const ingest: Command = {
  summary: 'load official files into the dataset',
  help: `miedza ingest [SOURCE] --from PATH [--allow-loss] [--data DIR]
miedza ingest report
miedza ingest status

Loads one file, or every file of a folder whose name is known, into the dataset. Each file is checked and published
in one step: a broken file publishes nothing and what was served stays. An unchanged file is only noted.

Sources:
${RECIPES.map((recipe) => `  ${recipe.source.padEnd(8)} ${recipe.reads}`).join('\n')}

  --from PATH    a file or a folder
  --allow-loss   publish although more than a fifth of the parcels would vanish
  --data DIR     data folder (default: MIEDZA_DATA or ./data)

report shows the last runs with their issues; status what is loaded and how fresh it is.`,
  async run(words) {
    const { values, positionals } = readFlags(words, {
      ...DATA_OPTION,
      from: { type: 'string' },
      'allow-loss': { type: 'boolean', default: false },
    });
    const config = readConfig(values);
    const [first] = positionals;
    if (first === 'report' || first === 'status') return show(first, config.data);
    if (values.from === undefined)
      throw new UsageError('say what to load with --from PATH; see miedza ingest --help');
    const outcomes = await ingestPath(values.from, first, config.data, values['allow-loss']);
    return outcomes.some((outcome) => outcome.outcome === 'failed') ? 1 : 0;
  },
};

/** Loads a file or a folder, in order; stops at the first failure, for what follows may build on it. */
export async function ingestPath(
  path: string,
  source: string | undefined,
  data: string,
  allowLoss = false,
): Promise<FileOutcome[]> {
  const known = RECIPES.map((recipe) => recipe.source);
  if (source !== undefined && !known.some((name) => name === source)) {
    throw new UsageError(`"${source}" is not a source; sources are ${known.join(', ')}`);
  }
  if (!existsSync(path)) throw new UsageError(`there is nothing at ${path}`);
  const files = planFiles(path, source);
  if (files.length === 0) {
    throw new UsageError(
      `no file at ${path} has a name that a source claims; name the source: ${known.join(', ')}`,
    );
  }
  prepareFolder(data);
  const progress = createProgress();
  const writer = openSqliteWriter(datasetIn(data));
  const outcomes: FileOutcome[] = [];
  try {
    for (const file of files) {
      const outcome = await ingestFile(file.recipe, file.path, {
        writer,
        workFolder: workIn(data),
        allowLoss,
        now: () => new Date(),
        onProgress: (name, rows) => progress.update(name, rows),
      });
      outcomes.push(outcome);
      progress.end(`  ${describe(outcome)}`);
      if (outcome.outcome === 'failed') break;
    }
  } finally {
    await writer.close();
  }
  return outcomes;
}

function describe(outcome: FileOutcome): string {
  switch (outcome.outcome) {
    case 'published': {
      const { created, changed, removed, unchanged, issues } = outcome.report;
      return `${outcome.file}: ${created + changed + unchanged} rows (${created} new, ${changed} changed, ${removed} removed), ${issues} issues`;
    }
    case 'unchanged':
      return `${outcome.file}: unchanged since the last load`;
    case 'failed':
      return `${outcome.file}: NOT published: ${outcome.reason}`;
  }
}

const RUNS_SHOWN = 20;

async function show(what: 'report' | 'status', data: string): Promise<number> {
  if (!existsSync(datasetIn(data))) throw new UsageError(`there is no dataset in ${data} yet`);
  const writer = openSqliteWriter(datasetIn(data));
  try {
    if (what === 'status') {
      const rows = (await writer.states()).map((state) => [
        state.source,
        state.scope || 'country',
        state.as_of ?? '',
        state.last_success_at.slice(0, 16).replace('T', ' '),
        String(state.rows),
        state.synthetic ? 'synthetic' : '',
      ]);
      process.stdout.write(`${table(rows, ['source', 'scope', 'as of', 'last load (UTC)', 'rows', ''])}\n`);
      return 0;
    }
    for (const run of await writer.runs(RUNS_SHOWN)) {
      process.stdout.write(
        `run ${run.run}  ${run.started_at.slice(0, 19)}  ${run.source}  ${run.file}  ${run.outcome}  ${run.rows} rows, ${run.issues} issues${run.reason ? `\n  ${run.reason}` : ''}\n`,
      );
      for (const { kind, count, example } of await writer.issueKinds(run.run)) {
        process.stdout.write(`  ${kind} × ${count}, for example ${example}\n`);
      }
    }
    return 0;
  } finally {
    await writer.close();
  }
}
