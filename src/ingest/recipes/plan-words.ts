// What the files of plans have in common whatever their form: days, addresses, and the unit that a load covers.

import { ZONES } from '../../domain/law/zones.ts';

/** Of a message about another. */
export const KNOWN_SYMBOLS = `the symbol of a zone is one of ${Object.keys(ZONES).join(', ')}`;

/** Of a message about what is none. */
export const DAY_FORM = 'a day is written as 2026-09-01';

export function dayOf(text: string | null | undefined): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null;
}

export function webAddressOf(text: string | null): string | null {
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}

/** The powiat or gmina in the name of a load: pog-1418.zip, mpzp-141803-2026-11-01.gml; not a year and month. */
const SCOPE = /^(?:pog|mpzp|pog[-_]fallback)-(\d{6}|\d{4}(?!-\d\d(?!\d)))(?!\d)/;

export function scopeInName(name: string): string | null {
  return SCOPE.exec(name)?.[1] ?? null;
}

/** What a load replaces: what its name says, else the gminas it holds plans of. */
export function scopesOf(scope: string | null, gminas: Iterable<string>): string[] {
  return scope === null ? [...new Set(gminas)] : [scope];
}
