// A text that nothing loaded explains, and that names a unit which exists and is not loaded: what it says then is not "there is
// none" but "it is not known here".

import { type Bilingual, bilingual } from '../../contract/language.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { PLACE_KINDS } from '../sentences/reading-sentences.ts';
import { foldName } from './fold.ts';
import { type NamedSpan, placesOf } from './named-span.ts';
import type { Place } from './place.ts';
import type { TextReading } from './readings.ts';

/** Places that the text names, given what announces them. */
const placesIn = (spans: readonly NamedSpan[]): Place[] =>
  spans.flatMap((span) => span.hits.flatMap((hit) => placesOf(span, hit.places)));

/** "dz. 12 Łazy koło Koszalina": what it is near to counts only where nothing else is named. */
export function saidIn({ spans }: TextReading): readonly NamedSpan[] {
  const said = spans.filter(({ labels }) => !labels.has('near'));
  return said.length > 0 ? said : spans;
}

/** None where the text names ground that is held: then it is known that there is no such parcel. */
export function unloadedGminy(reading: TextReading, corpus: Corpus): Gmina[] {
  const gminy = placesIn(saidIn(reading)).flatMap((place) => ('gmina' in place ? [place.gmina] : []));
  return gminy.some((gmina) => corpus.holdsGmina(gmina)) ? [] : [...new Set(gminy)];
}

/** "dz. 12 Lipowa": a street here, and a gmina elsewhere, which has parcels; either may be meant. */
export const streetNamesakes = (reading: TextReading): Gmina[] =>
  reading.numbers.some(({ isLabelled }) => isLabelled) &&
  !placesIn(reading.spans).some((place) => 'gmina' in place)
    ? reading.spans
        .filter(({ labels }) => labels.size === 0)
        .flatMap(({ hits, namesakes }) =>
          namesakes.filter(({ name }) => hits.some(({ key }) => key === foldName(name))),
        )
    : [];

const LIKE_A_STREET = /^[a-z]*(?:[sc]k|ow|[bcdfglmprstz]n|bial|czarn|dobr|such|dlug)(?:a|ej)$/u;

/** "dz. 12 Płaska": an adjective that nothing else explains is the name of a street as well. */
export const soundsLikeStreet = ({ spans }: TextReading, span: NamedSpan | null): boolean =>
  span?.labels.size === 0 && spans.length === 1 && LIKE_A_STREET.test(foldName(span.typed));

/** A voivodeship or a powiat that the text names, and nothing smaller. */
export interface NamedRegion {
  readonly words: Bilingual;
  /** Whether parcels of it are loaded. */
  readonly isHeld: boolean;
}

/** "Puławska" is a street; a powiat is masculine, a voivodeship neuter. */
const isFeminine = ({ typed, labels }: NamedSpan) => labels.size === 0 && /sk(?:a|ej|ą)$/u.test(typed);

export function regionNamed(reading: TextReading, corpus: Corpus): NamedRegion | null {
  const regions = saidIn(reading)
    .filter((span) => !isFeminine(span))
    .flatMap((span) => span.hits.flatMap((hit) => placesOf(span, hit.places)))
    .filter((place) => place.kind === 'powiat' || place.kind === 'voivodeship');
  const [powiat] = regions.filter(({ kind }) => kind === 'powiat');
  const region = powiat ?? regions[0];
  if (!region) return null;
  const isHeld = corpus.statesOf('egib').some(({ scope }) => scope.startsWith(region.code));
  const { en, pl } = PLACE_KINDS[region.kind];
  const named = `${region.name} (${region.code})`;
  return { words: bilingual(en + named, pl + named), isHeld };
}
