// miedza ingest probe: how each configured service differs from what its reader expects, in a table or as JSON.

import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig, UsageError } from '../config.ts';
import { datasetIn } from '../data-folder.ts';
import { openDataset } from '../dataset.ts';
import { voivodeshipsServed } from '../domain/corpus/corpus.ts';
import { ENDPOINTS, endpointAt } from '../ingest/fetch/endpoints.ts';
import { createAsk } from '../ingest/fetch/polite-request.ts';
import { probe } from '../ingest/fetch/probe.ts';
import type { ProbeTarget, ProbeTools, ServiceFinding } from '../ingest/fetch/probe-answer.ts';
import type { Network } from '../ingest/fetch/transfer.ts';
import { PlaceCheck } from '../ingest/place-check.ts';
import { RECIPES } from '../ingest/recipes/index.ts';
import { createUnitLookup } from '../ingest/unit-lookup.ts';
import type { DatasetWriter } from '../store/writer.ts';
import { DATA_OPTION, readFlags } from './command.ts';
import { checkUrl, readPowiaty } from './ingest-fetch.ts';
import { table } from './table.ts';

export const PROBE_HELP = `probe asks every configured service, or the one named, for its capabilities, its schema and one feature, reads that as a load
would, and says where it differs from what is expected. It loads nothing. The exit code is 1 when one would not load.

  --partition 1418         the powiat to ask about (default: the first that is loaded, else 1418)
  --json                   the findings as JSON`;

const FLAGS = {
  ...DATA_OPTION,
  partition: { type: 'string' },
  url: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
} as const;

type Verdict = 'loads' | 'differs' | 'would not load' | 'by hand';

interface ProbedService {
  readonly source: string;
  readonly powiat: string | null;
  readonly url: string | null;
  readonly verdict: Verdict;
  readonly findings: readonly ServiceFinding[];
}

interface ProbeSettings {
  readonly network: Pick<Network, 'fetch' | 'now' | 'sleep'>;
  readonly print: (text: string) => void;
  /** How far it has come, beside what is printed. */
  readonly tell?: (text: string) => void;
}

const LIVE: ProbeSettings = {
  network: { fetch, now: Date.now, sleep: (ms) => wait(ms) },
  print: (text) => process.stdout.write(text),
  tell: (text) => process.stderr.write(text),
};

const USUAL_POWIAT = '1418';

/** `words` begin with probe; the exit code. */
export async function runProbe(
  words: readonly string[],
  { network, print, tell = () => undefined }: ProbeSettings = LIVE,
): Promise<number> {
  const { values, positionals } = readFlags(words, FLAGS, Infinity);
  const [, name, ...more] = positionals;
  if (more.length > 0) throw new UsageError('name one source to probe, or none for all');
  const powiaty = readPowiaty(values.partition);
  const { data, store, source_urls } = readConfig(values);
  for (const [source, url] of Object.entries(source_urls)) checkUrl(source, url);
  const known = RECIPES.filter(({ source }) => ENDPOINTS[source] !== undefined);
  const recipes = name === undefined ? known : known.filter(({ source }) => source === name);
  if (recipes.length === 0) {
    const names = known.map(({ source }) => source).join(', ');
    throw new UsageError(`"${name}" is not a source that is fetched; those are ${names}`);
  }
  await using dataset = store !== null || existsSync(datasetIn(data)) ? openDataset(data, store) : null;
  const writer: Pick<DatasetWriter, 'boundaries'> = dataset?.writer ?? { boundaries: async () => [] };
  const corpus = (await dataset?.writer.corpus()) ?? null;
  const loaded = corpus?.states.find(({ source }) => source === 'egib')?.scope.slice(0, 4);
  const folder = join(tmpdir(), `miedza-probe-${process.pid}`);
  const tools = {
    ask: createAsk(network),
    folder,
    places: () => new PlaceCheck(createUnitLookup(writer)),
    served: corpus ? voivodeshipsServed(corpus.admin, corpus.states) : [],
  };
  const services: ProbedService[] = [];
  try {
    for (const recipe of recipes) {
      const configured = ENDPOINTS[recipe.source];
      if (!configured) continue;
      const url = source_urls[recipe.source] ?? configured.url;
      const endpoint = endpointAt(recipe.source, url) ?? configured;
      const teryt = endpoint.each === 'powiat' ? (powiaty?.[0] ?? loaded ?? USUAL_POWIAT) : '';
      tell(`  asking ${recipe.source}${url === null ? '' : ` at ${hostOf(url)}`} …\n`);
      services.push(await probeOne({ recipe, endpoint, teryt }, url, tools));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  print(values.json ? `${JSON.stringify(services, null, 2)}\n` : report(services));
  return services.some(({ verdict }) => verdict === 'would not load') ? 1 : 0;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

async function probeOne(
  target: Omit<ProbeTarget, 'url'>,
  url: string | null,
  tools: ProbeTools,
): Promise<ProbedService> {
  const { recipe, endpoint, teryt } = target;
  const about = { source: recipe.source, powiat: teryt || null };
  if (url === null) {
    const says = endpoint.no_url ?? 'there is no address to fetch it from';
    return { ...about, url, verdict: 'by hand', findings: [{ about: 'address', is: 'differs', says }] };
  }
  const findings = await probe({ ...target, url }, tools);
  return { ...about, url: url.replaceAll('{teryt}', teryt), verdict: verdictOf(findings), findings };
}

function verdictOf(findings: readonly ServiceFinding[]): Verdict {
  if (findings.some(({ is }) => is === 'fails')) return 'would not load';
  return findings.some(({ is }) => is === 'differs') ? 'differs' : 'loads';
}

/** A line for each service, then what differs or fails, with what may help. */
function report(services: readonly ProbedService[]): string {
  const rows = services.map(({ source, powiat, url, verdict, findings }) => {
    const count = (is: ServiceFinding['is']) =>
      String(findings.filter((finding) => finding.is === is).length);
    const host = url === null ? '' : new URL(url).host;
    return [source, powiat ?? '', host, verdict, count('ok'), count('differs'), count('fails')];
  });
  const header = ['source', 'powiat', 'service', 'verdict', 'as expected', 'differ', 'fail'];
  const lines = services.flatMap(({ source, findings }) =>
    findings
      .filter(({ is }) => is !== 'ok')
      .flatMap(({ about, is, says, hint }) => [
        `${source}: ${is === 'fails' ? 'FAILS' : 'differs'}: ${about}: ${says}`,
        ...(hint === undefined ? [] : [`  hint: ${hint}`]),
      ]),
  );
  return `${table(rows, header)}\n${lines.map((line) => `${line}\n`).join('')}`;
}
