import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { UsageEntry } from '../accounts.ts';
import { type AccountsDb, openAccounts } from './accounts-file.ts';
import { createKey } from './key-records.ts';
import { UsageLedger, usageTable } from './ledger.ts';

const ENTRY: UsageEntry = {
  key_id: 'k',
  day: '2026-03-01',
  operation: 'check',
  requests: 1,
  cost: 1,
  charged: 1,
  refunded: 0,
};

const folder = mkdtempSync(join(tmpdir(), 'miedza-ledger-'));
let path: string;
let db: AccountsDb;
let count = 0;
beforeEach(() => {
  path = join(folder, `${count++}.sqlite`);
  db?.close();
  db = openAccounts(path);
});
after(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function chargedInTable(): number {
  return usageTable(db).reduce((sum, row) => sum + row.charged, 0);
}

test('an entry is in the file, for every reader, when record resolves', async () => {
  const ledger = new UsageLedger(db);
  const reader = openAccounts(path);
  await ledger.record({ ...ENTRY, requests: 1, cost: 10, charged: 7, refunded: 3 });
  assert.deepEqual(
    usageTable(reader).map((row) => ({ ...row })),
    [{ ...ENTRY, requests: 1, cost: 10, charged: 7, refunded: 3, name: null }],
  );
  reader.close();
});

test('what is recorded in one turn is one transaction', async () => {
  const ledger = new UsageLedger(db);
  const reader = openAccounts(path);
  const version = () => Number(reader.prepare('PRAGMA data_version').get()?.data_version);
  const before = version();
  const waiting = Array.from({ length: 100 }, (_, i) => ledger.record({ ...ENTRY, operation: `o${i % 7}` }));
  assert.equal(version(), before);
  await Promise.all(waiting);
  assert.equal(version(), before + 1);
  assert.equal(chargedInTable(), 100);
  reader.close();
});

test('sums equal the sum of the records for every interleaving, also after a restart', async () => {
  const entry = fc.record({
    key_id: fc.constantFrom('a', 'b'),
    day: fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-31'),
    operation: fc.constantFrom('check', 'parcel'),
    requests: fc.nat(3),
    cost: fc.nat(1000),
    charged: fc.nat(1000),
    refunded: fc.nat(1000),
  });
  const pause = fc.constantFrom('none', 'turn', 'flush', 'ask', 'restart');
  const steps = fc.array(fc.record({ entry, pause }), { maxLength: 40, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      db.exec('DELETE FROM usage');
      let ledger = new UsageLedger(db);
      const expected = new Map<string, UsageEntry>();
      const waiting: Promise<void>[] = [];
      for (const { entry, pause } of steps) {
        waiting.push(ledger.record(entry));
        const row = `${entry.key_id} ${entry.day} ${entry.operation}`;
        const sum = expected.get(row) ?? { ...entry, requests: 0, cost: 0, charged: 0, refunded: 0 };
        expected.set(row, {
          ...sum,
          requests: sum.requests + entry.requests,
          cost: sum.cost + entry.cost,
          charged: sum.charged + entry.charged,
          refunded: sum.refunded + entry.refunded,
        });
        if (pause === 'turn') await new Promise(setImmediate);
        if (pause === 'flush') await ledger.flush();
        if (pause === 'ask') ledger.chargedThisMonth(entry.key_id, entry.day.slice(0, 7));
        if (pause === 'restart') {
          await ledger.close();
          ledger = new UsageLedger(db);
        }
      }
      await Promise.all(waiting);
      const rows = usageTable(db).map(({ name, ...row }) => row);
      assert.deepEqual(
        rows,
        [...expected.keys()].sort().map((row) => expected.get(row)),
      );
      for (const key_id of ['a', 'b']) {
        for (const month of ['2026-03', '2026-02', '2026-01']) {
          const charged = rows
            .filter((row) => row.key_id === key_id && row.day.startsWith(month))
            .reduce((sum, row) => sum + row.charged, 0);
          assert.equal(ledger.chargedThisMonth(key_id, month), charged);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('the month sum counts what another process recorded, from the next record on', async () => {
  const ledger = new UsageLedger(db);
  await ledger.record(ENTRY);
  assert.equal(ledger.chargedThisMonth('k', '2026-03'), 1);
  const other = openAccounts(path);
  await new UsageLedger(other).record({ ...ENTRY, charged: 10, operation: 'parcel' });
  other.close();
  await ledger.record(ENTRY);
  assert.equal(ledger.chargedThisMonth('k', '2026-03'), 12);
});

test('a locked file rejects everyone in the group, counts nothing, and later groups work', async () => {
  const ledger = new UsageLedger(db);
  await ledger.record(ENTRY);
  assert.equal(ledger.chargedThisMonth('k', '2026-03'), 1);
  db.exec('PRAGMA busy_timeout = 10');
  const other = openAccounts(path);
  other.exec('BEGIN IMMEDIATE');
  const results = await Promise.allSettled([ledger.record(ENTRY), ledger.record(ENTRY), ledger.flush()]);
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.match(String(result.reason), /the usage could not be written/);
    assert.match(String(result.reason.cause), /locked/);
  }
  other.exec('ROLLBACK');
  other.close();
  await ledger.record(ENTRY);
  assert.equal(ledger.chargedThisMonth('k', '2026-03'), 2);
  assert.equal(chargedInTable(), 2);
});

test('a full disk rejects the whole group, and later groups work', async () => {
  const ledger = new UsageLedger(db);
  await ledger.record(ENTRY);
  const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const long = 'x'.repeat(1000);
  const group = Array.from({ length: 20 }, (_, i) => ledger.record({ ...ENTRY, operation: `${long}${i}` }));
  for (const result of await Promise.allSettled(group)) {
    assert.equal(result.status, 'rejected');
    assert.match(String(result.reason.cause), /full/);
  }
  assert.equal(chargedInTable(), 1);
  db.exec(`PRAGMA max_page_count = ${pages + 1000}`);
  await Promise.all([ledger.record(ENTRY), ledger.record({ ...ENTRY, operation: long })]);
  assert.equal(chargedInTable(), 3);
});

test('a bad entry is refused alone', async () => {
  const ledger = new UsageLedger(db);
  const good = ledger.record(ENTRY);
  const cases: [Partial<UsageEntry>, RegExp][] = [
    [{ day: '2026-3-1' }, /day is "2026-3-1"; allowed: YYYY-MM-DD/],
    [{ requests: -1 }, /requests is -1/],
    [{ cost: 0.5 }, /cost is 0.5/],
    [{ charged: Number.NaN }, /charged is NaN/],
    [{ refunded: Number.POSITIVE_INFINITY }, /refunded is Infinity/],
  ];
  for (const [changes, message] of cases)
    await assert.rejects(ledger.record({ ...ENTRY, ...changes }), message);
  await good;
  assert.equal(chargedInTable(), 1);
  assert.throws(() => ledger.chargedThisMonth('k', '2026-13'), /month is "2026-13"; allowed: YYYY-MM/);
});

test('close writes the rest and refuses more', async () => {
  const ledger = new UsageLedger(db);
  const last = ledger.record(ENTRY);
  await ledger.close();
  await last;
  await assert.rejects(ledger.record(ENTRY), /closed/);
  assert.equal(chargedInTable(), 1);
});

test('the usage table is filtered by key and month and shows names', async () => {
  const ledger = new UsageLedger(db);
  const anna = createKey(db, { name: 'anna' }, new Date('2026-01-01T00:00:00Z'));
  const jan = createKey(db, { name: 'jan' }, new Date('2026-01-01T00:00:00Z'));
  await Promise.all([
    ledger.record({ ...ENTRY, key_id: jan.id, day: '2026-02-28' }),
    ledger.record({ ...ENTRY, key_id: jan.id, day: '2026-03-01', operation: 'parcel' }),
    ledger.record({ ...ENTRY, key_id: anna.id, day: '2026-03-31' }),
    ledger.record({ ...ENTRY, key_id: 'static', day: '2026-01-01' }),
  ]);
  const cases: [filter: Parameters<typeof usageTable>[1], rows: string[]][] = [
    [{}, ['anna 2026-03-31 check', 'jan 2026-02-28 check', 'jan 2026-03-01 parcel', 'null 2026-01-01 check']],
    [{ key: 'static' }, ['null 2026-01-01 check']],
    [{ key: 'jan' }, ['jan 2026-02-28 check', 'jan 2026-03-01 parcel']],
    [{ key: jan.id, month: '2026-02' }, ['jan 2026-02-28 check']],
    [{ month: '2026-03' }, ['anna 2026-03-31 check', 'jan 2026-03-01 parcel']],
    [{ month: '2025-03' }, []],
  ];
  for (const [filter, rows] of cases) {
    assert.deepEqual(
      usageTable(db, filter).map((row) => `${row.name} ${row.day} ${row.operation}`),
      rows,
    );
  }
  assert.throws(() => usageTable(db, { key: 'ewa' }), /no key "ewa"; known keys: anna, jan/);
  assert.throws(() => usageTable(db, { month: 'March' }), /month is "March"/);
});

test('after SIGKILL the table holds all that was acknowledged, and at most what was under way more', async () => {
  const fixture = fileURLToPath(new URL('ledger-writer.fixture.ts', import.meta.url));
  const callers = 16;
  let acknowledged = 0;
  for (const [round, killAfter] of [1, 500, 3000].entries()) {
    const child = spawn(process.execPath, [fixture, path, String(callers)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let inRound = 0;
    child.stdout.on('data', (bytes: Buffer) => {
      inRound += bytes.length;
      if (inRound >= killAfter) child.kill('SIGKILL');
    });
    const [, signal] = await once(child, 'close');
    assert.equal(signal, 'SIGKILL');
    acknowledged += inRound;
    const charged = chargedInTable();
    const most = acknowledged + callers * (round + 1);
    assert.ok(acknowledged <= charged && charged <= most, `${acknowledged} ≤ ${charged} ≤ ${most}`);
    assert.equal(new UsageLedger(db).chargedThisMonth('k', '2026-03'), charged);
  }
});
