// What is protected where: one area or object of every form of protection, made of the cells of an obręb, and the valley
// of a river. Names and codes are invented: a 99 stands where a true number begins. Knows no file format.

import type { MultiPolygon } from '../src/domain/geometry/types.ts';
import { type Cell, cellsOf, joinCells } from './cells.ts';
import { type Land, type Obreb, originOf } from './land.ts';
import { outlineOfArea } from './outline.ts';
import { bandAlong, riversOf } from './rivers.ts';

/** The type names of the GDOŚ service; of monuments only the areas are here. */
export type ProtectedType =
  | 'ParkiNarodowe'
  | 'Rezerwaty'
  | 'ParkiKrajobrazowe'
  | 'ObszaryChronionegoKrajobrazu'
  | 'ObszarySpecjalnejOchrony'
  | 'SpecjalneObszaryOchrony'
  | 'UzytkiEkologiczne'
  | 'ZespolyPrzyrodniczoKrajobrazowe'
  | 'StanowiskaDokumentacyjne';

export interface ProtectedArea {
  readonly type: ProtectedType;
  readonly name: string;
  /** Null but for Natura 2000. */
  readonly code: string | null;
  readonly geometry: MultiPolygon;
}

interface Rule {
  readonly obreb: string;
  readonly type: ProtectedType;
  /** The cells along the built-up bands, in all rows. */
  readonly places: readonly number[];
  readonly nameOf: (obreb: Obreb) => string;
}

/** A buffer zone stands among the areas: only its name tells. */
const RULES: readonly Rule[] = [
  { obreb: '141804_5.0002', type: 'Rezerwaty', places: [0], nameOf: ({ name }) => `Łęgi ${name}` },
  { obreb: '141804_5.0002', type: 'Rezerwaty', places: [1], nameOf: ({ name }) => `Łęgi ${name} - otulina` },
  {
    obreb: '141804_5.0006',
    type: 'ParkiKrajobrazowe',
    places: [0, 1, 2],
    nameOf: ({ name }) => `Park Krajobrazowy ${name}`,
  },
  {
    obreb: '141804_5.0006',
    type: 'UzytkiEkologiczne',
    places: [0],
    nameOf: ({ name }) => `Torfowisko ${name}`,
  },
  {
    obreb: '141804_5.0006',
    type: 'ZespolyPrzyrodniczoKrajobrazowe',
    places: [1],
    nameOf: ({ name }) => `Wydmy ${name}`,
  },
  {
    obreb: '141804_5.0004',
    type: 'StanowiskaDokumentacyjne',
    places: [0],
    nameOf: ({ name }) => `Odsłonięcie ${name}`,
  },
  {
    obreb: '143803_2.0002',
    type: 'ObszarySpecjalnejOchrony',
    places: [0, 1],
    nameOf: ({ name }) => `Ostoja ${name}`,
  },
  {
    obreb: '143803_2.0002',
    type: 'SpecjalneObszaryOchrony',
    places: [1, 2],
    nameOf: ({ name }) => `Łąki ${name}`,
  },
  {
    obreb: '143803_2.0003',
    type: 'ParkiNarodowe',
    places: [0],
    nameOf: ({ name }) => `Park Narodowy ${name}`,
  },
  {
    obreb: '143803_2.0003',
    type: 'ParkiNarodowe',
    places: [1, 2],
    nameOf: ({ name }) => `Park Narodowy ${name} - otulina`,
  },
];

/** Along the river of powiat 1418, 300 m to either side. */
const VALLEY = { powiat: '1418', half_cm: 30_000, strays_cm: 2_000, step_cm: 2_000 };

const NATURA_2000: Partial<Record<ProtectedType, string>> = {
  ObszarySpecjalnejOchrony: 'PLB',
  SpecjalneObszaryOchrony: 'PLH',
};

export function protectedAreasOf(land: Land): ProtectedArea[] {
  const inCells = RULES.flatMap(({ obreb: origin, type, places, nameOf }) =>
    land.obreby
      .filter((obreb) => originOf(obreb) === origin)
      .map((obreb, index) => {
        const prefix = NATURA_2000[type];
        const code = prefix === undefined ? null : `${prefix}14${String(9_900 + index).padStart(4, '0')}`;
        return { type, name: nameOf(obreb), code, geometry: outlineOfPlaces(land, obreb, places) };
      }),
  );
  const valleys = riversOf(land)
    .filter(({ powiat }) => powiat === VALLEY.powiat)
    .map((river) => ({
      type: 'ObszaryChronionegoKrajobrazu' as const,
      name: 'Dolina Rzeki Granicznej',
      code: null,
      geometry: bandAlong(land, river, VALLEY),
    }));
  return [...inCells, ...valleys];
}

function outlineOfPlaces(land: Land, obreb: Obreb, places: readonly number[]): MultiPolygon {
  const cells: Cell[] = cellsOf(land.seed, obreb).filter(({ place }) => places.includes(place));
  return outlineOfArea(land, obreb.anchor, joinCells(cells));
}
