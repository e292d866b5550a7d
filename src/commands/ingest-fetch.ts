// miedza ingest fetch and miedza ingest refresh: official files straight from their publishers into the dataset.

import { existsSync } from 'node:fs';
import { readConfig, UsageError } from '../config.ts';
import { datasetIn, fetchedIn, prepareFolder } from '../data-folder.ts';
import { openDataset } from '../dataset.ts';
import { KNOWN_UNITS } from '../domain/places/known-units.ts';
import { counted } from '../domain/sentences/measures.ts';
import { tellCalendarDays } from '../ingest/calendar-events.ts';
import { createDownloader, type Download } from '../ingest/fetch/download.ts';
import { ENDPOINTS, type Endpoint, endpointAt } from '../ingest/fetch/endpoints.ts';
import { fetchAndLoad } from '../ingest/fetch/load.ts';
import { type Job, type PlannedJob, planRefresh } from '../ingest/fetch/refresh-schedule.ts';
import type { Recipe } from '../ingest/recipe.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import type { FileOutcome } from '../ingest/run.ts';
import { DATA_OPTION, readFlags } from './command.ts';
import { createProgress } from './progress.ts';
import { table } from './table.ts';

export const FETCH_HELP = `fetch downloads a source from its publisher and loads it. refresh does so for everything that is loaded and past its
refresh target; a source that fails does not stop the others, and the exit code is 1 when any failed.

  --partition 1418,1438    powiaty to fetch, for a source published powiat by powiat, or to refresh (default: those loaded)
  --url SOURCE=URL         another address, where {teryt} is the powiat (also MIEDZA_SOURCE_URL_<SOURCE>)`;

const FLAGS = {
  ...DATA_OPTION,
  partition: { type: 'string' },
  /** As --partition of refresh was called before. */
  partitions: { type: 'string' },
  url: { type: 'string', multiple: true },
  'allow-loss': { type: 'boolean', default: false },
} as const;

type Skipped = Exclude<PlannedJob['need'], 'due'>;
type Line = Job & (FileOutcome | { readonly outcome: Skipped });

interface FetchTools {
  readonly now: () => Date;
  readonly download: Download;
  readonly print: (text: string) => void;
}

/** `words` begin with fetch or refresh; the exit code. */
export async function runFetch(
  words: readonly string[],
  { now, download, print }: FetchTools = {
    now: () => new Date(),
    download: createDownloader(),
    print: (text) => process.stdout.write(text),
  },
): Promise<number> {
  const { values, positionals } = readFlags(words, FLAGS, Infinity);
  const [command, ...sources] = positionals;
  const powiaty = readPowiaty(values.partition ?? values.partitions);
  const { data, store, source_urls } = readConfig(values);
  for (const [source, url] of Object.entries(source_urls)) checkUrl(source, url);
  const strange = powiaty?.find((code) => !POWIATY.has(code));
  if (strange !== undefined)
    throw new UsageError(`there is no powiat ${strange} in the register of units; nothing is fetched`);
  if (command === 'refresh' && sources.length > 0)
    throw new UsageError('refresh takes no source; fetch does');
  const asked = command === 'fetch' ? jobsOf(sources, powiaty, source_urls) : null;

  if (command === 'refresh' && store === null && !existsSync(datasetIn(data))) {
    throw new UsageError(`there is no dataset in ${data} yet; nothing can be refreshed`);
  }
  prepareFolder(data);
  await using dataset = openDataset(data, store);
  // Before anything is asked for: two downloads of one file would write into each other.
  await dataset.writer.claim();
  const progress = createProgress();
  const options = {
    ...dataset.options({ allowLoss: values['allow-loss'], now, onProgress: progress.update }),
    download,
    fetchedFolder: fetchedIn(data),
  };
  const order = RECIPES.map((recipe) => recipe.source);
  const wish = { order, powiaty, urls: source_urls, now: now() };
  const jobs = asked ?? planRefresh(await dataset.writer.states(), wish);
  const lines: Line[] = [];
  for (const job of jobs) {
    const { source, teryt } = job;
    if (job.need !== 'due') lines.push({ source, teryt, outcome: job.need });
    else {
      const target = { ...fetchable(source, job.url), url: job.url, teryt };
      const outcomes = await attempt(job, () => fetchAndLoad(target, options));
      lines.push(...outcomes.map((outcome) => ({ ...outcome, source, teryt })));
      progress.end(`  ${nameOf(job)}: ${outcomes.map(({ outcome }) => outcome).join(', ')}`);
    }
  }
  if (command === 'refresh') {
    for (const { day, events } of await tellCalendarDays(options))
      print(`${day}: ${counted(events, 'event')} by the calendar\n`);
  }
  print(lines.length === 0 ? 'nothing is loaded that could be refreshed\n' : report(lines));
  return lines.some((line) => line.outcome === 'failed') ? 1 : 0;
}

