// A database that cannot answer, over HTTP: connections that are all taken, locks and statements that take too long are answered 503
// with a time to come back and never waited for without end; a replica that lags never shows two versions in one answer.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import type { Envelope, ParcelRecord } from '../../src/contract/answers.ts';
import { openPostgisSource, openPostgisTarget } from '../../src/store/postgis/moved-tables.ts';
import { connect } from '../../src/store/postgis/open.ts';
import { Session } from '../../src/store/postgis/session.ts';
import { connectPipelined } from '../../src/store/postgis/turn.ts';
import { openPostgisWriter } from '../../src/store/postgis/writer.ts';
import { copyTables } from '../../src/store/store-tables.ts';
import { type Client, startClient } from '../client.ts';
import { parcelRow, rectangle, runOf } from '../store/rows.ts';
import { publish } from '../store/store-suite.ts';
import { freshDataset } from './database.ts';

const IDS = Array.from({ length: 20 }, (_, at) => `141803_2.0009.${at + 1}`);

/** Every parcel has the area of its edition: an answer that mixes two shows both. */
async function publishEdition(url: string, edition: number): Promise<void> {
  const writer = openPostgisWriter(url);
  const rows = IDS.map((id, at) =>
    parcelRow(id, {
      geometry: rectangle([637_000 + 10 * at, 470_000, 637_010 + 10 * at, 470_010]),
      area_official_m2: edition,
    }),
  );
  const day = `2026-11-${String(edition).padStart(2, '0')}`;
  await publish(writer, {
    run: runOf(`edition ${edition}`),
    rows,
    scopes: ['1418'],
    as_of: day,
    at: `${day}T08:00:00Z`,
  });
  await writer.close();
}

/** More than the connections of a server have room for. */
const READERS = 400;
const pathOf = (at: number) => `/v1/parcel?id=141803_2.0009.${1_000 + at}`;

interface Served {
  readonly client: Client;
  /** Another session of the same database. */
  readonly admin: pg.Client;
  /** Why requests failed, by the log. */
  readonly faults: string[];
}

/** A server of a database with one edition, which answers before `work` and after it. `way` leads to the database. */
async function whileServing(
  work: (served: Served) => Promise<void>,
  way: (url: string) => Promise<string> = async (url) => url,
): Promise<void> {
  const own = await freshDataset();
  await publishEdition(own, 1);
  const url = await way(own);
  const faults: string[] = [];
  const write = (line: string) => {
    const { msg, err } = JSON.parse(line);
    if (msg === 'request failed') faults.push(err.message);
  };
  const log = pino({ level: 'error' }, { write });
  const client = await startClient('', { store: url, log });
  const admin = new pg.Client(own);
  await admin.connect();
  try {
    assert.equal((await client.get(`/v1/parcel?id=${IDS[0]}`)).http, 200);
    await work({ client, admin, faults });
    assert.equal((await client.get(`/v1/parcel?id=${IDS[1]}`)).http, 200);
  } finally {
    await admin.end();
    await client.close();
  }
}

test('readers of a locked table, more than the pool has room for, are all refused with a time to come back', () =>
  whileServing(async ({ client, admin, faults }) => {
    await admin.query('BEGIN; LOCK TABLE parcels IN ACCESS EXCLUSIVE MODE');
    const refused = await Promise.all(
      Array.from({ length: READERS }, async (_, at) => {
        const { http, headers, body } = await client.get(pathOf(at));
        return [http, headers.get('retry-after'), body.error?.code];
      }),
    );
    assert.deepEqual(new Set(refused.map(String)), new Set(['503,1,source_unavailable']));
    // The lock is held still: whoever was answered was given up on, by the database or before it was asked.
    assert.equal(faults.length, READERS);
    for (const fault of faults) assert.match(fault, /lock timeout|all \d+ connections are taken/);
    await admin.query('ROLLBACK');
  }));

test('a statement that does not end is ended, and the next request is served', () =>
  whileServing(async ({ client, admin, faults }) => {
    // Everybody who asks for the version sleeps.
    await admin.query(`BEGIN; ALTER TABLE meta RENAME TO meta_kept;
      CREATE VIEW meta AS SELECT key, value FROM meta_kept, pg_sleep(60); COMMIT`);
    // What was known of the version is believed for a moment.
    await sleep(2_000);
    const slow = await Promise.all([0, 1, 2].map((at) => client.get(pathOf(at))));
    for (const { http, headers } of slow) assert.deepEqual([http, headers.get('retry-after')], [503, '1']);
    assert.equal(faults.length, slow.length);
    for (const fault of faults) assert.match(fault, /statement timeout/);
    await admin.query('BEGIN; DROP VIEW meta; ALTER TABLE meta_kept RENAME TO meta; COMMIT');
  }));

