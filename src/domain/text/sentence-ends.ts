// Where a full stop ends a sentence: what stands behind it is not joined to the village before it. The dot of a word cut short ("Zal. Górne",
// "Fr. Chopina") ends none; such words are short, or end as no whole word of Polish does, and a name that is cut short has its capital.

import { has, type Token } from './token.ts';
import { isMonth } from './vocabulary.ts';

interface Words {
  hasWord(word: string): boolean;
}

/** The tokens with a break behind each sentence; the same list where there is none. */
export function partSentences(tokens: readonly Token[], names: Words): readonly Token[] {
  const isFirst = (token: Token, at: number) =>
    !token.afterBreak && token.isWord && endsSentence(tokens[at - 1], token, names);
  return tokens.some(isFirst)
    ? tokens.map((token, at) => (isFirst(token, at) ? { ...token, afterBreak: true } : token))
    : tokens;
}

const hasCapital = ({ text }: Token) => /^\p{Lu}/u.test(text);

/** Shorter words before a dot are mostly cut short. */
const LEAST_LETTERS = 4;
/** Vowels, and cases of names: "w Łazach.", "pod Mrokowem." */
const WHOLE = /(?:[aeiouy]|ach|em|om|ow)$/;

function endsSentence(last: Token | undefined, next: Token, names: Words): boolean {
  if (!last || !/\s/.test(next.gap)) return false;
  // "dz. 30. Tanio", not "3. Maja"
  if (!last.isWord) return /^\.\s/.test(next.gap) && hasCapital(next) && !isMonth(next.word);
  const { word, isCut, labels } = last;
  if (!isCut || word.length < LEAST_LETTERS) return false;
  // "dz. w Guzowie. Cisza"; "ewid. nr", "miejsc. Guzów"
  if (WHOLE.test(word)) return true;
  if (labels.length > 0) return has(last, 'filler') && hasCapital(next);
  return names.hasWord(word) || (!hasCapital(last) && hasCapital(next));
}
