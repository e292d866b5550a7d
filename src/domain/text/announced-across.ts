// Numbers that are announced across what stands between: the word for a parcel, then a place or measures, then the number. Knows how
// words stand together, and not which names there are.

import { isHaving } from './announcement.ts';
import { has, isJoint, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';
import { isQualityOfLand } from './words-in-front.ts';

/** "działka w obrębie Mroków nr 12": what stands between is announced too. Names that are not may have a house 12. */
export function isAcrossObreb(tokens: readonly Token[], at: number): boolean {
  if (!has(tokens[at - 1], 'number')) return false;
  let isPlaced = false;
  for (let before = at - 2; before >= 0; before--) {
    const token = tokens[before];
    if (has(token, 'parcel')) return isPlaced;
    if (has(token, 'obreb')) isPlaced = true;
    else if (!token?.isWord || (token.labels.length > 0 && !isJoint(token) && !has(token, 'gmina')))
      return false;
  }
  return false;
}

/** "działka w Mrokowie nr 12", "działka leży w Mrokowie i ma nr 12", "nr działki (Mroków): 12", where no house is spoken of. */
export function isAcrossPlace(
  tokens: readonly Token[],
  at: number,
  isPlace: (at: number) => boolean,
): boolean {
  let before = at - 1;
  const isNumbered = has(tokens[before], 'number');
  let [isPlaced, isTold] = [false, false];
  for (; before >= 0 && !has(tokens[before], 'parcel'); before--) {
    const token = tokens[before];
    if (isPlace(before)) isPlaced = true;
    else if (isVerb(tokens, before)) isTold = true;
    else if (
      !token ||
      !(isJoint(token) || BETWEEN.some((label) => has(token, label)) || isQualityOfLand(token))
    )
      return false;
  }
  if (before < 0 || !isPlaced || !(isNumbered || has(tokens[before - 1], 'number'))) return false;
  // "krowa na działce w Mrokowie ma numer 12"
  if (isTold && !/^(?:dzialka|parcela|plot)$/.test(tokens[before]?.word ?? '')) return false;
  return !tokens.some((token) => has(token, 'house'));
}

/** What is told of a parcel: that it lies somewhere, and that it has a number. */
const isVerb = (tokens: readonly Token[], at: number): boolean =>
  /^(?:lezy|znajduje|miesci|sie|jest)$/.test(tokens[at]?.word ?? '') || isHaving(tokens, at);

/** What announces a place that has parcels, and of what kind the parcel is. */
const BETWEEN: readonly Label[] = [
  'gmina',
  'town',
  'locality',
  'powiat',
  'voivodeship',
  'district',
  'parcel_kind',
];

/** "działka 1200 m2 nr 12", "działka 20x40, nr 12": what stands between measures the parcel, whose number follows. */
export function isAcrossMeasures(tokens: readonly Token[], at: number): boolean {
  if (!has(tokens[at - 1], 'number')) return false;
  let isMeasured = false;
  for (let before = at - 2; before >= 0; before--) {
    const token = tokens[before];
    if (!token) return false;
    if (has(token, 'parcel')) return isMeasured;
    if (isMeasure(tokens, before)) isMeasured = true;
    else if (!has(token, 'small') && !has(token, 'parcel_kind')) return false;
  }
  return false;
}

/** A unit, what announces an amount, an amount with its unit, or a part of one: "0" and "1200" of "0,1200 ha". */
function isMeasure(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.isWord || (token && token.labels.length > 0)) {
    return has(token, 'unit') || has(token, 'measure') || (has(token, 'small') && !token.isWord);
  }
  return (
    has(next, 'unit') || (next?.isWord === false && /^[.,\s]$/.test(next.gap) && isMeasure(tokens, at + 1))
  );
}
