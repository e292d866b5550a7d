// Whether a number is that of a house: the same evidence is asked for as for parcels (number-evidence.ts). A house or a street that
// announces it directly is evidence, unless what stands right beside the number says otherwise; beside the name of a village alone
// any word that is not known may have the number instead.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { doubtsOfAnnouncement } from './announcement.ts';
import { measureBehind } from './measure-behind.ts';
import { doubtsOfRemark, doubtsOfSign, isNumberable, isOther } from './number-evidence.ts';
import { isRelation } from './related-parcel.ts';
import { type Applied, change } from './rules.ts';
import { has, type Token } from './token.ts';
import { isHouseLetter, type WrittenNumber } from './written-numbers.ts';

/** What announces the number of a house. */
export type HouseAnnouncement = 'house' | 'street' | null;

/** What speaks against the number being a house's. */
export function doubtsOfHouse(
  tokens: readonly Token[],
  one: WrittenNumber,
  announcement: HouseAnnouncement,
  isKnown: (at: number) => boolean,
): Applied[] {
  const { token, at } = one;
  const beside = wordBeside(tokens, one, isKnown);
  return [
    ...doubtsOfSign(token),
    ...doubtsOfPart(tokens, at),
    ...doubtsOfMeasure(tokens, at, isKnown),
    ...(announcement === 'house'
      ? doubtsOfAnnouncement(tokens, at, 'house', isKnown)
      : doubtsOfLimit(tokens, at)),
    ...doubtsOfRemark(tokens, at, isKnown),
    ...(beside ? [doubtOfWord(token, beside)] : []),
    ...(announcement === null && !beside ? doubtsOfOthers(tokens, token, at, isKnown) : []),
  ].slice(0, 1);
}

const doubtOfWord = (token: Token, word: Token): Applied =>
  change(
    'unknown_word',
    isNumberable(word)
      ? phraseOf(DOUBTS.mayBeOf, token.text, word.text)
      : phraseOf(DOUBTS.houseNotAnnounced, token.text),
  );

/** What parts the digits of one number, date or amount: "12.05", "12,5". */
const PARTS = /^[.,:_]$/;

/** Part of a longer number is no house. */
function doubtsOfPart(tokens: readonly Token[], at: number): Applied[] {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  const isPart = (one: Token | undefined, gap: string | undefined) =>
    one?.isWord === false && one.postcode === null && PARTS.test(gap ?? '');
  if (!isPart(next, next?.gap) && !isPart(before, token?.gap)) return [];
  const whole = isPart(next, next?.gap)
    ? `${token?.text}${next?.gap}${next?.text}`
    : `${before?.text}${token?.gap}${token?.text}`;
  return [change('unknown_word', phraseOf(DOUBTS.partOfNumber, token?.text, whole))];
}

/** Before the number of a house: "Zielona 18 i 20", "at 18 Zielona". */
const BEFORE_HOUSES: ReadonlySet<string> = new Set('i oraz lub albo a and or at'.split(' '));

/** "za 33", "od 33", "około 12", "o 17": a price, a time or a limit. */
function doubtsOfLimit(tokens: readonly Token[], at: number): Applied[] {
  let before = at - 1;
  while (has(tokens[before], 'number')) before -= 1;
  const word = tokens[before];
  const isApart = tokens.slice(before + 1, at + 1).some(({ afterBreak }) => afterBreak);
  // "o numerze 18"
  const isOfNumber = word?.word === 'o' && before < at - 1;
  const isLimit = word?.isWord && (has(word, 'small') || isRelation(word));
  if (!isLimit || isApart || isOfNumber || BEFORE_HOUSES.has(word.word)) return [];
  return [change('related_parcel', phraseOf(DOUBTS.limit, word.text, tokens[at]?.text))];
}

/** The word right before the number or right behind it that the number may belong to. */
function wordBeside(
  tokens: readonly Token[],
  { at, labels }: WrittenNumber,
  isKnown: (at: number) => boolean,
): Token | null {
  let place = at - 1;
  while (has(tokens[place], 'number') && !tokens[place + 1]?.afterBreak) place -= 1;
  const before = tokens[place];
  // "Zielona, lokal 18": a flat, and of no house.
  if (before && (labels.has('flat') || (mayHaveNumber(before) && !isKnown(place)))) return before;
  const after = tokens[at + 1];
  if (!after || after.afterBreak || isKnown(at + 1) || isHouseLetter(after)) return null;
  return mayHaveNumber(after) || COUNTED.test(after.word) ? after : null;
}

/** "dom 36 m", "Sosnowa 3 lub 4 ary", "dom 36 m. Mroków"; "Sosnowa 3 m. 5" and "Sosnowa 3 a" are houses. */
function doubtsOfMeasure(tokens: readonly Token[], at: number, isKnown: (at: number) => boolean): Applied[] {
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (!token || !after || isHouseLetter(after) || isFlatNumber(tokens, at + 1)) return [];
  const isFlat = has(after, 'flat') && has(after, 'unit') && !after.afterBreak && !isKnown(at + 1);
  const measure = measureBehind(tokens, at, isKnown) ?? (isFlat ? after.text : null);
  return measure === null ? [] : [change('counted', phraseOf(DOUBTS.counted, token.text, measure))];
}

/** "3 działki" */
const COUNTED = /^(?:dzialki|dzialek|parcele|parceli)$/;

const isFlatNumber = (tokens: readonly Token[], at: number) =>
  has(tokens[at], 'flat') && tokens[at + 1]?.isWord === false && !tokens[at + 1]?.afterBreak;

/** "Sosnowa 3 lok. 4": a flat has a number of its own, and a house before it. */
const mayHaveNumber = (token: Token) => isOtherOfHouse(token) && !has(token, 'filler');

const isOtherOfHouse = (token: Token) => isOther(token) && !has(token, 'house') && !has(token, 'flat');

/** Beside a village alone: a word that is not known anywhere in the text, or one that says nothing of houses. */
function doubtsOfOthers(
  tokens: readonly Token[],
  token: Token,
  at: number,
  isKnown: (at: number) => boolean,
): Applied[] {
  const others = tokens.filter((other, place) => place !== at && isOtherOfHouse(other) && !isKnown(place));
  const other = others.find((one) => !has(one, 'filler'));
  if (other) return [doubtOfWord(token, others.find(isNumberable) ?? other)];
  return others.length === 0 ? [] : [change('not_announced', phraseOf(DOUBTS.houseNotAnnounced, token.text))];
}
