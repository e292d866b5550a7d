import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PrefixTree, type Range } from './prefix-tree.ts';
import { editDistance } from './similarity.ts';

function treeOf(names: readonly string[]): PrefixTree {
  const making = PrefixTree.of(names);
  let step = making.next();
  while (!step.done) step = making.next();
  return step.value;
}

const word = fc.stringMatching(/^[a-d]{1,6}$/);
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
// Enough for a tree of several levels, and few enough for one that is a single leaf.
const names = fc.oneof(
  fc.uniqueArray(name, { minLength: 1, maxLength: 12 }),
  fc.uniqueArray(name, { minLength: 60, maxLength: 300, size: 'max' }),
);
const startsOf = (text: string) =>
  [...text.matchAll(/(?:^| )(?=.)/g)].map(({ index, 0: gap }) => text.slice(index + gap.length));

/** The texts at the places of the ranges. */
const textsIn = (tree: PrefixTree, ranges: readonly Range[]): Set<string> =>
  new Set(
    ranges.flatMap(({ low, high }) =>
      Array.from(
        { length: high - low },
        (_, at) => `${tree.names[tree.nameAt(low + at)]}@${tree.letterAt(low + at)}`,
      ),
    ),
  );
/** The same by comparing with every word of every name. */
const expected = (all: readonly string[], isMeant: (text: string) => boolean): Set<string> =>
  new Set(
    all.flatMap((one) =>
      startsOf(one)
        .filter(isMeant)
        .map((text) => `${one}@${one.length - text.length}`),
    ),
  );

test('finds what comparing with every word finds, what is typed whole first', () => {
  fc.assert(
    fc.property(names, fc.stringMatching(/^[a-d]{1,4}( [a-d]{1,2})?$/), (all, prefix) => {
      const tree = treeOf(all);
      const range = tree.find(prefix);
      assert.deepEqual(
        textsIn(tree, [range]),
        expected(all, (text) => text.startsWith(prefix)),
      );
      if (all.includes(prefix)) assert.equal(tree.names[tree.nameAt(range.low)], prefix);
    }),
  );
});

/** Whether a text begins as typed, or so but for one edit behind the first letter. */
function isNear(text: string, prefix: string): boolean {
  if (text[0] !== prefix[0]) return false;
  return [-1, 0, 1].some((more) => {
    const begun = text.slice(1, prefix.length + more);
    return begun.length === prefix.length + more - 1 && editDistance(begun, prefix.slice(1)) <= 1;
  });
}

test('finds every beginning with one typo behind the first letter, and no other', () => {
  fc.assert(
    fc.property(names, fc.stringMatching(/^[a-d]{4,6}$/), (all, prefix) => {
      const tree = treeOf(all);
      const found = textsIn(tree, tree.findMisspelt(prefix));
      const near = expected(all, (text) => isNear(text, prefix));
      // Where exact ones are found, nobody asks for others.
      const exact = expected(all, (text) => text.startsWith(prefix));
      assert.deepEqual(found.difference(exact), near.difference(exact));
    }),
  );
});

test('thousands of names with one word in common are told apart', () => {
  const all = Array.from({ length: 3_000 }, (_, at) => `n${at} wola`);
  const tree = treeOf([...all, 'wola']);
  const { low, high } = tree.find('wola');
  assert.equal(high - low, 3_001);
  assert.equal(tree.names[tree.nameAt(low)], 'wola');
  assert.deepEqual(textsIn(tree, [tree.find('wolak')]), new Set());
});

test('words that are whole are found at the end of a name or before a space', () => {
  fc.assert(
    fc.property(names, word, (all, words) => {
      const tree = treeOf(all);
      const whole = expected(all, (text) => text === words || text.startsWith(`${words} `));
      assert.deepEqual(textsIn(tree, [tree.findWords(words)]), whole);
    }),
  );
});
