// Where the rivers flood: nested zones along the rivers that are mapped, and the wider reach of the maps. The river of
// Puszcza Mariańska is not mapped at all. Knows no file format.

import type { MultiPolygon } from '../src/domain/geometry/types.ts';
import type { Land } from './land.ts';
import { type Band, bandAlong, type River, riversOf } from './rivers.ts';

export interface FloodZone {
  readonly river: River;
  /** Once in so many years. */
  readonly years: 10 | 100 | 500;
  readonly geometry: MultiPolygon;
}

const UNMAPPED_GMINA = '1438032';

/** No band strays into the next. The zone of 1 % is drawn finely: true ones have tens of thousands of vertices. */
const ZONES: readonly [years: FloodZone['years'], band: Band][] = [
  [10, { half_cm: 4_000, strays_cm: 400, step_cm: 1_000 }],
  [100, { half_cm: 9_000, strays_cm: 800, step_cm: 100 }],
  [500, { half_cm: 14_000, strays_cm: 1_000, step_cm: 1_000 }],
];
const REACH: Band = { half_cm: 26_000, strays_cm: 0, step_cm: 10_000 };

export function floodZonesOf(land: Land): FloodZone[] {
  return mappedRivers(land).flatMap((river) =>
    ZONES.map(([years, band]) => ({ river, years, geometry: bandAlong(land, river, band) })),
  );
}

/** Where flood maps were made: outside nothing is known. */
export function mappedReachesOf(land: Land): { river: River; geometry: MultiPolygon }[] {
  return mappedRivers(land).map((river) => ({ river, geometry: bandAlong(land, river, REACH) }));
}

function mappedRivers(land: Land): River[] {
  return riversOf(land).filter(({ gminy }) => !gminy.has(UNMAPPED_GMINA));
}
