// Suggestions while somebody types, with a national number of names: how long one takes, what the index takes, and how near it comes
// to a bare node:http server that sends the same bytes, with new prefixes each time.

import { DatabaseSync } from 'node:sqlite';
import { datasetIn } from '../src/data-folder.ts';
import { runSuggest } from '../src/service/operations/suggestions.ts';
import { createClock } from '../src/service/pipeline/clock.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { randomFor } from '../world/random.ts';
import { dataOf, SAMPLE_SIZE, SEED } from './data.ts';
import { say } from './figures.ts';
import { compare, NAMES, nationalData } from './resolve.ts';

const REQUESTS = 10_000;
const TARGET = 0.3;
const MOST_P99_MS = 5;

export async function benchSuggest(): Promise<void> {
  const data = await nationalData(await dataOf(SAMPLE_SIZE));
  const prefixes = prefixesOf(data);
  await measure(data, prefixes);
  const paths = prefixes.map((q) => `/v1/suggest?q=${encodeURIComponent(q)}`);
  await compare(`suggest, ${NAMES.toLocaleString('en')} names`, data, TARGET, paths);
}

/** Beginnings of names as they are typed, some with a typo, some with a number behind. */
function prefixesOf(data: string): string[] {
  const db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const rows = db
    .prepare(
      `SELECT name FROM (SELECT DISTINCT locality AS name FROM addresses UNION SELECT DISTINCT street FROM addresses
       UNION SELECT name FROM obreby) WHERE length(name) > 4`,
    )
    .all();
  db.close();
  const random = randomFor(SEED, 'prefixes');
  const prefixes = new Set<string>();
  while (prefixes.size < REQUESTS) {
    const name = String(rows[Math.floor(random() * rows.length)]?.name);
    const begun = name.slice(0, 2 + Math.floor(random() * (name.length - 2)));
    const at = 1 + Math.floor(random() * Math.max(1, begun.length - 1));
    const chance = random();
    if (chance < 0.7) prefixes.add(begun);
    else if (chance < 0.9) prefixes.add(begun.slice(0, at) + begun.slice(at + 1) || begun);
    else prefixes.add(`${name} ${1 + Math.floor(random() * 99)}`);
  }
  return [...prefixes];
}

async function measure(data: string, prefixes: readonly string[]): Promise<void> {
  const store = openSqliteStore(datasetIn(data));
  const snapshotOf = createSnapshotCache();
  const clock = createClock();
  const costs_ms: number[] = [];
  await store.read(async (reads) => {
    const snapshot = await snapshotOf(reads);
    const index = await snapshot.names.suggestions(reads, snapshot.corpus);
    const mb = (index.bytes / 2 ** 20).toFixed(1);
    say('the index, beside the index of names', `${mb} MB`);
    const context = { reads, ...snapshot, now: clock.now(), day: clock.day() };
    for (const q of prefixes) {
      const before = process.cpuUsage();
      await runSuggest(context, { q, limit: 8 });
      const { user, system } = process.cpuUsage(before);
      costs_ms.push((user + system) / 1e3);
    }
  });
  await store.close();
  costs_ms.sort((a, b) => a - b);
  const p99 = costs_ms[Math.floor(costs_ms.length * 0.99)] ?? 0;
  const median = costs_ms[costs_ms.length >> 1] ?? 0;
  say('processor time, median', `${median.toFixed(2)} ms`);
  say('processor time, 99 of 100', `${p99.toFixed(2)} ms`, {
    text: `≤ ${MOST_P99_MS} ms`,
    met: p99 <= MOST_P99_MS,
  });
}
