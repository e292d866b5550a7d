import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, beforeEach, test } from 'node:test';
import { DEFAULT_LIMITS, hashSecret, MAX_SECRET_LENGTH } from '../key-rules.ts';
import { type AccountsDb, openAccounts } from './accounts-file.ts';
import {
  admitWithoutSecret,
  configuredKey,
  createKey,
  limitKey,
  listKeys,
  revokeKey,
  rotateKey,
} from './key-records.ts';
import { CHECK_INTERVAL_MS, KeyRing } from './key-ring.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
const LATER = new Date('2026-03-02T10:00:00Z');

const folder = mkdtempSync(join(tmpdir(), 'miedza-keys-'));
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

test('a new key has the default limits, and its secret is found but stored nowhere', () => {
  const { id, secret } = createKey(db, { name: 'Gmina Lesznowola' }, NOW);
  assert.match(secret, /^mdz_[A-Za-z0-9_-]{32}$/);
  const record = new KeyRing(db).find(secret);
  assert.deepEqual(record, {
    id,
    name: 'Gmina Lesznowola',
    ...DEFAULT_LIMITS,
    created_at: NOW.toISOString(),
    revoked_at: null,
  });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(path);
  assert.ok(bytes.includes('Gmina Lesznowola'));
  assert.ok(!bytes.includes(secret.slice(4)));
});

test('limits that are given are kept', () => {
  const limits = { rate_per_s: 0.5, burst: 3, monthly_quota: 1000 };
  createKey(db, { name: 'slow', ...limits }, NOW);
  const [key] = listKeys(db);
  assert.deepEqual(
    { rate_per_s: key?.rate_per_s, burst: key?.burst, monthly_quota: key?.monthly_quota },
    limits,
  );
});

test('bad names and numbers are refused, and nothing is stored', () => {
  const cases: [asked: Parameters<typeof createKey>[1], message: RegExp][] = [
    [{ name: '' }, /"" cannot be the name/],
    [{ name: ' a' }, /cannot be the name/],
    [{ name: 'a\nb' }, /cannot be the name/],
    [{ name: 'a'.repeat(65) }, /cannot be the name/],
    [{ name: 'static' }, /cannot be the name/],
    [{ name: 'a', rate_per_s: 0 }, /rate_per_s is 0; allowed/],
    [{ name: 'a', rate_per_s: Number.NaN }, /rate_per_s is NaN/],
    [{ name: 'a', rate_per_s: Number.POSITIVE_INFINITY }, /rate_per_s is Infinity/],
    [{ name: 'a', burst: 0 }, /burst is 0/],
    [{ name: 'a', burst: 1.5 }, /burst is 1.5/],
    [{ name: 'a', monthly_quota: -1 }, /monthly_quota is -1/],
    [{ name: 'a', monthly_quota: 0 }, /monthly_quota is 0; .* or none/],
    [{ name: 'a', monthly_quota: 1e15 }, /monthly_quota is 1000000000000000/],
  ];
  for (const [asked, message] of cases) assert.throws(() => createKey(db, asked, NOW), message);
  assert.deepEqual(listKeys(db), []);
});

test('a name is given once, until its key is revoked; an id is no name', () => {
  const { id, secret } = createKey(db, { name: 'anna' }, NOW);
  assert.throws(() => createKey(db, { name: 'anna' }, NOW), /a key "anna" exists already \(key_[0-9a-f]+\)/);
  assert.throws(() => createKey(db, { name: id }, NOW), /exists already/);
  revokeKey(db, 'anna', NOW);
  assert.throws(() => createKey(db, { name: id }, LATER), /exists already/);
  const second = createKey(db, { name: 'anna', burst: 7 }, LATER);
  assert.deepEqual(
    [new KeyRing(db).find(secret), new KeyRing(db).find(second.secret)?.id],
    [undefined, second.id],
  );
  // The name means the valid key; the one before is named by its id.
  assert.equal(limitKey(db, 'anna', { burst: 8 }).id, second.id);
  assert.throws(() => limitKey(db, id, { burst: 9 }), /the key "anna" is revoked since 2026-/);
  assert.deepEqual(
    listKeys(db).map((key) => [key.id, key.burst]),
    [
      [id, 100],
      [second.id, 8],
    ],
  );
  revokeKey(db, 'anna', LATER);
  assert.equal(revokeKey(db, 'anna', NOW).id, second.id, 'the one that was revoked last');
});

