import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Removal, traceDescent } from './descent.ts';

const REMOVALS: Readonly<Record<string, Removal>> = {
  a: { id: 'a', date: '2026-01-01', successors: ['b', 'c'] },
  c: { id: 'c', date: '2026-02-01', successors: ['a', 'd', 'lost'] },
  lost: { id: 'lost', date: '2026-03-01', successors: [] },
};
const HELD = new Set(['b', 'd']);

const trace = (id: string) =>
  traceDescent(
    id,
    (one) => REMOVALS[one] ?? null,
    (one) => (HELD.has(one) ? one : undefined),
  );

it('follows divisions of divisions to the parcels that are there now', () => {
  const heirs = trace('a')?.heirs.map(({ parcel, line }) => [parcel, line.map(({ id }) => id)]);
  assert.deepEqual(heirs, [
    ['b', ['a']],
    ['d', ['c', 'a']],
  ]);
});

it('knows nothing of a parcel that was never removed, and names no heir where the land went nowhere', () => {
  assert.equal(trace('b'), null);
  assert.deepEqual(trace('lost')?.heirs, []);
});
