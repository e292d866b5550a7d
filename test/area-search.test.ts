// Parcels of an area are those of exact geometry, in the order of ids, page by page, whatever shape the area has; and a search
// asks the store for few things, however large it is.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { datasetIn } from '../src/data-folder.ts';
import { PreparedArea } from '../src/domain/geometry/polygons.ts';
import { toWgs84 } from '../src/domain/geometry/projection.ts';
import type { Box, MultiPolygon, Position } from '../src/domain/geometry/types.ts';
import { boundsOf } from '../src/domain/geometry/wkb.ts';
import { parcelsOf } from '../src/service/operations/area-search.ts';
import { runSearch, runSearchPolygon } from '../src/service/operations/search.ts';
import { inSlices } from '../src/service/pipeline/event-loop.ts';
import type { Context } from '../src/service/snapshot/context.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import type { Store, StoreReads } from '../src/store/reads.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { randomFor } from '../world/random.ts';
import { buildSampleData } from './sample.ts';
import { readAllParcels } from './spec/all-parcels.ts';

let store: Store;
let all: ReadonlyMap<string, MultiPolygon>;
before(async () => {
  const { data } = await buildSampleData();
  store = openSqliteStore(datasetIn(data));
  all = await readAllParcels(data);
});
after(() => store.close());

const withContext = <T>(work: (context: Context) => Promise<T>, reads = (own: StoreReads) => own) =>
  store.read(async (own) => {
    const known = await createSnapshotCache()(own);
    const now = new Date('2026-11-15T12:00:00Z');
    return inSlices((pause) => work({ reads: reads(own), ...known, pause, now, day: '2026-11-15' }));
  });

const random = randomFor(1, 'areas');

const polygon = (...corners: readonly Position[]): MultiPolygon => [[[...corners, corners[0] as Position]]];

/** Slanted as a box of degrees is, from a few metres to several kilometres. */
function slantedBox([minX, minY]: Box): MultiPolygon {
  const [width, height] = [10 ** (1 + 3 * random()), 10 ** (1 + 2.5 * random())];
  const [x, y] = [minX - width * random(), minY - height * random()];
  const slant = height / 50;
  return polygon(
    [x, y],
    [x + width, y + slant],
    [x + width - slant, y + height + slant],
    [x - slant, y + height],
  );
}

/** A dented shape with a hole, and a second part some way off: nothing of it is convex. */
function dentedShape([x, y]: Box): MultiPolygon {
  const size = 10 ** (1.5 + 1.8 * random());
  const at = (dx: number, dy: number): Position => [x + dx * size, y + dy * size];
  const ring = [at(0, 0), at(2, 0), at(2, 2), at(1, 1.2), at(0, 2), at(0, 0)];
  const hole = [at(0.5, 0.3), at(0.9, 0.3), at(0.9, 0.7), at(0.5, 0.7), at(0.5, 0.3)];
  return [[ring, hole], ...polygon(at(3, 3), at(3.5, 3), at(3.2, 3.6))];
}

/** Long, thin and slanted: the box around it is mostly other ground. */
function thinStrip([x, y]: Box): MultiPolygon {
  const [run, rise] = [4_000 * random() + 500, 3_000 * random() + 500];
  return polygon([x - run, y - rise], [x + run, y + rise], [x + run, y + rise + 5], [x - run, y - rise + 5]);
}

/** Thorns all around, so many that each parcel meets several edges, or lies between two. */
function thornyStar([x, y]: Box): MultiPolygon {
  const reach = 10 ** (2 + 1.2 * random());
  const inner = reach * (0.1 + 0.8 * random());
  const corners = 2 * Math.round(20 + 180 * random());
  return polygon(
    ...Array.from({ length: corners }, (_, at): Position => {
      const [angle, radius] = [(2 * Math.PI * at) / corners, at % 2 === 0 ? reach : inner];
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
}

function findExactly(area: MultiPolygon): string[] {
  using exact = new PreparedArea(area);
  return [...all].flatMap(([id, shape]) => (exact.overlaps(shape) ? [id] : [])).sort();
}

for (const [what, draw] of Object.entries({ slantedBox, dentedShape, thinStrip, thornyStar })) {
  test(`areas asked in turn and at once hold what exact geometry says: ${what}`, () =>
    withContext(async (context) => {
      const shapes = [...all.values()];
      const boxes = Array.from({ length: 15 }, () => {
        const coordinates = shapes[Math.floor(random() * shapes.length)] as MultiPolygon;
        return boundsOf({ type: 'MultiPolygon', coordinates });
      });
      const find = async (polygons: MultiPolygon) => {
        const idsOf = async (start: string, enough: number) =>
          (await parcelsOf(context, polygons, start, enough)).map(({ id }) => id);
        const ids = await idsOf('', Number.MAX_SAFE_INTEGER / 2);
        assert.deepEqual(ids, findExactly(polygons));
        // Page by page, also behind an id that no parcel has.
        const [middle = ''] = ids.slice(ids.length / 2);
        for (const start of ['', middle, `${middle}/0`])
          for (const enough of [1, 3, 150])
            assert.deepEqual(await idsOf(start, enough), ids.filter((id) => id > start).slice(0, enough));
        return ids.length;
      };
      const areas = boxes.map(draw);
      let found = 0;
      for (const area of areas.slice(0, 10)) found += await find(area);
      for (const count of await Promise.all(areas.slice(8).map(find))) found += count;
      assert.ok(found > 400, `${found} parcels were found`);
    }));
}

/** Calls of the port while the work is done. */
async function countCalls(work: (context: Context) => Promise<unknown>): Promise<number> {
  let calls = 0;
  const counted = (own: StoreReads) =>
    new Proxy(own, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          calls += 1;
          return Reflect.apply(value, target, given);
        };
      },
    });
  await withContext(work, counted);
  return calls;
}

test('a search makes at most four calls of the store, however large it is', async () => {
  const [id = '', shape = []] = [...all].find(([, { length }]) => length === 1) ?? [];
  const [minX, minY] = boundsOf({ type: 'MultiPolygon', coordinates: shape });
  const corner = (dx: number, dy: number) => {
    const [lng, lat] = toWgs84(2180, [minX + dx, minY + dy]);
    return [lng, lat] as const;
  };
  const [west, south] = corner(-990, -990);
  const [east, north] = corner(990, 990);
  const star = [corner(0, 0), corner(1_800, 900), corner(3_600, 0), corner(1_800, 1_900), corner(0, 0)];
  const { centroid } = await withContext(
    async ({ reads }) => (await reads.parcels([id])).get(id) ?? assert.fail(),
  );
  const point = `${centroid[1]},${centroid[0]}`;
  for (const [what, work] of Object.entries<(context: Context) => Promise<unknown>>({
    'a box': (context) => runSearch(context, { bbox: `${west},${south},${east},${north}`, limit: 1_000 }),
    'a small page of it': (context) =>
      runSearch(context, { bbox: `${west},${south},${east},${north}`, limit: 10 }),
    'a polygon': (context) =>
      runSearchPolygon(context, {
        polygon: { type: 'Polygon', coordinates: [star.map((position) => [...position])] },
        limit: 1_000,
      }),
    neighbours: (context) => runSearch(context, { id, limit: 100 }),
    'a circle around a parcel': (context) => runSearch(context, { id, radius_m: 2_000, limit: 1_000 }),
    'a circle around a point': (context) => runSearch(context, { point, radius_m: 2_000, limit: 100 }),
  })) {
    const calls = await countCalls(work);
    assert.ok(calls >= 1 && calls <= 4, `${what}: ${calls} calls`);
  }
});