test('keys of a file of the first version are kept', () => {
  const { secret } = createKey(db, { name: 'anna', monthly_quota: 7 }, NOW);
  const old = join(folder, 'version-1.sqlite');
  const before = new DatabaseSync(old);
  before.exec(`CREATE TABLE keys (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, hash BLOB NOT NULL UNIQUE, rate_per_s REAL NOT NULL,
      burst INTEGER NOT NULL, monthly_quota INTEGER, created_at TEXT NOT NULL, revoked_at TEXT) STRICT;
    CREATE TABLE keys_revision (revision INTEGER NOT NULL) STRICT; INSERT INTO keys_revision VALUES (3);
    CREATE TRIGGER keys_inserted AFTER INSERT ON keys BEGIN UPDATE keys_revision SET revision = revision + 1; END;
    CREATE TRIGGER keys_updated AFTER UPDATE ON keys BEGIN UPDATE keys_revision SET revision = revision + 1; END;
    PRAGMA user_version = 1;`);
  before
    .prepare("INSERT INTO keys VALUES ('key_1', 'anna', ?, 50, 100, 7, '2026-01-01', NULL)")
    .run(hashSecret(secret));
  before.close();
  const opened = openAccounts(old);
  const ring = new KeyRing(opened);
  assert.equal(ring.find(secret, 0)?.monthly_quota, 7);
  revokeKey(opened, 'anna', NOW);
  assert.equal(ring.find(secret, CHECK_INTERVAL_MS), undefined, 'changes are still counted');
  createKey(opened, { name: 'anna' }, NOW);
  opened.close();
});

test('a rotated key has two secrets for a while, then one', () => {
  const { id, secret } = createKey(db, { name: 'anna' }, NOW);
  let now = NOW;
  let at_ms = 0;
  const ring = new KeyRing(db, null, () => now);
  const isValid = (text: string) => {
    at_ms += CHECK_INTERVAL_MS;
    return ring.find(text, at_ms)?.id === id;
  };
  assert.ok(isValid(secret));
  const keeping = { previous_until: LATER, ends_older: false };
  const second = rotateKey(db, 'anna', keeping, NOW);
  assert.equal(second.id, id);
  assert.deepEqual([isValid(secret), isValid(second.secret)], [true, true]);
  assert.equal(listKeys(db)[0]?.previous_until, LATER.toISOString());
  assert.throws(
    () => configuredKey(db, { secret: secret, limits: DEFAULT_LIMITS }, NOW),
    /already stored under the name "anna"/,
  );
  assert.throws(() => rotateKey(db, id, keeping, NOW), /older secret is promised until 2026-03-02.*--force/);
  assert.deepEqual([secret, second.secret].map(isValid), [true, true], 'nothing has changed');
  now = LATER;
  assert.deepEqual([isValid(secret), isValid(second.secret)], [false, true]);
  // One before the one before is not kept, which must be meant.
  now = NOW;
  const third = rotateKey(db, id, { ...keeping, ends_older: true }, NOW);
  assert.deepEqual([secret, second.secret, third.secret].map(isValid), [false, true, true]);
  const fourth = rotateKey(db, id, { previous_until: NOW, ends_older: false }, NOW);
  assert.deepEqual([third.secret, fourth.secret].map(isValid), [false, true]);
  rotateKey(db, id, keeping, NOW);
  assert.throws(() => rotateKey(db, id, keeping, NOW), /promised/);
  rotateKey(db, id, { ...keeping, previous_until: new Date(LATER.getTime() + 1) }, LATER);
  revokeKey(db, id, NOW);
  assert.equal(listKeys(db)[0]?.previous_until, null, 'no secret of a revoked key is valid');
  assert.equal(isValid(fourth.secret), false, 'revoked with both its secrets');
  assert.throws(() => rotateKey(db, id, keeping, NOW), /is revoked since 2026-03-01/);
  admitWithoutSecret(db, 'oauth:eva', DEFAULT_LIMITS, NOW);
  assert.throws(() => rotateKey(db, 'oauth:eva', keeping, NOW), /recognised without a secret/);
});

