// Tokens of what a person typed, each with everything it may be. Nothing is decided here: "m." is a town and a flat,
// "05-506" a postcode and a parcel number, until the readings are weighed.

import { canonicalNumber } from '../parcel-id.ts';
import { fold, foldHouseNumber } from './fold.ts';

export type Label =
  | 'parcel'
  | 'obreb'
  | 'gmina'
  | 'town'
  | 'powiat'
  | 'voivodeship'
  | 'street'
  | 'locality'
  | 'sheet'
  | 'flat'
  | 'near'
  | 'unit'
  | 'filler';

export interface Token {
  readonly text: string;
  /** Folded, without the dot of an abbreviation. */
  readonly word: string;
  /** What the word announces of what follows; a filler announces nothing. */
  readonly labels: readonly Label[];
  /** Letters only, so that it may be part of a name. */
  readonly isWord: boolean;
  /** Ended by a dot: "Mrok.", "dz." */
  readonly isCut: boolean;
  /** A comma, a dash or the like stands before it. */
  readonly afterBreak: boolean;
  /** A parcel number, canonical. */
  readonly number: string | null;
  /** A house number, folded. */
  readonly house: string | null;
  readonly postcode: string | null;
  /** "0012.45/3": the obręb, and the map sheet where there is one, before the number. */
  readonly obreb: string | null;
  readonly sheet: number | null;
}

/** Words that announce or say nothing, in the cases in which they are written. Folded. */
const VOCABULARY: Readonly<Record<Label, string>> = {
  parcel:
    'dz dzialka dzialki dzialke dzialce dzialek dzialko parcela parceli parcele ew ewid ewidencyjna ewidencyjny ewidencyjnej ewidencyjnym geod geodezyjna geodezyjny',
  obreb: 'obr obreb obrebu obrebie obrebem',
  gmina: 'gm gmina gminy gminie gmine gmin',
  town: 'm miasto miasta miescie miastem',
  powiat: 'pow powiat powiatu powiecie',
  voivodeship: 'woj wojewodztwo wojewodztwa wojewodztwie',
  street: 'ul ulica ulicy ulice al aleja alei aleje pl plac placu os osiedle osiedlu osiedla rondo skwer',
  locality: 'wies wsi msc miejsc miejscowosc miejscowosci solectwo solectwie',
  sheet: 'ark arkusz arkuszu arkusza ar',
  flat: 'm lok lokal lokalu mieszkanie mieszkania mieszk',
  near: 'kolo k obok niedaleko nieopodal pod okolice okolicy okolicach blisko',
  unit: 'm2 ha ara arow zl pln tys mln km mb metrow hektar hektara hektarow rok roku r',
  filler:
    'w we na z ze do i oraz nr numer numerem przy lub o od za dla polska poland mazowsze kod pocztowy adres polozona polozonej polozony ' +
    'sprzedam sprzedaz kupie kupno pilne budowlana budowlanej budowlane budowlany rolna rolnej rolny siedliskowa prosze ' +
    'interesuje mnie moja mojej mam mamy jest sa co czy mozna moge wybudowac dom las lasu lasem szukam informacje informacja sprawdz sprawdzic ' +
    'plan planu miejscowy mpzp pog wz warunki zabudowy grunt gruntu teren terenu nieruchomosc nieruchomosci ksiega ta ten tej tego ktora ktory id identyfikator teryt',
};

const LABELS = new Map<string, Label[]>();
for (const [label, words] of Object.entries(VOCABULARY) as [Label, string][]) {
  for (const word of words.split(' ')) LABELS.set(word, [...(LABELS.get(word) ?? []), label]);
}

/** What a text falls into: m², "0012.AR_2.45/3", numbers with their parts and letters, words with a dot or without. */
const PIECES =
  /(?<unit>m[2²](?![\p{L}\p{N}]))|(?<obreb>(?<![\p{N}.])\d{4}\.(?:ar_?\d{1,4}\.)?\d+(?:[/-](?:\d+|\p{L}{1,2}(?!\p{L})))?(?![.\d]))|(?<number>\d+(?:\p{L}{1,2}(?![\p{L}\p{N}]))?(?:[/-](?:\d+(?:\p{L}(?![\p{L}\p{N}]))?|\p{L}{1,2}(?![\p{L}\p{N}])))?)|(?<word>\p{L}[\p{L}\p{M}’']*\.?)/giu;
const OBREB_NUMBER = /^(\d{4})\.(?:ar_?(\d{1,4})\.)?(.+)$/i;
/** "123 / 4" */
const LOOSE_SLASH = /(\d)\s+\/\s*(\d)|(\d)\s*\/\s+(\d)/g;
const BREAK = /[,;:()\n]|\s[-–—]\s/u;
/** No text that names a place has more; the rest is not looked at. */
const MOST_TOKENS = 40;

export function tokenise(text: string): Token[] {
  const composed = text.normalize('NFC');
  const joined = composed.includes('/') ? composed.replace(LOOSE_SLASH, '$1$3/$2$4') : composed;
  const tokens: Token[] = [];
  let end = 0;
  for (const piece of joined.matchAll(PIECES)) {
    if (tokens.length === MOST_TOKENS) break;
    const afterBreak = BREAK.test(joined.slice(end, piece.index));
    end = piece.index + piece[0].length;
    tokens.push(tokenOf(piece[0], piece.groups ?? {}, afterBreak));
  }
  return tokens;
}

function tokenOf(text: string, groups: Record<string, string | undefined>, afterBreak: boolean): Token {
  const isCut = groups.word?.endsWith('.') ?? false;
  const word = fold(isCut ? text.slice(0, -1) : text);
  const plain: Token = {
    text,
    word,
    labels: labelsOf(word, isCut),
    isWord: groups.word !== undefined,
    isCut,
    afterBreak,
    number: null,
    house: null,
    postcode: null,
    obreb: null,
    sheet: null,
  };
  if (groups.unit) return { ...plain, labels: ['unit'] };
  if (groups.obreb) {
    const [, obreb = '', sheet, number = ''] = OBREB_NUMBER.exec(text) ?? [];
    return { ...plain, obreb, sheet: sheet ? Number(sheet) : null, number: canonicalNumber(number) };
  }
  if (groups.number) {
    return {
      ...plain,
      number: canonicalNumber(text),
      house: /^\d{1,4}[a-z]{0,2}([/-]\d{1,4}[a-z]?)?$/.test(word) ? foldHouseNumber(text) : null,
      postcode: /^\d{2}-\d{3}$/.test(word) ? word : null,
    };
  }
  return plain;
}

/** The preposition "w" has no dot: "W. Mrokowska" is a name cut short. */
function labelsOf(word: string, isCut: boolean): readonly Label[] {
  const labels = LABELS.get(word) ?? [];
  return isCut && word.length === 1 && labels.includes('filler') ? [] : labels;
}

export const has = (token: Token | undefined, label: Label): boolean =>
  token?.labels.includes(label) ?? false;

/** Without so many digits, a text holds no id or no point: counting them is cheaper than looking for either. */
export function hasDigits(text: string, least: number): boolean {
  let digits = 0;
  for (let at = 0; at < text.length && digits < least; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
  }
  return digits >= least;
}

/** A word that announces nothing and is long enough to be a name. */
export const mayBeName = (token: Token): boolean =>
  token.isWord && token.labels.length === 0 && (token.word.length >= 3 || token.isCut);
