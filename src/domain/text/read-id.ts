// Ids inside text, in every shape people paste: with slashes, dashes or spaces, in lower case, without the underscore.

import { type ParcelId, parseParcelId } from '../places/parcel-id.ts';
import { hasDigits } from './fold.ts';

const GAP = String.raw`(?:\s*[.,_/]\s*|\s+|-)`;
/** Four digits; fewer only between the dots of an id. */
const OBREB = String.raw`(\d{4}|(?<=_[1-9]\.)\d{1,3}(?=\.))`;
/** "AR_2.", and "2." before a number with a slash: "143801_1.0003.2.17/1". */
const SHEET = String.raw`(?:ar(?:k|kusz)?[_.\s]*(\d{1,4})${GAP}|(\d{1,4})\.(?=\d{1,8}/\d))?`;
const PART = String.raw`(?:\d{1,6}|[a-z]{1,2}(?![a-z]))`;
/** With a slash it is whole, whatever stands behind it; without one it is no beginning of a longer number, and not that of a building. */
const NUMBER = String.raw`(\d{1,8}\s?/\s?${PART}(?!\p{N})|\d{1,8}(?:(?:\s?-\s?|\.)${PART}|_\d{1,6})?(?!\p{N}|_(?:\p{N}|BUD)|\.\p{N}|/\d))`;
const ID = new RegExp(
  String.raw`(?<![\d.,])(\d{6}|\d{2} \d{2} \d{2})(?:_|\s?-\s?|\s)?([1-9])${GAP}${OBREB}${GAP}${SHEET}${NUMBER}`,
  'giu',
);
/** What the register of objects puts before: "PL.PZGiK.200.141803_2.0009.123/4". */
const NAMESPACE = /(?<!\p{L})PL\.(?:PZGI?K\.\d+\.(?:EGiB\.)?|(?=\d{6}_\d))/giu;

/** "1O4/1", "104/l" behind an obręb: letters that look like digits. */
const LETTERS = /\d{4}\.[\doil/]*[oil]/iu;
const LETTERS_IN_ID = /(?<=\d{6}_\d\.\d{4}\.)[\doil]+(?:\/[\doil]+)?(?![\p{L}\p{N}])/giu;
const inDigits = (number: string) => number.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1');

/** Of a building, with the parcel on which it stands: "141803_2.0009.123/4.1_BUD", and as people shorten it, "….123/4_BUD" (formats §1.1). */
const BUILDING_ID =
  /(\d{6}_\d\.\d{4}\.(?:AR_\d{1,4}\.)?(?:\d{1,8}\/\d{1,6}(?=\.|_)|\d{1,8}(?=\.)))(?:\.\d{1,6})?_BUD(?:\.\w{1,12}_LOK)?(?![\p{L}\p{N}])/giu;
/** Numbered within its obręb: nothing in it tells a parcel. */
const BUILDING_ALONE = /\d{6}_\d\.\d{4}\.(?:AR_\d{1,4}\.)?\d{1,8}_BUD(?:\.\w{1,12}_LOK)?(?![\p{L}\p{N}])/iu;

/** The id of a building that tells no parcel. */
export const buildingAlone = (text: string): string | null => BUILDING_ALONE.exec(text)?.[0] ?? null;

/** Six of the unit, its type, one each of the obręb and the number. */
const LEAST_DIGITS = 9;

export interface WrittenId {
  readonly id: ParcelId;
  readonly written: string;
  /** What may be no slash: "123 - 4", "123.4"; letters that were read as digits: "1O4"; a slash with nothing behind it: "123/". */
  readonly joint: 'dash' | 'dot' | 'underscore' | 'letter' | 'cut' | 'building' | null;
  /** A sign behind it that adds something or breaks off: "123/4+", "123/4 -", "123/4_DZ". */
  readonly sign: string | null;
  /** The type of unit that was written, where parcels have none such: then that of the id is a guess. */
  readonly odd_type: string | null;
  /** The id of a building, of which that of the parcel is a part. */
  readonly building: string | null;
}

const JOINTS: Readonly<Record<string, WrittenId['joint']>> = { '.': 'dot', _: 'underscore' };
const jointOf = (sign: string): WrittenId['joint'] => JOINTS[sign] ?? (/\s-|-\s/.test(sign) ? 'dash' : null);

/** "141803_2.0010 36/"; the slash at the end of a link is the link's. */
const isCutOff = (text: string, { 0: written, index }: RegExpExecArray): boolean =>
  /^\s?\//.test(text.slice(index + written.length)) && !/\/\S*$/.test(text.slice(0, index));

/** What is written together with an id and is no part of it: "123/4a", "123/4_DZ", "123/4.5". */
const GLUED = /^(?:_[\p{L}\p{N}]*|\.\p{N}[\p{L}\p{N}_]*|\p{L}+)/u;

/** A dash goes on with a remark, but for the last sign of a text; two asterisks are how chats write bold; in a link a plus is a space. */
function signBehind(text: string, { 0: written, index }: RegExpExecArray): string | null {
  if (/[/=]\S*$/.test(text.slice(0, index))) return null;
  const behind = text.slice(index + written.length);
  const [, sign = null] = /^\s?(\+|[-−–—](?=[\s.)\]]*$)|\*(?!\*))/u.exec(behind) ?? [];
  if (sign === null) return GLUED.exec(behind)?.[0] ?? null;
  return sign === '*' && text.slice(0, index).includes('*') ? null : sign;
}

/** 3 is a whole gmina, 6 and 7 are nothing. */
const ODD_TYPES: ReadonlySet<string> = new Set(['3', '6', '7']);

/** All ids of the text, each once. */
export function readIds(text: string): WrittenId[] {
  if (!hasDigits(text, LEAST_DIGITS)) return [];
  const found = new Map<string, WrittenId>();
  const buildings: string[] = [];
  const plain = text.replace(NAMESPACE, ' ').replace(BUILDING_ID, (whole: string, parcel: string) => {
    buildings.push(whole);
    return parcel;
  });
  const digits = LETTERS.test(plain) ? plain.replace(LETTERS_IN_ID, inDigits) : plain;
  const isMisread = digits !== plain;
  for (const match of digits.matchAll(ID)) {
    const [written, unit = '', type = '', obreb = '', announced, bare, number = ''] = match;
    const [, sign = ''] = /^\d+([\s/._-]+)/.exec(number) ?? [];
    const sheet = announced ?? bare;
    const middle = sheet === undefined ? '' : `.AR_${sheet}`;
    const rest = `.${obreb.padStart(4, '0')}${middle}.${number.replaceAll(/\s/g, '').replace(/[._]/, '/')}`;
    const building = buildings.find((one) => one.startsWith(written)) ?? null;
    const isOdd = ODD_TYPES.has(type);
    const parsed = parseParcelId(`${unit.replaceAll(' ', '')}_${isOdd ? '2' : type}${rest}`);
    if (parsed.ok && !found.has(parsed.value.id))
      found.set(parsed.value.id, {
        id: parsed.value,
        written,
        joint: building ? 'building' : isMisread ? 'letter' : isCutOff(digits, match) ? 'cut' : jointOf(sign),
        sign: signBehind(digits, match),
        odd_type: isOdd ? type : null,
        building,
      });
  }
  return [...found.values()];
}
