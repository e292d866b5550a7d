// Tokens of what a person typed, each with everything it may be. Nothing is decided here: "m." is a town and a flat,
// "05-506" a postcode and a parcel number, until the readings are weighed.

import { canonicalNumber } from '../places/parcel-id.ts';
import { fold } from './fold.ts';

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
  | 'reference'
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
  /** What stands between it and the token before. */
  readonly gap: string;
  /** A comma, a dash or the like stands before it. */
  readonly afterBreak: boolean;
  /** A parcel number, canonical; null too for what has digits and is none: "123/4/5", "1²3". */
  readonly number: string | null;
  /** A house number, folded. */
  readonly house: string | null;
  readonly postcode: string | null;
  /** "0012.45/3": the obręb, and the map sheet where there is one, before the number. */
  readonly obreb: string | null;
  readonly sheet: string | null;
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
  // Numbers of something else: surveys, land registers, phones, acts, units.
  reference: 'kerg kw tel telefon kom fax poz uchwala uchwaly nip regon teryt',
  filler:
    'w we na z ze do i oraz nr numer numerem przy lub o od za dla polska poland mazowsze kod pocztowy adres polozona polozonej polozony ' +
    'sprzedam sprzedaz kupie kupno pilne budowlana budowlanej budowlane budowlany rolna rolnej rolny siedliskowa prosze ' +
    'interesuje mnie moja mojej mam mamy jest sa co czy mozna moge wybudowac dom las lasu lasem szukam informacje informacja sprawdz sprawdzic ' +
    'plan planu miejscowy mpzp pog wz warunki zabudowy grunt gruntu teren terenu nieruchomosc nieruchomosci ksiega ta ten tej tego ktora ktory id identyfikator',
};

const NO_LABELS: readonly Label[] = [];
const UNIT: readonly Label[] = ['unit'];
/** A date says nothing of a place. */
const DATE: readonly Label[] = ['filler'];
const LABELS = new Map<string, Label[]>();
for (const [label, words] of Object.entries(VOCABULARY) as [Label, string][]) {
  for (const word of words.split(' ')) LABELS.set(word, [...(LABELS.get(word) ?? []), label]);
}

/**
 * What a text falls into, a group each: m² or a date, "0012.AR_2.45/3", codes of units and of obręby, numbers with their
 * parts and letters, other rows of digits and slashes, words with a dot or without. Groups with names would cost more than
 * all else that is done to a token.
 */
const PIECES = new RegExp(
  [
    String.raw`(k?m[23²³](?![\p{L}\p{N}])|\d{1,2}(?:\.\d{1,2}\.|-\d{1,2}-)(?:19|20)\d{2}(?!\p{N}))`,
    String.raw`((?<![\p{N}.])\d{4}\.(?:ar_?\d{1,4}\.)?\d+(?:[/-](?:\d+|\p{L}{1,2}(?!\p{L})))?(?![.\d]))`,
    String.raw`(\d{6}_\d(?:\.\d{4})?(?!\.?\p{N}))`,
    // What follows must not belong to it: nothing of "123/4/5" is a number.
    String.raw`(\d+(?:\p{L}{1,2}(?![\p{L}\p{N}]))?(?:[/-](?:\d+(?:\p{L}(?![\p{L}\p{N}]))?|\p{L}{1,2}(?![\p{L}\p{N}])))?(?!\p{N}|[/-]\p{N}|/(?!\p{L})))`,
    String.raw`((?:(?<!\p{L})/+)?\p{N}[\p{N}/-]*)`,
    String.raw`(\p{L}[\p{L}\p{M}’']*\.?)`,
  ].join('|'),
  'giu',
);
const OBREB_NUMBER = /^(\d{4})\.(?:ar_?(\d{1,4})\.)?(.+)$/i;
const HOUSE = /^\d{1,4}[a-z]{0,2}([/-]\d{1,4}[a-z]?)?$/;
const POSTCODE = /^\d{2}-\d{3}$/;
/** "123 / 4" */
const LOOSE_SLASH = /(\d)\s+\/\s*(\d)|(\d)\s*\/\s+(\d)/g;
const BREAK = /[,;:()\n]|\s[-–—]\s/u;
/** No text that names a place has more; the rest is not looked at. */
const MOST_TOKENS = 40;

/** `text` has plain signs (`plainSigns`). */
export function tokenise(text: string): Token[] {
  const plain = text.normalize('NFC');
  const joined = plain.includes('/') ? plain.replace(LOOSE_SLASH, '$1$3/$2$4') : plain;
  const tokens: Token[] = [];
  let end = 0;
  PIECES.lastIndex = 0;
  for (let piece = PIECES.exec(joined); piece; piece = PIECES.exec(joined)) {
    if (tokens.length > MOST_TOKENS) break;
    // Of the rest only a number is kept: that there is one more.
    if (tokens.length === MOST_TOKENS && piece[6] !== undefined) continue;
    tokens.push(tokenOf(piece, joined.slice(end, piece.index)));
    end = PIECES.lastIndex;
  }
  return tokens;
}

function tokenOf([text, unit, withObreb, , number, , letters]: RegExpExecArray, gap: string): Token {
  const isCut = letters?.endsWith('.') ?? false;
  const word = fold(isCut ? text.slice(0, -1) : text);
  const parts = withObreb === undefined ? null : OBREB_NUMBER.exec(withObreb);
  const written = number ?? parts?.[3];
  return {
    text,
    word,
    labels: unit === undefined ? labelsOf(word, isCut) : /^\d/.test(unit) ? DATE : UNIT,
    isWord: letters !== undefined,
    isCut,
    gap,
    afterBreak: BREAK.test(gap),
    number: written === undefined ? null : canonicalNumber(written),
    house: number && HOUSE.test(word) ? word : null,
    postcode: number && POSTCODE.test(word) ? word : null,
    obreb: parts?.[1] ?? null,
    sheet: parts?.[2] ? String(Number(parts[2])) : null,
  };
}

/** The preposition "w" has no dot: "W. Mrokowska" is a name cut short. */
function labelsOf(word: string, isCut: boolean): readonly Label[] {
  const labels = LABELS.get(word) ?? NO_LABELS;
  return isCut && word.length === 1 && labels.includes('filler') ? NO_LABELS : labels;
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
