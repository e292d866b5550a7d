// Several servers on one database: keys, limits, quotas and usage are shared, news arrive, and what cannot be served is refused
// soon and says when to come back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '../../src/open-store.ts';
import { openKeyBook } from '../../src/store/postgis/accounts.ts';
import { PostgisLedger } from '../../src/store/postgis/ledger.ts';
import { Link } from '../../src/store/postgis/link.ts';
import { openNews } from '../../src/store/postgis/news.ts';
import { openPostgisLimiter } from '../../src/store/postgis/rate-limiter.ts';
import { openPostgisStore } from '../../src/store/postgis/read-pool.ts';
import { PostgisSubscriptions } from '../../src/store/postgis/subscription-records.ts';
import { openPostgisWriter } from '../../src/store/postgis/writer.ts';
import { StoreError } from '../../src/store/reads.ts';
import { openSqliteAccounts } from '../../src/store/sqlite/accounts.ts';
import { IN_MEMORY } from '../../src/store/sqlite/accounts-file.ts';
import type { StoredSubscription, Subscriptions } from '../../src/store/watches.ts';
import { parcelRow, rectangle, runOf } from '../store/rows.ts';
import { publish } from '../store/store-suite.ts';
import { freshDataset } from './database.ts';

const load = (...numbers: number[]) => ({
  run: runOf(`egib ${numbers}`),
  rows: numbers.map((n) =>
    parcelRow(`141803_2.0009.${n}`, {
      geometry: rectangle([637_000 + 10 * n, 470_000, 637_010 + 10 * n, 470_010]),
    }),
  ),
  scopes: ['1418'],
  as_of: '2026-11-01',
  at: '2026-11-01T00:00:00Z',
});

async function publishOnce(url: string, ...numbers: number[]): Promise<void> {
  const writer = openPostgisWriter(url);
  await publish(writer, load(...numbers));
  await writer.close();
}