test('an unknown name is refused with the known ones', () => {
  assert.throws(() => revokeKey(db, 'ewa', NOW), /no key "ewa"; there are no keys yet/);
  createKey(db, { name: 'jan' }, NOW);
  createKey(db, { name: 'anna' }, NOW);
  assert.throws(() => revokeKey(db, 'ewa', NOW), /no key "ewa"; known keys: anna, jan/);
  assert.throws(() => limitKey(db, 'ewa', { burst: 1 }), /known keys: anna, jan/);
});

test('a key is revoked by name or id, once', () => {
  const anna = createKey(db, { name: 'anna' }, NOW);
  const jan = createKey(db, { name: 'jan' }, NOW);
  assert.equal(revokeKey(db, 'anna', NOW).revoked_at, NOW.toISOString());
  assert.equal(revokeKey(db, anna.id, LATER).revoked_at, NOW.toISOString());
  const ring = new KeyRing(db);
  assert.equal(ring.find(anna.secret), undefined);
  assert.equal(ring.find(jan.secret)?.name, 'jan');
});

test('limitKey changes what is given and keeps the rest', () => {
  createKey(db, { name: 'anna', monthly_quota: 10 }, NOW);
  assert.equal(limitKey(db, 'anna', { burst: 7 }).monthly_quota, 10);
  const key = limitKey(db, 'anna', { rate_per_s: 2.5, monthly_quota: null });
  assert.deepEqual([key.rate_per_s, key.burst, key.monthly_quota], [2.5, 7, null]);
  assert.throws(() => limitKey(db, 'anna', { burst: -1 }), /burst is -1/);
  assert.deepEqual(
    listKeys(db).map(({ previous_until: _none, ...listed }) => listed),
    [{ ...key }],
  );
});

test('a change by another connection is seen within the check interval, not necessarily before', () => {
  const { secret } = createKey(db, { name: 'anna' }, NOW);
  const ring = new KeyRing(db);
  assert.equal(ring.find(secret, 0)?.burst, 100);
  const other = openAccounts(path);
  limitKey(other, 'anna', { burst: 5 });
  assert.equal(ring.find(secret, CHECK_INTERVAL_MS - 1)?.burst, 100);
  assert.equal(ring.find(secret, CHECK_INTERVAL_MS)?.burst, 5);
  const jan = createKey(other, { name: 'jan' }, NOW);
  revokeKey(other, 'anna', NOW);
  other.close();
  assert.equal(ring.find(secret, 2 * CHECK_INTERVAL_MS), undefined);
  assert.equal(ring.find(jan.secret, 2 * CHECK_INTERVAL_MS)?.name, 'jan');
});

test('a change by the connection of the ring itself is seen too', () => {
  const ring = new KeyRing(db);
  const { secret } = createKey(db, { name: 'anna' }, NOW);
  assert.equal(ring.find(secret, 0)?.name, 'anna');
  revokeKey(db, 'anna', NOW);
  assert.equal(ring.find(secret, CHECK_INTERVAL_MS), undefined);
});

test('what is no secret finds nothing', () => {
  const { secret } = createKey(db, { name: 'anna' }, NOW);
  const ring = new KeyRing(db);
  for (const wrong of ['', 'anna', secret.slice(0, -1), `${secret} `, secret.toUpperCase(), 'ż'.repeat(99)]) {
    assert.equal(ring.find(wrong), undefined, wrong);
  }
});

test('a secret beyond the longest is not even looked up', () => {
  createKey(db, { name: 'anna' }, NOW);
  const setHash = db.prepare('UPDATE keys SET hash = ?');
  const longest = 'x'.repeat(MAX_SECRET_LENGTH);
  setHash.run(hashSecret(longest));
  assert.equal(new KeyRing(db).find(longest)?.name, 'anna');
  setHash.run(hashSecret(`${longest}x`));
  assert.equal(new KeyRing(db).find(`${longest}x`), undefined);
});

