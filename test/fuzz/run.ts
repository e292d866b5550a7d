// npm run fuzz [-- --seed N --requests N --only N]: the long form of the fuzz. Prints its seed; with it, the same requests
// are made again, and with --only one of them.

import { parseArgs } from 'node:util';
import { createProgress } from '../../src/commands/progress.ts';
import { buildSampleData } from '../sample.ts';
import { fuzz } from './fuzz.ts';
import { fuzzSockets } from './sockets.ts';

/** Of sixteen connections each. */
const SOCKET_ROUNDS = 50;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string' }, only: { type: 'string' } },
});
const seed = wholeNumber('seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31);
const only = wholeNumber('only', values.only);
const [from, to] = only === null ? [0, wholeNumber('requests', values.requests) ?? 20_000] : [only, only + 1];

const say = (text: string) => process.stdout.write(`${text}\n`);
say(`seed ${seed}`);
const { data } = await buildSampleData();
const progress = createProgress();
const { counts, failures, slowest } = await fuzz({
  data,
  seed,
  from,
  to,
  onProgress: (done) => progress.update('requests', done, to - from),
});

const sums = new Map<string, number>();
for (const [name, count] of counts) {
  const http = name.split(' ').at(-1) ?? '';
  sums.set(http, (sums.get(http) ?? 0) + count);
}
progress.end(
  `${to - from} requests: ${[...sums]
    .sort()
    .map(([http, count]) => `${count} × ${http}`)
    .join(', ')}`,
);
say(
  `slowest: ${slowest.map(({ number, kind, ms }) => `${number} (${kind}) ${ms.toFixed(0)} ms`).join(', ')}`,
);
for (const { number, kind, why, curl } of failures.slice(0, 20))
  say(
    `\nrequest ${number} (${kind}): ${why}\n  ${curl}\n  again: npm run fuzz -- --seed ${seed} --only ${number}`,
  );
const sockets = only === null ? await fuzzSockets(data, seed, SOCKET_ROUNDS) : null;
if (sockets) say(`\nsockets: ${[...sockets.counts].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`);
for (const failure of sockets?.failures.slice(0, 20) ?? []) say(`  ${failure}`);
const count = failures.length + (sockets?.failures.length ?? 0);
say(`\n${count} failures`);
process.exitCode = count === 0 ? 0 : 1;

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number, got "${text}"`);
  return Number(text);
}
