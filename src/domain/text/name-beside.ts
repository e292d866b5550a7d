// Of several numbers and names in a text, which name stands beside which number.

import { phraseOf } from '../../contract/language.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { isStreetOnly } from './house-readings.ts';
import type { NamedSpan } from './named-span.ts';
import type { NumberReading, TextReading } from './readings.ts';
import { type Applied, change } from './rules.ts';

/** "dz. 51/3 Mroków, dz. 36 Łazy": of several numbers and names each number is that of the name beside it. */
export function weighPair(reading: TextReading, number: NumberReading, used: NamedSpan | null): Applied[] {
  if (used === null || reading.numbers.length < 2) return [];
  const beside = nameBeside(reading, number);
  if (!beside || beside === used || !reading.numbers.some((other) => nameBeside(reading, other) === used))
    return [];
  return [change('beside_other_name', phraseOf(DOUBTS.besideOtherName, number.number, beside.typed))];
}

/** "działka 12 w Mrokowie na 36 w Łazach": beside a number with its own village, the village of another number says less against it. */
export function ofItsOwn(
  reading: TextReading,
  number: NumberReading,
  used: NamedSpan | null,
  rest: readonly Applied[],
): readonly Applied[] {
  const isOwn = used !== null && reading.loose.length > 1 && nameBeside(reading, number) === used;
  return isOwn
    ? rest.map((one) => (one.rule === 'other_place' ? change('village_elsewhere', one.says) : one))
    : rest;
}

/** By number: asked for each of its parcels. */
const namesBeside = new WeakMap<NumberReading, { readonly name: NamedSpan | null }>();

function nameBeside(reading: TextReading, number: NumberReading): NamedSpan | null {
  const known = namesBeside.get(number);
  if (known) return known.name;
  const name = findNameBeside(reading, number);
  namesBeside.set(number, { name });
  return name;
}

/** The name right behind a number, else right before it, with no comma and no other number between. */
function findNameBeside({ tokens, spans }: TextReading, { at, to }: NumberReading): NamedSpan | null {
  const isTogether = (from: number, end: number) =>
    tokens
      .slice(from, end)
      .every(({ isWord, afterBreak }, place) => (isWord || place === 0) && !(afterBreak && place > 0));
  const places = spans.filter((span) => !isStreetOnly(span) && !span.labels.has('near'));
  const after = places.find(({ from }) => from >= to);
  if (after && isTogether(to - 1, after.from + 1)) return after;
  const before = places.findLast((span) => span.to <= at);
  return before && isTogether(before.to - 1, at) && !tokens[at]?.afterBreak ? before : null;
}
