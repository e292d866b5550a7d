import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshnessOf, SOURCES } from './registers.ts';

test('a source is stale from the first moment after its refresh target', () => {
  const loaded = '2026-11-01T08:00:00.000Z';
  const after = (days: number, ms: number) => new Date(Date.parse(loaded) + days * 86_400_000 + ms);
  for (const id of ['egib', 'flood', 'rwdz'] as const) {
    const { refresh_days } = SOURCES[id];
    assert.equal(freshnessOf(id, loaded, after(refresh_days, -1)), 'fresh', id);
    assert.equal(freshnessOf(id, loaded, after(refresh_days, 0)), 'fresh', id);
    assert.equal(freshnessOf(id, loaded, after(refresh_days, 1)), 'stale', id);
  }
  assert.equal(freshnessOf('egib', null, new Date(loaded)), 'unknown');
});
