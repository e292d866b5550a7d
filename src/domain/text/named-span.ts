// A name in a text with what announces it, and what it may then be the name of.

import type { Place, Span } from './name-index.ts';
import type { Label } from './vocabulary.ts';

export interface NamedSpan extends Span {
  readonly typed: string;
  readonly labels: ReadonlySet<Label>;
}

/** What may stand before a name, and what that may then be the name of: near to it there may be anything. */
export const ANNOUNCED: ReadonlyMap<Label, readonly Place['kind'][]> = new Map<
  Label,
  readonly Place['kind'][]
>([
  ['obreb', ['obreb', 'locality']],
  ['gmina', ['gmina']],
  ['town', ['gmina', 'locality', 'obreb']],
  ['powiat', ['powiat', 'gmina']],
  ['voivodeship', ['voivodeship']],
  ['street', ['street']],
  ['locality', ['locality', 'obreb']],
  ['near', []],
]);

/** What a span may name, given what announces it. */
export function placesOf(span: NamedSpan, places: readonly Place[]): readonly Place[] {
  if (span.labels.size === 0) return places;
  const allowed = [...span.labels].flatMap((label) => ANNOUNCED.get(label) ?? []);
  return allowed.length === 0 ? places : places.filter((place) => allowed.includes(place.kind));
}
