import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MultiPolygon } from '../geometry/types.ts';
import { Lineage, mayBeKin, sharesLand } from './lineage.ts';

const strip = (from: number, to: number): { area_geometry_m2: number; geometry: MultiPolygon } => ({
  area_geometry_m2: (to - from) * 10,
  geometry: [
    [
      [
        [from, 0],
        [to, 0],
        [to, 10],
        [from, 10],
        [from, 0],
      ],
    ],
  ],
});

describe('land goes from one parcel to another', () => {
  const TABLE: [string, [number, number], [number, number], boolean][] = [
    ['the same ground', [0, 100], [0, 100], true],
    ['exactly a twentieth of the smaller', [0, 100], [95, 195], true],
    ['less of it', [0, 100], [95.1, 195.1], false],
    ['a twentieth of the smaller of two', [0, 1_000], [999.5, 1_009.5], true],
    ['a boundary alone', [0, 100], [100, 200], false],
  ];
  for (const [name, old, fresh, expected] of TABLE) {
    it(name, () => assert.equal(sharesLand(strip(...old), strip(...fresh)), expected));
  }
});

it('two parcels that both keep their ids are not compared, nor one with itself', () => {
  const old = (id: string, is_kept: boolean) => ({ id, area_geometry_m2: 1, is_kept });
  const fresh = (id: string, is_known: boolean) => ({ id, area_geometry_m2: 1, is_known });
  assert.equal(mayBeKin(old('1', true), fresh('2', true)), false);
  assert.equal(mayBeKin(old('1', false), fresh('2', true)), true);
  assert.equal(mayBeKin(old('1', true), fresh('2', false)), true);
  assert.equal(mayBeKin(old('1', true), fresh('1', true)), false);
});

it('is told in the order of ids, from both ends', () => {
  const lineage = new Lineage();
  lineage.add('1', '3');
  lineage.add('1', '2');
  lineage.add('0', '2');
  assert.deepEqual(
    [lineage.successorsOf('1'), lineage.predecessorsOf('2')],
    [
      ['2', '3'],
      ['0', '1'],
    ],
  );
  assert.deepEqual([lineage.successorsOf('9'), lineage.predecessorsOf('1')], [[], []]);
});
