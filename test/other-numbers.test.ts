// A number in a sentence about something else never settles, as a parcel or as a house, whatever that something is.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fold } from '../src/domain/text/fold.ts';
import { labelsOf } from '../src/domain/text/vocabulary.ts';
import { ENGLISH_NOUNS, NOUNS, otherHouses, otherNumbers } from './other-numbers.ts';
import { type Asker, openAsker } from './queries.ts';
import { buildSampleData } from './sample.ts';

let asker: Asker;
let data: string;
before(async () => {
  ({ data } = await buildSampleData());
  asker = openAsker(data);
});
after(() => asker.close());

test('the code knows none of the nouns', () => {
  assert.ok(NOUNS.length >= 150, `${NOUNS.length} nouns`);
  assert.ok(ENGLISH_NOUNS.length >= 100, `${ENGLISH_NOUNS.length} English nouns`);
  assert.deepEqual(
    [...NOUNS, ...ENGLISH_NOUNS].filter((noun) => labelsOf(fold(noun), false).length > 0),
    [],
  );
});

test('the number of each parcel in a sentence about other things settles nothing, and stays a candidate', async () => {
  let [asked, listed] = [0, 0];
  const settled: string[] = [];
  for (const { text, id } of otherNumbers(data)) {
    const outcome = await asker.ask(text);
    asked += 1;
    if (outcome.candidates?.some((candidate) => candidate.id === id)) listed += 1;
    if (outcome.status === 'ok') settled.push(`${text}: ${outcome.result?.id}`);
  }
  assert.ok(asked > 1_500, `${asked} sentences`);
  assert.deepEqual(settled, []);
  assert.equal(listed, asked, 'the parcel stays a candidate');
});

test('the number of each house in a sentence about other things settles nothing', async () => {
  let asked = 0;
  const settled: string[] = [];
  for (const { text } of otherHouses(data)) {
    const outcome = await asker.ask(text);
    asked += 1;
    if (outcome.status === 'ok' && outcome.result?.id != null) settled.push(`${text}: ${outcome.result.id}`);
  }
  assert.ok(asked > 200, `${asked} sentences`);
  assert.deepEqual(settled, []);
});

test('a number of a flat is no parcel, before the place and behind it', async () => {
  for (const word of ['mieszkanie', 'lokal', 'lok.', 'apartament']) {
    for (const text of [`${word} 238/1 Mroków`, `Mroków, 238/1 ${word}`]) {
      const { status, candidates } = await asker.ask(text);
      assert.notEqual(status, 'ok', text);
      assert.ok(
        (candidates ?? []).every(({ confidence }) => confidence < 0.85),
        text,
      );
    }
  }
});
