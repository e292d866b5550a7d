// The soak: many connections ask for a while and the real ingest publishes changed files meanwhile. Every answer must be
// what the contract says, come from one edition, and not from one older than the last publish; memory must stay flat.

import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey } from '../../src/store/sqlite/key-records.ts';
import { randomFor } from '../../world/random.ts';
import { clientOf, type Received } from '../client.ts';
import { loadOne } from '../ingest/load-file.ts';
import type { Sample } from '../sample.ts';
import { editionsIn, makeEdition } from './editions.ts';
import { type Memory, PROGRAM, startWatched } from './server.ts';
import { ask, placesAround, type Question, questionFor } from './workload.ts';

export interface SoakPlan {
  readonly sample: Sample;
  readonly connections: number;
  /** How long at least; a publish under way is waited for. */
  readonly duration_ms: number;
  /** 1 or 2. */
  readonly publishes: number;
  readonly say?: (line: string) => void;
}

export interface SoakReport {
  readonly requests: number;
  /** Answers by "operation edition". */
  readonly counts: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  readonly before: Memory;
  readonly after: Memory;
}

/** A run that fails once fails often: the first of them tell enough. */
const MOST_FAILURES = 20;

/** Enough to have asked everything of every kind. */
const LEAST_REQUESTS = 600;

export async function soak(plan: SoakPlan): Promise<SoakReport> {
  const { sample, connections, duration_ms, publishes, say = () => undefined } = plan;
  const numbers = Array.from({ length: publishes + 1 }, (_, number) => number);
  const [first = '', ...later] = await Promise.all(
    numbers.map((number) => makeEdition(sample.files, number)),
  );
  const loaded = await loadOne(first, sample.data);
  if (loaded.outcome !== 'published') throw new Error(`the first edition is ${loaded.outcome}`);
  const secret = keyWithoutLimit(sample.data);
  const server = await startWatched(sample.data);
  const client = clientOf(server.url);
  const places = await placesAround(client, secret, EXAMPLE_ID);

  const counts = new Map<string, number>();
  const failures: string[] = [];
  let requests = 0;
  let published = 0;
  let stopping = false;
  const askOn = async (connection: number) => {
    const random = randomFor(1, `connection ${connection}`);
    while (!stopping && failures.length < MOST_FAILURES) {
      const question = questionFor(random, places);
      const least = published;
      try {
        const edition = judge(question, await ask(client, question, secret), least);
        const name = `${question.name} ${edition ?? '-'}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      } catch (error) {
        const { message, cause } = error as Error;
        failures.push(`${question.path} ${message}${cause instanceof Error ? `: ${cause.message}` : ''}`);
      }
      requests += 1;
    }
  };
  /** For so long and for so many requests: a busy machine answers few in a short time. */
  const goOn = async (least_ms: number) => {
    const enough = requests + LEAST_REQUESTS;
    await wait(least_ms);
    while (requests < enough && failures.length < MOST_FAILURES) await wait(20);
  };
  const asking = Array.from({ length: connections }, (_, connection) => askOn(connection));
  const started = performance.now();
  // The first fifth warms up: code is compiled, caches are filled.
  await goOn(duration_ms / 5);
  const before = await server.memory();
  say(`warm after ${requests} requests: ${tellMemory(before)}`);
  for (const file of later) {
    await publish(file, sample.data);
    published += 1;
    say(`edition ${published} is published after ${requests} requests`);
    await goOn(duration_ms / 10);
  }
  await wait(Math.max(0, duration_ms - (performance.now() - started)));
  stopping = true;
  await Promise.all(asking);
  const after = await server.memory();
  say(`at the end, after ${requests} requests: ${tellMemory(after)}`);
  const code = await server.stop();
  if (code !== 0) failures.push(`the server ended with ${code}`);
  return { requests, counts, failures, before, after };
}

const tellMemory = ({ heap_mb, resident_mb }: Memory) =>
  `heap ${heap_mb.toFixed(1)} MB, resident ${resident_mb?.toFixed(0) ?? 'unknown'} MB`;

/** The edition of an answer, null where it has no mark; throws when the answer is not as it must be. */
function judge(question: Question, { http, body, text }: Received, least: number): number | null {
  if (http !== 200) throw new Error(`answered ${http}: ${text.slice(0, 300)}`);
  if (!question.marked) return null;
  const [edition, ...others] = editionsIn(body.result);
  if (edition === undefined) throw new Error(`holds no mark: ${text.slice(0, 300)}`);
  if (edition < 0 || others.length > 0) throw new Error(`mixes the editions ${[edition, ...others]}`);
  if (edition < least) throw new Error(`is of edition ${edition}, asked for after ${least} was published`);
  return edition;
}

async function publish(file: string, data: string): Promise<void> {
  const words = [PROGRAM, 'ingest', '--from', file, '--data', data];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words);
  if (!/ [1-9]\d* changed/.test(stdout + stderr))
    throw new Error(`nothing was published: ${stdout}${stderr}`);
}

function keyWithoutLimit(data: string): string {
  const db = openAccounts(accountsIn(data));
  try {
    return createKey(db, { name: 'soak', rate_per_s: 100_000, burst: 1_000_000 }, new Date()).secret;
  } finally {
    db.close();
  }
}
