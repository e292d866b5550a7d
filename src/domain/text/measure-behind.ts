// What stands behind a number and makes it a measure: a unit, in brackets or on the next line too, the rest of a range or a list that
// a unit closes ("8 do 12 arów"), a half ("2 i pół ha"), the unit of a price ("12 za metr"). Knows words, not what is loaded.

import { has, type Token } from './token.ts';
import { PLACE_LABELS } from './vocabulary.ts';

type IsKnown = (at: number) => boolean;

/** The unit behind a number that makes it a measure, as it is told; null where none does. */
export function measureBehind(tokens: readonly Token[], at: number, isKnown: IsKnown): string | null {
  const end = unitFrom(tokens, at + 1, isKnown);
  if (end === null) return null;
  const unit = tokens[end]?.text ?? '';
  return end === at + 1 ? unit : `… ${unit}`;
}

/** Of a range or a list nobody reads the end. */
const MOST_WORDS = 12;

/** Where the unit stands that measures the number before `from`. */
function unitFrom(
  tokens: readonly Token[],
  from: number,
  isKnown: IsKnown,
  most = MOST_WORDS,
): number | null {
  const next = tokens[from];
  if (!next || most === 0 || isKnown(from)) return null;
  if (isUnitBehind(tokens, from, isKnown)) return from;
  // "36 albo nawet 40 sążni": what the numbers of a range count.
  if (most < MOST_WORDS && next.isWord && next.labels.length === 0 && !next.afterBreak) return from;
  if (!next.isWord) return unitOfNext(tokens, from, isKnown, most);
  const to = wordsOfAmount(tokens, from, isKnown);
  const number = tokens[to];
  if (to === from || !number || number.afterBreak) return null;
  if (isMeasuring(tokens, to, isKnown) || isHalf(tokens[to - 1])) return to;
  if (number.isWord) return null;
  const joint = tokens[to - 1]?.word ?? '';
  // "12 na 36": a size, with its unit or without.
  if (SIZES.has(joint) && to === from + 1 && /^\d+$/.test(number.word)) return to;
  if (!RANGES.has(joint) && joint !== 'tym') return null;
  return isAmount(number) ? to : unitFrom(tokens, to + 1, isKnown, most - 1);
}

/** A dash or the like between the ends of a range. */
const RANGE_GAP = /^\s*(?:[-–—−÷~…+]|\.{2,3})\s*$/u;
/** "8 1/2 ara", "8 ½ ara" */
const PART = /^(?:1\/[2348]|[23]\/[34]|\p{No})$/u;

/** The number at `at` follows another: as the end of its range, as a fraction of it, or in a list. */
function unitOfNext(tokens: readonly Token[], at: number, isKnown: IsKnown, most: number): number | null {
  const [before, number] = [tokens[at - 1], tokens[at]];
  if (!before || !number) return null;
  const { gap, word } = number;
  // "8~12 arów"
  if (/^[~±]/.test(number.text)) return unitFrom(tokens, at + 1, isKnown, most - 1);
  if (PART.test(word) && /^\s?$/.test(gap)) return unitFrom(tokens, at + 1, isKnown, most - 1);
  if (isThousands(before, number)) return isSum(number) ? at : unitFrom(tokens, at + 1, isKnown, most - 1);
  // "działka 10 12 arów"; "36 12 arów" is a parcel with its area.
  if (gap === ' ' && isRange(before, number))
    return isAmount(number) ? at : isUnitBehind(tokens, at + 1, isKnown) ? at + 1 : null;
  if (RANGE_GAP.test(gap) && (!/\s/.test(gap) || !/[-–—−]/.test(gap) || isRange(before, number)))
    return isAmount(number) ? at : unitFrom(tokens, at + 1, isKnown, most - 1);
  // "10, 12 i 15 arów"; "36, 12 arów" and "36, 1 200 m2" are a parcel with its area.
  const next = tokens[at + 1];
  const isMeasured =
    isUnitBehind(tokens, at + 1, isKnown) || isAmount(number) || (next && isThousands(number, next));
  const isListed = /^,\s?$/.test(gap) && !isMeasured;
  return isListed ? unitFrom(tokens, at + 1, isKnown, most - 1) : null;
}

