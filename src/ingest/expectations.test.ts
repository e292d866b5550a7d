import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkExpectations, type ScopeCounts } from './expectations.ts';

const scope = (live: number, missing: number, parcels = { live, missing }): ScopeCounts => ({
  scope: '141803_2.0009',
  live,
  missing,
  parcels,
});

const failuresOf = (scopes: readonly ScopeCounts[], allowLoss = false) =>
  checkExpectations(
    { scopes: ['141803_2.0009'], as_of: '2026-11-08' },
    { staged: 100, issues: 0, mostly: null, shapeless: 0 },
    scopes,
    {
      allowLoss,
      onePowiat: false,
      mayBeEmpty: false,
    },
  );

test('a fifth of the served rows may go, one more may not', () => {
  const table: [live: number, missing: number, isRefused: boolean][] = [
    [100, 19, false],
    [100, 20, false],
    [100, 21, true],
    [5, 1, false],
    [5, 2, true],
    [10_000, 2_000, false],
    [10_000, 2_001, true],
    // In binary a fifth of these is a little more or less than a whole number.
    [15, 3, false],
    [35, 7, false],
    [1, 1, true],
    [0, 0, false],
  ];
  for (const [live, missing, isRefused] of table) {
    assert.equal(failuresOf([scope(live, missing)]).length, isRefused ? 1 : 0, `${missing} of ${live}`);
  }
});

test('what is refused says how much of what is gone, and how to insist', () => {
  const [failure] = failuresOf([scope(100, 21)]);
  assert.equal(
    failure,
    '21 of 100 rows served now for 141803_2.0009 (21 %) are not in the file; if that is right, pass --allow-loss',
  );
  assert.deepEqual(failuresOf([scope(100, 21)], true), []);
});

test('each scope by itself, and parcels by themselves', () => {
  assert.equal(failuresOf([scope(1_000, 0), scope(10, 3)]).length, 1);
  assert.match(
    failuresOf([scope(100, 10, { live: 30, missing: 7 })])[0] ?? '',
    /^7 of 30 rows/,
    'buildings that are all there do not hide that parcels are gone',
  );
  assert.deepEqual(failuresOf([scope(100, 10, { live: 30, missing: 6 })]), []);
});

test('shapes that cannot be used are faults of rows up to a fifth; more are a file that cannot be read', () => {
  const failuresWith = (staged: number, shapeless: number, allowLoss = false) =>
    checkExpectations(
      { scopes: ['1418'], as_of: null },
      { staged, issues: shapeless, mostly: 'empty_geometry: the geometry is empty', shapeless },
      [],
      { allowLoss, onePowiat: false, mayBeEmpty: true },
    );
  assert.deepEqual(failuresWith(80, 20), []);
  assert.deepEqual(failuresWith(2, 10), [], 'a handful');
  assert.match(
    failuresWith(79, 21)[0] ?? '',
    /^21 of 100 rows have a shape that cannot be used \(empty_geometry: .*--allow-loss$/,
  );
  assert.deepEqual(failuresWith(79, 21, true), []);
});
