// Numbers of parcels and houses, and streets, in the places that the text before them names: what the store is asked to complete. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey } from './completions.ts';
import { foldHouseNumber } from './fold.ts';
import type { Place } from './place.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { obrebyTold } from './suggest-obreby.ts';
import { meantBy } from './suggest-places.ts';
import { has } from './token.ts';

/** Places of one name whose numbers are completed. */
const MOST_PLACES = 6;

export const streetsIn = (place: string, index: SuggestIndex): CompletionKey[] =>
  index
    .namesIn(place)
    .spans.flatMap(({ hits: [hit] }) =>
      (hit?.places ?? []).flatMap((one): CompletionKey[] =>
        one.kind === 'locality'
          ? [{ kind: 'streets', gmina: one.gmina.teryt, locality: hit?.key ?? '', prefix: '' }]
          : [],
      ),
    );

/** Numbers in the places that the text before them names. */
export function numbersIn(
  place: string,
  announced: string,
  number: string,
  index: SuggestIndex,
  corpus: Corpus,
): CompletionKey[] {
  const { tokens, spans: named } = index.namesIn(place);
  const spans = meantBy(named, tokens);
  const told = OBREB_TOLD.exec(place)
    ?.slice(1)
    .find((code) => code !== undefined);
  const obreby = (told === undefined ? obrebyNamed(spans, corpus) : obrebyTold(spans, told, corpus)).filter(
    (id) => corpus.holds(id),
  );
  const parcels = obreby
    .slice(0, MOST_PLACES)
    .map((obreb_id): CompletionKey => ({ kind: 'parcels', obreb_id, prefix: number.replace('-', '/') }));
  const isParcel =
    told !== undefined || /dz|ew|parcela/i.test(announced) || tokens.some((token) => has(token, 'parcel'));
  if (isParcel) return parcels;
  const prefix = foldHouseNumber(number);
  const streets = spans.filter(({ places }) => places.some(({ kind }) => kind === 'street'));
  const localities = spans.flatMap(({ places, key }) =>
    places.flatMap((one) => (one.kind === 'locality' ? [{ gmina: one.gmina.teryt, locality: key }] : [])),
  );
  const inStreets = streets.flatMap(({ key: street }): CompletionKey[] => {
    const around = localities.filter(({ locality }) => locality !== street);
    if (around.length === 0) return [{ kind: 'houses', gmina: null, locality: null, street, prefix }];
    return around.map((locality) => ({ kind: 'houses', ...locality, street, prefix }));
  });
  const inVillages = localities.map(
    (locality): CompletionKey => ({ kind: 'houses', ...locality, street: '', prefix }),
  );
  return [
    ...inStreets.slice(0, MOST_PLACES),
    ...inVillages.slice(0, MOST_PLACES),
    ...(streets.length > 0 || /dom/i.test(announced) ? [] : parcels),
  ];
}

/** "obręb nr 2", and "02" at the end. */
export const OBREB_TOLD =
  /(?<!\p{L})obr\p{L}*\.?\s*(?:ew\p{L}*\.?\s*)?(?:nr\.?\s*)?(\d{1,4})(?!\d)|(?<![\d.])(0\d{1,3})\s*$/iu;

/** Those that are named; of a town that numbers them, all. */
function obrebyNamed(spans: readonly { readonly places: readonly Place[] }[], { admin }: Corpus): string[] {
  const places = spans.flatMap((span) => span.places);
  const named = places.flatMap((place) => (place.kind === 'obreb' ? [place.obreb.id] : []));
  if (named.length > 0) return named;
  const gminy = new Set(places.flatMap((place) => (place.kind === 'gmina' ? [place.gmina.teryt] : [])));
  return [...gminy].flatMap((teryt) => admin.obrebyOf(teryt).map(({ id }) => id));
}
