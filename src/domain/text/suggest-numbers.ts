// Numbers of parcels and houses, and streets, in the places that the text before them names: what the store is asked to complete. Pure.

import type { Corpus } from '../corpus/corpus.ts';
import type { CompletionKey } from './completions.ts';
import { foldHouseNumber, foldName } from './fold.ts';
import type { LocalityPlace, Place } from './place.ts';
import type { SuggestIndex } from './suggest-index.ts';
import { obrebyTold } from './suggest-obreby.ts';
import { type MeantName, meantBy } from './suggest-places.ts';
import type { SuggestPlan } from './suggest-plan.ts';
import { MOST_LOCALITIES, streetsElsewhere } from './suggest-streets.ts';
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

/** Numbers, or a street that is not where it was looked for. */
export type NumbersFound = Pick<SuggestPlan, 'wanted' | 'names'>;

/** A locality that is named, by the name that was typed. */
interface NamedLocality {
  readonly place: LocalityPlace;
  readonly key: string;
}

/** Numbers in the places that the text before them names. */
export function numbersOfPlace(
  place: string,
  announced: string,
  number: string,
  index: SuggestIndex,
  corpus: Corpus,
): NumbersFound {
  const { tokens, spans: named } = index.namesIn(place);
  const spans = meantBy(named, tokens, corpus);
  const told = OBREB_TOLD.exec(place)
    ?.slice(1)
    .find((code) => code !== undefined);
  const obreby = told === undefined ? obrebyNamed(spans, corpus) : obrebyTold(spans, told, corpus);
  const parcels = parcelsOfObreby(obreby, number, corpus);
  const isParcel =
    told !== undefined || /dz|ew|parcela/i.test(announced) || tokens.some((token) => has(token, 'parcel'));
  if (isParcel) return { wanted: parcels, names: [] };
  const prefix = foldHouseNumber(number);
  const localities = spans.flatMap(({ places, key }) =>
    places.flatMap((one): NamedLocality[] => (one.kind === 'locality' ? [{ place: one, key }] : [])),
  );
  // A word that only resembles the name of a street is none, unless there is such a street: "Mroków szkoła 1".
  const streets = spans
    .filter(({ places }) => places.some(({ kind }) => kind === 'street'))
    .map((street) => ({ ...street, found: housesIn(street, localities, spans, prefix, index) }))
    .filter(({ isGuess, found }) => !isGuess || found.wanted.length > 0);
  // A number stands in the street that was typed, or nowhere: "Mroków Sosnowa 1" is no house of Mroków.
  const villages = localities.filter(({ key }) => streets.every((street) => street.key === key));
  const inVillages = villages.map(({ place: { gmina }, key }): CompletionKey => {
    return { kind: 'houses', gmina: gmina.teryt, locality: key, street: '', prefix };
  });
  // "Piaseczno 3": a number may begin the name of a street.
  const isBegun = streets.length === 0 && announced === '' && /^\d{1,2}$/.test(number);
  const begun = isBegun ? streetsBegun(localities, `${number} `) : [];
  return {
    wanted: [
      ...streets.flatMap(({ found }) => found.wanted).slice(0, MOST_PLACES),
      ...inVillages.slice(0, MOST_PLACES),
      ...(streets.length > 0 || /dom/i.test(announced) ? [] : parcels),
      ...begun.slice(0, MOST_PLACES),
    ],
    names: streets.flatMap(({ found }) => found.names),
  };
}

export const parcelsOfObreby = (obreby: readonly string[], number: string, corpus: Corpus): CompletionKey[] =>
  obreby
    .filter((id) => corpus.holds(id))
    .slice(0, MOST_PLACES)
    .map((obreb_id) => ({ kind: 'parcels', obreb_id, prefix: number.replace('-', '/') }));

const streetsBegun = (localities: readonly NamedLocality[], prefix: string): CompletionKey[] =>
  localities.map(({ place: { gmina }, key }) => ({
    kind: 'streets',
    gmina: gmina.teryt,
    locality: key,
    prefix,
  }));

/** Houses of a street in the places that are named beside it; where none of them has it, the street where it is, the nearest first. */
function housesIn(
  { key: street, places }: MeantName,
  localities: readonly NamedLocality[],
  spans: readonly MeantName[],
  prefix: string,
  index: SuggestIndex,
): NumbersFound {
  const others = localities.filter(({ key }) => key !== street);
  const gminy = new Set(
    spans.flatMap((span) =>
      span.key === street ? [] : span.places.flatMap((one) => ('gmina' in one ? [one.gmina.teryt] : [])),
    ),
  );
  const houses = (gmina: string | null, locality: string | null): CompletionKey => ({
    kind: 'houses',
    gmina,
    locality,
    street,
    prefix,
  });
  if (gminy.size === 0) return { wanted: [houses(null, null)], names: [] };
  const streets = places.filter((place) => place.kind === 'street');
  const isHere = (locality: LocalityPlace) =>
    others.length === 0
      ? gminy.has(locality.gmina.teryt)
      : others.some(({ place }) => place.number === locality.number);
  const here = streets
    .flatMap((place) => index.addresses.localitiesOf(place, MOST_LOCALITIES))
    .filter(({ locality }) => isHere(locality));
  if (here.length > 0)
    return {
      wanted: here.map(({ locality }) => houses(locality.gmina.teryt, foldName(locality.name))),
      names: [],
    };
  const ranked = streets.map((place) => ({ place, key: street, from: 0, rank: 0 }));
  return { wanted: [], names: streetsElsewhere(ranked, street, gminy, index) };
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
