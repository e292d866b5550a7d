// When the fault is ours (spec §7): a store that cannot be read and a bug, behind the real pipeline and server.
// Nothing of what went wrong is told to the caller; everything is logged.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import { accountsIn } from '../../src/data-folder.ts';
import { createServer } from '../../src/http/http-server.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { createHandle } from '../../src/service/handle.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { DEFAULT_LIMITS } from '../../src/store/key-rules.ts';
import { type Store, StoreError } from '../../src/store/reads.ts';
import { openAccounts } from '../../src/store/sqlite/accounts-file.ts';
import { configuredKey } from '../../src/store/sqlite/key-records.ts';
import { KeyRing } from '../../src/store/sqlite/key-ring.ts';
import { UsageLedger } from '../../src/store/sqlite/ledger.ts';
import { RateLimiter } from '../../src/store/sqlite/rate-limiter.ts';
import { clientOf, TEST_KEY } from '../client.ts';
import { rule } from '../requirements.ts';
import { temporaryFolder } from '../sample.ts';

let fault: Error;
const broken: Store = {
  read: () => Promise.reject(fault),
  close: () => Promise.resolve(),
};
const logged: string[] = [];
const accounts = openAccounts(accountsIn(temporaryFolder()));
const ledger = new UsageLedger(accounts);
const server = createServer({
  handle: createHandle({
    store: broken,
    accounts: {
      keys: new KeyRing(
        accounts,
        configuredKey(accounts, { secret: TEST_KEY, limits: DEFAULT_LIMITS }, new Date()),
      ),
      limiter: new RateLimiter(),
      ledger,
    },
    clock: createClock(),
    signup_url: '/docs#keys',
  }),
  isKnown: (secret) => secret === TEST_KEY,
  log: pino({ level: 'error' }, { write: (line) => logged.push(line) }),
  metrics: createMetrics(),
  ready: async () => true,
});
let client: ReturnType<typeof clientOf>;
before(async () => {
  client = clientOf(await server.listen({ host: '127.0.0.1', port: 0 }));
});
after(async () => {
  await server.close();
  await ledger.close();
  accounts.close();
});

test(rule('4.14-5xx'), async () => {
  for (const [error, http, code] of [
    [new StoreError('page 7 of /secret/place is damaged'), 503, 'source_unavailable'],
    [new TypeError('cannot read /secret/place'), 500, 'internal'],
  ] as const) {
    fault = error;
    const answers = [
      [1, await client.get(`/v1/parcel?id=${EXAMPLE_ID}`)],
      [1, await client.get(`/v1/check?id=${EXAMPLE_ID}`)],
      [0, await client.get('/v1/sources')],
      [2, await client.post('/v1/parcel/batch', { items: [{ id: EXAMPLE_ID }, { id: EXAMPLE_ID }] })],
    ] as const;
    for (const [cost, answer] of answers) {
      assert.equal(answer.http, http);
      assert.equal(answer.headers.get('retry-after'), http === 503 ? '2' : null);
      assert.deepEqual([answer.body.status, answer.body.error?.code], ['error', code]);
      const billingRule = cost === 0 ? 'free_operation' : 'refunded_error';
      assert.deepEqual(answer.body.billing, { cost, charged: 0, refunded: cost, rule: billingRule });
      assert.doesNotMatch(answer.text, /secret|place|\.ts/);
      const id = answer.headers.get('x-request-id') ?? '';
      const line = logged.find((text) => text.includes(`"${id}"`)) ?? '';
      assert.match(line, /secret\/place/, 'the log has it whole');
    }
  }
  assert.equal((await client.send('GET', '/v1/openapi.json')).http, 200, 'the contract needs no data');
});
