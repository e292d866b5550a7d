// Units that a text tells by their codes: "TERYT 1418032", "141803_2.0009", "województwo 14 powiat 18 gmina 03".

import type { NameIndex } from './name-index.ts';
import type { NamedUnit } from './place.ts';
import type { Token } from './token.ts';
import { saysWarsawObreb, type WrittenNumber } from './written-numbers.ts';

/** Its districts number their obręby as no other place does. */
const WARSAW = '1465011';

export interface CodedUnits {
  readonly units: readonly NamedUnit[];
  /** The numbers that are no code. */
  readonly written: readonly WrittenNumber[];
}

export function readUnitCodes(
  tokens: readonly Token[],
  all: readonly WrittenNumber[],
  names: NameIndex,
): CodedUnits {
  const parts = codeInParts(all);
  const inParts = parts ? names.gminaOfSix(parts.code) : null;
  if (parts && inParts)
    return { units: [inParts], written: all.filter((one) => !parts.numbers.includes(one)) };
  const units = all.flatMap(
    (one) =>
      (saysWarsawObreb(one) && one.isQuantity
        ? null
        : names.unitOfCode(saysWarsawObreb(one) ? WARSAW : one.token.word)) ??
      gminaOfSix(tokens, one, names) ??
      [],
  );
  if (units.length === 0) return { units, written: all };
  return { units, written: all.filter(({ token }) => !isGminaCode(token.word, names)) };
}

/** "TERYT 141803": six digits without the type of the gmina are a code only where they are said to be one. */
const gminaOfSix = (tokens: readonly Token[], { token, at }: WrittenNumber, names: NameIndex) =>
  /^\d{6}$/.test(token.word) && tokens[at - 1]?.word === 'teryt' ? names.gminaOfSix(token.word) : null;

/** Seven digits are a code only where a gmina has it; a code with its underscore is never a parcel. */
const isGminaCode = (word: string, names: NameIndex) => /^\d+$/.test(word) && names.unitOfCode(word) !== null;

/** Two digits each of the voivodeship, the powiat and the gmina. */
function codeInParts(
  all: readonly WrittenNumber[],
): { readonly code: string; readonly numbers: readonly WrittenNumber[] } | null {
  const numbers = (['voivodeship', 'powiat', 'gmina'] as const).flatMap(
    (label) =>
      all.find(({ token, labels }) => labels.has(label) && /^(?:0?\d|\d{2})$/.test(token.word)) ?? [],
  );
  const code = numbers.map(({ token }) => token.word.padStart(2, '0')).join('');
  return numbers.length === 3 ? { code, numbers } : null;
}
