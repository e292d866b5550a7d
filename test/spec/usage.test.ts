// GET /v1/usage (contract §13): what a key sees of its own account, and of no other.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MiedzaClient } from '../../packages/client/src/client.ts';
import type { Usage } from '../../src/contract/key-usage.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey } from '../../src/store/sqlite/key-records.ts';
import { type Client, startClient } from '../client.ts';
import { runWarm } from '../process/warm-program.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, LAND } from '../sample.ts';

let client: Client;
let now = Date.parse('2026-11-15T12:00:00Z');
const secrets: string[] = [];
before(async () => {
  const { data } = await buildSampleData(undefined, { only: LAND });
  const accounts = openAccounts(accountsIn(data));
  for (const [name, monthly_quota] of [
    ['anna', 5],
    ['jan', null],
  ] as const)
    secrets.push(
      createKey(accounts, { name, monthly_quota, rate_per_s: 1000, burst: 1000 }, new Date(now)).secret,
    );
  accounts.close();
  client = await startClient(data, { clock: createClock(() => now) });
});
after(() => client.close());

const asAnna = () => ({ 'X-Api-Key': secrets[0] ?? '' });
const asJan = () => ({ 'X-Api-Key': secrets[1] ?? '' });

test(rule('C13-usage'), async () => {
  const parcel = `/v1/parcel?id=${EXAMPLE_ID}&layers=soil`;
  const { headers } = await client.get(parcel, asAnna());
  await client.get(parcel, { ...asAnna(), 'If-None-Match': headers.get('etag') ?? '' });
  await client.get('/v1/parcel?id=141803_2.0009.9999', asAnna());
  await client.get('/v1/sources', asAnna());
  const received = await client.get<Usage>('/v1/usage', asAnna());
  assert.deepEqual(received.body.billing, { cost: 0, charged: 0, refunded: 0, rule: 'free_operation' });
  const day = '2026-11-15';
  assert.deepEqual(received.body.result, {
    key: 'anna',
    month: '2026-11',
    quota: 5,
    charged: 1,
    remaining: 4,
    resets_at: '2026-11-30T23:00:00.000Z',
    days: [
      { day, operation: 'parcel', requests: 3, cost: 3, charged: 1, refunded: 1 },
      { day, operation: 'sources', requests: 1, cost: 0, charged: 0, refunded: 0 },
    ],
  });
});

test('it is never cached, and every key sees its own', async () => {
  for (let time = 0; time < 4; time++) {
    const { body } = await client.get<Usage>('/v1/usage', asJan());
    assert.equal(body.result?.key, 'jan');
    assert.deepEqual([body.result.quota, body.result.remaining], [null, null]);
    const own = body.result.days.find(({ operation }) => operation === 'usage');
    assert.equal(own?.requests ?? 0, time);
  }
});

test('other months, the end of summer time, and a used-up quota', async () => {
  const past = await client.get<Usage>('/v1/usage?month=2026-10', asAnna());
  assert.deepEqual(
    [
      past.body.result?.days,
      past.body.result?.charged,
      past.body.result?.remaining,
      past.body.result?.resets_at,
    ],
    [[], 0, null, null],
  );
  for (const month of ['2026-13', '2026', 'x', '2026-1']) {
    const { http, body } = await client.get(`/v1/usage?month=${month}`, asAnna());
    assert.equal(http, 400);
    assert.match(body.error?.message ?? '', /month: must be a month, as YYYY-MM, got/);
  }
  for (let time = 0; time < 6; time++) await client.get(`/v1/parcel?id=${EXAMPLE_ID}`, asAnna());
  const spent = await client.get<Usage>('/v1/usage', asAnna());
  assert.deepEqual([spent.http, spent.body.result?.remaining], [200, 0]);
  now = Date.parse('2027-06-30T22:30:00Z');
  const july = await client.get<Usage>('/v1/usage', asAnna());
  assert.deepEqual(
    [july.body.result?.month, july.body.result?.resets_at],
    ['2027-07', '2027-07-31T22:00:00.000Z'],
  );
});

test('by the typed client and the command line', async () => {
  const miedza = new MiedzaClient({ url: client.url, key: secrets[0] ?? '' });
  const answer = await miedza.usage({ month: '2026-11' });
  if (answer.status !== 'ok') assert.fail(answer.status);
  assert.equal(answer.result.charged, 5);
  const words = ['get', 'usage', '--month', '2026-11', '--url', client.url, '--key', secrets[0] ?? ''];
  const { code, stdout, stderr } = await runWarm(words);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^anna {2}2026-11\nCharged 5 of 5$/m);
  assert.match(stdout, /^2026-11-15 {2}parcel +9 +9 +5 +3$/m);
  const local = await runWarm(['get', 'usage']);
  assert.match(local.stderr, /name its server with --url/);
});