/** The other jobs go on whatever happened to this one; a bug is still shown whole. */
async function attempt({ source }: Job, work: () => Promise<FileOutcome[]>): Promise<FileOutcome[]> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ source, file: '', outcome: 'failed', reason }];
  }
}

function jobsOf(
  [name, ...more]: readonly string[],
  powiaty: readonly string[] | null,
  urls: Readonly<Record<string, string>>,
): PlannedJob[] {
  if (name === undefined || more.length > 0) throw new UsageError('name one source to fetch; see --help');
  const { recipe, endpoint } = fetchable(name, urls[name]);
  const url = urls[name] ?? endpoint.url;
  if (url === null) {
    throw new UsageError(
      `${endpoint.no_url}; give one with --url ${name}=URL, or load a file: miedza ingest ${name} --from PATH`,
    );
  }
  if (endpoint.each === 'once' && powiaty)
    throw new UsageError(`${name} is fetched whole, without --partition`);
  if (endpoint.each === 'powiat' && !powiaty)
    throw new UsageError(`say which powiat of ${name}: --partition 1418`);
  return (powiaty ?? ['']).map((teryt) => ({ source: recipe.source, teryt, url, need: 'due' }));
}

/** `url` is another address than the endpoint's own. */
function fetchable(name: string, url: string | null = null): { recipe: Recipe; endpoint: Endpoint } {
  const known = RECIPES.flatMap((recipe) => {
    const endpoint = recipe.source === name ? endpointAt(name, url) : ENDPOINTS[recipe.source];
    return endpoint ? [{ recipe, endpoint }] : [];
  });
  const found = known.find(({ recipe }) => recipe.source === name);
  if (found) return found;
  const names = known.map(({ recipe }) => recipe.source).join(', ');
  throw new UsageError(`"${name}" is not a source that can be fetched; those are ${names}`);
}

export function checkUrl(source: string, url: string): void {
  const { endpoint } = fetchable(source, url);
  if (endpoint.kind === 'file' && endpoint.each === 'powiat' && !url.includes('{teryt}')) {
    throw new UsageError(
      `the address of ${source} must say where the code of the powiat goes: {teryt}; got "${url}"`,
    );
  }
}

const POWIATY: ReadonlySet<string> = new Set(
  KNOWN_UNITS.map(({ code }) => code).filter((code) => code.length === 4),
);

export function readPowiaty(text: string | undefined): string[] | null {
  const codes = text?.split(',') ?? null;
  const wrong = codes?.find((code) => !/^\d{4}$/.test(code));
  if (wrong !== undefined)
    throw new UsageError(`a powiat has a code of 4 digits such as 1418; got "${wrong}"`);
  return codes;
}

const nameOf = ({ source, teryt }: Job) => (teryt === '' ? source : `${source} ${teryt}`);

function report(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const start = [line.source, line.teryt, 'file' in line ? line.file : '', line.outcome];
    if (line.outcome !== 'published') return [...start, '', '', '', '', ''];
    const { created, changed, removed, unchanged, issues } = line.report;
    return [...start, ...[created + changed + unchanged, created, changed, removed, issues].map(String)];
  });
  const header = ['source', 'powiat', 'file', 'outcome', 'rows', 'new', 'changed', 'removed', 'issues'];
  const reasons = lines.flatMap((line) =>
    line.outcome === 'failed' ? [`${nameOf(line)}: ${line.reason}\n`] : [],
  );
  const notes = lines.flatMap((line) =>
    line.outcome === 'published'
      ? [
          ...line.passed_over.map((what) => `${nameOf(line)}: passed over: ${what}\n`),
          ...[line.unchecked, line.lacking].flatMap((words) =>
            words === null ? [] : [`${nameOf(line)}: ${words}\n`],
          ),
        ]
      : [],
  );
  return `${table(rows, header)}\n${reasons.join('')}${notes.join('')}`;
}
