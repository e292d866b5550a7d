// Ids inside text, in every shape people paste: with slashes, dashes or spaces, in lower case, without the underscore.

import { type ParcelId, parseParcelId } from '../places/parcel-id.ts';
import { hasDigits } from './fold.ts';

const GAP = String.raw`(?:\s*[.,_]\s*|\s+|-)`;
const ID = new RegExp(
  String.raw`(?<![\d.,])(\d{6})(?:_|\s?-\s?|\s)?([1-9])${GAP}(\d{4})${GAP}(?:ar[_.\s]?(\d{1,4})${GAP})?(\d{1,8}(?:(\s?[/-]\s?|[._])(?:\d{1,6}|[a-z]{1,2}(?![a-z])))?)(?![\p{N}_]|\.\p{N})`,
  'giu',
);

/** Six of the unit, its type, four of the obręb, one of the number. */
const LEAST_DIGITS = 12;

export interface WrittenId {
  readonly id: ParcelId;
  readonly written: string;
  /** What may be no slash: "123 - 4", "123.4". */
  readonly joint: 'dash' | 'dot' | 'underscore' | null;
}

const JOINTS: Readonly<Record<string, WrittenId['joint']>> = { '.': 'dot', _: 'underscore' };
const jointOf = (sign: string): WrittenId['joint'] => JOINTS[sign] ?? (/\s-|-\s/.test(sign) ? 'dash' : null);

/** All ids of the text, each once. */
export function readIds(text: string): WrittenId[] {
  if (!hasDigits(text, LEAST_DIGITS)) return [];
  const found = new Map<string, WrittenId>();
  for (const match of text.matchAll(ID)) {
    const [written, unit, type, obreb, sheet, number = '', sign = ''] = match;
    const middle = sheet === undefined ? '' : `.AR_${sheet}`;
    const plain = number.replaceAll(/\s/g, '').replace(/[._]/, '/');
    const parsed = parseParcelId(`${unit}_${type}.${obreb}${middle}.${plain}`);
    if (parsed.ok && !found.has(parsed.value.id))
      found.set(parsed.value.id, { id: parsed.value, written, joint: jointOf(sign) });
  }
  return [...found.values()];
}
