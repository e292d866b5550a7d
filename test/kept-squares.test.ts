// Parcels of an area are found in squares that are kept and dropped: whatever was asked before, they are those of exact geometry,
// in the order of ids, and their JSON is that of their summaries.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Envelope } from '../src/contract/answers.ts';
import { datasetIn } from '../src/data-folder.ts';
import { ConvexArea } from '../src/domain/geometry/convex-area.ts';
import { PreparedArea } from '../src/domain/geometry/polygons.ts';
import { POLAND_BOX } from '../src/domain/geometry/projection.ts';
import type { Box, MultiPolygon } from '../src/domain/geometry/types.ts';
import { decodeMultiPolygon } from '../src/domain/geometry/wkb.ts';
import { AdminDirectory } from '../src/domain/places/admin-units.ts';
import { summarise } from '../src/domain/record.ts';
import { encodeEnvelope } from '../src/service/pipeline/encode.ts';
import { ParcelTileCache } from '../src/service/snapshot/parcel-tile-cache.ts';
import type { OutlinedParcel, Store, StoreReads } from '../src/store/reads.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { randomFor } from '../world/random.ts';
import { buildSampleData, LAND, SAMPLE_PARCELS } from './sample.ts';

const FRAME: Envelope = {
  status: 'ok',
  result: null,
  query: { input: {}, resolved: null },
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
};

let store: Store;
before(async () => {
  store = openSqliteStore(datasetIn((await buildSampleData(SAMPLE_PARCELS, { only: LAND })).data));
});
after(() => store.close());

const random = randomFor(1, 'kept squares');

/** Slanted as a box of degrees is, from a few metres to more than all squares that are kept for one area. */
function areaAround([minX, minY]: Box): MultiPolygon {
  const [width, height] = [10 ** (1 + 3 * random()), 10 ** (1 + 2.5 * random())];
  const [x, y] = [minX - width * random(), minY - height * random()];
  const slant = height / 50;
  const ring = [
    [x, y],
    [x + width, y + slant],
    [x + width - slant, y + height + slant],
    [x - slant, y + height],
    [x, y],
  ] as const;
  return [[ring]];
}

function findExactly(area: MultiPolygon, shapes: ReadonlyMap<string, MultiPolygon>): string[] {
  using exact = new PreparedArea(area);
  return [...shapes.keys()].filter((id) => exact.overlaps(shapes.get(id) ?? [])).sort();
}

const withSquares = (
  most: number | undefined,
  work: (
    squares: ParcelTileCache,
    reads: StoreReads,
    all: readonly OutlinedParcel[],
    admin: AdminDirectory,
  ) => Promise<void>,
) =>
  store.read(async (reads) => {
    const admin = new AdminDirectory(await reads.terc(), await reads.obreby());
    await work(new ParcelTileCache(admin, most), reads, await reads.parcelsInBox(POLAND_BOX), admin);
  });

for (const [what, most] of Object.entries({ 'all is kept': undefined, 'little is kept': 100 })) {
  test(`areas asked in turn and at once hold what exact geometry says: ${what}`, () =>
    withSquares(most, async (squares, reads, all) => {
      const shapes = new Map(all.map(({ id, wkb }) => [id, decodeMultiPolygon(wkb)]));
      const areas = Array.from({ length: 60 }, () =>
        areaAround((all[Math.floor(random() * all.length)] as OutlinedParcel).box),
      );
      const find = async (area: MultiPolygon) => {
        const convex = ConvexArea.of(area);
        assert.ok(convex);
        const list = await squares.around(convex.bounds, reads);
        const ids = list.find(convex, null, Infinity).map((at) => list.idAt(at));
        assert.deepEqual(ids, findExactly(area, shapes));
        // Page by page, also behind an id that no parcel has.
        const [middle = ''] = ids.slice(ids.length / 2);
        for (const start of ['', middle, `${middle}/0`]) {
          const page: string[] = list.find(convex, start, 3).map((at) => list.idAt(at));
          assert.deepEqual(page, ids.filter((id) => id > start).slice(0, 3));
        }
        return ids.length;
      };
      let found = 0;
      for (const area of areas.slice(0, 40)) found += await find(area);
      for (const count of await Promise.all(areas.slice(30).map(find))) found += count;
      assert.ok(found > 2_000, `${found} parcels were found`);
    }));
}

test('what is dropped while an area is being read is read again', () =>
  store.read(async (reads) => {
    const admin = new AdminDirectory(await reads.terc(), await reads.obreby());
    const [first, ...others] = await reads.parcelsInBox(POLAND_BOX);
    const far = others.filter(({ box }) => box[0] > (first?.box[2] ?? 0) + 5_000);
    assert.ok(first && far.length > 1);
    const [minX, minY, maxX, maxY] = first.box;
    const around: Box = [minX - 1_500, minY - 1_500, maxX + 1_500, maxY + 1_500];
    const squares = new ParcelTileCache(
      admin,
      (await new ParcelTileCache(admin).around(first.box, reads)).length,
    );
    await squares.around(first.box, reads);
    // The second of those far away finds more than may be kept.
    const [list] = await Promise.all([
      squares.around(around, reads),
      (async () => {
        for (const { box } of [far[0], far.at(-1)] as OutlinedParcel[]) await squares.around(box, reads);
      })(),
    ]);
    const ids = new Set(Array.from({ length: list.length }, (_, at) => list.idAt(at)));
    assert.deepEqual(
      (await reads.parcelsInBox(around)).map(({ id }) => id).filter((id) => !ids.has(id)),
      [],
    );
  }));

test('summaries come with their JSON, however many reads they are from', () =>
  withSquares(undefined, async (squares, reads, all, admin) => {
    const byId = new Map(all.map((parcel) => [parcel.id, parcel]));
    for (const { box } of all.filter((_, at) => at % 300 === 0)) await squares.around(box, reads);
    const list = await squares.around((all[0] as OutlinedParcel).box, reads);
    const everyThird = Array.from({ length: list.length }, (_, at) => at).filter((at) => at % 3 === 0);
    for (const places of [[], [0], [0, 1, 2], [list.length - 1], everyThird]) {
      const summaries = list.summariesAt(places);
      const fresh = places.map((at) => summarise(byId.get(list.idAt(at)) as OutlinedParcel, admin, null));
      assert.deepEqual(summaries, fresh);
      const { result } = encodeEnvelope('search', { ...FRAME, result: summaries });
      assert.equal(result.toString(), JSON.stringify(fresh));
    }
  }));
