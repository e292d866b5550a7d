// A shape as a file gives it → a clean one to stage, with what is wrong as issues. null: it cannot be used.

import type { Epsg } from '../domain/geometry/projection.ts';
import type { Geometry } from '../domain/geometry/types.ts';
import { cleanGeometry } from './clean.ts';
import { issueAt, type ReadItem } from './recipe.ts';

export interface RawShape {
  readonly geometry: Geometry | null;
  readonly epsg: Epsg | null;
  /** Why the geometry could not be read. */
  readonly fault: string | null;
}

type Kind = Geometry['type'];

const WORDS: { readonly [K in Kind]: string } = {
  Point: 'a point',
  MultiLineString: 'a line',
  MultiPolygon: 'a polygon',
};

/** Kinds of issues of what is left out for its shape (here and in clean.ts). */
export const UNUSABLE_SHAPES: ReadonlySet<string> = new Set([
  'unreadable_geometry',
  'empty_geometry',
  'wrong_geometry',
  'outside_poland',
]);

/** Only a shape of the kind that is expected. */
export function* judgeShape<K extends Kind>(
  { geometry, epsg, fault }: RawShape,
  kind: K,
  id: string,
  position: string,
): Generator<ReadItem, Extract<Geometry, { type: K }> | null> {
  const issue = (name: string, message: string) => issueAt(position, name, message, 'geometry', id);
  if (fault !== null || epsg === null) {
    yield issue('unreadable_geometry', fault ?? 'unknown coordinate system');
    return null;
  }
  const cleaned = cleanGeometry(geometry, epsg);
  if (!cleaned.ok) {
    yield issue(cleaned.kind, cleaned.message);
    return null;
  }
  if (!isOf(cleaned.geometry, kind)) {
    yield issue('wrong_geometry', `${WORDS[kind]} is expected, found ${cleaned.geometry.type}`);
    return null;
  }
  if (cleaned.repaired) yield issue('repaired_geometry', 'the polygon was invalid and was repaired');
  return cleaned.geometry;
}

function isOf<K extends Kind>(geometry: Geometry, kind: K): geometry is Extract<Geometry, { type: K }> {
  return geometry.type === kind;
}