/** "1 200 m2", "1 200m2", "1 250 000 zł": the second token goes on with the digits of the first. */
export const isThousands = (first: Token | undefined, second: Token): boolean =>
  second.gap === ' ' && /^\d{3}(?![\d.,/-])/.test(second.word) && /^\d{1,3}$/.test(first?.word ?? '');

/** "500m2", "250 000": with its unit, or too large for anything but a sum. */
export const isSum = (token: Token): boolean =>
  isAmount(token) || (has(token, 'small') && / 000$/.test(token.word));

/** "8 - 12 arów"; "36 - 1200 m2" is a parcel with its area. */
const MOST_TIMES = 10;
const isRange = (first: Token, last: Token) => {
  const [low, high] = [first, last].map(({ word }) => Number.parseInt(word, 10));
  return low !== undefined && high !== undefined && low < high && high <= MOST_TIMES * low;
};

/** "40km", "15 %": a number in one with its unit. */
const isAmount = ({ isWord, labels, text }: Token) =>
  !isWord && labels.length > 0 && /^\d+(?:[.,]\d+)?\s?(?:\p{L}|%|\p{Sc})/u.test(text);

/** Between the numbers of a range or a list that one unit measures. */
const RANGES: ReadonlySet<string> = new Set(
  'do lub i albo czy tam oraz a badz wzglednie ewentualnie ew moze nawet az or to and maybe even'.split(' '),
);
/** "12 za metr", "12 z ara" */
const PER: ReadonlySet<string> = new Set('za z od na per'.split(' '));
/** "12 na 36", "12 razy 36" */
const SIZES: ReadonlySet<string> = new Set('na razy by times'.split(' '));
/** "2 i pół ha", "8 i więcej arów" */
const PARTS: ReadonlySet<string> = new Set(
  'pol poltora cwierc polowa wiecej mniej kilka kawalkiem hakiem okladem groszami half quarter more less'.split(
    ' ',
  ),
);
const isHalf = (token: Token | undefined) => /^(?:pol|poltora|cwierc|half|quarter)$/.test(token?.word ?? '');
const MOST_JOINTS = 3;

/** After the words that may stand between a number and the amount that tells what it measures. */
function wordsOfAmount(tokens: readonly Token[], from: number, isKnown: IsKnown): number {
  // "12, w tym 3 ary lasu"
  if (/^(?:w|z)$/.test(tokens[from]?.word ?? '') && /^(?:tym|czego)$/.test(tokens[from + 1]?.word ?? ''))
    return from + 2;
  let at = from;
  for (let token = tokens[at]; token && at < from + MOST_JOINTS; token = tokens[at]) {
    const { word } = token;
    const isJoint = RANGES.has(word) || PER.has(word) || SIZES.has(word) || PARTS.has(word);
    // "20, może 30 arów", "36 (do 40 arów)"
    const isApart = token.afterBreak && (at > from || !RANGES.has(word));
    if (!isJoint || isApart || isKnown(at)) break;
    at += 1;
  }
  return at;
}

/** Brackets, a dash or the end of a line between a number and its unit. */
const UNIT_GAP = /^\s*(?:[([]|[-–—]|\n)\s*$/u;

function isUnitBehind(tokens: readonly Token[], at: number, isKnown: IsKnown): boolean {
  const [unit, next] = [tokens[at], tokens[at + 1]];
  if (!unit || isKnown(at)) return false;
  if (!unit.afterBreak) return isMeasuring(tokens, at, isKnown);
  // "36 (a)", and not "36 - a las obok"
  const isPlain = unit.word.length > 1 || !next || /^\s*[)\]]/.test(next.gap);
  const isUnit = has(unit, 'unit') ? isMeasuring(tokens, at, isKnown) : MEASURES.test(unit.word);
  return UNIT_GAP.test(unit.gap) && isPlain && isUnit;
}

