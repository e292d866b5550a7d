// The same answers from PostgreSQL as from the files: every golden answer, byte for byte, after a load by the real ingest.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { ask, REQUESTS } from '../golden/answers.ts';
import { freshDataset } from './database.ts';

describe('golden answers of PostgreSQL', () => {
  let answers: Map<string, string>;
  before(async () => {
    answers = await ask(await freshDataset());
  });
  for (const name of Object.keys(REQUESTS)) {
    test(name, () => {
      assert.equal(
        answers.get(name),
        readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'),
      );
    });
  }
});
