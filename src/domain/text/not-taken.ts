// Why numbers of a text are not taken for that of a parcel: what each was read as, and what speaks against those that may be one.
// For `miedza explain`; nothing is decided here.

import { type Phrase, phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/reading-sentences.ts';
import type { NumberReading, OtherNumber, TextReading } from './readings.ts';
import type { Token } from './token.ts';

/** Every number of the text that no reading takes for a parcel's, with what it is instead. */
export function numbersNotTaken(reading: TextReading): OtherNumber[] {
  const { tokens, numbers } = reading;
  return tokens.flatMap((token, at) => {
    const isTaken = numbers.some((number) => at >= number.at && at < number.to);
    return token.isWord || isTaken ? [] : [{ at, text: token.text, role: roleOf(reading, token, at) }];
  });
}

function roleOf({ spans, numbers, others, units }: TextReading, token: Token, at: number): string {
  const other = others.find((one) => one.at === at);
  if (other) return other.role;
  if (token.labels.length > 0) return 'a measure, a day, a road or a telephone';
  const name = spans.find(({ from, to }) => at >= from && at < to);
  if (name) return `part of the name ${name.typed}`;
  if (/^\d{6}_|^\d-\d{2}-\d{2}$/.test(token.word)) return 'the code of a unit or an obręb';
  if (/^\d{7}$/.test(token.word) && units.length > 0) return 'the code of a gmina';
  if (token.postcode !== null) return 'a postcode';
  if (token.number === null) return 'not written as the number of a parcel is';
  return numbers.some(({ isLabelled }) => isLabelled)
    ? 'another number of the text is said to be that of a parcel'
    : 'more numbers stand before it than are looked up';
}

/** What speaks against a number that may be a parcel's. */
export const saysAgainst = ({ number, doubts, afterStreet }: NumberReading): Phrase[] => [
  ...doubts.flatMap(({ says }) => says ?? []),
  ...(afterStreet === null
    ? []
    : [phraseOf(afterStreet === 'named' ? DOUBTS.withStreet : DOUBTS.besideStreet, number)]),
];
