import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partSentences } from './sentence-ends.ts';
import { tokenise } from './tokens.ts';

const names = { hasWord: (word: string) => ['guzow', 'mrokow', 'zalesie'].includes(word) };
const partsOf = (text: string) =>
  partSentences(tokenise(text), names).flatMap(({ text: word, afterBreak }) => (afterBreak ? [word] : []));

test('a full stop ends a sentence behind a whole word or a number', () => {
  for (const [text, first] of [
    ['działka w Guzowie. Cisza', 'Cisza'],
    ['działka w guzowie. cisza', 'cisza'],
    ['dz. 30 Guzów. Cisza', 'Cisza'],
    ['dz. 12 w Łazach. Cisza', 'Cisza'],
    ['piękny widok. Guzów', 'Guzów'],
    ['Guzów dz. 30. Tanio', 'Tanio'],
  ] as const)
    assert.deepEqual(partsOf(text), [first], text);
});

test('the dot of a word cut short ends none, nor that of a day', () => {
  for (const text of [
    'Zales. Górne',
    'ul. Fr. Chopina',
    'gm. Leszn. dz. 5',
    'miejsc. Guzów',
    'ul. 3. Maja 2',
  ])
    assert.deepEqual(partsOf(text), [], text);
  const whole = tokenise('dz. 5 Guzów');
  assert.equal(partSentences(whole, names), whole);
});
