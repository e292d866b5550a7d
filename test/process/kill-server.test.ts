// A server killed under load: what clients were told they paid is in the ledger, and at most what was under way more.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey } from '../../src/store/sqlite/key-records.ts';
import { usageTable } from '../../src/store/sqlite/ledger.ts';
import { clientOf } from '../client.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { startServer, until } from './program.ts';

const CLIENTS = 16;
let data: string;
let secret: string;

before(async () => {
  ({ data } = await buildSampleData(1_000, { only: LAND }));
  const db = openAccounts(accountsIn(data));
  ({ secret } = createKey(db, { name: 'load', rate_per_s: 100_000, burst: 100_000 }, new Date()));
  db.close();
});

function ledgerTotal(): number {
  const db = openAccounts(accountsIn(data));
  try {
    return usageTable(db, { key: 'load' }).reduce((sum, row) => sum + row.charged, 0);
  } finally {
    db.close();
  }
}

const ask = (url: string) => clientOf(url).get(`/v1/parcel?id=${EXAMPLE_ID}`, { 'X-Api-Key': secret });

/** Asks until the connection breaks: what the answers charged. */
async function askUntilGone(url: string, onAnswer: () => void): Promise<number> {
  let charged = 0;
  try {
    for (;;) {
      charged += (await ask(url)).body.billing.charged;
      onAnswer();
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return charged;
  }
}

describe('a server killed under load', () => {
  it('has written down every charge it told, and goes on from there', async () => {
    let told = 0;
    for (const enough of [5 * CLIENTS, 30 * CLIENTS]) {
      const server = await startServer(['--data', data], { MIEDZA_LOG_LEVEL: 'silent' });
      let answers = 0;
      const clients = Array.from({ length: CLIENTS }, () =>
        askUntilGone(server.url, () => {
          answers += 1;
        }),
      );
      await until('answers under load', () => answers >= enough);
      assert.equal(await server.stop('SIGKILL'), 'SIGKILL');
      const sums = await Promise.all(clients);
      const charged = sums.reduce((sum, value) => sum + value, 0);
      assert.ok(charged >= enough, `clients were told ${charged} by ${enough} answers`);
      const written = ledgerTotal() - told;
      // Each client had at most one request under way.
      assert.ok(charged <= written, `clients were told ${charged}, the ledger has ${written}`);
      assert.ok(written <= charged + CLIENTS, `the ledger has ${written}, clients were told ${charged}`);
      told += written;
    }
    const server = await startServer(['--data', data]);
    const { http, body } = await ask(server.url);
    assert.deepEqual([http, body.billing.charged], [200, 1]);
    assert.equal(ledgerTotal(), told + 1);
    assert.equal(await server.stop('SIGTERM'), 0);
  });
});
