// The addresses that a text may speak of: street, house number and locality, as keys to look up in the address register.

import { phraseOf } from '../../contract/language.ts';
import type { Gmina } from '../places/admin-units.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { type HouseReading, rangeOfHouses } from './house-readings.ts';
import type { AddressKey } from './lookups.ts';
import { spellingOf } from './name-meanings.ts';
import { type NamedSpan, placesOf } from './named-span.ts';
import type { TextReading } from './readings.ts';
import { type Applied, change, type Start } from './rules.ts';

/** Homonyms of a locality that are looked up. */
const MOST_KEYS = 40;

export interface AddressReading {
  readonly key: AddressKey;
  readonly house: HouseReading;
  readonly start: Start;
  readonly used: readonly NamedSpan[];
  readonly applied: readonly Applied[];
}

/** A reading before the house number is known. */
type PlacedStreet = Omit<AddressReading, 'key' | 'house'> & { readonly place: Omit<AddressKey, 'number'> };

export function addressReadings(reading: TextReading): AddressReading[] {
  return reading.houses.flatMap((house) => readHouse(reading, house)).slice(0, MOST_KEYS);
}

function readHouse(reading: TextReading, house: HouseReading): AddressReading[] {
  const { span, numbers, isSaidHouse, isSaidParcel } = house;
  const streets = span.hits.flatMap((hit) =>
    placesOf(span, hit.places)
      .filter((place) => place.kind === 'street')
      .map((place) => ({ key: hit.key, applied: spellingOf(span, hit, place) })),
  );
  // Parcels are numbered by obręb, houses are not: "obręb Bartniki 16".
  const isOfParcels = span.labels.has('obreb') && !isSaidHouse;
  const villages = (isOfParcels ? [] : localitiesOf(span)).map(
    ({ gmina, key, applied }): PlacedStreet => ({
      place: { gmina: gmina.teryt, locality: key, street: '' },
      start: 'address_without_street',
      used: [span],
      applied,
    }),
  );
  const placed = [...streets.flatMap((street) => placeStreet(reading, span, street)), ...villages];
  return placed.flatMap(({ place, applied, ...rest }) =>
    numbers.map((number, at): AddressReading => {
      const isOfStreet = isSaidHouse || rest.start !== 'address_without_street';
      const rule = isOfStreet ? 'flat_left_out' : isSaidParcel ? 'flat_or_announced' : 'flat_or_parcel';
      // 18A is another house than 18.
      const flat = rangeOfHouses(numbers[0])?.includes(number)
        ? change('range_end', phraseOf(DOUBTS.houseRange, numbers[0] ?? ''))
        : number === letterless(numbers[0])
          ? change('other_house', phraseOf(DOUBTS.otherHouse, numbers[0], number))
          : change(rule, phraseOf(DOUBTS.houseWithFlat, numbers[0], number));
      return {
        ...rest,
        house,
        key: { ...place, number },
        applied: at === 0 || number === numbers[0]?.replace('-', '/') ? applied : [...applied, flat],
      };
    }),
  );
}

const letterless = (number: string | undefined) => /^(\d+)[a-z]$/.exec(number ?? '')?.[1];

/** A street in the localities that the text names, else in its gminy, else anywhere. */
function placeStreet(
  reading: TextReading,
  span: NamedSpan,
  street: { readonly key: string; readonly applied: readonly Applied[] },
): PlacedStreet[] {
  const others = reading.spans.filter((other) => other !== span && !other.labels.has('near'));
  const inLocalities = others.flatMap((other) =>
    localitiesOf(other).map(
      ({ gmina, key, applied }): PlacedStreet => ({
        place: { gmina: gmina.teryt, locality: key, street: street.key },
        start: 'address',
        used: [span, other],
        applied: [...street.applied, ...applied],
      }),
    ),
  );
  if (inLocalities.length > 0) return inLocalities;
  const { applied } = street;
  const inGminy = others.flatMap(gminyNamed).map(
    (gmina): PlacedStreet => ({
      place: { gmina: gmina.teryt, locality: null, street: street.key },
      start: 'address_in_gmina',
      used: [span],
      applied,
    }),
  );
  if (inGminy.length > 0) return inGminy;
  const anywhere = { gmina: null, locality: null, street: street.key };
  return [{ place: anywhere, start: 'address_anywhere', used: [span], applied }];
}

function localitiesOf(span: NamedSpan): { gmina: Gmina; key: string; applied: Applied[] }[] {
  if (span.labels.has('gmina')) return [];
  return span.hits.flatMap((hit) =>
    placesOf(span, hit.places).flatMap((place) =>
      place.kind === 'locality'
        ? [{ gmina: place.gmina, key: hit.key, applied: spellingOf(span, hit, place) }]
        : [],
    ),
  );
}

const gminyNamed = (span: NamedSpan): Gmina[] =>
  span.hits.flatMap((hit) =>
    placesOf(span, hit.places).flatMap((place) =>
      place.kind === 'gmina' || place.kind === 'obreb' ? [place.gmina] : [],
    ),
  );
