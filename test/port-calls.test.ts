// How often a request calls the reading port: a few times, whatever it asks for, and a batch as often as one text. Against a
// store on another machine each call is a round trip, so that a loop of reads would be seconds.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf, OperationName } from '../src/contract/operations.ts';
import { EXAMPLE_ID } from '../src/contract/operations.ts';
import { datasetIn } from '../src/data-folder.ts';
import { RUNNERS, type Runner } from '../src/service/operations/runners.ts';
import { CacheRegistry } from '../src/service/snapshot/cache.ts';
import type { Snapshot } from '../src/service/snapshot/context.ts';
import { PermitSquares } from '../src/service/snapshot/permit-squares.ts';
import { createSnapshotCache } from '../src/service/snapshot/snapshot-cache.ts';
import type { Store, StoreReads } from '../src/store/reads.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { readQueries } from './queries.ts';
import { ASKED_AT, buildSampleData } from './sample.ts';

const MOST_CALLS = 4;
/** A box is read in squares, and a circle in rings that grow. */
const MOST_SEARCH_CALLS = 4;

let store: Store;
let shared: Snapshot;
before(async () => {
  store = openSqliteStore(datasetIn((await buildSampleData()).data));
  await store.read(async (reads) => {
    shared = await createSnapshotCache()(reads);
    await shared.names.index(reads);
  });
});
after(() => store.close());

/** The calls of one request that finds the corpus and the names ready, and no permits. */
async function callsOf<N extends keyof typeof RUNNERS>(name: N, input: InputOf<N>) {
  const calls: string[] = [];
  const outcome = await store.read((reads) => {
    const ready = {
      ...shared,
      permits: new PermitSquares(new CacheRegistry()),
      now: ASKED_AT,
      day: '2026-11-15',
    };
    return (RUNNERS[name] as Runner<N>)({ ...ready, reads: counted(reads, calls) }, input);
  });
  return { calls, outcome };
}

const counted = (reads: StoreReads, calls: string[]): StoreReads =>
  new Proxy(reads, {
    get(target, name: keyof StoreReads) {
      const value = target[name];
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        calls.push(name);
        return Reflect.apply(value, target, given);
      };
    },
  });

const TARGETS = {
  id: { id: EXAMPLE_ID },
  'id that is not there': { id: '141803_2.0009.99999' },
  'old id': { id: '141804_2.0001.5' },
  point: { point: '52.0571,20.9344' },
  'point outside': { point: '54.1,18.2' },
  number: { q: 'dz. 123/4 Wola Mrokowska' },
  address: { q: 'ul. Łąkowa 1, Mysiadło' },
  'address on a road': { q: 'Zielona 2, Guzów' },
  'street alone': { q: 'ul. Sosnowa 3' },
  metres: { q: '470000 637000' },
  gmina: { q: 'Lesznowola' },
} as const;

const OPERATIONS = {
  resolve: { limit: 5 },
  parcel: { geometry: 'full' },
  layer: { layer: 'permits' },
  check: {},
  events: { limit: 20 },
  sources: {},
  gmina_planning: {},
} as const satisfies Partial<{ [N in OperationName]: object }>;

for (const [name, more] of Object.entries(OPERATIONS)) {
  test(`${name}: at most ${MOST_CALLS} calls, for whatever is asked`, async () => {
    // How a text is read does not depend on the operation: all of them for one, some for the others.
    const queries = readQueries()
      .filter((_, at) => name === 'resolve' || at % 10 === 0)
      .map(({ text: q }): [string, object] => [q, { q }]);
    for (const [what, target] of [...Object.entries(TARGETS), ...queries]) {
      const { calls } = await callsOf(name as keyof typeof OPERATIONS, { ...target, ...more } as never);
      assert.ok(calls.length <= MOST_CALLS, `${what}: ${calls}`);
    }
  });
}

test('resolve reads no more than it needs to name the parcel', async () => {
  for (const [q, expected] of [
    ['dz. 123/4 Wola Mrokowska', ['lookup']],
    [EXAMPLE_ID, ['lookup']],
    ['Lesznowola', []],
  ] as const) {
    const { calls } = await callsOf('resolve', { q, limit: 5 });
    assert.deepEqual(calls, expected, q);
  }
});

test('a suggestion takes one call at most, for numbers; names take none', async () => {
  await store.read((reads) => shared.names.suggestions(reads, shared.corpus));
  for (const [q, expected] of [
    ['Wola Mro', []],
    ['Wola Mrokowska 12', ['complete']],
    ['Piaseczno Szk', ['complete']],
    ['141803_2.0009.1', ['complete']],
    ['141803_2', []],
    ['xyzxyz', []],
  ] as const) {
    assert.deepEqual((await callsOf('suggest', { q, limit: 8 })).calls, expected, q);
  }
});

test('what has no target takes no reads, or one', async () => {
  assert.deepEqual((await callsOf('sources', {})).calls, []);
  assert.deepEqual((await callsOf('gmina_planning_by_code', { teryt: '1418032' })).calls, []);
});

test('a batch of all texts, with ids and points, takes as many calls as one text, and one for positions of obręby', async () => {
  const texts = readQueries().map(({ text: q }) => ({ q }));
  const items = [...texts, ...Object.values(TARGETS), {}, null, { id: 'nonsense' }];
  const { calls, outcome } = await callsOf('parcel_batch', { items, geometry: 'full' });
  assert.equal(outcome.status === 'ok' && outcome.result?.length, items.length);
  assert.deepEqual(calls, ['lookup', 'lookup', 'positions', 'parcels', 'permitsIn']);
});

const CENTRE = { lng: 20.934, lat: 52.057 };
const BOX = [CENTRE.lng, CENTRE.lat, CENTRE.lng + 0.01, CENTRE.lat + 0.006] as const;
const [west, south, east, north] = BOX;
const RING: [number, number][] = [
  [west, south],
  [east, south],
  [east, north],
  [west, south],
];

test('search: of a box, a polygon, a parcel and its neighbours, a circle', async () => {
  const seen: Record<string, string[]> = {};
  seen.box = (await callsOf('search', { bbox: BOX.join(','), limit: 100 })).calls;
  const polygon = { type: 'Polygon' as const, coordinates: [RING] };
  seen.polygon = (await callsOf('search_polygon', { polygon, limit: 100 })).calls;
  for (const [what, target] of Object.entries(TARGETS)) {
    for (const radius_m of [0, 100, 2_000])
      seen[`${what}, ${radius_m} m`] = (await callsOf('search', { ...target, radius_m, limit: 100 })).calls;
  }
  const over = Object.entries(seen).filter(([, calls]) => calls.length > MOST_SEARCH_CALLS);
  assert.deepEqual(over, []);
});
