// The unit that the name of a file speaks of, held against the rows that came in it. People rename files, so a name that is wrong
// is told and no more. Knows no source.

import { readScope } from '../domain/corpus/scope.ts';
import { KNOWN_UNITS } from '../domain/places/known-units.ts';
import { partitionOf } from '../domain/places/parcel-id.ts';
import { voivodeshipIn } from '../domain/places/voivodeships.ts';

const CODES: ReadonlySet<string> = new Set(
  KNOWN_UNITS.map(({ code }) => code).filter((code) => code.length <= 4),
);
/** 1418.gpkg.zip, pog-1418.zip, 14_dzialki.parquet; years are no powiaty. */
const CODE = /(?<!\d|\d[-.])(?!20[12]\d)(?:\d{4}(?!\d|-\d)|(?<=^)\d{2}(?=_))/g;

/** A powiat or a voivodeship; null where the name speaks of none, or of several. */
export function unitIn(name: string): string | null {
  const named = new Set((name.match(CODE) ?? []).filter((code) => CODES.has(code)));
  const [code = voivodeshipIn(name), ...more] = named;
  return more.length === 0 ? code : null;
}

/** Of a load that was asked for by powiat ('': by none): what came of others; null where nothing did. */
export function tellUnasked(asked: string, scopes: readonly string[]): string | null {
  const others = scopes.filter((scope) => /^\d{4}/.test(scope) && !scope.startsWith(asked)).map(partitionOf);
  return others.length === 0
    ? null
    : `powiat ${asked} was asked for, and rows of ${[...new Set(others)].join(', ')} came`;
}

/** Of what is of another unit altogether; null where the name is right, or says nothing. */
export function tellOtherUnit(name: string, scopes: readonly string[]): string | null {
  const named = unitIn(name);
  const places = new Set(scopes.map((scope) => partitionOf(readScope(scope).place)).filter(Boolean));
  if (named === null || places.size === 0) return null;
  const isOf = (place: string) => place.startsWith(named) || named.startsWith(place);
  return [...places].some(isOf) ? null : `the name says ${named}, the rows are of ${[...places].join(', ')}`;
}
