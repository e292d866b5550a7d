import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ReadItem } from './recipe.ts';
import { placesByCount, RowsByPlace } from './rows-by-place.ts';

const CASES: [counts: Record<string, number>, places: string[]][] = [
  [{}, []],
  [{ 1418: 1 }, ['1418']],
  [{ 1418: 2, 1438: 1 }, ['1418', '1438']],
  [{ 1418: 20, 1438: 1 }, ['1418']],
  [{ 1418: 20, 1438: 2 }, ['1418', '1438']],
  [{ 1418: 9_000, 1438: 50, 1206: 199 }, ['1206', '1418']],
  [{ 1465: 2_000_000, 1410: 200 }, ['1410', '1465']],
];
for (const [counts, places] of CASES) {
  it(`a file of ${JSON.stringify(counts)} is one of ${places.join(', ') || 'nowhere'}`, () => {
    const found = placesByCount(new Map(Object.entries(counts)));
    assert.deepEqual(found.places, places);
    assert.deepEqual([...found.places, ...found.strays].sort(), Object.keys(counts).sort());
  });
}

it('passes every row on once, in the order of the file within its place', () => {
  const rows = new RowsByPlace();
  const order = Array.from({ length: 500 }, (_, at) => {
    const place = at % 50 === 3 ? '1438' : '1418';
    return { row: { kind: 'obreb', row: { id: place, name: String(at) } }, position: place } as const;
  });
  const passed = order.flatMap((item) => [...rows.take(item.position, item)]);
  const all = [...passed, ...rows.rest(), ...rows.rest()];
  assert.deepEqual(new Set(all), new Set(order));
  assert.equal(all.length, order.length);
  const isOwn = (item: ReadItem) => 'row' in item && item.position === '1418';
  assert.deepEqual(all.filter(isOwn), order.filter(isOwn));
});
