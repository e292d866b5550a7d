// A token of a text: a word or a number, with everything it may be. Made by tokens.ts.

import type { Label } from './vocabulary.ts';

export interface Token {
  readonly text: string;
  /** Folded, without the dot of an abbreviation. */
  readonly word: string;
  /** What the word announces of what follows; a filler announces nothing. */
  readonly labels: readonly Label[];
  /** Letters only, so that it may be part of a name. */
  readonly isWord: boolean;
  /** A number in one word: "trzy". */
  readonly isSpoken: boolean;
  /** Ended by a dot: "Mrok.", "dz." */
  readonly isCut: boolean;
  /** What stands between it and the token before. */
  readonly gap: string;
  /** A comma, a dash or the like stands before it. */
  readonly afterBreak: boolean;
  /** A sign in one with it that no sentence puts there: "36+", "-36"; numbers of parcels are not written so. */
  readonly sign: string | null;
  /** A parcel number, canonical; null too for what has digits and is none: "123/4/5", "1²3". */
  readonly number: string | null;
  /** A house number, folded. */
  readonly house: string | null;
  readonly postcode: string | null;
  /** "0012.45/3": the obręb, and the map sheet where there is one, before the number. */
  readonly obreb: string | null;
  readonly sheet: string | null;
}

export const has = (token: Token | undefined, label: Label): boolean =>
  token?.labels.includes(label) ?? false;

/** A word that announces nothing and is long enough to be a name. */
export const mayBeName = (token: Token): boolean =>
  token.isWord && token.labels.length === 0 && (token.word.length >= 3 || token.isCut);

/** Words between the members of a list, and before names. */
export const isJoint = (token: Token | undefined): boolean => has(token, 'small') || has(token, 'number');

/** "Lesznowola (gm.)": what stands alone in brackets is said of what is before it. */
export const isInBrackets = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.gap.endsWith('(') === true && /^\.?\)/.test(tokens[at + 1]?.gap ?? ')');
