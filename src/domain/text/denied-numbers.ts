// "nie 58 tylko dz. 60": the first number is taken back wherever it stands in the text, and only the second is meant. Knows how words stand
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
  if (number === null || !INSTEAD.test(tokens[first + 1]?.word ?? '')) return null;
  const other = tokens[numberFrom(tokens, first + 2)]?.number ?? null;
  return other === null || other === number ? null : number;
}

/** After "dz.", "nr" and the like. */
function numberFrom(tokens: readonly Token[], from: number): number {
  let at = from;
  while (has(tokens[at], 'parcel') || has(tokens[at], 'number')) at += 1;
  return at;
}
