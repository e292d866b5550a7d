// The gate between specification and tests: every rule that is built is cited by a test that always runs, no test cites a
// rule that does not exist, and what is pending is a list that only shrinks.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { citationsIn } from './cited-rules.ts';
import { RULES } from './requirements.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Only ever remove from this list: a rule leaves it when its data are served and a test cites it. */
const PENDING: string[] = [];

const files = globSync(['test/**/*.test.ts', 'src/**/*.test.ts'], { cwd: ROOT });
const cited = new Map<string, string>();
for (const file of files) {
  const text = readFileSync(new URL(file, `file://${ROOT}`), 'utf8');
  for (const id of citationsIn(text).counted) cited.set(id, file);
}
const ids = (pending: boolean) =>
  Object.entries(RULES)
    .filter(([, rule]) => 'pending' in rule === pending)
    .map(([id]) => id);

test('the gate reads tests', () => {
  assert.ok(files.length > 20, `${files.length} files`);
  assert.ok(cited.size > 100, `${cited.size} rules cited`);
});

test('every rule that is built is answered for by a test', () => {
  assert.deepEqual(
    ids(false).filter((id) => !cited.has(id)),
    [],
  );
});

test('no test cites a rule that does not exist', () => {
  assert.deepEqual(
    [...cited].filter(([id]) => !(id in RULES)),
    [],
  );
});

test('no test cites a pending rule: the mark must go when the test comes', () => {
  assert.deepEqual(
    ids(true).filter((id) => cited.has(id)),
    [],
  );
});

test('the pending rules are the pinned ones', () => {
  assert.deepEqual(ids(true), PENDING);
});
