import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './similarity.ts';
import { LEAST_TYPED, typosAllowed, WordList } from './word-list.ts';

function listOf(words: readonly string[]): WordList {
  const list = new WordList();
  for (const word of words) list.add(word);
  return list;
}

const letters = fc.stringMatching(/^[a-e]{3,10}$/);

test('finds exactly the words within reach, as comparing with every word does', () => {
  const lists = fc.uniqueArray(letters, { minLength: 1, maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(lists, letters, (words, word) => {
      const found = listOf(words).near(word, 2);
      const expected = words.filter((known) => {
        const typos = editDistance(word, known);
        // Of the shortest words one letter may be lost.
        const typed = word.length === LEAST_TYPED ? 1 : typosAllowed(word);
        return typos > 0 && typos <= Math.min(typed, typosAllowed(known));
      });
      assert.deepEqual(found.map((near) => near.word).sort(), expected.sort());
      for (const near of found) assert.equal(near.typos, editDistance(word, near.word));
    }),
  );
});

test('a word may have one typo from four letters on, two from seven', () => {
  assert.deepEqual(['ola', 'wola', 'lesnow', 'lesznow'].map(typosAllowed), [0, 1, 1, 2]);
});

test('completes what was cut short', () => {
  const list = listOf(['stara', 'nowe', 'n', 'nowa', 'no', 'zdroj']);
  assert.deepEqual(list.completions('no'), ['nowa', 'nowe']);
  assert.deepEqual(list.completions('n'), ['no', 'nowa', 'nowe']);
  assert.deepEqual(list.completions('x'), []);
});
