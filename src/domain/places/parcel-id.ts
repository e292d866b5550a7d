// EGiB parcel ids and their hierarchy: unit, obręb, optional map sheet, number (annex 1 of the EGiB regulation,
// Dz.U. 2016 poz. 1034; numbering by Dz.U. 2024 poz. 219 § 7). One parser for API input and source files alike.

import type { Bilingual } from '../../contract/language.ts';
import { ID_FAULTS } from '../sentences/input-sentences.ts';

export interface ParcelId {
  /** Canonical slash form: what is stored and served. */
  readonly id: string;
  readonly voivodeship: string;
  readonly powiat: string;
  /** Cadastral unit, WWPPGG_R. */
  readonly unit: string;
  readonly obreb_id: string;
  readonly sheet: number | null;
  readonly number: string;
}

export type ParcelIdPart =
  | 'form'
  | 'voivodeship'
  | 'powiat'
  | 'gmina'
  | 'gmina_type'
  | 'obreb'
  | 'sheet'
  | 'number';

export type ParsedParcelId =
  | { readonly ok: true; readonly value: ParcelId }
  | { readonly ok: false; readonly part: ParcelIdPart; readonly message: Bilingual };

/** R of WWPPGG_R; 3 is a whole urban-rural gmina, which is always split into 4 and 5 in the cadastre (§ 5 ust. 2). */
const UNIT_TYPES: Readonly<Record<string, string>> = {
  1: 'urban gmina',
  2: 'rural gmina',
  4: 'town in an urban-rural gmina',
  5: 'rural area of an urban-rural gmina',
  8: 'district of Warsaw',
  9: 'district of another city',
};

const SHAPE = /^(\d{2})(\d{2})(\d{2})_(\w+)\.([^.]+)(?:\.AR_([^.]+))?\.([^.]+)$/i;
const wrong = (part: ParcelIdPart, message: Bilingual): ParsedParcelId => ({ ok: false, part, message });

export function parseParcelId(text: string): ParsedParcelId {
  const match = SHAPE.exec(text.trim());
  if (!match) return wrong('form', ID_FAULTS.form(text));
  const [, voivodeship = '', pow = '', gmina = '', type = '', obreb = '', sheet, written = ''] = match;

  if (Number(voivodeship) % 2 !== 0 || Number(voivodeship) < 2 || Number(voivodeship) > 32) {
    return wrong('voivodeship', ID_FAULTS.voivodeship(voivodeship));
  }
  if (pow === '00') return wrong('powiat', ID_FAULTS.powiat);
  if (gmina === '00') return wrong('gmina', ID_FAULTS.gmina);
  if (!Object.hasOwn(UNIT_TYPES, type)) {
    return wrong('gmina_type', ID_FAULTS.gminaType(type));
  }
  if (!/^\d{4}$/.test(obreb) || obreb === '0000') {
    return wrong('obreb', ID_FAULTS.obreb(obreb));
  }
  if (sheet !== undefined && !/^0*[1-9]\d{0,3}$/.test(sheet)) {
    return wrong('sheet', ID_FAULTS.sheet(sheet));
  }
  const number = canonicalNumber(written);
  if (number === null) {
    return wrong('number', ID_FAULTS.number(written));
  }
  const unit = `${voivodeship}${pow}${gmina}_${type}`;
  const obreb_id = `${unit}.${obreb}`;
  const sheetNumber = sheet === undefined ? null : Number(sheet);
  return {
    ok: true,
    value: {
      id: printParcelId(obreb_id, sheetNumber, number),
      voivodeship,
      powiat: voivodeship + pow,
      unit,
      obreb_id,
      sheet: sheetNumber,
      number,
    },
  };
}

export function printParcelId(obreb_id: string, sheet: number | string | null, number: string): string {
  return sheet === null ? `${obreb_id}.${number}` : `${obreb_id}.AR_${sheet}.${number}`;
}

/** `45-3` → `45/3`, `007/A` → `7/a`; null when it is no parcel number. */
export function canonicalNumber(written: string): string | null {
  const match = /^0*([1-9]\d{0,7})(?:[/-](?:0*([1-9]\d{0,5})|([a-z]{1,2})))?$/i.exec(written.trim());
  if (!match) return null;
  const [, main = '', part, letter] = match;
  const suffix = part ?? letter?.toLowerCase();
  return suffix === undefined ? main : `${main}/${suffix}`;
}

/** The partition a code belongs to: data are published and loaded by powiat. */
export const partitionOf = (code: string): string => code.slice(0, 4);

/** The parts of a canonical id (stored, or made by the parser) stand at fixed places: it need not be parsed again. */
export const unitOf = (id: string): string => id.slice(0, 8);
export const obrebOf = (id: string): string => id.slice(0, 13);
/** The map sheet, or null in an obręb without sheets. */
export function sheetOf(id: string): number | null {
  const from = id.indexOf('.AR_');
  return from < 0 ? null : Number.parseInt(id.slice(from + 4), 10);
}
export const numberOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
