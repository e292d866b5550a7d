// The units of the country as the package knows them, so that what exists and is not loaded can be told from what does not
// exist. Facts of the register (GUS, TERYT), not a copy of its file: see units-table.ts. A loaded TERC is newer and counts first.

import type { TercUnit } from './admin-units.ts';
import { partitionOf } from './parcel-id.ts';
import { UNITS_TABLE } from './units-table.ts';
import { VOIVODESHIPS } from './voivodeships.ts';

const KINDS: Readonly<Record<string, string>> = {
  1: 'gmina miejska',
  2: 'gmina wiejska',
  3: 'gmina miejsko-wiejska',
  8: 'dzielnica',
};
/** Codes of cities with powiat rights start here. */
const FIRST_CITY = 61;

const kindOfPowiat = (code: string) =>
  Number(code.slice(2)) < FIRST_CITY ? 'powiat' : 'miasto na prawach powiatu';

function* readTable(): Generator<TercUnit> {
  for (const [code, name] of VOIVODESHIPS) yield { code, name: name.toUpperCase(), kind: 'województwo' };
  for (const line of UNITS_TABLE.trim().split('\n')) {
    const [powiat = '', ...gminy] = line.split('|');
    const code = partitionOf(powiat);
    yield { code, name: powiat.slice(4), kind: kindOfPowiat(code) };
    for (const gmina of gminy) {
      yield { code: code + gmina.slice(0, 3), name: gmina.slice(3), kind: KINDS[gmina.slice(2, 3)] ?? '' };
    }
  }
}

export const KNOWN_UNITS: readonly TercUnit[] = [...readTable()];
