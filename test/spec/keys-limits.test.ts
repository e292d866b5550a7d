// Keys, rate limits and quotas (spec §5; contract §10), with keys made for the purpose. Buckets that refill in hours
// make the answers certain whatever the machine does.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import type { KeyLimits } from '../../src/store/accounts.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { createKey, revokeKey } from '../../src/store/sqlite/key-records.ts';
import { type Client, startClient, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SLOW: KeyLimits = { rate_per_s: 0.001, burst: 3, monthly_quota: null };
const KEYS: Record<string, KeyLimits> = {
  slow: SLOW,
  batches: { ...SLOW, burst: 5 },
  free: { ...SLOW, burst: 1 },
  quota: { rate_per_s: 1000, burst: 1000, monthly_quota: 5 },
  counted: { rate_per_s: 1000, burst: 1000, monthly_quota: 3 },
  raced: { rate_per_s: 1_000, burst: 100_000, monthly_quota: 100 },
  spent: { rate_per_s: 1_000, burst: 1_000, monthly_quota: 1 },
  worked: { rate_per_s: 0.001, burst: 100, monthly_quota: null },
  revoked: SLOW,
};

let client: Client;
let data: string;
const secrets = new Map<string, string>();
before(async () => {
  ({ data } = await buildSampleData());
  const accounts = openAccounts(accountsIn(data));
  for (const [name, limits] of Object.entries(KEYS)) {
    secrets.set(name, createKey(accounts, { name, ...limits }, new Date(NOW)).secret);
  }
  revokeKey(accounts, 'revoked', new Date(NOW));
  accounts.close();
  client = await startClient(data, { clock: createClock(() => NOW), signup_url: 'https://example.org/keys' });
});
after(() => client.close());

const PARCEL = `/v1/parcel?id=${EXAMPLE_ID}`;
const as = (name: string) => ({ 'X-Api-Key': secrets.get(name) ?? '' });
const batchOf = (count: number, name: string) =>
  client.post(
    '/v1/parcel/batch',
    { items: Array(count).fill({ id: EXAMPLE_ID }), geometry: 'none' },
    as(name),
  );

test(rule('5-unauthorized', '4.14-unauthorized-free'), async () => {
  const wrong = [
    ['missing', {}, 'no API key was sent'],
    ['wrong', { 'X-Api-Key': 'wrong' }, 'the API key is not known'],
    ['revoked', as('revoked'), 'the API key is not known'],
    ['empty', { 'X-Api-Key': '' }, 'the API key is not known'],
    ['longer than any key', { 'X-Api-Key': 'x'.repeat(300) }, 'the API key is not known'],
    ['nearly right', { 'X-Api-Key': TEST_KEY.toUpperCase() }, 'the API key is not known'],
  ] as const;
  for (const [what, headers, message] of wrong) {
    // What is wrong with the request beside the key is not told.
    for (const path of [PARCEL, '/v1/parcel', '/v1/sources', '/v1/layer/nonsense']) {
      const { http, body, headers: sent } = await client.send('GET', path, { headers });
      assert.equal(http, 401, `${what}: ${path}`);
      assert.equal(body.error?.code, 'unauthorized');
      assert.equal(body.error.message, message);
      assert.equal(body.error.signup_url, 'https://example.org/keys');
      assert.deepEqual(
        [body.billing.charged, body.billing.refunded, body.billing.rule],
        [0, 0, 'free_unauthorized'],
      );
      assert.equal(sent.get('ratelimit'), null);
    }
  }
});

test(rule('C10-429', '4.14-429'), async () => {
  for (const left of [2, 1, 0]) {
    const { http, headers } = await client.get(PARCEL, as('slow'));
    assert.equal(http, 200);
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"rate";r=${left};`));
    assert.equal(headers.get('ratelimit-policy'), '"rate";q=3;w=3000');
  }
  for (const path of [PARCEL, '/v1/parcel', '/v1/check']) {
    const { http, headers, body } = await client.get(path, as('slow'));
    assert.equal(http, 429, path);
    assert.equal(body.error?.code, 'rate_limited');
    assert.deepEqual(body.billing, { cost: 1, charged: 0, refunded: 1, rule: 'refunded_rate_limited' });
    const seconds = Number(headers.get('retry-after'));
    assert.ok(seconds > 900 && seconds <= 1000, `Retry-After ${seconds}`);
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"rate";r=0;t=${seconds}$`));
  }
  assert.equal((await client.get(PARCEL)).http, 200, 'another key is not concerned');
});

test(rule('C10-batch'), async () => {
  assert.equal((await batchOf(4, 'batches')).http, 200);
  const refused = await batchOf(4, 'batches');
  assert.equal(refused.http, 429);
  assert.deepEqual(refused.body.billing, { cost: 4, charged: 0, refunded: 4, rule: 'refunded_rate_limited' });
  const { headers } = await client.get(PARCEL, as('batches'));
  assert.match(headers.get('ratelimit') ?? '', /^"rate";r=0;/, 'one was left');
});

