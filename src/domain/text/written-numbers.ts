// Numbers as they stand in a text: what announces each, and what it may be besides the number of a parcel. Knows nothing
// of names or of what is loaded.

import { type Phrase, phraseOf } from '../../contract/language.ts';
import { NUMBER_ROLES } from '../sentences/reading-sentences.ts';
import { isAcrossMeasures, isAcrossObreb, isAcrossPlace } from './announced-across.ts';
import { isBetween, isCopula } from './announcement.ts';
import { isCount, isDay, isTimeBeside, isUnit, isYear } from './counted-numbers.ts';
import { isCorrecting } from './denied-numbers.ts';
import { isSum, isThousands } from './measure-behind.ts';
import { has, isInBrackets, isJoint, type Token } from './token.ts';
import { type Label, PLACE_LABELS } from './vocabulary.ts';

/** A number that is part of no name, with what stands around it. */
export interface WrittenNumber {
  readonly token: Token;
  readonly at: number;
  /** Right before it: "dz. ew. nr 12", "obręb nr 3". */
  readonly labels: ReadonlySet<Label>;
  /** Said to be a parcel, or listed after one that is: "działki 12, 13 i 14". */
  readonly isLabelled: boolean;
  /** The name of a place stands between the announcement and the number: "działka w Mrokowie nr 12". */
  readonly isAcrossName: boolean;
  /** It measures, counts, dates or costs. */
  readonly isQuantity: boolean;
}

/** What the numbers of a text say beside the parcel; the first of each counts. */
export interface ToldNumbers {
  readonly obreb: string | null;
  readonly sheet: string | null;
  readonly postcode: string | null;
}

/** `isPlace` says which tokens are part of the name of a place, and of no street. */
export function writtenNumbers(
  tokens: readonly Token[],
  isNamed: (at: number) => boolean,
  isPlace: (at: number) => boolean,
): readonly WrittenNumber[] {
  const surroundings: Surroundings = {
    tokens,
    labels: [],
    isLabelled: [],
    isAcrossName: [],
    isQuantity: [],
  };
  for (let at = 0; at < tokens.length; at++) lookBefore(surroundings, at, isNamed, isPlace);
  for (let at = tokens.length - 1; at >= 0; at--) lookAfter(surroundings, at);
  const written: WrittenNumber[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.isWord || token.labels.length > 0 || isNamed(at)) continue;
    written.push({
      token,
      at,
      labels: surroundings.labels[at] ?? NOTHING,
      isLabelled: surroundings.isLabelled[at] ?? false,
      isAcrossName: surroundings.isAcrossName[at] ?? false,
      isQuantity: surroundings.isQuantity[at] ?? false,
    });
  }
  return written;
}

const NOTHING: ReadonlySet<Label> = new Set();

/** By token: numbers lean on those beside them, so that all are worked out in one pass from either side. */
interface Surroundings {
  readonly tokens: readonly Token[];
  readonly labels: ReadonlySet<Label>[];
  readonly isLabelled: boolean[];
  readonly isAcrossName: boolean[];
  readonly isQuantity: boolean[];
}

function lookBefore(
  { tokens, labels, isLabelled, isAcrossName }: Surroundings,
  at: number,
  isNamed: (at: number) => boolean,
  isPlace: (at: number) => boolean,
): void {
  if (tokens[at]?.isWord) return;
  const own = labelsBefore(tokens, at, isNamed);
  if (tokens[at]?.gap.includes('§')) own.add('reference');
  const goesOn = at > 0 && !tokens[at - 1]?.isWord && !tokens[at]?.afterBreak;
  // "KERG 6640.12"
  if (goesOn && labels[at - 1]?.has('reference')) own.add('reference');
  if (own.size === 0 && !isNamed(at - 1) && (isAcrossWord(tokens, at) || isOfYear(tokens, at)))
    own.add('reference');
  labels[at] = own;
  const isNear = isAnnounced(tokens, at, own, isLabelled, isNamed);
  isAcrossName[at] = !isNear && own.size === 0 && isAcrossPlace(tokens, at, isPlace);
  isLabelled[at] = isNear || isAcrossName[at];
}

