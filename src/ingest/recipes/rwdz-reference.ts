// How RWDZ names parcels: unit, obręb, perhaps a map sheet, and numbers as an official typed them: "9/8, 9/9", "12/3
// (część)", "dz. nr 45 i 46". What cannot be read is left out and said, never guessed.

import { parseParcelId } from '../../domain/places/parcel-id.ts';

export interface Reference {
  readonly unit: string | null;
  readonly obreb: string | null;
  readonly sheet: string | null;
  readonly parcel: string | null;
}

export interface ReadReference {
  /** Canonical parcel ids. */
  readonly ids: readonly string[];
  readonly isWhole: boolean;
}

/** Words around the numbers: and, part, parcel, no., of the cadastre. */
const FILLER = /^(i|oraz|cz|część|części|czesc|czesci|dz|działka|działki|dzialka|dzialki|nr|ew|ewid)$/;
const WHOLE_ID = /^\d{6}_\d\.\d{4}\./;

export function readReference({ unit, obreb, sheet, parcel }: Reference): ReadReference {
  const precinct = precinctOf(unit ?? '', obreb ?? '');
  const onSheet = sheetOf(sheet ?? '');
  const ids = new Set<string>();
  let isWhole = true;
  const numbers = numbersIn(parcel ?? '');
  for (const number of numbers) {
    const text = WHOLE_ID.test(number) ? number : `${precinct}.${onSheet}${number}`;
    const parsed = parseParcelId(text);
    if (parsed.ok) ids.add(parsed.value.id);
    else isWhole = false;
  }
  return { ids: [...ids], isWhole: isWhole && numbers.length > 0 };
}

/** 142808_2 and 11 → 142808_2.0011. The type 3, a whole urban-rural gmina, is in no parcel id: it stands for the old 2. */
function precinctOf(unit: string, obreb: string): string {
  const [, six = '', type = ''] = /^(\d{6})[_ .-]?([1-589])(?:\.\d{1,4})?$/.exec(unit) ?? [];
  const [, number = ''] = /^(?:\d{6}_\d\.)?(\d{1,4})(?:[ -]+\D.*)?$/.exec(obreb) ?? [];
  return `${six}_${type === '3' ? '2' : type}.${number.padStart(4, '0')}`;
}

/** AR_001, AR_1, 1; nothing, a dash and 0 mean that there is none. Another text spoils the id, as it should. */
function sheetOf(sheet: string): string {
  if (/^[-0\s]*$/.test(sheet)) return '';
  return `AR_${sheet.replace(/^(ar|ark)[_. ]*/i, '')}.`;
}

function numbersIn(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\s*\/\s*/g, '/')
    .split(/[\s,;()]+/)
    .map((word) => word.replace(/^(?:dz|nr|cz|ew)\.(?=\d)/, '').replace(/\.+$/, ''))
    .filter((word) => word !== '' && !FILLER.test(word));
}