/** Units that announce nothing elsewhere. */
const MEASURES =
  /^(?:mtr|mt|akr(?:y|ow)?|morg[ai]?|saz(?:en|nie|ni)|kg|litr(?:y|ow)?|min|minut[ay]?|godz|godzin[ay]?|dni|tyg|tygodni[ea]?|mies|miesi(?:ac|ace|ecy)|pok|kond|kpl|sek|par)$/;

/** Abbreviations that say what follows, and measure nothing. */
const EXPLAINING: ReadonlySet<string> = new Set('tj tzn tzw np itp itd zob por dot wlasc ws'.split(' '));

/** "36 m", "36 r.", "36 mtr.", "36 a.", not "36 m. Piaseczno", "36 ar. 2" or "36 gm. Piaseczno". */
export function isMeasuring(tokens: readonly Token[], at: number, isKnown: IsKnown): boolean {
  const [unit, next] = [tokens[at], tokens[at + 1]];
  if (!unit) return false;
  // "126 kw." are square metres; "126 KW WA1M/…" is a parcel, and its land register.
  if (unit.word === 'kw') return next?.word !== 'kw' && next?.isWord !== false;
  const isOfName = isNameBehind(tokens, at + 1, isKnown);
  const isOfNumber = next?.isWord === false && !next.afterBreak;
  if (has(unit, 'unit')) {
    if (unit.isCut && has(unit, 'town')) return !isOfName && !isOfNumber;
    return !(has(unit, 'sheet') && next?.isWord === false);
  }
  if (MEASURES.test(unit.word)) return true;
  // "36 os., Mroków" are persons; "36 os. Leśne" is a settlement.
  if (unit.word === 'os' && unit.isCut) return !next || next.afterBreak;
  if (!unit.isCut || !unit.isWord) return false;
  // "36 mies.", "36 a.", not the initial of "36 A. Mickiewicza".
  if (unit.labels.length === 0) return !EXPLAINING.has(unit.word) && !(unit.word.length === 1 && isOfName);
  // "36 szer.", "36 godz.", not "36 szer. 20 m", "36 pow. piaseczyński".
  const isOther = has(unit, 'measure') || has(unit, 'reference');
  return isOther && !isOfNumber && !has(next, 'number') && !PLACE_LABELS.some((label) => has(unit, label));
}

/** "36 m. Piaseczno", on the next line too. */
function isNameBehind(tokens: readonly Token[], at: number, isKnown: IsKnown): boolean {
  const token = tokens[at];
  if (!token?.isWord || (token.afterBreak && token.gap.trim() !== '')) return false;
  return isKnown(at) || (token.labels.length === 0 && /^\p{Lu}/u.test(token.text));
}

/** As houses are measured; land is in other units as well. */
const FLOOR_UNIT = /^(?:m|m2|m²|mkw|metr\p{L}*|sqm)$/u;
const FLOOR_AREA = /^\d+(?:[.,]\d+)?\s?(?:m|m2|m²|mkw)$/u;

/** "dom 150 m2, działka 702", "metraż: 140, działka: 702": what is measured before, beside which a number may be an area too. */
export function measuredBefore(tokens: readonly Token[], to: number, isKnown: IsKnown): Token | null {
  for (let at = 0; at < to - 1; at++) {
    const [word, amount, unit] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (!word?.isWord || isKnown(at) || amount?.isWord !== false) continue;
    if (/^metraz/.test(word.word)) return word;
    const isOther = word.labels.length === 0 || has(word, 'house') || /^mieszkan/.test(word.word);
    const isFloor =
      FLOOR_AREA.test(amount.word) || (/^\d+$/.test(amount.word) && FLOOR_UNIT.test(unit?.word ?? ''));
    if (isOther && isFloor) return word;
  }
  return null;
}