function isAnnounced(
  tokens: readonly Token[],
  at: number,
  labels: ReadonlySet<Label>,
  isLabelled: readonly boolean[],
  isNamed: (at: number) => boolean,
): boolean {
  if (labels.has('parcel')) return !labels.has('reference');
  if (labels.size > 0) return false;
  if (isAcrossObreb(tokens, at) || isAcrossMeasures(tokens, at)) return true;
  let before = at - 1;
  let isOther = false;
  while (
    isJoint(tokens[before]) ||
    isEventually(tokens, before, isNamed) ||
    isNow(tokens[before]) ||
    isCorrecting(tokens, before, at, isNamed) ||
    (isOther && isNamed(before))
  ) {
    // "dz. 58 Guzów ew. 60", "dz. 58 Guzów, przepraszam, 60": the other parcel is announced with the first.
    isOther ||= isEventually(tokens, before, isNamed) || isCorrecting(tokens, before, at, isNamed);
    before -= 1;
  }
  const listed = tokens[before];
  return listed !== undefined && !listed.isWord && listed.labels.length === 0 && isLabelled[before] === true;
}

/** A number with its unit, or the part of one before the thousands or the decimals: "1 200 m2", "1,5 ha", "3 działki". */
function lookAfter({ tokens, labels, isQuantity }: Surroundings, at: number): void {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.isWord) return;
  if (isYear(tokens, at)) isQuantity[at] = true;
  if (!next) return;
  const isParcel = labels[at]?.has('parcel') ?? false;
  if (isUnit(tokens, at + 1, isParcel) || isDay(tokens, at) || isCount(tokens, at, labels[at] ?? NOTHING))
    isQuantity[at] = !next.afterBreak;
  // "dz. 5 120 m2" may be parcel 5.
  else if (isThousands(token, next)) isQuantity[at] = !isParcel && (isQuantity[at + 1] || isSum(next));
  else if (/^\d+$/.test(next.word) && /^\d+$/.test(token?.word ?? '') && isQuantity[at + 1])
    isQuantity[at] = /^[.,]$/.test(next.gap);
}

/** "0009", and "02" beside another number: no parcel is numbered so. */
const OBREB_CODE = /^0(?!0+$)\d{3}$/;
const SHORT_OBREB_CODE = /^0(?!0+$)\d{1,2}$/;
/** As Warsaw numbers them: "4-12-05" has the code 1205. */
const WARSAW_OBREB = /^\d-(\d{2})-(\d{2})$/;

/** The same without dashes, where it is announced: no other obręb has five digits. */
const JOINED_WARSAW_OBREB = /^[1-9](\d{2})(\d{2})$/;

export const isWarsawObreb = (word: string): boolean => WARSAW_OBREB.test(word);

/** "3-10-22", and "31022" behind the word obręb. */
export const saysWarsawObreb = ({ token, labels }: Pick<WrittenNumber, 'token' | 'labels'>): boolean =>
  isWarsawObreb(token.word) || (labels.has('obreb') && JOINED_WARSAW_OBREB.test(token.word));

/** The obręb that it is the number of, or has before it. */
export function toldObreb({ token, labels }: WrittenNumber, written: readonly WrittenNumber[]): string[] {
  if (token.obreb !== null) return [token.obreb];
  const form = labels.has('obreb') ? JOINED_WARSAW_OBREB : WARSAW_OBREB;
  const [warsaw, district, number] = WARSAW_OBREB.exec(token.word) ?? form.exec(token.word) ?? [];
  if (warsaw !== undefined) return [`${district}${number}`];
  return isObrebNumber(token, labels, written) ? [token.word.padStart(4, '0')] : [];
}

const UNNUMBERED: ReadonlySet<Label> = new Set<Label>(['town', 'gmina', 'locality', 'district', 'flat']);

function isObrebNumber(token: Token, labels: ReadonlySet<Label>, written: readonly WrittenNumber[]): boolean {
  if (labels.has('obreb')) return /^\d{1,4}$/.test(token.word);
  // "Piaseczno miasto 0002": a word of a place has no number of its own.
  if ([...labels].some((label) => !UNNUMBERED.has(label))) return false;
  if (OBREB_CODE.test(token.word)) return true;
  return (
    SHORT_OBREB_CODE.test(token.word) &&
    written.some((other) => other.token !== token && other.token.number !== null)
  );
}

/** Of a parcel that is numbered so, if any. */
const isObrebOnly = (one: WrittenNumber, written: readonly WrittenNumber[]) =>
  one.token.obreb === null && toldObreb(one, written).length > 0;

/** What a number may be announced as. */
const ANNOUNCING: ReadonlySet<Label> = new Set<Label>([
  ...PLACE_LABELS,
  'parcel',
  'flat',
  'house',
  'measure',
  'reference',
]);