test('a database that says nothing is given up on, and asked again when it speaks', async () => {
  const pairs: (readonly [Socket, Socket])[] = [];
  let isSilent = false;
  const between = createServer((near) => {
    const far = connectTo(socketOf);
    if (!isSilent) near.pipe(far).pipe(near);
    pairs.push([near, far]);
    for (const end of [near, far])
      end.on('error', () => {}).on('close', () => near.destroy() && far.destroy());
  });
  let socketOf = '';
  const way = async (url: string) => {
    const address = new URL(url);
    socketOf = `${address.searchParams.get('host')}/.s.PGSQL.${address.port || address.searchParams.get('port') || 5432}`;
    await once(between.listen(0, '127.0.0.1'), 'listening');
    address.searchParams.delete('host');
    address.searchParams.delete('port');
    address.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
    return address.href;
  };
  const speak = (isSpeaking: boolean) => {
    isSilent = !isSpeaking;
    for (const [near, far] of pairs) {
      if (isSpeaking) near.destroy();
      near.unpipe(far);
      far.unpipe(near);
    }
  };
  try {
    await whileServing(async ({ client }) => {
      speak(false);
      const readiness = fetch(`${client.url}/readyz`);
      const before_ms = performance.now();
      const answers = await Promise.all([0, 1, 2].map((at) => client.get(pathOf(at))));
      // Statements, connecting and what is recorded afterwards are not waited for one after another.
      const waited_s = (performance.now() - before_ms) / 1_000;
      const { status } = await readiness;
      // Before anything is judged: what fails must not wait for a silent database when it is closed.
      speak(true);
      assert.ok(waited_s > 4 && waited_s < 14, `${waited_s} s`);
      for (const { http, headers } of answers)
        assert.deepEqual([http, /^[12]$/.test(headers.get('retry-after') ?? '')], [503, true]);
      assert.equal(status, 503);
      // As Retry-After says: some connections were half open.
      for (let tries = 0; tries < 5 && (await client.get(pathOf(9))).http === 503; tries += 1)
        await sleep(1_000);
    }, way);
  } finally {
    between.close();
  }
});

test('every connection has its limits of statements, locks and idle transactions', async () => {
  const url = await freshDataset();
  const session = await Session.open(url);
  for (const [open, limits] of [
    [connect(url), ['10s', '2s', '1min']],
    [connectPipelined(url), ['5s', '2s', '1min']],
    [Promise.resolve(session.client), ['10min', '2min', '10min']],
  ] as const) {
    const client = await open;
    const found = [];
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      found.push((await client.query(`SHOW ${name}`)).rows[0]?.[name]);
    assert.deepEqual(found, limits);
    await client.end();
  }
});

test('an answer shows one version of a replica that lags and catches up', async () => {
  const primary = await freshDataset();
  await publishEdition(primary, 1);
  const replica = await freshDataset();
  await copyDataset(primary, replica);
  await publishEdition(primary, 2);
  const client = await startClient('', {
    store: primary,
    store_replica: replica,
    static_limits: { rate_per_s: 1e6, burst: 1e6, monthly_quota: null },
  });
  const editionsSeen = async () => {
    const { http, body } = await client.post<Envelope<ParcelRecord>[]>('/v1/parcel/batch', {
      items: IDS.map((id) => ({ id })),
    });
    assert.equal(http, 200);
    const areas = body.result?.map(({ result }) => result?.area.official_m2);
    assert.equal(areas?.length, IDS.length);
    const [edition, ...more] = new Set(areas);
    assert.deepEqual(more, []);
    return Number(edition);
  };
  try {
    assert.equal(await editionsSeen(), 1, 'the replica, not the primary');
    const seen: number[] = [];
    let isOver = false;
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        let last = 0;
        while (!isOver) {
          const edition = await editionsSeen();
          assert.ok(edition >= last, `${edition} after ${last}`);
          last = edition;
          seen.push(edition);
        }
      }),
    );
    for (const edition of [2, 3, 4]) {
      await publishEdition(replica, edition);
      while (seen.at(-1) !== edition) await sleep(20);
    }
    isOver = true;
    await reading;
    assert.deepEqual([...new Set(seen)].sort(), [1, 2, 3, 4]);
  } finally {
    await client.close();
  }
});

async function copyDataset(from: string, to: string): Promise<void> {
  const source = await openPostgisSource(from);
  const target = await openPostgisTarget(to);
  await copyTables(
    source,
    target,
    () => openPostgisSource(to),
    () => undefined,
  );
  await target.close();
  await source.close();
}
