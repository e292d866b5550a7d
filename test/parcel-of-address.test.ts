// The parcel of an address over a real store: what lies under the point, and what is taken instead of a road or of nothing.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Position } from '../src/domain/geometry/types.ts';
import { groundOfAddress } from '../src/domain/text/address-ground.ts';
import type { Store } from '../src/store/reads.ts';
import { openSqliteStore } from '../src/store/sqlite/read-pool.ts';
import { openSqliteWriter } from '../src/store/sqlite/writer.ts';
import { rule } from './requirements.ts';
import { temporaryFolder } from './sample.ts';
import { parcelRow, rectangle, runOf } from './store/rows.ts';
import { publish } from './store/store-suite.ts';

const OBREB = '141803_2.0009';
const [EAST, NORTH] = [637_000, 470_000];
/** Strips across the x axis: number, land use, from and to in metres; what lies between is on no parcel. */
const STRIPS: [number: string, land_use: string | null, from: number, to: number][] = [
  ['1', 'RIVa', 0, 10],
  ['2', 'dr', 10, 20],
  ['3', 'dr 0.12', 20, 30],
  ['4', 'B', 50, 60],
  ['5', ' dr', 100, 110],
  ['6', 'drz', 300, 310],
  ['7', null, 400, 410],
  ['9', 'B', 500, 510],
  ['8', 'B', 520, 530],
];

let store: Store;
before(async () => {
  const path = join(temporaryFolder(), 'dataset.gpkg');
  const writer = openSqliteWriter(path);
  const rows = STRIPS.map(([number, land_use, from, to]) =>
    parcelRow(`${OBREB}.${number}`, {
      geometry: rectangle([EAST + from, NORTH, EAST + to, NORTH + 100]),
      land_use,
    }),
  );
  const at = '2026-11-12T08:00:00.000Z';
  await publish(writer, { run: runOf('strips'), rows, scopes: ['1418'], as_of: '2026-11-08', at });
  await writer.close();
  store = openSqliteStore(path);
});
after(() => store.close());

/** "number, of what it is the nearest instead, distance", or null. */
async function found(x: number): Promise<string | null> {
  const position: Position = [EAST + x, NORTH + 50];
  const { around } = await store.read((reads) => reads.lookup({ around: [position] }));
  const ground = groundOfAddress(position, around.get(position) ?? []);
  if (ground === null) return null;
  return `${ground.parcel.id.slice(OBREB.length + 1)} ${ground.instead ?? 'itself'} ${ground.distance_m}`;
}

test(rule('C8-address'), async () => {
  const table: [x: number, expected: string | null, why: string][] = [
    [5, '1 itself 0', 'it lies on the parcel'],
    [12, '1 of_a_road 2', 'on a road'],
    [18, '1 of_a_road 8', 'on a road, and the nearest of all is another road'],
    [28, '1 of_a_road 18', 'both roads are nearer than the parcel'],
    [33, '4 of_nothing 17', 'on nothing, and the nearest of all is a road'],
    [75, '4 of_nothing 15', 'a parcel is as near as 25 m, a road is at 25 m'],
    [85, '4 of_nothing 25', 'as far as the reach goes'],
    [85.01, null, 'a centimetre more'],
    [105, '5 itself 0', 'on a road without a parcel in reach: better than nothing'],
    [120, null, 'only a road is in reach'],
    [312, '6 of_nothing 2', 'a land use that only begins with the same letters'],
    [405, '7 itself 0', 'no land use is published'],
    [420, '7 of_nothing 10', 'the nearest may be anything but a road'],
    [515, '8 of_nothing 5', 'of two that are equally near the lower id'],
  ];
  for (const [x, expected, why] of table) assert.equal(await found(x), expected, `${x}: ${why}`);
});