const configured = (secret: string, limits = DEFAULT_LIMITS) => configuredKey(db, { secret, limits }, NOW);

test('the configured key is valid for the ring it was given to, and is stored nowhere', () => {
  const { secret } = createKey(db, { name: 'anna' }, NOW);
  const limits = { rate_per_s: 7, burst: 3, monthly_quota: null };
  const first = new KeyRing(db, configured('first', limits));
  const second = new KeyRing(db, configured('second'));
  const without = new KeyRing(db);
  const record = { id: 'static', name: 'static', ...limits, created_at: NOW.toISOString(), revoked_at: null };
  assert.deepEqual(first.find('first', 0), record);
  assert.equal(second.find('second', 0)?.id, 'static');
  for (const [ring, other] of [
    [first, 'second'],
    [second, 'first'],
    [without, 'first'],
  ] as const) {
    assert.equal(ring.find(other, 0), undefined);
    assert.equal(ring.find(secret, 0)?.name, 'anna');
  }
  revokeKey(db, 'anna', NOW);
  assert.deepEqual(first.find('first', CHECK_INTERVAL_MS), record, 'after a change of others');
  assert.equal(first.find(secret, CHECK_INTERVAL_MS), undefined);
  assert.deepEqual(
    listKeys(db).map(({ name }) => name),
    ['anna'],
  );
});

test('what an earlier version has stored of a configured key is never accepted or listed', () => {
  const row = `INSERT INTO keys (id, name, hash, rate_per_s, burst, created_at) VALUES ('static', 'static', ?, 50, 100, ?)`;
  db.prepare(row).run(hashSecret('old'), NOW.toISOString());
  assert.equal(new KeyRing(db).find('old'), undefined);
  assert.equal(new KeyRing(db, configured('new')).find('old'), undefined);
  assert.equal(new KeyRing(db, configured('old')).find('old')?.id, 'static');
  assert.deepEqual(listKeys(db), []);
});

test('the longest configured key is accepted', () => {
  const longest = '~'.repeat(MAX_SECRET_LENGTH);
  assert.equal(new KeyRing(db, configured(longest)).find(longest)?.name, 'static');
});

test('a bad configured key is refused without repeating it', () => {
  for (const secret of ['', 'has space', 'żółw', 'x'.repeat(MAX_SECRET_LENGTH + 1)]) {
    assert.throws(
      () => configured(secret),
      (error: Error) =>
        /1 to 256 visible ASCII/.test(error.message) && (!secret || !error.message.includes(secret)),
    );
  }
  const { secret } = createKey(db, { name: 'anna' }, NOW);
  assert.throws(() => configured(secret), /already stored under the name "anna"/);
  assert.throws(() => configured('good', { ...DEFAULT_LIMITS, burst: 0 }), /burst is 0/);
});

test('the configured key is changed by configuration only', () => {
  assert.throws(() => revokeKey(db, 'static', NOW), /comes from the configuration/);
  assert.throws(() => limitKey(db, 'static', { burst: 1 }), /comes from the configuration/);
});

test('who is recognised without a secret has a record of limits that lasts, until it is revoked', () => {
  const id = 'oauth:anna@https://login.example';
  const first = admitWithoutSecret(db, id, DEFAULT_LIMITS, NOW);
  assert.deepEqual([first?.id, first?.name, first?.burst], [id, id, DEFAULT_LIMITS.burst]);
  limitKey(db, id, { burst: 7 });
  assert.equal(admitWithoutSecret(db, id, DEFAULT_LIMITS, LATER)?.burst, 7);
  assert.equal(listKeys(db).length, 1);
  for (const secret of [id, '', 'anna']) assert.equal(new KeyRing(db).find(secret), undefined);
  assert.throws(() => createKey(db, { name: id }, NOW), /cannot be the name of a key/);
  revokeKey(db, id, LATER);
  assert.equal(admitWithoutSecret(db, id, DEFAULT_LIMITS, LATER), undefined);
});
