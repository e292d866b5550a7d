import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { randomFor } from '../../../world/random.ts';
import { AreaDistances } from '../../domain/geometry/distance.ts';
import type { Box } from '../../domain/geometry/types.ts';
import { countPermits } from '../../domain/layers/count-permits.ts';
import { type PermitPlace, permitsAround, RECENT_PERMITS } from '../../domain/layers/permits.ts';
import { CacheRegistry } from './cache.ts';
import { PermitSquares } from './permit-squares.ts';

const SIDE_M = 4_000;
const random = randomFor(1, 'permits');
/** On a grid of 50 m: many lie on the edge of two squares, and most permits on several parcels. */
const places = Array.from({ length: 1_000 }, (): PermitPlace => {
  const number = Math.floor(random() * 350);
  const [x = 0, y = 0] = [random(), random()].map((share) => Math.round((share * SIDE_M) / 50) * 50);
  return {
    permit_id: `p${number}`,
    kind: 'budowa',
    decision_date: number % 7 === 0 ? null : `2024-01-${10 + (number % 20)}`,
    object_category: null,
    position: [640_000 + x, 480_000 + y],
  };
});

const isIn = ([minX, minY, maxX, maxY]: Box, { position: [x, y] }: PermitPlace) =>
  x >= minX && x <= maxX && y >= minY && y <= maxY;

/** As a store that takes its time. */
const reads = {
  async permitsIn(boxes: readonly Box[]): Promise<PermitPlace[][]> {
    await setImmediate();
    return boxes.map((box) => places.filter((place) => isIn(box, place)));
  },
};

const areas = Array.from({ length: 40 }, () => {
  const [x, y] = [640_000 + random() * SIDE_M, 480_000 + random() * SIDE_M];
  const [east, north] = [x + 5 + random() ** 8 * SIDE_M, y + 5 + random() ** 8 * SIDE_M];
  return new AreaDistances([
    [
      [
        [x, y],
        [east, y],
        [east, north],
        [x, north],
        [x, y],
      ],
    ],
  ]);
});

for (const most of [100_000, 300]) {
  test(`what is kept, at most ${most}, never shows, however many ask at once`, async () => {
    const squares = new PermitSquares(new CacheRegistry(), most);
    for (const turn of [areas.slice(0, 20), areas, areas]) {
      await Promise.all(
        turn.map(async (area) => {
          const [found] = await squares.around([area.box], reads);
          assert.ok(found);
          const expected = permitsAround(area, places);
          assert.ok(expected.length > 0);
          const recent = expected.slice(0, RECENT_PERMITS);
          assert.deepEqual(countPermits(area, found), { count: expected.length, recent });
          const all = found.squares.flatMap((square) => square.placesSince(0));
          assert.deepEqual(permitsAround(area, all), expected);
        }),
      );
    }
  });
}