test('what costs nothing still takes from the bucket', async () => {
  assert.equal((await client.get('/v1/sources', as('free'))).http, 200);
  const { http, body } = await client.get('/v1/sources', as('free'));
  assert.equal(http, 429);
  assert.deepEqual(body.billing, { cost: 0, charged: 0, refunded: 0, rule: 'free_operation' });
});

test(rule('C10-quota'), async () => {
  assert.equal((await batchOf(3, 'quota')).http, 200);
  const { headers } = await client.get('/v1/parcel?id=141803_2.0009.9999', as('quota'));
  // Half of November is left: 15 days and 12 hours.
  assert.match(
    headers.get('ratelimit') ?? '',
    /, "month";r=2;t=1339200$/,
    'what was refunded does not count',
  );
  assert.match(headers.get('ratelimit-policy') ?? '', /, "month";q=5;w=2592000$/);
  const tooMany = await batchOf(3, 'quota');
  assert.equal(tooMany.http, 429);
  assert.equal(tooMany.body.error?.message, 'this costs 3; what is left of the monthly quota of 5 is 2');
  assert.equal(tooMany.headers.get('retry-after'), '1339200');
  assert.equal((await batchOf(2, 'quota')).http, 200, 'two were left');
  const over = await client.get(PARCEL, as('quota'));
  assert.equal(over.http, 429);
  assert.equal(over.body.error?.message, 'the monthly quota of 5 is used up');
  assert.equal(over.body.billing.rule, 'refunded_rate_limited');
  assert.equal((await client.get('/v1/sources', as('quota'))).http, 200, 'what costs nothing goes on');
});

test('what never fits into a quota is told so, and not to wait', async () => {
  const { http, body, headers } = await batchOf(4, 'counted');
  assert.equal(http, 429);
  assert.equal(body.error?.message, 'this costs 4 and can never fit into the monthly quota of 3');
  assert.match(body.error.hint, /^Split the batch/);
  assert.equal(headers.get('retry-after'), null);
});

test('the headers tell what is left of the month after the request', async () => {
  const leftAfter = async (path: string, more = {}) => {
    const { headers } = await client.get(path, { ...as('counted'), ...more });
    return /"month";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1];
  };
  const { headers } = await client.get(PARCEL);
  const asked: [path: string, more: object, left: string][] = [
    ['/v1/sources', {}, '3'],
    [PARCEL, {}, '2'],
    [PARCEL, { 'If-None-Match': headers.get('etag') ?? '' }, '2'],
    ['/v1/parcel?id=141803_2.0009.9999', {}, '2'],
    [PARCEL, {}, '1'],
    [PARCEL, {}, '0'],
    [PARCEL, {}, '0'],
  ];
  for (const [path, more, left] of asked) assert.equal(await leftAfter(path, more), left, path);
});

test(rule('C10-hashed'), async () => {
  const files = readdirSync(data).filter((name) => name.startsWith('accounts.sqlite'));
  assert.ok(files.length > 0);
  for (const file of files) {
    const bytes = readFileSync(join(data, file));
    for (const secret of [...secrets.values(), TEST_KEY]) assert.ok(!bytes.includes(secret), file);
  }
});

test('a quota holds exactly, however many requests come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 64 }, () => batchOf(30, 'raced')));
  const granted = answers.filter(({ http }) => http === 200);
  assert.equal(granted.length, 3, 'three batches of thirty fit into a hundred');
  assert.ok(answers.every(({ http }) => http === 200 || http === 429));
  assert.equal((await batchOf(10, 'raced')).http, 200, 'what was set aside is given back');
  assert.equal((await batchOf(1, 'raced')).http, 429);
});

test('a caller who holds the answer pays nothing, and may ask with a used-up quota', async () => {
  const first = await client.get(PARCEL, as('spent'));
  assert.equal(first.http, 200);
  const etag = first.headers.get('etag') ?? '';
  assert.equal((await client.get(PARCEL, as('spent'))).http, 429);
  const again = await client.get(PARCEL, { ...as('spent'), 'If-None-Match': etag });
  assert.deepEqual([again.http, again.headers.get('x-credits-charged')], [304, '0']);
  const other = await client.get(PARCEL, { ...as('spent'), 'If-None-Match': '"another"' });
  assert.deepEqual([other.http, other.body.billing.charged], [429, 0]);
});

test('work beyond what a request pays for takes further requests from the limit of the key', async () => {
  const [lng, lat] = [20.935, 52.052];
  const ring = Array.from({ length: 4_998 }, (_, at) => {
    const [angle, radius] = [(2 * Math.PI * at) / 4_998, at % 2 === 0 ? 0.012 : 0.0001];
    return [lng + radius * Math.cos(angle), lat + 0.6 * radius * Math.sin(angle)];
  });
  const polygon = { type: 'Polygon', coordinates: [ring] };
  const { http, headers } = await client.post('/v1/search', { polygon }, as('worked'));
  assert.equal(http, 200);
  const left = Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  assert.ok(left < 99, `${left} of 100 left after a star of 4,998 corners`);
});
