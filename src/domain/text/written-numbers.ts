// Numbers as they stand in a text: what announces each, and what it may be besides the number of a parcel. Knows nothing
// of names or of what is loaded.

import { has, type Label, type Token } from './tokens.ts';

/** A number that is part of no name, with what stands before it. */
export interface WrittenNumber {
  readonly token: Token;
  readonly at: number;
  readonly labels: ReadonlySet<Label>;
}

/** What the numbers of a text say beside the parcel; the first of each counts. */
export interface ToldNumbers {
  readonly obreb: string | null;
  readonly sheet: string | null;
  readonly postcode: string | null;
}

export function writtenNumbers(
  tokens: readonly Token[],
  isNamed: (at: number) => boolean,
): readonly WrittenNumber[] {
  const written: WrittenNumber[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!token.isWord && token.labels.length === 0 && !isNamed(at))
      written.push({ token, at, labels: numberLabels(tokens, at) });
  }
  return written;
}

/** The obręb that it is the number of, or has before it. */
export function toldObreb({ token, labels }: WrittenNumber): string[] {
  if (token.obreb !== null) return [token.obreb];
  const isObreb = labels.has('obreb') && /^\d{1,4}$/.test(token.word);
  return isObreb ? [token.word.padStart(4, '0')] : [];
}

/** Labels right before a number: "dz. ew. nr 12", "obręb nr 3", and of what it goes on: "KERG 6640.12". */
function numberLabels(tokens: readonly Token[], at: number): ReadonlySet<Label> {
  const labels = new Set<Label>();
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before];
    if (!token || token.labels.length === 0) break;
    if (has(token, 'filler')) continue;
    for (const label of token.labels) labels.add(label);
    if (!has(token, 'parcel')) break;
  }
  const before = tokens[at - 1];
  const goesOn = before !== undefined && !before.isWord && !tokens[at]?.afterBreak;
  if (goesOn && numberLabels(tokens, at - 1).has('reference')) labels.add('reference');
  return labels;
}

/** Said to be a parcel, or listed after one that is: "działki 12, 13 i 14". */
export function isLabelled(tokens: readonly Token[], at: number, labels = numberLabels(tokens, at)): boolean {
  if (labels.has('parcel')) return true;
  if (labels.size > 0) return false;
  let before = at - 1;
  while (before >= 0 && has(tokens[before], 'filler')) before -= 1;
  const listed = tokens[before];
  return listed !== undefined && !listed.isWord && listed.labels.length === 0 && isLabelled(tokens, before);
}

/** Not the number of something else: an obręb, a map sheet, a flat, an area, a survey. */
export function isParcelNumber(tokens: readonly Token[], { at, labels }: WrittenNumber): boolean {
  if (labels.has('obreb') || labels.has('reference') || isQuantity(tokens, at)) return false;
  return labels.has('parcel') || (!labels.has('sheet') && !isFlat(tokens, at, labels));
}

/**
 * Whether a parcel or a house is all that can explain the number. What was told once and is told otherwise again is not
 * explained by the first.
 */
export function isLoose(tokens: readonly Token[], one: WrittenNumber, told: ToldNumbers): boolean {
  const { token, at, labels } = one;
  if (labels.has('reference')) return false;
  if (isQuantity(tokens, at)) return mayBeParcelAndArea(tokens, at);
  if (labels.has('obreb')) return toldObreb(one)[0] !== told.obreb;
  if (labels.has('parcel')) return true;
  if (labels.has('sheet')) return token.number !== told.sheet;
  if (token.postcode !== null) return token.postcode !== told.postcode;
  return !isFlat(tokens, at, labels);
}

const isFlat = (tokens: readonly Token[], at: number, labels: ReadonlySet<Label>) =>
  labels.has('flat') && tokens.slice(0, at).some((token) => token.house !== null);

/** A number with its unit, or the part of one before the thousands or the decimals: "1 200 m2", "1,5 ha". */
export function isQuantity(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (!next) return false;
  if (has(next, 'unit')) return !next.afterBreak;
  if (!/^\d+$/.test(next.word) || !isQuantity(tokens, at + 1)) return false;
  // "dz. 5 120 m2" may be parcel 5.
  return /^[.,]$/.test(next.gap) || (isThousands(tokens, at + 1) && !numberLabels(tokens, at).has('parcel'));
}

const isThousands = (tokens: readonly Token[], at: number) =>
  /^\s$/.test(tokens[at]?.gap ?? '') &&
  /^\d{3}$/.test(tokens[at]?.word ?? '') &&
  /^\d{1,3}$/.test(tokens[at - 1]?.word ?? '');

/** "dz. 5 120 m2": parcel 5 of 120 m², or 5120 m². */
const mayBeParcelAndArea = (tokens: readonly Token[], at: number) =>
  isThousands(tokens, at) && numberLabels(tokens, at - 1).has('parcel');
