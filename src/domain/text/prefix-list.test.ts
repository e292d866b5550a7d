import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PrefixList } from './prefix-list.ts';
import { editDistance } from './similarity.ts';

function listOf(names: readonly string[]): PrefixList {
  const making = PrefixList.of(names);
  let step = making.next();
  while (!step.done) step = making.next();
  return step.value;
}

const word = fc.stringMatching(/^[a-d]{1,6}$/);
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 40 });
const startsOf = (text: string) =>
  [...text.matchAll(/(?:^| )(?=.)/g)].map(({ index, 0: gap }) => text.slice(index + gap.length));

test('finds what comparing with every word finds', () => {
  fc.assert(
    fc.property(names, fc.stringMatching(/^[a-d]{1,4}( [a-d]{1,2})?$/), (all, prefix) => {
      const list = listOf(all);
      const found = list.find(prefix, 100).map(({ at, from }) => ({ name: list.nameAt(at), from }));
      const expected = all.filter((one) => startsOf(one).some((text) => text.startsWith(prefix)));
      assert.deepEqual(found.map((one) => one.name).sort(), expected.sort());
      for (const one of found) assert.ok(one.name.slice(one.from).startsWith(prefix));
    }),
  );
});

test('finds every beginning with one typo behind the first letter', () => {
  fc.assert(
    fc.property(names, fc.stringMatching(/^[a-d]{4,6}$/), (all, prefix) => {
      const list = listOf(all);
      const found = new Set(list.findMisspelt(prefix, 1_000).map(({ at }) => list.nameAt(at)));
      for (const one of all) {
        const isNear = startsOf(one).some(
          (text) =>
            text[0] === prefix[0] &&
            [-1, 0, 1].some((more) => {
              const begun = text.slice(0, prefix.length + more);
              return begun.length === prefix.length + more && editDistance(begun, prefix) === 1;
            }),
        );
        if (isNear) assert.ok(found.has(one), `${prefix} → ${one}`);
      }
    }),
  );
});

test('lists no more than it was asked for', () => {
  assert.equal(listOf(['ab', 'ac', 'ad']).find('a', 2).length, 2);
});