/** "drodze wojewódzkiej 721", "uchwała rady nr 12": a word in small letters may say which, and has no number itself. */
function isAcrossWord(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (has(tokens[before], 'number')) before -= 1;
  const word = tokens[before];
  return (
    word?.isWord === true &&
    word.labels.length === 0 &&
    /^\p{Ll}/u.test(word.text) &&
    !word.isCut &&
    has(tokens[before - 1], 'reference') &&
    !tokens.slice(before, at + 1).some(({ afterBreak }) => afterBreak)
  );
}

const MOST_OF_TITLE = 6;

/** "decyzja o warunkach zabudowy nr 33/2024", "WZ nr 33/2024", "sygn. akt I Ns 33/24": beside a parcel, what an office numbers within a year. */
function isOfYear(tokens: readonly Token[], at: number): boolean {
  const [, year = ''] = /\/((?:19|20)?\d{2})$/.exec(tokens[at]?.word ?? '') ?? [];
  if (year === '' || !tokens.some((token) => has(token, 'parcel'))) return false;
  const title = tokens.slice(Math.max(0, at - MOST_OF_TITLE), at);
  if (title.some((token) => has(token, 'parcel'))) return false;
  if (year.length === 2) return title.some(({ word }) => /^sygn/.test(word));
  const isNumbered = has(tokens[at - 1], 'number') && tokens[at - 2]?.isWord === true;
  return isNumbered || title.some((token) => has(token, 'reference'));
}

function labelsBefore(tokens: readonly Token[], at: number, isNamed: (at: number) => boolean): Set<Label> {
  const labels = new Set<Label>();
  if (isEnded(tokens, at)) return labels;
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (isCopula(tokens, before, 'parcel')) continue;
    if (isOfOffice(tokens, before)) return labels.add('reference');
    if (!token?.isWord || token.labels.length === 0 || isEventually(tokens, before, isNamed)) break;
    if (isBetween(tokens, before) || token.word === 'pocztowy') continue;
    // "pod 36", "pod numerem 36": where somebody lives.
    if (token.word === 'pod' && labels.size === 0)
      return isEmptyParcel(tokens, before) ? labels.add('house').add('parcel') : labels.add('house');
    // The nearest announcement counts: "KW …, dz. 12" and "dom, działka 12" are parcel 12, "działka, dom 12" is house 12.
    if (labels.has('parcel') && !has(token, 'parcel') && !isRegisterOf(tokens, before)) break;
    // "Piaseczyński (pow.), nr 12"
    if (isInBrackets(tokens, before)) break;
    if (labels.has('house') && has(token, 'parcel')) break;
    for (const label of token.labels) if (ANNOUNCING.has(label)) labels.add(label);
    if (!has(token, 'parcel') && !has(token, 'house')) break;
  }
  return labels;
}

/** "obręb ewidencyjny 0002", "obręb działki 0002", not "Mroków obręb, dz. 12". */
const isRegisterOf = (tokens: readonly Token[], at: number): boolean =>
  has(tokens[at], 'obreb') &&
  (/^(?:ew|geod)/.test(tokens[at + 1]?.word ?? '') || /^0\d{3}$/.test(tokens[at + 2]?.text ?? ''));

/** "działka pod nr 36" may be either; "działka zabudowana pod nr 36" and "dom na działce pod nr 36" have a house. */
function isEmptyParcel(tokens: readonly Token[], to: number): boolean {
  let head = to - 1;
  while (has(tokens[head], 'parcel_kind') && !/^zabudowan/.test(tokens[head]?.word ?? '')) head -= 1;
  return has(tokens[head], 'parcel') && !tokens.slice(0, head).some((token) => has(token, 'house'));
}

/** "12 A", where what stands behind is no unit. */
export const isHouseLetter = ({ word, isWord, isCut, afterBreak }: Token): boolean =>
  isWord && !isCut && !afterBreak && /^[a-h]$/.test(word);

/** "działka, 36 Mroków" and "Sprzedam działkę. 36 Mroków" announce nothing; "działka, nr 36" and "dz. 36" do. */
function isEnded(tokens: readonly Token[], at: number): boolean {
  const [before, gap] = [tokens[at - 1], tokens[at]?.gap ?? ''];
  // The cells of a table do not announce one another.
  if (gap.includes('|')) return true;
  if (has(before, 'parcel')) return /[,;!?]/.test(gap) || (before?.isCut === true && before.word.length > 4);
  return has(before, 'house') && (/[!?]/.test(gap) || before?.isCut === true);
}

