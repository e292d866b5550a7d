// What a word of a text may stand for among the words of names: as it is written, in another case, cut short, misspelt.

import { lemmasOf } from './inflection.ts';
import type { NameTable } from './name-table.ts';
import type { Variant } from './spelling.ts';
import { has, type Token } from './token.ts';
import { LEAST_TYPED } from './word-list.ts';

/** How far the spelling may be from the name; the next step is taken when words are left that no name explains. */
export const SPELLING_STEPS = ['exact', 'inflected', 'misspelt'] as const;
export type SpellingStep = (typeof SPELLING_STEPS)[number];

/** Typos that one name may have. */
export const MOST_TYPOS = 2;
/** No word of a name is longer; what is, is no word. */
export const MOST_LETTERS = 40;
/** Readings of a word that are followed at once; more come only from rows of initials. */
export const MOST_WALKS = 60;
/** Words looked up last, with what is near them: people ask for the same places again. */
export const REMEMBERED_WORDS = 5_000;

/** "Praga-Pd." */
const COMPASS: ReadonlyMap<string, string> = new Map([
  ['pd', 'poludnie'],
  ['pld', 'poludnie'],
  ['pn', 'polnoc'],
  ['pln', 'polnoc'],
]);

export class WordVariants {
  readonly #table: NameTable;
  readonly #found = new Map<string, Variant[]>();

  constructor(table: NameTable) {
    this.#table = table;
  }

  of(token: Token, step: SpellingStep, isInside: boolean): Variant[] {
    const { word } = token;
    const exact: Variant[] = this.#table.hasWord(word) ? [{ word, edit: null }] : [];
    if (step === 'exact' || !token.isWord || word.length > MOST_LETTERS) return exact;
    const isCut = token.isCut || word.length === 1 || COMPASS.has(word);
    const cut = isCut ? this.#completionsOf(word) : [];
    // A label in another case is still a label: "gminie" is no village. Inside a name it may be a word cut short.
    if (token.labels.length > 0 && !has(token, 'locality')) return isInside ? [...exact, ...cut] : exact;
    const key = `${step} ${word}`;
    let found = this.#found.get(key);
    if (!found) {
      found = this.#respell(word, step, exact);
      if (this.#found.size >= REMEMBERED_WORDS) this.#found.clear();
      this.#found.set(key, found);
    }
    return cut.length > 0 ? [...found, ...cut] : found;
  }

  #respell(word: string, step: SpellingStep, exact: Variant[]): Variant[] {
    const lemmas = lemmasOf(word).filter((lemma) => this.#table.hasWord(lemma));
    const inflected = lemmas.map(
      (read): Variant => ({ word: read, edit: { kind: 'inflected', typed: word, read } }),
    );
    if (step === 'inflected' && exact.length > 0) return [...exact, ...inflected];
    // A case of one name may be a misspelling of another: both are kept, so that neither is picked silently.
    const known = new Set(lemmas);
    const isShort = word.length === LEAST_TYPED;
    if (isShort && step === 'inflected') return [...exact, ...inflected];
    const misspelt = this.#table.words
      .near(word, step === 'inflected' ? 1 : MOST_TYPOS)
      .filter((near) => !known.has(near.word))
      .slice(0, MOST_WALKS)
      .map(({ word: read, typos }): Variant => {
        const kind = isShort ? 'short_typo' : typos === 1 ? 'one_typo' : 'two_typos';
        return { word: read, edit: { kind, typed: word, read } };
      });
    return [...exact, ...inflected, ...misspelt];
  }

  #completionsOf(word: string): Variant[] {
    const whole = COMPASS.get(word);
    const words = whole === undefined ? this.#table.words.completions(word) : [whole];
    return words
      .filter((read) => this.#table.hasWord(read))
      .map((read) => ({ word: read, edit: { kind: 'abbreviated', typed: `${word}.`, read } }));
  }
}
