// Numbers that may be those of houses, each with the name that it may belong to: before or after a street, with "ul." or
// without, or in a village that has no streets. Which of them exist is looked up later.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { doubtsOfHouse } from './house-evidence.ts';
import { gminyNamed, hasCapital, type NamedSpan, placesOf } from './named-span.ts';
import { isRelated } from './related-parcel.ts';
import { type Applied, change } from './rules.ts';
import { isGuessed } from './spelling.ts';
import { has, isJoint, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';
import { isHouseLetter, type WrittenNumber } from './written-numbers.ts';

export interface HouseReading {
  readonly at: number;
  /** The number as written, then without what may be the number of a flat. */
  readonly numbers: readonly string[];
  /** The street or village it may belong to. */
  readonly span: NamedSpan;
  /** The text says that it is a house's. */
  readonly isSaidHouse: boolean;
  /** The text speaks of a parcel. */
  readonly isSaidParcel: boolean;
  /** What speaks against its being a house's. */
  readonly doubts: readonly Applied[];
}

/** The names that a number may be the house number of. */
export function housesAt(
  tokens: readonly Token[],
  spans: readonly NamedSpan[],
  one: WrittenNumber,
  isKnown: (at: number) => boolean,
): HouseReading[] {
  const { token, at, labels } = one;
  const [before, after] = [spanBefore(tokens, spans, at), spanAfter(tokens, spans, at)];
  // "15 ul. Akacjowa" is an address; "15 Mroków" may be one where just one place bears the name.
  const isBefore =
    after !== null &&
    (mayBeStreet(after) ? !(before && mayBeStreet(before)) : before === null && gminyNamed(after).size === 1);
  const beside = [before, isBefore ? after : null].filter((span) => span !== null);
  const streets = beside.some(mayBeStreet)
    ? []
    : spans.filter((span) => mayBeStreet(span) && !span.labels.has('near'));
  const meant = labels.has('house') ? spans : [...beside, ...streets];
  const numbers = houseNumbers(tokens, at);
  const isSaidHouse =
    labels.has('house') || (has(tokens[at + 1], 'flat') && tokens[at + 2]?.isWord === false);
  return [...new Set(meant)].map((span) => {
    // A village stands before its houses.
    const isFirst = !isSaidHouse && span === after && !mayBeStreet(span);
    const first = change('number_first', phraseOf(DOUBTS.numberFirst, token.text, span.typed));
    const announcement = labels.has('house')
      ? 'house'
      : beside.includes(span) && mayBeStreet(span)
        ? 'street'
        : null;
    const doubts = doubtsOfHouse(tokens, one, announcement, isKnown);
    const persons = change('counted', phraseOf(DOUBTS.counted, token.text, tokens[at + 1]?.text ?? ''));
    const related = change('related_parcel', phraseOf(DOUBTS.near, span.typed));
    const ofWord = change('unknown_word', phraseOf(DOUBTS.mayBeOf, token.text, span.typed));
    return {
      at,
      numbers,
      span,
      isSaidHouse,
      isSaidParcel: tokens.some((token) => has(token, 'parcel')),
      doubts: [
        ...doubts,
        ...(isOfPersons(tokens, spans, at) ? [persons] : []),
        ...(isFirst ? [first] : []),
        ...(mayBeWord(span) ? [ofWord] : []),
        ...(span.labels.has('near') || isBeyond(tokens, span) ? [related] : []),
      ],
    };
  });
}

/** "dom 12 os. Mroków": where no street is named so, persons and no settlement. */
const isOfPersons = (tokens: readonly Token[], spans: readonly NamedSpan[], at: number) =>
  tokens[at + 1]?.word === 'os' &&
  !tokens[at + 1]?.afterBreak &&
  !spans.some(({ from, labels }) => from === at + 2 && labels.has('street'));

/** "next to Brzozowa 12", "w sąsiedztwie ul. Brzozowej 12" */
function isBeyond(tokens: readonly Token[], { from }: NamedSpan): boolean {
  let before = from - 1;
  while (has(tokens[before], 'street') || has(tokens[before], 'small') || tokens[before]?.word === 'to')
    before -= 1;
  const word = tokens[before];
  return word !== undefined && isRelated(word) && !tokens[from]?.afterBreak;
}

/** "szkoła nr 2": a word in small letters that is only near to the name of a street. */
const mayBeWord = (span: NamedSpan) =>
  span.hits.every(isGuessed) && !span.labels.has('street') && !hasCapital(span);

export const mayBeStreet = (span: NamedSpan): boolean =>
  span.hits.some((hit) => placesOf(span, hit.places).some((place) => place.kind === 'street'));

/** Nothing but a street bears the name. */
export const isStreetOnly = (span: NamedSpan): boolean => {
  const places = span.hits.flatMap((hit) => placesOf(span, hit.places));
  return places.length > 0 && places.every((place) => place.kind === 'street');
};

/** The name right before a number, small words left out. */
export function spanBefore(
  tokens: readonly Token[],
  spans: readonly NamedSpan[],
  at: number,
): NamedSpan | null {
  let before = at - 1;
  while (isJoint(tokens[before]) || has(tokens[before], 'house')) before -= 1;
  return spans.find(({ to }) => to === before + 1) ?? null;
}

const BEFORE_NAMES: readonly Label[] = ['street', 'locality', 'small'];

/** The name right after a number: "15 ul. Akacjowa". */
function spanAfter(tokens: readonly Token[], spans: readonly NamedSpan[], at: number): NamedSpan | null {
  let after = at + 1;
  // "6, M. Konopnickiej": an initial is left out of the name.
  const isInitial = ({ isCut, word }: Token) => isCut && word.length === 1;
  for (let next = tokens[after]; next && !spans.some(({ from }) => from === after); next = tokens[after]) {
    if (!BEFORE_NAMES.some((label) => has(next, label)) && !isInitial(next)) break;
    after += 1;
  }
  return spans.find(({ from }) => from === after) ?? null;
}

/** "12/14" may be a house or flat 14 of house 12; "12 A" is 12A. */
function houseNumbers(tokens: readonly Token[], at: number): string[] {
  const written = tokens[at]?.house ?? '';
  const next = tokens[at + 1];
  const letter = next && isHouseLetter(next) ? next.word : '';
  // The register writes "23/25" where people write "23-25".
  const slashed = written.includes('-') ? [written.replace('-', '/')] : [];
  const numbers = letter === '' ? [written, ...slashed] : [written + letter, written];
  // "51/3 m. 4": the flat is told beside it.
  const isFlatTold = has(next, 'flat') && tokens[at + 2]?.isWord === false && !tokens[at + 2]?.afterBreak;
  const house = isFlatTold ? undefined : /^(\d+[a-z]{0,2})[/-]/.exec(written)?.[1];
  const last = rangeOfHouses(written)?.[1];
  return [...numbers, ...(house === undefined ? [] : [house]), ...(last === undefined ? [] : [last])];
}

/** Houses of one building, or of a few beside each other. */
const LONGEST_RANGE = 20;

/** "58-60" are two houses, where "60-58" can only be a flat. */
export function rangeOfHouses(written: string | undefined): readonly [first: string, last: string] | null {
  const [, first = '', last = ''] = /^(\d+)-(\d+)$/.exec(written ?? '') ?? [];
  const length = Number(last) - Number(first);
  return first !== '' && length > 0 && length <= LONGEST_RANGE ? [first, last] : null;
}
