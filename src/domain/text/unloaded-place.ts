// A text that nothing loaded explains, and that names a gmina or a city which exists and is not loaded: what it says then is
// not "there is none" but "it is not known here".

import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { gminyNamed } from '../places/known-names.ts';
import { lemmasOf } from './inflection.ts';
import type { Place } from './place.ts';
import type { TextReading } from './readings.ts';

/** None where the text names ground that is held: then it is known that there is no such parcel. */
export function unloadedGminy({ tokens, spans }: TextReading, corpus: Corpus): Gmina[] {
  const places = spans.flatMap(({ hits }) => hits.flatMap((hit) => hit.places));
  if (places.some((place) => isHeld(place, corpus))) return [];
  const named = places.flatMap((place) => (place.kind === 'gmina' ? [place.gmina] : []));
  if (named.length > 0) return named;
  const isExplained = (at: number) => spans.some(({ from, to }) => at >= from && at < to);
  const words = tokens.map(({ word, isWord, labels }, at) =>
    !isWord || labels.length > 0 || isExplained(at) ? null : [word, ...lemmasOf(word)],
  );
  return gminyNamed(words)
    .flatMap((code) => corpus.admin.gminaByCode(code) ?? [])
    .filter(({ powiat }) => !corpus.holdsPartition(powiat));
}

function isHeld(place: Place, corpus: Corpus): boolean {
  switch (place.kind) {
    case 'gmina':
    case 'obreb':
    case 'locality':
      return corpus.holdsPartition(place.gmina.powiat);
    default:
      return false;
  }
}
