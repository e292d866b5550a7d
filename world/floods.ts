// Where the rivers flood: nested zones along the rivers that are mapped, and the wider reach of the maps. The river of
// Puszcza Mariańska is not mapped at all. Knows no file format.

import type { MultiPolygon } from '../src/domain/geometry/types.ts';
import { cellsOf, joinCells } from './cells.ts';
import { EARLIER_Q100_HALF_CM } from './editions.ts';
import { type Land, originOf } from './land.ts';
import { outlineOfArea } from './outline.ts';
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

/** Brooks that were modelled and flood nothing: by obręb, the cells along its built-up bands that are mapped. */
const BROOKS: Readonly<Record<string, readonly number[]>> = {
  '141803_2.0002': [0, 1, 2],
  '141803_2.0003': [0, 1, 2],
  '141803_2.0009': [1, 2],
  '141803_2.0010': [0, 1, 2],
};

export function floodZonesOf(land: Land): FloodZone[] {
  const bandOf = (years: number, band: Band): Band =>
    land.edition === 'earlier' && years === 100 ? { ...band, half_cm: EARLIER_Q100_HALF_CM } : band;
  return mappedRivers(land).flatMap((river) =>
    ZONES.map(([years, band]) => ({ river, years, geometry: bandAlong(land, river, bandOf(years, band)) })),
  );
}

/** Where flood maps were made: outside nothing is known. Brooks are in the current edition alone. */
export function mappedReachesOf(land: Land): { name: string; geometry: MultiPolygon }[] {
  const rivers = mappedRivers(land).map((river) => ({
    name: `rzeka między gminami ${[...river.gminy].sort().join(' i ')}`,
    geometry: bandAlong(land, river, REACH),
  }));
  return land.edition === 'earlier' ? rivers : [...rivers, ...brookReachesOf(land)];
}

function brookReachesOf(land: Land): { name: string; geometry: MultiPolygon }[] {
  return land.obreby.flatMap((obreb) => {
    const places = BROOKS[originOf(obreb)] ?? [];
    const cells = cellsOf(land.seed, obreb).filter(({ place }) => places.includes(place));
    if (cells.length === 0) return [];
    return [
      {
        name: `potok w obrębie ${obreb.name}`,
        geometry: outlineOfArea(land, obreb.anchor, joinCells(cells)),
      },
    ];
  });
}

function mappedRivers(land: Land): River[] {
  return riversOf(land).filter(({ gminy }) => !gminy.has(UNMAPPED_GMINA));
}
