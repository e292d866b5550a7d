// Where the sample land lies and who it belongs to: two islands in their true places, with true units and names of
// villages. Their shapes, sizes and the numbers of obręby are invented. How the land is drawn: land.ts.

import type { Position } from '../src/domain/geometry/types.ts';

export type Side = 'west' | 'east' | 'south' | 'north';

/** A cadastral unit (jednostka ewidencyjna) and the names of its obręby, in the order of their numbers. */
export interface Unit {
  readonly code: string;
  readonly name: string;
  readonly gmina: { readonly code: string; readonly name: string };
  readonly powiat: { readonly code: string; readonly name: string };
  readonly isTown: boolean;
  /** Towns number their obręby and have no names for them. */
  readonly obreby: readonly string[];
}

export interface Island {
  readonly powiat: string;
  /** The corner that stays put when the island grows, in EPSG:2180. */
  readonly anchor: Position;
  /** The islands grow away from each other. */
  readonly grows: 'east' | 'west';
  /** One letter an obręb, north at the top; letters are keys of UNITS. */
  readonly map: readonly string[];
}

const PIASECZYNSKI = { code: '1418', name: 'piaseczyński' };
const ZYRARDOWSKI = { code: '1438', name: 'żyrardowski' };
const PIASECZNO = { code: '1418043', name: 'Piaseczno' };
const WISKITKI = { code: '1438053', name: 'Wiskitki' };

// Kamionka lies in gmina Piaseczno and in gmina Wiskitki, in truth as here: the name alone is ambiguous.
export const UNITS: Readonly<Record<string, Unit>> = {
  L: {
    code: '141803_2',
    name: 'Lesznowola',
    gmina: { code: '1418032', name: 'Lesznowola' },
    powiat: PIASECZYNSKI,
    isTown: false,
    obreby: [
      ...['Zgorzała', 'Mysiadło', 'Nowa Iwiczna'],
      ...['Lesznowola', 'Nowa Wola', 'Stara Iwiczna'],
      ...['Magdalenka', 'Łazy', 'Wola Mrokowska', 'Mroków'],
    ],
  },
  P: {
    code: '141804_4',
    name: 'Piaseczno - miasto',
    gmina: PIASECZNO,
    powiat: PIASECZYNSKI,
    isTown: true,
    obreby: ['01', '02'],
  },
  p: {
    code: '141804_5',
    name: 'Piaseczno - obszar wiejski',
    gmina: PIASECZNO,
    powiat: PIASECZYNSKI,
    isTown: false,
    obreby: ['Józefosław', 'Julianów', 'Chylice', 'Kamionka', 'Gołków', 'Zalesie Górne'],
  },
  W: {
    code: '143805_4',
    name: 'Wiskitki - miasto',
    gmina: WISKITKI,
    powiat: ZYRARDOWSKI,
    isTown: true,
    obreby: ['Wiskitki'],
  },
  w: {
    code: '143805_5',
    name: 'Wiskitki - obszar wiejski',
    gmina: WISKITKI,
    powiat: ZYRARDOWSKI,
    isTown: false,
    obreby: [
      ...['Oryszew-Osada', 'Guzów', 'Kamionka', 'Miedniewice'],
      ...['Nowa Wieś', 'Feliksów', 'Jesionka', 'Czerwona Niwa'],
    ],
  },
  Z: {
    code: '143801_1',
    name: 'Żyrardów',
    gmina: { code: '1438011', name: 'Żyrardów' },
    powiat: ZYRARDOWSKI,
    isTown: true,
    obreby: ['01', '02', '03'],
  },
  m: {
    code: '143803_2',
    name: 'Puszcza Mariańska',
    gmina: { code: '1438032', name: 'Puszcza Mariańska' },
    powiat: ZYRARDOWSKI,
    isTown: false,
    obreby: ['Bartniki', 'Puszcza Mariańska', 'Radziwiłłów'],
  },
};

/** What a unit was called before its gmina got a town (Wiskitki was rural before): old ids still bear it. */
export const FORMER_UNITS: Readonly<Record<string, readonly string[]>> = {
  '143805_2': ['143805_4', '143805_5'],
};

/** What the tables of the world say of a unit, they say of its like in the powiaty that are copies of 1418 (voivodeship.ts). */
export function modelOf(code: string): string {
  return ISLANDS.some(({ powiat }) => code.startsWith(powiat)) ? code : `1418${code.slice(4)}`;
}

export const ISLANDS: readonly Island[] = [
  { powiat: '1418', anchor: [630_000, 465_300], grows: 'east', map: ['LLLppp', 'LLLPPp', 'LLLLpp'] },
  { powiat: '1438', anchor: [600_900, 465_500], grows: 'west', map: ['mwwwZ', 'mwWwZ', 'mwwwZ'] },
];
