// npm run soak:kills [-- --kills N]: the server killed N times under load and an ingest N times at random moments before its end, by hand. After each
// kill every charge that was told is in the ledger, and what is served is a whole publish, old or new. Prints what it saw.

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { clientOf, TEST_KEY } from '../client.ts';
import { run, start, startServer } from '../process/program.ts';
import { buildSampleData, LAND, loadFolder, worldOf } from '../sample.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' } } });
const kills = Number(values.kills);
const CLIENTS = 16;
const QUIET = { MIEDZA_LOG_LEVEL: 'silent', MIEDZA_API_KEY: TEST_KEY, MIEDZA_WORKERS: '2' };
const BY_ID = `/v1/parcel?id=${EXAMPLE_ID}`;
const say = (text: string) => process.stdout.write(`${text}\n`);

const { data, files } = await buildSampleData(1_000, { only: LAND });
const other = await worldOf(1_500);
await loadFolder(other, data, { only: /^PRG_/ });

function ledgerTotal(): number {
  const db = openAccounts(accountsIn(data));
  const total = usageTable(db).reduce((sum, row) => sum + row.charged, 0);
  db.close();
  return total;
}

/** What the answers charged until the connection broke. */
async function askUntilGone(url: string): Promise<number> {
  let charged = 0;
  for (;;) {
    const answer = await clientOf(url)
      .get(BY_ID)
      .catch((error: Error) => {
        if (error.name === 'AssertionError') throw error;
        return null;
      });
    if (answer === null) return charged;
    charged += answer.body.billing.charged;
  }
}

let answers = 0;
for (let kill = 0; kill < kills; kill += 1) {
  const before = ledgerTotal();
  const server = await startServer(['--data', data], QUIET);
  const clients = Array.from({ length: CLIENTS }, () => askUntilGone(server.url));
  await wait(Math.random() * 1_000);
  await server.stop('SIGKILL');
  const told = (await Promise.all(clients)).reduce((sum, one) => sum + one, 0);
  const written = ledgerTotal() - before;
  answers += told;
  if (written < told || written > told + CLIENTS)
    throw new Error(`kill ${kill}: told ${told}, written ${written}`);
}
say(`server: ${kills} kills, ${answers} charges told, all of them in the ledger`);

const server = await startServer(['--data', data], QUIET);
const client = clientOf(server.url);
const areas = new Set<string>();
let published = 0;
/** Of the longest ingest that came to its end: kills are spread over that time. */
let whole_ms = 4_000;
for (let kill = 0; kill < kills; ) {
  const from = join((kill + published) % 2 === 0 ? other : files, '1418.gpkg.zip');
  const began_ms = performance.now();
  const ingest = start(['ingest', '--from', from, '--allow-loss', '--no-compute', '--data', data]);
  await Promise.race([wait(Math.random() * whole_ms), ingest.ended]);
  ingest.child.kill('SIGKILL');
  if ((await ingest.ended) === 'SIGKILL') kill += 1;
  else {
    published += 1;
    whole_ms = Math.max(whole_ms, performance.now() - began_ms);
  }
  const { http, headers } = await client.get(BY_ID);
  if (http !== 200) throw new Error(`kill ${kill}: answered ${http}`);
  areas.add(headers.get('etag') ?? '');
}
const { code, stderr } = await run(['ingest', 'status', '--data', data]);
if (code !== 0) throw new Error(stderr);
await server.stop('SIGTERM');
say(
  `ingest: ${kills} kills before the end, ${published} runs came to theirs; ${areas.size} editions were served, each whole`,
);
