// What stands behind a number and makes it a place in a row or a praise: "działka nr 2 od drogi", "nr 3 z lewej", "licząc od lasu", "numer 1
// w okolicy". Knows words, not what is loaded.

import type { Token } from './token.ts';

type IsKnown = (at: number) => boolean;

/** Of so many in a row people say which one they mean. */
const MOST_IN_A_ROW = 20;
/** "od właściciela", "od zaraz": who sells, and when. */
const OF_SELLER = /^(?:wlasc|dewelop|osob|zaraz|reki|posred|agenc|firm|owner|now$)/;
const SIDES = /^(?:lewej|prawej|brzegu|konca|przodu|tylu|rogu|poczatku)$/;
/** What rows begin at; behind the name of the village other words tell since when, or who sells. */
const LANDMARKS =
  /^(?:drogi|szosy|ulicy|asfaltu|lasu|rzeki|stawu|wjazdu|bramy|torow|krzyza|kosciola|szkoly|sklepu|skrzyzowania|granicy|zakretu|strony)$/;
const COUNTING = /^(?:liczac|patrzac|idac|jadac|zaczynajac|poczynajac|poczawszy|counting|starting)$/;
const ROWS = /^(?:kolejnosci|rzedzie|rzedu|szeregu|linii|kolei|row)$/;
const MARKETS =
  /^(?:rynku|polsce|okolicy|regionie|kraju|swiecie|powiecie|gminie|mazowszu|rankingu|ofercie|market)$/;
/** "najlepsza działka nr 1"; what is nearest is no praise. */
const BEST = /^naj(?!bliz|em|m)\p{L}{4}/u;

/** The words that say which one in a row it is, or how good; null where the number may be the parcel's. */
export function orderBehind(tokens: readonly Token[], at: number, isKnown: IsKnown): string | null {
  const digits = tokens[at]?.word ?? '';
  const [preposition, row] = [tokens[at + 1], tokens[at + 2]];
  // "działka 36. w kolejności"
  if (
    preposition &&
    row &&
    /^(?:w|in)$/.test(preposition.word) &&
    /^(?:kolejnosci|rzedzie|row)$/.test(row.word)
  )
    return `${preposition.text} ${row.text}`;
  if (!/^\d{1,2}$/.test(digits) || Number(digits) > MOST_IN_A_ROW) return null;
  const isFirst = digits === '1';
  const best = isFirst ? tokens.find(({ isWord, word }) => isWord && BEST.test(word)) : undefined;
  if (best) return best.text;
  const from = behindVillage(tokens, at + 1, isKnown);
  const [next, word] = [tokens[from], tokens[from + 1]];
  if (next && COUNTING.test(next.word)) return next.text;
  if (!next || next.afterBreak || !word?.isWord || word.afterBreak || isKnown(from + 1)) return null;
  const isFrom =
    /^(?:od|from)$/.test(next.word) &&
    (from === at + 1 ? !OF_SELLER.test(word.word) : LANDMARKS.test(word.word));
  const isSide = SIDES.test(word.word) && /^(?:z|po|od)$/.test(next.word);
  const isRow = ROWS.test(word.word) && /^(?:w|z|in)$/.test(next.word);
  const isBest = isFirst && (MARKETS.test(word.word) || /^(?:wsrod|sposrod|dla)$/.test(next.word));
  return isFrom || isSide || isRow || isBest ? `${next.text} ${word.text}` : null;
}

/** After the name of the village, where it stands between: "nr 2 w Guzowie od drogi". */
function behindVillage(tokens: readonly Token[], from: number, isKnown: IsKnown): number {
  let at = from;
  while (isKnown(at) || (/^we?$/.test(tokens[at]?.word ?? '') && isKnown(at + 1))) at += 1;
  return at;
}
