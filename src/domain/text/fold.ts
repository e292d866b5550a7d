// Folding: one spelling for what people type in many. Lower case, no diacritics, one kind of space and hyphen.

const MARKS = /\p{M}+/gu;
const HYPHENS = /\p{Pd}/gu;
const SPACES = /\s+/gu;
/** Hyphens, dots and apostrophes part words as spaces do: "Oryszew-Osada", "Osiedle 1. Maja". */
const WORD_BREAKS = /[^\p{L}\p{N}]+/gu;

/** Half of what is folded is plain already, and half a million names are folded when the index is built. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Idempotent. "Wólka  KOSOWSKA" → "wolka kosowska". */
export function fold(text: string): string {
  const bare = PLAIN.test(text)
    ? text.toLowerCase()
    : text.normalize('NFD').replace(MARKS, '').toLowerCase().replaceAll('ł', 'l');
  // Polish has become plain here.
  const folded = PLAIN.test(bare) ? bare : bare.normalize('NFC').replace(HYPHENS, '-');
  return /\s/.test(folded) ? folded.replace(SPACES, ' ').trim() : folded;
}

/** A name as a key: folded words with single spaces. "Oryszew-Osada" → "oryszew osada". */
export function foldName(name: string): string {
  return fold(name).replace(WORD_BREAKS, ' ').trim();
}

/** A house number as a key: "12 A" → "12a". */
export function foldHouseNumber(number: string): string {
  return fold(number).replaceAll(' ', '');
}

const ODD_SIGNS = /[\uff01-\uff5e∕⁄⧸╱\\]/gu;
/** Signs without width, but for those between digits: there they may part two numbers. */
const INVISIBLE = /(?<!\d)[\u00ad\u200b-\u200f\u2060\ufeff]+|[\u00ad\u200b-\u200f\u2060\ufeff]+(?!\d)/gu;
/** Plain signs but for the backslash, and letters of Europe. */
const ORDINARY = /^[\x20-\x5b\x5d-\x7e\u00c0-\u017f]*$/;
/** From a fullwidth sign to the plain one: "１" → "1". */
const FULLWIDTH_OFFSET = 0xfee0;

/**
 * Plain signs for fullwidth ones and for what looks like a slash, and nothing for what is not seen. Digits in circles or raised are left alone: "1²" is
 * not 12.
 */
export const plainSigns = (text: string): string =>
  ORDINARY.test(text)
    ? text
    : text
        .replace(INVISIBLE, '')
        .replace(ODD_SIGNS, (sign) =>
          sign >= '\uff01' ? String.fromCharCode(sign.charCodeAt(0) - FULLWIDTH_OFFSET) : '/',
        );

/** Without so many digits, a text holds no id or no point: counting them is cheaper than looking for either. */
export function hasDigits(text: string, least: number): boolean {
  let digits = 0;
  for (let at = 0; at < text.length && digits < least; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
  }
  return digits >= least;
}
