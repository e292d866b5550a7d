// Reading a land-use symbol of a local plan. The regulations of 2003 (nr 164 poz. 1587), 2021 (poz. 2404) and 2026
// (poz. 1192) live side by side, and older plans may define anything: this table is a reading aid, and what it does
// not hold stays unknown. Letters that differ between the regulations (C, G, E, K, W) mean no building in each.

import type { BuildingUse } from '../../contract/answers.ts';
import { type BuildingClass, type Fit, fitOf, GROUNDS, type GroundKind } from './building-use.ts';

/** Text-dependent: farmland, where the plan's text alone says whether a farmstead is allowed. */
export type SymbolClass = BuildingClass | 'text_dependent';

/** What a symbol is called in words: keys of the sentences. */
export type SymbolWord =
  | 'housing'
  | 'housing_and_services'
  | 'multi_family'
  | 'multi_family_and_services'
  | 'farmstead'
  | 'services'
  | 'large_retail'
  | 'production'
  | 'production_and_services'
  | 'farm_production'
  | 'holiday_homes'
  | 'forest'
  | 'farming_without_building'
  | 'greenery'
  | 'cemetery'
  | 'water'
  | 'transport'
  | 'infrastructure'
  | 'mining'
  | 'farmland';

/** Null: text-dependent. */
type Row = readonly [symbols: string, kind: GroundKind | null, word: SymbolWord];

/** A star: whatever letters follow. */
const TABLE: readonly Row[] = [
  ['MN MNW MNB MNS', 'single_family', 'housing'],
  ['MNU', 'single_family', 'housing_and_services'],
  ['M', 'housing', 'housing'],
  ['MU', 'housing', 'housing_and_services'],
  ['MW', 'multi_family', 'multi_family'],
  ['MWU', 'multi_family', 'multi_family_and_services'],
  ['RM RZM MR', 'farmstead', 'farmstead'],
  ['U*', 'services', 'services'],
  ['H', 'services', 'large_retail'],
  ['P PS', 'production', 'production'],
  ['PU', 'production', 'production_and_services'],
  ['RU RZP RZW RA', 'farm_production', 'farm_production'],
  // Not permanent housing.
  ['ML', 'holiday_homes', 'holiday_homes'],
  ['ZL L LS RL', 'none', 'forest'],
  ['RN', 'none', 'farming_without_building'],
  ['ZN ZP ZD ZB ZZ ZI Z', 'none', 'greenery'],
  ['ZC C', 'none', 'cemetery'],
  ['W WS WM', 'none', 'water'],
  ['K KD* KDW KK KS', 'none', 'transport'],
  ['I E G T O', 'none', 'infrastructure'],
  ['PE* PG', 'none', 'mining'],
  ['R RP RO RZ', null, 'farmland'],
];

interface Entry {
  readonly kind: GroundKind | null;
  readonly word: SymbolWord;
  readonly takesAnyLetters: boolean;
}

const ENTRIES = new Map<string, Entry>(
  TABLE.flatMap(([symbols, kind, word]) =>
    symbols.split(' ').map((symbol): [string, Entry] => {
      const takesAnyLetters = symbol.endsWith('*');
      return [symbol.replace('*', ''), { kind, word, takesAnyLetters }];
    }),
  ),
);

/** A unit of the plan before the symbol ("A1.", "K-", "IV-"), when letters follow: one letter or a Roman numeral. */
const UNIT_PREFIX = /^(?:[IVX]+|\p{Lu})\d*[.-](?=[^\p{Lu}]*\p{Lu})/u;
/** The class of a road after a dash, as plans write it: KD-D, KD-L. */
const ROAD_CLASS = /^(\P{Lu}*KD)-(?=(?:A|S|GP?|Z|L|D|W|X|PJ)(?!\p{Lu}))/u;
/** Uses named together: U/MN, MN-U, MN(U), MN i U. Where digits or points stand between, the first is meant. */
const TOGETHER = /\p{Lu}+(?:[\s/,;+()&-]+\p{Lu}+)*/u;
/** A longer group of letters is a word of the legend ("teren"), not a symbol. */
const LONGEST_SYMBOL = 4;

/** By the longest prefix that the table holds; of a single letter only where the symbol is no more, or the table says so. */
function entryOf(letters: string): Entry | null {
  for (let end = letters.length; end > 0; end--) {
    const found = ENTRIES.get(letters.slice(0, end));
    if (found && (end > 1 || letters.length === 1 || found.takesAnyLetters)) return found;
  }
  return null;
}

export interface SymbolReading {
  /** Each use that the symbol names, in its order; null for one that is not in the table. */
  readonly words: readonly (SymbolWord | null)[];
  /** The best of those it names; null where it is not known. */
  readonly class: SymbolClass | null;
  /** Whether a use fits; null where that depends on the text of the plan, or is not known. */
  fit(use: BuildingUse): Fit | null;
  /** The kinds of ground it names; null for one that is text-dependent or not known. */
  readonly kinds: readonly (GroundKind | null)[];
}

const CLASS_ORDER: readonly (SymbolClass | null)[] = [
  'residential',
  'farmstead',
  'other_building',
  'text_dependent',
  null,
  'no_building',
];
const FIT_ORDER: readonly (Fit | null)[] = ['pass', 'warn', null, 'fail'];

/** "12.MN/U" names MN and U; it takes the best of them. */
export function readSymbol(symbol: string): SymbolReading {
  const written = symbol.trim().toUpperCase().replace(UNIT_PREFIX, '').replace(ROAD_CLASS, '$1');
  const groups = TOGETHER.exec(written)?.[0].match(/\p{Lu}+/gu) ?? [];
  const isWords = groups.length === 0 || groups.some(({ length }) => length > LONGEST_SYMBOL);
  const entries = isWords ? [null] : groups.map(entryOf);
  const kinds = entries.map((entry) => entry?.kind ?? null);
  const classes = entries.map((entry): SymbolClass | null =>
    entry === null ? null : entry.kind === null ? 'text_dependent' : GROUNDS[entry.kind].class,
  );
  return {
    words: [...new Set(entries.map((entry) => entry?.word ?? null))],
    class: CLASS_ORDER.find((one) => classes.includes(one)) ?? null,
    kinds,
    fit: (use) => {
      const fits = kinds.map((kind) => (kind === null ? null : fitOf(kind, use)));
      return FIT_ORDER.find((one) => fits.includes(one)) ?? null;
    },
  };
}

export const classOfSymbol = (symbol: string): SymbolClass | null => readSymbol(symbol).class;
