import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lineage } from './lineage.ts';
import { redrawnEvent, type ToldParcel } from './parcel-changes.ts';

const LINEAGE = new Lineage();
const parcel = (area_official_m2: number | null): ToldParcel => ({
  id: '141803_2.0009.1',
  area_official_m2,
  area_geometry_m2: 800,
});

test('a recorded area that becomes known did not change', () => {
  const CASES: [was: number | null, is: number | null, event: string | undefined][] = [
    [800, 812, 'parcel_area_changed'],
    [800, 800, undefined],
    [null, 812, undefined],
    [800, null, 'parcel_area_changed'],
  ];
  for (const [was, is, event] of CASES) {
    const told = redrawnEvent(parcel(was), { ...parcel(is), has_same_outline: true }, LINEAGE);
    assert.equal(told?.event, event, `${was} → ${is}`);
  }
});
