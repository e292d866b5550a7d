// A server killed with SIGKILL while a receiver holds its delivery: the next server tells that event again, then the others, in
// order, and none is missing.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { verifyWebhook } from '../../packages/client/src/client.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { clientOf } from '../client.ts';
import { buildSampleData, LAND } from '../sample.ts';
import { publishEdited } from '../spec/publish-edited.ts';
import { startServer, until } from './program.ts';

const KEY = 'kill-push';
const EVENTS = 5;

let secret = '';
/** Numbers of the events, in the order they came: with a good signature, as they were answered. */
const arrived: number[] = [];
const accepted: number[] = [];
/** Of those to come, how many are taken before one is held. */
let allowance = 0;
let held: ServerResponse | null = null;

const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { data } = await verifyWebhook(body, request.headers, secret);
  const number = Number(data.id?.slice('ev_'.length));
  arrived.push(number);
  if (allowance > 0) {
    allowance -= 1;
    accepted.push(number);
    response.writeHead(204).end();
  } else held = response;
});
before(() => once(receiver.listen(0, '127.0.0.1'), 'listening'));
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});

/** As if the half minute had passed for which the dead server had said that it delivers. */
function endLease(data: string): void {
  const db = openAccounts(accountsIn(data));
  db.exec("UPDATE push_lease SET until = ''");
  db.close();
}

test('no event is lost and none overtakes another, however often the server is killed', async () => {
  const sample = await buildSampleData(1_000, { only: LAND });
  const serve = () =>
    startServer(['--data', sample.data, '--key', KEY], {
      MIEDZA_LOG_LEVEL: 'silent',
      MIEDZA_PUSH_NETWORKS: '127.0.0.0/8',
    });
  let server = await serve();
  const headers = { 'X-Api-Key': KEY };
  const { body } = await clientOf(server.url).post<{ secret: string }>(
    '/v1/subscriptions',
    {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      parcel: EXAMPLE_ID,
      types: ['parcel_area_changed'],
    },
    headers,
  );
  secret = body.result?.secret ?? assert.fail(JSON.stringify(body.error));

  const published = Date.now();
  for (let edition = 1; edition <= EVENTS; edition += 1) {
    const area_ha = (0.2 + edition / 10_000).toFixed(4);
    const sql = `UPDATE dzialki SET pole_ewidencyjne = '${area_ha}' WHERE id_dzialki = '${EXAMPLE_ID}';`;
    await publishEdited(sample, '1418', sql, new Date(published + edition));
  }
  for (let kill = 1; kill <= 3; kill += 1) {
    await until(`the delivery that is cut off, ${kill}`, () => held !== null);
    assert.equal(await server.stop('SIGKILL'), 'SIGKILL');
    // One taken by a server that then dies may come again; one that was never answered must.
    [held, allowance] = [null, 1];
    endLease(sample.data);
    server = await serve();
  }
  allowance = Number.POSITIVE_INFINITY;
  await until('all events', () => new Set(accepted).size === EVENTS);
  assert.equal(await server.stop('SIGTERM'), 0);

  const first = [...new Set(arrived)];
  assert.deepEqual(
    first,
    first.toSorted((a, b) => a - b),
    `in order: ${arrived}`,
  );
  assert.deepEqual([...new Set(accepted)], first, 'each was taken, in the same order');
  assert.ok(arrived.length >= EVENTS + 3, `those that were cut off came again: ${arrived}`);
});
