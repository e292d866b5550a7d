// Streets by the initials of their names: "JP II" for Jana Pawła II, "ul. AK" for Armii Krajowej, whatever street has these initials.
// Knows how initials are written, not where streets are.

import { has, type Token } from './token.ts';

const ROMAN = /^(?:x{0,3}(?:ix|iv|v?i{0,3}))$/;
const NUMERAL = /^[ivx]+$/;
const ROMANS: readonly string[] = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
/** Of one word there are no initials. */
const LEAST_INITIALS = 2;
const MOST_INITIALS = 5;
/** With a numeral behind them. A longer row of letters is no abbreviation. */
const MOST_WRITTEN = 8;

/** Streets with the initials that stand at some tokens, and behind which token these end. */
export interface StreetsByInitials {
  readonly keys: readonly string[];
  readonly to: number;
}

/** Streets by their initials. */
export class StreetInitials {
  readonly #keys = new Map<string, string[]>();

  add(key: string): void {
    const initials = initialsOf(key);
    if (initials === null) return;
    const known = this.#keys.get(initials);
    if (known) known.push(key);
    else this.#keys.set(initials, [key]);
  }

  /** The streets whose initials stand at a token; null where there are none. */
  at(tokens: readonly Token[], from: number): StreetsByInitials | null {
    const written = initialsAt(tokens, from);
    const keys = written?.initials.flatMap((initials) => this.#keys.get(initials) ?? []) ?? [];
    return written && keys.length > 0 ? { keys, to: written.to } : null;
  }
}

/** "jana pawla ii" → "jp ii"; null where a name has too few words. */
function initialsOf(key: string): string | null {
  const words = key.split(' ');
  const last = words.at(-1) ?? '';
  const numeral = words.length > LEAST_INITIALS && ROMAN.test(last) ? last : '';
  const named = numeral === '' ? words : words.slice(0, -1);
  if (
    named.length < LEAST_INITIALS ||
    named.length > MOST_INITIALS ||
    !named.every((word) => /^\p{L}/u.test(word))
  )
    return null;
  return `${named.map((word) => word[0]).join('')} ${numeral}`.trim();
}

/** Initials that stand at a token, and behind which one they end. */
interface WrittenInitials {
  readonly initials: readonly string[];
  readonly to: number;
}

/**
 * "JP II", "JPII", "J.P. II", "JP2"; without a numeral only behind "ul.", because most words in capitals are something else.
 */
function initialsAt(tokens: readonly Token[], from: number): WrittenInitials | null {
  const [letters, to] = lettersAt(tokens, from);
  if (letters === '') return null;
  const next = tokens[to];
  const numeral = next?.isWord && !next.afterBreak && ROMAN.test(next.word) ? next.word : '';
  if (numeral !== '') return { initials: [`${letters} ${numeral}`], to: to + 1 };
  const [, named = letters, digit] = /^(\p{L}+)(\d)$/u.exec(letters) ?? [];
  if (digit !== undefined) return { initials: [`${named} ${ROMANS[Number(digit)]}`], to };
  const joined = [...letters].flatMap((_, at) =>
    at >= LEAST_INITIALS && ROMAN.test(letters.slice(at))
      ? [`${letters.slice(0, at)} ${letters.slice(at)}`]
      : [],
  );
  const isStreet = has(tokens[from - 1], 'street');
  return joined.length > 0 || isStreet ? { initials: isStreet ? [...joined, letters] : joined, to } : null;
}

const WRITTEN = /^(?:\p{L}{2,8}|\p{L}{2,5}\d)$/u;
/** In code units: letters may take two. */
const LONGEST_WRITTEN = 2 * MOST_WRITTEN;
const NO_LETTERS = ['', 0] as const;

/** Capitals in one, or a row of letters with dots. */
function lettersAt(tokens: readonly Token[], from: number): readonly [letters: string, to: number] {
  const { text = '', word = '', isCut = false } = tokens[from] ?? {};
  const isShort = text.length >= LEAST_INITIALS && text.length <= LONGEST_WRITTEN;
  const isNumbered = () => /[ivx\d]$/.test(word) || NUMERAL.test(tokens[from + 1]?.word ?? '');
  if (isShort && (text === text.toUpperCase() || isNumbered()) && WRITTEN.test(text)) return [word, from + 1];
  if (!isCut || word.length !== 1) return NO_LETTERS;
  let to = from;
  while (
    to - from <= MOST_WRITTEN &&
    tokens[to]?.isCut &&
    tokens[to]?.word.length === 1 &&
    (to === from || !tokens[to]?.afterBreak)
  )
    to += 1;
  const letters = tokens
    .slice(from, to)
    .map((token) => token.word)
    .join('');
  return letters.length >= LEAST_INITIALS && letters.length <= MOST_WRITTEN ? [letters, to] : NO_LETTERS;
}
