import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceState } from '../corpus/registers.ts';
import { rowsIn, statesAfter } from './source-states.ts';

const state = (scope: string, file_sha256: string, as_of: string | null = '2026-01-01'): SourceState => ({
  source: 'egib',
  scope,
  as_of,
  last_success_at: '2026-01-02',
  observed_since: '2026-01-02',
  file_sha256,
  rows: 1,
  synthetic: false,
  publishes: [],
});
const FILE = {
  source: 'egib',
  sha256: 'new',
  synthetic: false,
  as_of: '2026-02-01',
  at: '2026-02-02',
} as const;
const after = (known: SourceState[], ...scopes: string[]) => {
  const { states, events } = statesAfter(
    known,
    FILE,
    scopes.map((scope) => ({ scope, rows: 7, publishes: ['building'] })),
  );
  return {
    states: states.map(({ scope, file_sha256 }) => `${scope} ${file_sha256}`).sort(),
    told: events.map(({ subject, before, after: now }) => [subject, before, now]),
  };
};

test('rows are counted scope by scope', () => {
  const byPlace = new Map([
    ['141803_2.0009', 5],
    ['141804_5.0001', 2],
    ['1438', 4],
    ['flood_q10/14', 1],
    ['flood_q100/14', 3],
  ]);
  const scopes = ['1418', '1438', '1401', 'flood_q10/14', ''];
  assert.deepEqual(rowsIn(scopes, byPlace), [7, 4, 0, 1, 15]);
});

test('a first load is told by nobody', () => {
  assert.deepEqual(after([], '1418'), { states: ['1418 new'], told: [] });
});

test('a later day is told, the same day is not', () => {
  assert.deepEqual(after([state('1418', 'old')], '1418').told, [
    ['source egib 1418', { as_of: '2026-01-01' }, { as_of: '2026-02-01', freshness: 'fresh' }],
  ]);
  assert.deepEqual(after([state('1418', 'old', FILE.as_of)], '1418').told, []);
});

test('an obręb that was loaded by itself is gone when its powiat is loaded whole, and no other', () => {
  const known = [state('141803_2.0009', 'a'), state('1438', 'b'), state('143801_1.0003', 'c')];
  assert.deepEqual(after(known, '1418').states, ['1418 new', '1438 b', '143801_1.0003 c']);
});

test('a file of which only a part is replaced is no longer what is served', () => {
  const known = [state('141803_2.0009', 'a'), state('141803_2.0010', 'a'), state('1438', 'b')];
  assert.deepEqual(after(known, '141803_2.0009').states, ['141803_2.0009 new', '141803_2.0010 ', '1438 b']);
});

test('the country replaces nothing but itself', () => {
  assert.deepEqual(after([state('', 'a'), state('1418', 'b')], '').states, [' new', '1418 b']);
});

test('the parts of a register that one load moves are told once, unless they come from different days', () => {
  const [slides, threats, mapped] = ['landslide/14', 'landslide_threat/14', 'landslide_mapped/14'] as const;
  const known = [state(slides, 'a'), state(threats, 'a'), state(mapped, 'b', '2025-12-01')];
  const now = { as_of: '2026-02-01', freshness: 'fresh' };
  assert.deepEqual(after(known, slides, threats, mapped).told, [
    [`source egib ${slides}`, { as_of: '2026-01-01' }, now],
    [`source egib ${mapped}`, { as_of: '2025-12-01' }, now],
  ]);
  // Two powiaty are two.
  assert.equal(after([state('1418', 'a'), state('1438', 'a')], '1418', '1438').told.length, 2);
});