/** "L.dz. 36", the journal of an office, and "Dz.U. 2024", that of the laws. */
const isOfOffice = (tokens: readonly Token[], at: number) =>
  (tokens[at]?.word === 'dz' && tokens[at - 1]?.word === 'l' && !tokens[at]?.afterBreak) ||
  (tokens[at]?.word === 'u' && tokens[at]?.isCut === true && tokens[at - 1]?.word === 'dz');

/**
 * "35 ew. 36", "35 tys. ew. 36", "w piątek ew. 36", "dz. 35 Guzów ew. 36": behind a number, a word that is no name, or the place of a parcel
 * that has its number already, it is "ewentualnie".
 */
function isEventually(tokens: readonly Token[], at: number, isNamed: (at: number) => boolean): boolean {
  const before = tokens[at - 1];
  if (tokens[at]?.word !== 'ew' || !before || tokens[at]?.afterBreak) return false;
  if (!before.isWord || has(before, 'unit')) return true;
  if (isNamed(at - 1))
    return tokens.some(
      ({ number }, place) => place < at && number !== null && has(tokens[place - 1], 'parcel'),
    );
  return before.labels.length === 0 || (has(before, 'filler') && !has(before, 'parcel'));
}

const NOW = /^(?:obecnie|aktualnie|teraz|dzis|dzisiaj|now|currently|scaleniu|podziale|zmianie|modernizacji)$/;

/** "działka 12, obecnie 36", "12 po scaleniu 36": what follows is the number that counts. */
export const isNow = (token: Token | undefined): boolean => NOW.test(token?.word ?? '');

/** Not the number of something else: an obręb, a map sheet, a flat, an area, a survey. */
export function isParcelNumber(
  tokens: readonly Token[],
  one: WrittenNumber,
  written: readonly WrittenNumber[],
): boolean {
  const { labels } = one;
  if (labels.has('obreb') || labels.has('reference') || labels.has('measure')) return false;
  if (one.isQuantity || isObrebOnly(one, written)) return false;
  return labels.has('parcel') || (!labels.has('sheet') && !isFlat(tokens, one));
}

/** What a number is that is no parcel's, in words; null where it may be one. */
export function otherRoleOf(
  tokens: readonly Token[],
  one: WrittenNumber,
  written: readonly WrittenNumber[],
): Phrase | null {
  if (isTimeBeside(tokens, one, written)) return NUMBER_ROLES.quantity;
  if (isParcelNumber(tokens, one, written)) return null;
  const { labels } = one;
  if (labels.has('obreb') || isObrebOnly(one, written)) return NUMBER_ROLES.obreb;
  if (labels.has('reference')) return phraseOf(NUMBER_ROLES.reference, referringWord(tokens, one.at));
  if (one.isQuantity || labels.has('measure')) return NUMBER_ROLES.quantity;
  return labels.has('sheet') ? NUMBER_ROLES.sheet : NUMBER_ROLES.flat;
}

/** "umowa nr 26/3" */
function referringWord(tokens: readonly Token[], at: number): string {
  let before = at - 1;
  while (has(tokens[before], 'number')) before -= 1;
  return (tokens[before] ?? tokens[at - 1])?.text ?? '';
}

/**
 * Whether a parcel or a house is all that can explain the number. What was told once and is told otherwise again is not
 * explained by the first.
 */
export function isLoose(
  tokens: readonly Token[],
  one: WrittenNumber,
  written: readonly WrittenNumber[],
  told: ToldNumbers,
): boolean {
  const { token, labels } = one;
  if (one.isQuantity || labels.has('reference') || labels.has('measure')) return false;
  if (isTimeBeside(tokens, one, written)) return false;
  if (labels.has('obreb') || isObrebOnly(one, written)) return toldObreb(one, written)[0] !== told.obreb;
  if (labels.has('parcel') && !isOnlyPostcode(token)) return true;
  if (labels.has('sheet')) return token.number !== told.sheet;
  if (token.postcode !== null) return token.postcode !== told.postcode;
  return !isFlat(tokens, one);
}

/** "05-506", announced as whatever it may be. */
const isOnlyPostcode = ({ postcode, number }: Token) => postcode !== null && number === null;

export const isFlat = (tokens: readonly Token[], { at, labels }: WrittenNumber) =>
  labels.has('flat') && tokens.slice(0, at).some((token) => token.house !== null);
