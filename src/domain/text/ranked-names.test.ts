import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PrefixTree } from './prefix-tree.ts';
import { type RankedName, RankedNames } from './ranked-names.ts';
import { finish } from './steps.ts';
import { NOT_WHOLE, WORD_INSIDE } from './suggest-rank.ts';

const listOf = (names: readonly RankedName[]): RankedNames => {
  const tree = finish(PrefixTree.of(names.map(({ key }) => key)));
  return finish(RankedNames.of('locality', tree, names));
};
const named = (key: string, rank: number, gminy: readonly string[] = []): RankedName => ({
  key,
  places: [],
  rank: NOT_WHOLE + rank,
  gminy: new Set(gminy),
  villages: 0,
});
const wanted = (typed: string, limit: number) => ({ typed, limit, withVillages: true });
const firstOf = (list: RankedNames, typed: string, limit: number) =>
  list.best([list.tree.find(typed)], wanted(typed, limit)).map(({ key }) => key);

test('the best by rank comes first, wherever it stands in the alphabet and however many begin so', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => named(`wo${String(at).padStart(4, '0')}`, 200));
  const list = listOf([...many, named('wola', 100), named('wolzz', 7)]);
  assert.deepEqual(firstOf(list, 'wo', 3), ['wolzz', 'wola', 'wo0000']);
  assert.deepEqual(firstOf(list, 'wola', 3), ['wola']);
});

test('finds what sorting all finds', () => {
  const name = fc.record({
    key: fc.stringMatching(/^[ab]{1,4}( [ab]{1,4})?$/),
    rank: fc.integer({ min: 0, max: 5 }),
  });
  const names = fc.uniqueArray(name, {
    selector: ({ key }) => key,
    minLength: 1,
    maxLength: 400,
    size: 'max',
  });
  fc.assert(
    fc.property(
      names,
      fc.stringMatching(/^[ab]{1,3}$/),
      fc.integer({ min: 1, max: 9 }),
      (all, typed, limit) => {
        const sorted = all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
        const list = listOf(sorted.map(({ key, rank }) => named(key, rank)));
        const orderOf = ({ key, rank }: { key: string; rank: number }) =>
          rank + (key.startsWith(typed) ? 0 : WORD_INSIDE) - (key === typed ? NOT_WHOLE : 0);
        const expected = sorted
          .filter(({ key }) =>
            key.split(' ').some((_, at, words) => words.slice(at).join(' ').startsWith(typed)),
          )
          .toSorted((a, b) => orderOf(a) - orderOf(b))
          .map(({ key }) => key);
        assert.deepEqual(firstOf(list, typed, limit), expected.slice(0, limit));
      },
    ),
  );
});

test('names of a gmina are found among those of the country', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => named(`ka${String(at).padStart(4, '0')}`, 1, ['x']));
  const list = listOf([...many, named('kamionka', 9, ['y', 'x'])]);
  const found = list.bestIn(new Set(['y']), [list.tree.find('ka')], wanted('ka', 5));
  assert.deepEqual(
    found.map(({ key }) => key),
    ['kamionka'],
  );
});
