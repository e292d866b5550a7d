// Reading a land-use symbol of a local plan. The regulations of 2003 (nr 164 poz. 1587), 2021 (poz. 2404) and 2026
// (poz. 1192) live side by side, and older plans may define anything: this table is a reading aid, and what it does
// not hold stays unknown. Letters that differ between the regulations (C, G, E, K, W) mean no building in each.

import type { BuildingClass } from './zones.ts';

/** Text-dependent: farmland, where the plan's text alone says whether a farmstead is allowed. */
export type SymbolClass = BuildingClass | 'text_dependent';

const SYMBOLS: { readonly [C in SymbolClass]: string } = {
  residential: 'MN MNW MNB MNS MNU MW MWU MU M',
  farmstead: 'RM RZM MR',
  // ML are holiday homes: not permanent housing.
  other_building: 'U UA UE UH UHD UK UN UR US UT UZ UC H P PU PS RU RZP RZW RA ML',
  // RN is farming with a building ban.
  no_building: 'ZL L LS RL RN ZN ZP ZD ZC C ZB ZZ ZI Z W WS WM K KD KDW KK KS I E G T O PE PG',
  text_dependent: 'R RP RO RZ',
};

const CLASS_OF = new Map(
  Object.entries(SYMBOLS).flatMap(([name, symbols]) =>
    symbols.split(' ').map((symbol) => [symbol, name as SymbolClass] as const),
  ),
);

/** A unit of the plan before the symbol ("A1.", "K-", "IV-"), when letters follow: one letter or a Roman numeral. */
const UNIT_PREFIX = /^(?:[IVX]+|\p{Lu})\d*[.-](?=[^\p{Lu}]*\p{Lu})/u;

/** A longer group of letters is a word of the legend ("teren"), not a symbol. */
const LONGEST_SYMBOL = 4;

/** The class of the primary use, by the longest prefix that the table holds: "12.MN/U" is MN. Null when not known. */
export function classOfSymbol(symbol: string): SymbolClass | null {
  const letters =
    symbol
      .trim()
      .toUpperCase()
      .replace(UNIT_PREFIX, '')
      .match(/\p{Lu}+/u)?.[0] ?? '';
  if (letters.length > LONGEST_SYMBOL) return null;
  for (let end = letters.length; end > 0; end--) {
    const found = CLASS_OF.get(letters.slice(0, end));
    if (found) return found;
  }
  return null;
}