/** News is promised within two seconds; a busy machine may take longer, and what never comes is told. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - began < 60_000, 'waited in vain');
    await sleep(10);
  }
}

test('a key is known, changed and revoked, and a publish is seen, by every server without a restart', async () => {
  const url = await freshDataset();
  const servers = [0, 1].map(() => openStore({ data: '', store: url }, null, () => new Date()));
  const { book, close } = openKeyBook(url);
  const { id, secret } = await book.create({ name: 'shop' }, new Date());
  await assert.rejects(book.create({ name: 'shop' }, new Date()), /exists already/);
  for (const { accounts } of servers) await until(async () => (await accounts.keys.find(secret))?.id === id);
  await book.limit('shop', { burst: 7 });
  for (const { accounts } of servers)
    await until(async () => (await accounts.keys.find(secret))?.burst === 7);
  const keeping = { previous_until: new Date(Date.now() + 60_000), ends_older: false };
  const rotated = await book.rotate('shop', keeping, new Date());
  await assert.rejects(book.rotate('shop', keeping, new Date()), /older secret is promised until/);
  for (const { accounts } of servers)
    for (const one of [secret, rotated.secret])
      await until(async () => (await accounts.keys.find(one))?.id === id);
  await book.revoke('shop', new Date());
  for (const { accounts } of servers)
    await until(async () => (await accounts.keys.find(secret)) === undefined);
  const versionOf = (at: number) => servers[at]?.store.read(async (reads) => reads.version);
  const before = await versionOf(0);
  await publishOnce(url, 1);
  for (const at of [0, 1]) await until(async () => (await versionOf(at)) === Number(before) + 1);
  await close();
  for (const server of servers) await server.close();
});

test('open streams of a key are counted over servers, and seats that nobody renews are free', async () => {
  const url = await freshDataset();
  const servers = [0, 1].map(() => openStore({ data: '', store: url }, null, () => new Date()));
  const [now, until_, later] = ['2026-11-16T08:00:00Z', '2026-11-16T08:00:30Z', '2026-11-16T08:01:00Z'];
  const take = (at: number, holder: string, moment = now) =>
    servers[at % 2]?.accounts.streams.take('key_1', holder, 10, moment, moment === now ? until_ : later);
  const taken = await Promise.all(Array.from({ length: 24 }, (_, at) => take(at, `holder ${at}`)));
  const seats = taken.flatMap((seat) => seat ?? []);
  assert.deepEqual(
    seats.map(({ seat }) => seat).sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.ok(await servers[0]?.accounts.streams.take('key_2', 'other', 10, now, until_), 'of another key');
  const [first, second] = seats;
  assert.ok(first && second);
  await servers[1]?.accounts.streams.leave(first);
  assert.equal((await take(0, 'next'))?.seat, first.seat);
  assert.equal(await servers[0]?.accounts.streams.renew(first, later), false, "it is somebody else's");
  assert.equal(await servers[0]?.accounts.streams.renew(second, later), true);
  const free = await Promise.all(
    Array.from({ length: 12 }, (_, at) => take(at, `later ${at}`, '2026-11-16T08:00:31Z')),
  );
  assert.equal(free.filter(Boolean).length, 9, 'all but the one that was renewed');
  for (const server of servers) await server.close();
});

test('servers together allow the limit of a key, with few writes', async () => {
  const url = await freshDataset();
  const links = [0, 1, 2].map(() => new Link(url));
  let writes = 0;
  for (const link of links) {
    const rows = link.rows.bind(link);
    link.rows = (...words) => {
      writes += 1;
      return rows(...words);
    };
  }
  const limiters = links.map((link) => openPostgisLimiter(link));
  const key = { id: 'k', rate_per_s: 100, burst: 400 };
  let allowed = 0;
  let asked = 0;
  const began = performance.now();
  while (performance.now() - began < 2_000) {
    for (const limiter of limiters) {
      const taken = await limiter.take(key, 1, performance.now());
      asked += 1;
      if (taken.allowed) allowed += 1;
      else assert.ok(taken.retry_after_s >= 1);
    }
    await sleep(3);
  }
  const due = key.burst + (key.rate_per_s * (performance.now() - began)) / 1000;
  assert.ok(
    allowed <= due * 1.05 && allowed >= Math.min(due, asked) * 0.8,
    `${allowed} of ${asked} allowed, ${due} due`,
  );
  const refused = asked - allowed;
  assert.ok(writes - refused < allowed / 5, `${writes} writes, ${refused} refused, ${allowed} allowed`);
  for (const link of links) await link.close();
});

test('servers together charge no more than a quota, and a killed one gives its lease back', async () => {
  const url = await freshDataset();
  const links = [0, 1].map(() => new Link(url));
  const ledgers = links.map((link) => new PostgisLedger(link));
  const quota = 50;
  let charged = 0;
  for (let round = 0; round < 60; round++) {
    for (const ledger of ledgers) {
      const { granted } = await ledger.reserve('k', '2026-11', 1, quota);
      if (!granted) continue;
      await ledger.record({
        key_id: 'k',
        day: '2026-11-15',
        operation: 'parcel',
        requests: 1,
        cost: 1,
        charged: 1,
        refunded: 0,
      });
      ledger.release('k', 1);
      charged += 1;
    }
  }
  assert.equal(charged, quota);
  for (const ledger of ledgers) assert.equal(await ledger.chargedThisMonth('k', '2026-11'), quota);
  for (const link of links) await link.close();
});

test('an exhausted pool lets wait and then refuses with a time to come back; it never hangs', async () => {
  const url = await freshDataset();
  await publishOnce(url, 1);
  const store = openPostgisStore(url, null, { connections: 2, wait_ms: 300 });
  const held = Promise.withResolvers<void>();
  const holding = [0, 1].map(() =>
    store.read(async (reads) => {
      await reads.sourceStates();
      await held.promise;
    }),
  );
  const began = performance.now();
  await assert.rejects(
    store.read((reads) => reads.sourceStates()),
    (error) =>
      error instanceof StoreError && error.retry_after_s === 1 && /connections are taken/.test(error.message),
  );
  assert.ok(performance.now() - began >= 290);
  const queued = store.read((reads) => reads.sourceStates());
  held.resolve();
  assert.equal((await queued).length, 1);
  await Promise.all(holding);
  await store.close();
});

test('readers who find every connection being opened read along as soon as one is there', async () => {
  const url = await freshDataset();
  await publishOnce(url, 1);
  const news = openNews(url, null);
  const store = openPostgisStore(url, news, { connections: 2, wait_ms: 10_000 });
  const held = Promise.withResolvers<void>();
  let reading = 0;
  const readers = Array.from({ length: 6 }, () =>
    store.read(async (reads) => {
      await reads.sourceStates();
      reading += 1;
      await held.promise;
    }),
  );
  await until(async () => reading === readers.length);
  held.resolve();
  await Promise.all(readers);
  await store.close();
  await news.close();
});

test('who watches what is shared by servers as it is by processes of one file', async () => {
  const url = await freshDataset();
  const links = [new Link(url), new Link(url)];
  const files = openSqliteAccounts(IN_MEMORY);
  const watch = (number: number): StoredSubscription => ({
    id: `sub_${number}`,
    key_id: 'k',
    url: 'https://shop.example/hook',
    target: { parcel: `141803_2.0009.${number}` },
    types: number === 1 ? null : ['parcel_removed'],
    secret: 's',
    created_at: `2026-11-15T08:00:0${number}Z`,
    sent_seq: number,
    held_parcels: ['a', 'b'],
    failing_since: null,
    attempts: 0,
    next_attempt: null,
    disabled: false,
    last_delivery: null,
    last_error: null,
  });
  const steps = async (one: Subscriptions, other: Subscriptions) => {
    const made = [
      await one.create(watch(1), 2),
      await other.create(watch(2), 2),
      await one.create(watch(3), 2),
    ];
    await other.update('sub_1', { sent_seq: 9, next_attempt: '2026-11-16', attempts: 1, last_error: 'late' });
    const due = [await one.due('2026-11-15'), await other.due('2026-11-17')].map((all) =>
      all.map(({ id }) => id),
    );
    const leased = [
      await one.lease('one', '2026-11-15T08:00:00Z', '2026-11-15T08:00:30Z'),
      await other.lease('other', '2026-11-15T08:00:10Z', '2026-11-15T08:00:40Z'),
      await other.lease('other', '2026-11-15T08:00:31Z', '2026-11-15T08:01:01Z'),
    ];
    const held = await other.ofKey('k');
    const removed = [await one.remove('stranger', 'sub_1'), await one.remove('k', 'sub_1')];
    return { made, due, leased, held, removed, left: await other.ofKey('k') };
  };
  const [one, other] = links.map((link) => new PostgisSubscriptions(link));
  assert.ok(one && other);
  const database = await steps(one, other);
  assert.deepEqual(database, await steps(files.subscriptions, files.subscriptions));
  assert.deepEqual(
    [database.made, database.leased],
    [
      [true, true, false],
      [true, false, true],
    ],
  );
  // Whoever asks at the same moment, no key has more than it may.
  const most = 5;
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      (at % 2 === 0 ? one : other).create({ ...watch(1), id: `at once ${at}` }, most),
    ),
  );
  assert.ok((await one.ofKey('k')).length <= most);
  for (const link of links) await link.close();
  await files.close();
});

test('sessions that the server ends under reads and writes are replaced', async () => {
  const url = await freshDataset();
  await publishOnce(url, 1, 2);
  const { store, accounts, close } = openStore({ data: '', store: url }, null, () => new Date());
  const admin = new pg.Client(url);
  await admin.connect();
  for (let round = 0; round < 3; round++) {
    assert.equal((await store.read((reads) => reads.parcels(['141803_2.0009.1']))).size, 1);
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'miedza %' AND pid <> pg_backend_pid()",
    );
  }
  // The first to write meets the loss; the next one has a connection again.
  const entry = {
    key_id: 'k',
    day: '2026-11-15',
    operation: 'x',
    requests: 1,
    cost: 1,
    charged: 1,
    refunded: 0,
  };
  await accounts.ledger.record(entry).catch((error) => assert.ok(error instanceof StoreError));
  await accounts.ledger.record(entry);
  await admin.end();
  await close();
});

test('a request reads one version though others publish, shared transaction or not', async () => {
  const url = await freshDataset();
  await publishOnce(url, 1);
  const { store, close } = openStore({ data: '', store: url }, null, () => new Date());
  for (let round = 2; round < 5; round++) {
    const numbers = Array.from({ length: round }, (_, at) => at + 1);
    const ids = numbers.map((n) => `141803_2.0009.${n}`);
    const seen = await store.read(async (reads) => {
      const first = (await reads.parcels(ids)).size;
      await publishOnce(url, ...numbers);
      return [first, (await reads.parcels(ids)).size, reads.version];
    });
    assert.equal(seen[0], seen[1]);
    await until(async () => (await store.read((reads) => reads.parcels(ids))).size === round);
  }
  await close();
});
