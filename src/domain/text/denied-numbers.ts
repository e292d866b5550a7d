// "nie 58 tylko dz. 60": the first number is taken back wherever it stands in the text, and only the second is meant; "58, przepraszam, 60". Knows how words stand
// together, not what is loaded.

import { has, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';

/** Read as what it is: a number that is not meant. */
const DENIED: readonly Label[] = ['small'];
const INSTEAD = /^(?:tylko|lecz|ale|a|jednak|but)$/;

/** The tokens with a number that is denied, and replaced by another, as no number. */
export function withoutDenied(tokens: readonly Token[]): readonly Token[] {
  const denied = new Set(
    tokens.flatMap(({ word }, at) =>
      word === 'nie' || word === 'not' ? (deniedBehind(tokens, at) ?? []) : [],
    ),
  );
  if (denied.size === 0) return tokens;
  return tokens.map((token) =>
    token.number !== null && denied.has(token.number) ? { ...token, number: null, labels: DENIED } : token,
  );
}

/** The number behind a denial, where another one stands in its place. */
function deniedBehind(tokens: readonly Token[], at: number): string | null {
  const first = numberFrom(tokens, at + 1);
  const number = tokens[first]?.number ?? null;
  if (number === null) return null;
  // "12 (nie 36)"
  if (tokens[at]?.gap.endsWith('(') && tokens[at - 1]?.number != null && tokens[at - 1]?.number !== number)
    return number;
  if (!INSTEAD.test(tokens[first + 1]?.word ?? '')) return null;
  const other = tokens[numberFrom(tokens, first + 2)]?.number ?? null;
  return other === null || other === number ? null : number;
}

/** After "dz.", "nr" and the like. */
function numberFrom(tokens: readonly Token[], from: number): number {
  let at = from;
  while (has(tokens[at], 'parcel') || has(tokens[at], 'number')) at += 1;
  return at;
}

const CORRECTING =
  /^(?:nie|przepraszam|sorry|sorki|sory|pardon|tzn|znaczy|czyli|poprawka|poprawiam|korekta|pomylka|raczej|wlasciwie|oops|ups|wait|rather)$/;
const ASKING = /^(?:prosze|poprosze|wole|chce|biore|podaje|daje|wpisz|sprawdz)$/;

/** "działka 12, nie, przepraszam, 36", "12, to znaczy 36", "zamiast działki 12 proszę o 36": the second number stands for the first. */
export function isCorrecting(
  tokens: readonly Token[],
  at: number,
  number: number,
  isNamed: (at: number) => boolean,
): boolean {
  const word = tokens[at]?.word ?? '';
  if (isCounting(tokens[number + 1]) && !isNamed(number + 1)) return false;
  if (word === 'to') return CORRECTING.test(tokens[at + 1]?.word ?? '');
  return CORRECTING.test(word) || (ASKING.test(word) && tokens.slice(0, at).some(isInstead));
}

/** "36, raczej 2 osoby" */
const isCounting = (next: Token | undefined) =>
  next?.isWord === true && !next.afterBreak && next.labels.length === 0 && /^\p{Ll}{3}/u.test(next.text);

const isInstead = ({ word }: Token) => word === 'zamiast' || word === 'instead';
