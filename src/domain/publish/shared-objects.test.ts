import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../geometry/types.ts';
import { countingPlaces } from './shared-objects.ts';

const drawing = (place: string, version: string, ...box: Box) => ({ place, version, box });

const TABLE: [string, ReturnType<typeof drawing>[], string[]][] = [
  ['one place', [drawing('1418', '', 0, 0, 10, 10)], ['1418']],
  [
    'the same version in both: both count, and are one object',
    [drawing('1418', '2026', 0, 0, 10, 10), drawing('1438', '2026', 0, 0, 10, 10)],
    ['1418', '1438'],
  ],
  [
    'two versions: the newest',
    [drawing('1418', '2025', 0, 0, 100, 0), drawing('1438', '2026', 0, 5, 100, 5)],
    ['1438'],
  ],
  [
    'a version is newer than none',
    [drawing('1418', '', 0, 0, 100, 50), drawing('1438', '2019', 0, 0, 100, 50)],
    ['1438'],
  ],
  [
    'three versions',
    [
      drawing('1418', '2024', 0, 0, 10, 10),
      drawing('1438', '2025', 0, 0, 10, 10),
      drawing('1405', '2026', 0, 0, 9, 10),
    ],
    ['1405'],
  ],
  [
    'cut at the boundary, one side of a later edition: both pieces',
    [drawing('1418', '2025', 0, 0, 100, 0), drawing('1438', '2026', 100, 0, 300, 0)],
    ['1418', '1438'],
  ],
  [
    'cut slantwise',
    [drawing('1418', '2025', 0, 0, 100, 100), drawing('1438', '2026', 100, 100, 300, 300)],
    ['1418', '1438'],
  ],
  [
    'the old one whole, the new one cut: what is beyond the cut still counts',
    [drawing('1418', '2025', 0, 0, 300, 0), drawing('1438', '2026', 100, 0, 300, 0)],
    ['1418', '1438'],
  ],
];
for (const [name, drawings, places] of TABLE) {
  test(name, () => {
    assert.deepEqual([...countingPlaces(drawings)].sort(), places.toSorted());
    assert.deepEqual([...countingPlaces(drawings.toReversed())].sort(), places.toSorted());
  });
}
