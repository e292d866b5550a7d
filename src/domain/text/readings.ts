// What a text may say: names with what announces them, numbers with what they may be the number of. Every reading is
// kept; how sure each is, and which is meant, is weighed later against what is loaded.

import { type Phrase, phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { NUMBER_ROLES } from '../sentences/reading-sentences.ts';
import { isCountOfWord } from './counted-numbers.ts';
import { withoutDenied } from './denied-numbers.ts';
import { type HouseReading, housesAt, isStreetOnly, spanBefore } from './house-readings.ts';
import type { NameIndex } from './name-index.ts';
import { LOOSE_LABELS } from './name-labels.ts';
import { gminyNamed, type NamedSpan, type Stray } from './named-span.ts';
import { doubtsOfNumber } from './number-evidence.ts';
import { joinNumbersAtNames } from './number-words.ts';
import type { NamedUnit, Place } from './place.ts';
import type { PostalAreas } from './postal-areas.ts';
import { announceMisspelt, labelBehind, labelKinds, readNames } from './read-names.ts';
import { type Applied, change, dashForSlash } from './rules.ts';
import { partSentences } from './sentence-ends.ts';
import { isGuessed } from './spelling.ts';
import { finish, type Steps } from './steps.ts';
import { has, isJoint, type Token } from './token.ts';
import { numberToken, tokenise } from './tokens.ts';
import { readUnitCodes } from './unit-codes.ts';
import {
  isFlat,
  isLoose,
  isWarsawObreb,
  otherRoleOf,
  type ToldNumbers,
  toldObreb,
  type WrittenNumber,
  writtenNumbers,
} from './written-numbers.ts';

export interface NumberReading {
  readonly number: string;
  readonly at: number;
  /** After its last token: "123 - 4" is one number of two. */
  readonly to: number;
  /** "0012.45/3" or "obręb 12": four digits. */
  readonly obreb: string | null;
  /** As written, but for zeros before it. */
  readonly sheet: string | null;
  /** "działka 12" says so; a bare number may be something else. */
  readonly isLabelled: boolean;
  /** A street stands beside it, or anywhere in a text that announces no parcel: rather the number of a house. */
  readonly afterStreet: 'named' | 'announced' | null;
  /** What else speaks against its being a parcel's. */
  readonly doubts: readonly Applied[];
}

/** A number that only a parcel or a house explains. */
export interface LooseNumber {
  readonly token: Token;
  readonly at: number;
  /** It stands beside a street. */
  readonly isHouse: boolean;
  /** Of a house, which a parcel does not explain. */
  readonly isFlat: boolean;
  /** Where the house lies that it may be the number of. */
  readonly parcels: readonly string[];
  /** The register of addresses has such a house, whether or not a parcel is held where it lies. */
  readonly hasHouse: boolean;
}

/** A number that was read as something else. */
export interface OtherNumber {
  readonly at: number;
  readonly text: string;
  readonly role: Phrase;
}

export interface TextReading {
  readonly tokens: readonly Token[];
  readonly spans: readonly NamedSpan[];
  readonly numbers: readonly NumberReading[];
  /** A reading must use these all, or is not certain. */
  readonly loose: readonly LooseNumber[];
  readonly others: readonly OtherNumber[];
  readonly obreby: readonly string[];
  readonly houses: readonly HouseReading[];
  readonly postcode: string | null;
  /** Gminy that have no such postcode. */
  readonly outsidePostcode: ReadonlySet<string>;
  /** Units told by their codes. */
  readonly units: readonly NamedUnit[];
  readonly strays: readonly Stray[];
}

/** Who lists more parcels than this gets candidates for the first ones. */
const MOST_NUMBERS = 8;

export const readWithNames = (text: string, names: NameIndex): TextReading =>
  finish(readInSteps(text, names));

export function* readInSteps(text: string, names: NameIndex): Steps<TextReading> {
  const written = withoutDenied(tokenise(text));
  yield;
  const spoken = joinNumbersAtNames(written, (word) => names.hasWord(word), numberToken);
  const announced = labelKinds(announceMisspelt(partSentences(spoken, names), names));
  const { spans, strays, named, known, behind } = yield* readNames(announced, names);
  const tokens = labelBehind(announced, behind);
  yield;
  const all = withoutDates(
    tokens,
    writtenNumbers(
      tokens,
      (at) => named.has(at),
      (at) => spans.some((span) => at >= span.from && at < span.to && !isStreetOnly(span)),
    ),
    spans,
  );
  const { units, written: numbers } = readUnitCodes(tokens, all, names);
  const told = readNumbers(tokens, spans, numbers, (at) => known.has(at));
  const outsidePostcode = names.postal.gminyOutside(told.postcode);
  return {
    tokens,
    spans,
    strays,
    units,
    ...told,
    numbers: withoutPostcode(tokens, spans, told.numbers, names.postal),
    outsidePostcode,
  };
}

/** "96-315 Guzów": a code of the area that a place of that name lies in is no number of a parcel, unless it is said to be one. */
function withoutPostcode(
  tokens: readonly Token[],
  spans: readonly NamedSpan[],
  numbers: readonly NumberReading[],
  postal: PostalAreas,
): readonly NumberReading[] {
  const isCode = ({ at, isLabelled }: NumberReading) => !isLabelled && tokens[at]?.postcode != null;
  const code = tokens[numbers.find(isCode)?.at ?? -1]?.postcode;
  if (code == null) return numbers;
  const inside = postal.gminyInside(code);
  const isHere = spans.some((span) => [...gminyNamed(span)].some((teryt) => inside.has(teryt)));
  return isHere ? numbers.filter((number) => !isCode(number)) : numbers;
}

/** What the numbers may be the numbers of: parcels, obręby, houses. */
function readNumbers(
  tokens: readonly Token[],
  spans: readonly NamedSpan[],
  written: readonly WrittenNumber[],
  isKnown: (at: number) => boolean,
): Pick<TextReading, 'numbers' | 'loose' | 'others' | 'obreby' | 'houses' | 'postcode'> {
  const obreby = written.filter(({ isQuantity }) => !isQuantity).flatMap((one) => toldObreb(one, written));
  const onSheet = written.find(({ token, labels }) => token.number !== null && labels.has('sheet'));
  const told: ToldNumbers = {
    obreb: obreby[0] ?? null,
    sheet: onSheet?.token.number ?? null,
    postcode: written.find(({ token }) => token.postcode !== null)?.token.postcode ?? null,
  };
  const isOfParcel = tokens.some((token) => has(token, 'parcel'));
  const isAnyParcel = written.some(({ isLabelled }) => isLabelled);
  const streets = spans.filter((span) => isStreetOnly(span) && !span.labels.has('near'));
  const isAtStreet = ({ at }: WrittenNumber) => spans.some((span) => span.to === at && isStreetOnly(span));
  const numbers: NumberReading[] = [];
  const loose: LooseNumber[] = [];
  const others: OtherNumber[] = [];
  const houses: HouseReading[] = [];
  for (const one of written) {
    const { token, at, labels, isLabelled: isParcel, isAcrossName } = one;
    const beside = isParcel ? null : streetBeside(tokens, at, spans, streets);
    // "działka przy ul. Polnej nr 36" may be either.
    const afterStreet = beside === 'announced' && isOfParcel ? 'named' : beside;
    const isHouse = afterStreet !== null;
    const mayBeHouse = !isParcel || isAcrossName || labels.has('house');
    const ofFlat = isFlat(tokens, one);
    // "ul. Słoneczna 25, 5 pokoi"
    const isOfHouse = !isAtStreet(one) && written.some((other) => other !== one && isAtStreet(other));
    const isCounting = (isAnyParcel || isOfHouse) && isCountOfWord(tokens, one, isKnown);
    if (!isCounting && (ofFlat || isLoose(tokens, one, written, told)))
      loose.push({ token, at, isHouse, isFlat: ofFlat, parcels: [], hasHouse: false });
    const role = isCounting ? NUMBER_ROLES.count : otherRoleOf(tokens, one, written);
    if (role !== null) {
      others.push({ at, text: token.text, role });
      continue;
    }
    if (token.number !== null)
      numbers.push({
        number: token.number,
        at,
        to: at + 1,
        obreb: token.obreb ?? told.obreb,
        sheet: token.sheet ?? told.sheet,
        isLabelled: isParcel,
        afterStreet,
        doubts:
          labels.has('house') && !isParcel
            ? [change('house_number', phraseOf(DOUBTS.houseNumber, token.text))]
            : afterStreet !== null
              ? []
              : doubtsOfNumber(tokens, one, isKnown),
      });
    if (mayBeHouse && token.house !== null && token.postcode === null && houses.length < MOST_NUMBERS)
      houses.push(...housesAt(tokens, spans, one, isKnown));
  }
  const amounts = amountsBeside(tokens, numbers, written);
  const likely = likeliest(
    tokens,
    numbers.filter((number) => !amounts.includes(number)),
  );
  for (const { at } of amounts)
    others.push({ at, text: tokens[at]?.text ?? '', role: NUMBER_ROLES.quantity });
  return {
    numbers: [
      ...likely.slice(0, MOST_NUMBERS),
      ...[...dashed(tokens, likely), ...ranged(tokens, likely), ...ended(tokens, likely, others)].slice(
        0,
        MOST_NUMBERS / 2,
      ),
    ],
    loose: loose.filter(({ at }) => !amounts.some((amount) => amount.at === at)),
    others,
    obreby: [...new Set(obreby)],
    houses: houses.slice(0, MOST_NUMBERS),
    postcode: told.postcode,
  };
}

/** "działka 1 250 m2, nr działki 75/10": what may be an amount is one where another number is announced by itself. */
function amountsBeside(
  tokens: readonly Token[],
  numbers: readonly NumberReading[],
  written: readonly WrittenNumber[],
): NumberReading[] {
  const mayBeAmount = ({ at, doubts }: NumberReading) =>
    /^\d+$/.test(tokens[at]?.word ?? '') && doubts.some(({ rule }) => rule === 'counted');
  const isAnnounced = ({ token, at, labels }: WrittenNumber) =>
    labels.has('parcel') || (token.number?.includes('/') === true && has(tokens[at - 1], 'number'));
  const amounts = numbers.filter(mayBeAmount);
  const isOther = (one: WrittenNumber) => isAnnounced(one) && !amounts.some(({ at }) => at === one.at);
  return amounts.length > 0 && written.some(isOther) ? amounts : [];
}

/**
 * Those said to be parcels, and those written as parcels are beside them ("zamiast działki 12/3 proszę o 12/4"), else all but postcodes; 15-506 is
 * none where it is the only number.
 */
function likeliest(tokens: readonly Token[], numbers: readonly NumberReading[]): NumberReading[] {
  const isSaid = ({ at, isLabelled }: NumberReading) => isLabelled || tokens[at]?.obreb !== null;
  const isWritten = ({ at, number, afterStreet, doubts }: NumberReading) =>
    number.includes('/') &&
    tokens[at]?.postcode === null &&
    afterStreet === null &&
    !doubts.some(({ rule }) => rule === 'house_number');
  if (numbers.some(isSaid)) return numbers.filter((one) => isSaid(one) || isWritten(one));
  const others = numbers.filter(({ at }) => tokens[at]?.postcode === null);
  return others.length > 0 ? others : [...numbers];
}

/** Between two numbers that may be one: "123 - 4", "123.4", "123_4". */
const DASH = /^(?:\s*[\p{Pd}−]\s*|[._,;:])$/u;
/** "dz. 123 4" as it is dictated. */
const SPACE = /^\s$/u;

const SIGNS: Readonly<Record<string, string>> = {
  '.': 'dot',
  _: 'underscore',
  ',': 'comma',
  ';': 'semicolon',
  ':': 'colon',
  ' ': 'space',
};

/** "123 - 4" as 123/4, which it may be. */
function dashed(tokens: readonly Token[], numbers: readonly NumberReading[]): NumberReading[] {
  return numbers.flatMap((first, place) => {
    const second = numbers[place + 1];
    if (!second || !/^\d+$/.test(first.number + second.number)) return [];
    const gap = tokens[second.at]?.gap ?? '';
    // "sto dwa na trzy"
    const isSpoken = second.at === first.to + 1 && tokens[first.to]?.word === 'na';
    const isWritten = second.at === first.to && (DASH.test(gap) || (first.isLabelled && SPACE.test(gap)));
    if (!isSpoken && !isWritten) return [];
    const number = `${first.number}/${second.number}`;
    const sign = isSpoken ? 'word "na"' : (SIGNS[gap] ?? 'dash');
    return [{ ...first, number, to: second.to, doubts: [...first.doubts, dashForSlash(number, sign)] }];
  });
}

/** Who lists more parcels lists them by other means. */
const LONGEST_RANGE = 50;

/** "działki 36-38": the ends of what may be a range. */
const ranged = (tokens: readonly Token[], numbers: readonly NumberReading[]): NumberReading[] =>
  numbers.flatMap((number) => {
    const { text = '' } = tokens[number.at] ?? {};
    const [, first = '', last = ''] = /^([1-9]\d{0,4})-([1-9]\d{0,4})$/.exec(text) ?? [];
    const length = Number(last) - Number(first);
    if (length <= 0 || length > LONGEST_RANGE) return [];
    const doubt = change('range_end', phraseOf(DOUBTS.rangeEnd, text));
    return [first, last].map((end) => ({ ...number, number: end, doubts: [...number.doubts, doubt] }));
  });

/** "dz. 51/1, 2 i /3": what may be the ends of further numbers. */
function ended(
  tokens: readonly Token[],
  numbers: readonly NumberReading[],
  others: readonly OtherNumber[],
): NumberReading[] {
  return numbers.flatMap((first) => {
    const stem = first.isLabelled ? /^(\d+)\//.exec(first.number)?.[1] : undefined;
    const found: NumberReading[] = [];
    for (let at = first.to; stem !== undefined && at < tokens.length; at++) {
      const token = tokens[at];
      if (isJoint(token) && token?.isWord) continue;
      const [, end] = /^\/?([1-9]\d{0,2})$/.exec(token?.word ?? '') ?? [];
      const isListed = /^(?:\s*,)?\s*$/.test(token?.gap ?? '') && !others.some((other) => other.at === at);
      if (end === undefined || !isListed) break;
      const number = `${stem}/${end}`;
      const doubt = change('range_end', phraseOf(DOUBTS.ending, token?.text, number));
      found.push({ ...first, number, at, to: at + 1, doubts: [...first.doubts, doubt] });
    }
    return found;
  });
}

/** Dates are quantities. */
const withoutDates = (
  tokens: readonly Token[],
  written: readonly WrittenNumber[],
  spans: readonly NamedSpan[],
): readonly WrittenNumber[] =>
  written.some((one) => isDate(tokens, one, spans))
    ? written.map((one) => (isDate(tokens, one, spans) ? { ...one, isQuantity: true } : one))
    : written;

/** "umowa z 4-12-05": Warsaw alone numbers its obręby as days are written. */
function isDate(
  tokens: readonly Token[],
  { token, at, labels }: WrittenNumber,
  spans: readonly NamedSpan[],
): boolean {
  if (!isWarsawObreb(token.word) || labels.has('obreb')) return false;
  const isWarsaw = spans.some(({ hits }) => hits.some(({ places }) => places.some(isOfWarsaw)));
  return !isWarsaw && (spans.length > 0 || tokens[at - 1]?.isWord === true);
}

const isOfWarsaw = (place: Place) => 'gmina' in place && place.gmina.teryt.startsWith('1465');

function streetBeside(
  tokens: readonly Token[],
  at: number,
  spans: readonly NamedSpan[],
  streets: readonly NamedSpan[],
): NumberReading['afterStreet'] {
  // "15 ul. Akacjowa"; "126 os." announces nothing.
  const isAnnouncing = (place: number) =>
    has(tokens[place], 'street') &&
    (!LOOSE_LABELS.test(tokens[place]?.word ?? '') ||
      spans.some(({ from, labels }) => from === place + 1 && labels.has('street')));
  if (isAnnouncing(at + 1) && !tokens[at + 1]?.afterBreak) return 'announced';
  const span = spanBefore(tokens, spans, at);
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (isAnnouncing(before)) return 'announced';
    // Part of the name, such as the number of "ul. 3 Maja", whatever it would be by itself.
    const isOfName = span !== null && before >= span.from && before < span.to;
    const isWord = token?.isWord && (token.labels.length === 0 || isJoint(token));
    if (!(isOfName || isWord) || token?.afterBreak) break;
  }
  // "szkoła … 36" is near to the name of a street, which counts only right beside the number.
  const isMeant = (street: NamedSpan) =>
    street === span || street.from === at + 1 || street.labels.has('street') || !street.hits.every(isGuessed);
  return streets.some(isMeant) ? 'named' : null;
}
