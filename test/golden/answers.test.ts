// Whole answers, byte for byte: what no other test looks at is seen here when it changes. A change that is meant is
// renewed with `npm run bless` and read in the diff.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { ask, REQUESTS } from './answers.ts';

const FOLDER = new URL('.', import.meta.url);

describe('golden answers (npm run bless renews them)', () => {
  let answers: Map<string, string>;
  before(async () => {
    answers = await ask();
  });
  for (const name of Object.keys(REQUESTS)) {
    test(name, () => {
      assert.deepEqual(
        JSON.parse(answers.get(name) ?? 'null'),
        JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')),
      );
    });
  }
});

test('no golden file is left over', () => {
  const kept = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  assert.deepEqual(
    kept.sort(),
    Object.keys(REQUESTS)
      .map((name) => `${name}.json`)
      .sort(),
  );
});
