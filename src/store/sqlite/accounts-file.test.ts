import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { openAccounts } from './accounts-file.ts';
import { listKeys } from './key-records.ts';
import { SqliteStreamSeats } from './stream-seats.ts';
import { inTransaction } from './transaction.ts';

const folder = mkdtempSync(join(tmpdir(), 'miedza-accounts-'));
after(() => rmSync(folder, { recursive: true }));

test('a file that cannot be used is refused with its path and the reason', () => {
  const text = join(folder, 'notes.txt');
  writeFileSync(text, 'not a database, only a text long enough to have a header of its own');
  const newer = join(folder, 'newer.sqlite');
  const db = openAccounts(newer);
  db.exec('PRAGMA user_version = 99');
  db.close();
  const cases: [path: string, reason: RegExp][] = [
    [join(folder, 'missing', 'accounts.sqlite'), /no such file or directory/],
    [join(text, 'accounts.sqlite'), /not a directory/],
    [folder, /unable to open/],
    [text, /not a database/],
    [newer, /version is 99, this program knows versions up to 4/],
  ];
  for (const [path, reason] of cases) {
    assert.throws(
      () => openAccounts(path),
      (error: Error) => error.message.includes(path) && reason.test(error.message),
      `${path} ${reason}`,
    );
  }
});

test('the file is in WAL mode and keeps its content when it is opened again', () => {
  const path = join(folder, 'again.sqlite');
  const first = openAccounts(path);
  assert.equal(first.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  first.exec(`INSERT INTO usage VALUES ('k', '2026-01-01', 'check', 1, 1, 1, 0)`);
  first.close();
  const second = openAccounts(path);
  assert.equal(second.prepare('SELECT count(*) AS rows FROM usage').get()?.rows, 1);
  second.close();
});

test('a failed transaction leaves nothing behind and the next one works', () => {
  const db = openAccounts(join(folder, 'transaction.sqlite'));
  const add = (day: string) => db.exec(`INSERT INTO usage VALUES ('k', '${day}', 'check', 1, 1, 1, 0)`);
  assert.throws(
    () =>
      inTransaction(db, () => {
        add('2026-01-01');
        throw new Error('stop');
      }),
    /stop/,
  );
  inTransaction(db, () => add('2026-01-02'));
  assert.deepEqual(
    db
      .prepare('SELECT day FROM usage')
      .all()
      .map((row) => row.day),
    ['2026-01-02'],
  );
  db.close();
});

test('several processes may make the file at the same moment', async () => {
  const path = join(folder, 'together.sqlite');
  const names = ['one', 'two', 'three', 'four'];
  const run = promisify(execFile);
  await Promise.all(
    names.map((name) =>
      run(process.execPath, [
        '--input-type=module',
        '--eval',
        `import { openAccounts } from ${JSON.stringify(new URL('accounts-file.ts', import.meta.url).href)};
         import { createKey } from ${JSON.stringify(new URL('key-records.ts', import.meta.url).href)};
         createKey(openAccounts(${JSON.stringify(path)}), { name: '${name}' }, new Date());`,
      ]),
    ),
  );
  const db = openAccounts(path);
  assert.deepEqual(
    listKeys(db).map((key) => key.name),
    names.toSorted(),
  );
  db.close();
});

test('open streams of a key are counted over connections, and seats that nobody renews are free', () => {
  const path = join(folder, 'streams.sqlite');
  const connections = [openAccounts(path), openAccounts(path)];
  const [first, second] = connections.map((db) => new SqliteStreamSeats(db));
  assert.ok(first && second);
  const [now, soon, later] = ['2026-11-16T08:00:00Z', '2026-11-16T08:00:30Z', '2026-11-16T08:01:00Z'];
  const taken = [first, second, first].map((seats, at) => seats.take('key_1', `holder ${at}`, 2, now, soon));
  assert.deepEqual(taken, [
    { key_id: 'key_1', seat: 1, holder: 'holder 0' },
    { key_id: 'key_1', seat: 2, holder: 'holder 1' },
    null,
  ]);
  assert.ok(first.take('key_2', 'other', 2, now, soon), 'of another key');
  const [one, two] = taken;
  assert.ok(one && two);
  second.leave(one);
  assert.equal(second.take('key_1', 'next', 2, now, soon)?.seat, 1);
  assert.deepEqual([first.renew(one, later), first.renew(two, later)], [false, true]);
  const free = [first, second].map(
    (seats) => seats.take('key_1', 'late', 2, '2026-11-16T08:00:31Z', later)?.seat,
  );
  assert.deepEqual(free, [1, undefined], 'all but the one that was renewed');
  for (const db of connections) db.close();
});
