// Why numbers of a text are not taken for that of a parcel: what each was read as, and what speaks against those that may be one.
// For `miedza explain`; nothing is decided here.

import { type Phrase, phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { NUMBER_ROLES } from '../sentences/reading-sentences.ts';
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

function roleOf({ spans, numbers, others, units }: TextReading, token: Token, at: number): Phrase {
  const other = others.find((one) => one.at === at);
  if (other) return other.role;
  if (token.labels.length > 0) return NUMBER_ROLES.measure;
  const name = spans.find(({ from, to }) => at >= from && at < to);
  if (name) return phraseOf(NUMBER_ROLES.partOfName, name.typed);
  if (/^\d{6}_|^\d{7}\.|^\d-\d{2}-\d{2}$/.test(token.word)) return NUMBER_ROLES.unitCode;
  if (/^\d{7}$/.test(token.word) && units.length > 0) return NUMBER_ROLES.gminaCode;
  if (token.postcode !== null) return NUMBER_ROLES.postcode;
  if (token.number === null) return NUMBER_ROLES.notWrittenSo;
  return numbers.some(({ isLabelled }) => isLabelled) ? NUMBER_ROLES.another : NUMBER_ROLES.tooMany;
}

/** What speaks against a number that may be a parcel's. */
export const saysAgainst = ({ number, doubts, afterStreet }: NumberReading): Phrase[] => [
  ...doubts.flatMap(({ says }) => says ?? []),
  ...(afterStreet === null
    ? []
    : [phraseOf(afterStreet === 'named' ? DOUBTS.withStreet : DOUBTS.besideStreet, number)]),
];
