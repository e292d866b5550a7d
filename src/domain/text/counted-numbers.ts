// Numbers that measure, count or date: "1200 m", "3 działki", "1/2 działki", "12 maja", and beside a parcel "3 pokoje", "2025" and "o 12". Knows how words stand
// together, not what is loaded.

import { has, type Token } from './token.ts';
import { isMonth, type Label } from './vocabulary.ts';

/** A number with what announces it. */
interface AnnouncedNumber {
  readonly token: Token;
  readonly at: number;
  readonly labels: ReadonlySet<Label>;
  readonly isLabelled: boolean;
}

/** "ar" before a number is a map sheet, "m" and "a" with a dot are no measures; without one they may be. */
export function isUnit(tokens: readonly Token[], at: number, isParcel: boolean): boolean {
  const [unit, next] = [tokens[at], tokens[at + 1]];
  if (unit?.word === 'm' || unit?.word === 'a')
    // "Ogrodowa 3 A" is a house.
    return (
      unit.text !== 'A' &&
      !unit.isCut &&
      !isParcel &&
      (!next || has(next, 'small') || has(next, 'measure') || next.afterBreak)
    );
  if (unit && YEAR_WORDS.has(unit.word)) return /^(?:1[89]|20)\d{2}$/.test(tokens[at - 1]?.word ?? '');
  return has(unit, 'unit') && !(has(unit, 'sheet') && next !== undefined && !next.isWord);
}

const YEAR_WORDS: ReadonlySet<string> = new Set(['r', 'rok', 'roku']);

export const isDay = (tokens: readonly Token[], at: number) =>
  isMonth(tokens[at + 1]?.word ?? '') && /^(?:[12]?\d|3[01])$/.test(tokens[at]?.word ?? '');

/** "5 maja 2020" */
export const isYear = (tokens: readonly Token[], at: number) =>
  /^(?:19|20)\d{2}$/.test(tokens[at]?.word ?? '') && !tokens[at]?.afterBreak && isDay(tokens, at - 2);

/** "3 działki", "dwie parcele", "3 mieszkania": how many there are; "1/2 działki": a share. */
const COUNTED = /^(?:dzialki|dzialek|parcele|parceli|mieszkania|mieszkan|lokale|lokali)$/;
const SHARED = /^(?:dzialki|parceli|nieruchomosci|udzialu|udzial)$/;
export function isCount(tokens: readonly Token[], at: number, labels: ReadonlySet<Label>): boolean {
  const [word, next] = [tokens[at]?.word ?? '', tokens[at + 1]?.word ?? ''];
  const [, part, whole] = /^(\d)\/(\d{1,2})$/.exec(word) ?? [];
  const isShare = whole !== undefined && Number(part) < Number(whole) && SHARED.test(next);
  return labels.size === 0 && (isShare || (/^\d{1,2}$/.test(word) && COUNTED.test(next)));
}

/** "dz. 36 Mroków, 3 pokoje": beside a parcel, a number with a word right behind it that names nothing counts that. */
export function isCountOfWord(
  tokens: readonly Token[],
  { token, at, labels, isLabelled }: AnnouncedNumber,
  isKnown: (at: number) => boolean,
): boolean {
  const next = tokens[at + 1];
  return (
    /^\d{1,4}$/.test(token.word) &&
    !isLabelled &&
    labels.size === 0 &&
    next?.isWord === true &&
    /^\p{Ll}{3}/u.test(next.text) &&
    next.labels.length === 0 &&
    !next.isCut &&
    !next.afterBreak &&
    !isKnown(at + 1)
  );
}

/** "podatek rolny 2025, dz. 36", "w sobotę o 12": beside a parcel that is announced, a year and an hour. */
export function isTimeBeside(
  tokens: readonly Token[],
  { token, at, isLabelled, labels }: AnnouncedNumber,
  written: readonly AnnouncedNumber[],
): boolean {
  if (isLabelled || labels.size > 0 || !written.some((other) => other.isLabelled)) return false;
  const isHour = /^\d{1,2}$/.test(token.word) && Number(token.word) <= 24 && tokens[at - 1]?.word === 'o';
  return isHour || /^(?:19|20)\d{2}$/.test(token.word);
}
