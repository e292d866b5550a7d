// Addresses of a text: street, house number and locality against the address register, and the parcel of each.

import type { Gmina } from '../../domain/places/admin-units.ts';
import { weighLeftOut } from '../../domain/text/left-out.ts';
import { spellingOf, weighRest } from '../../domain/text/rank.ts';
import { type HouseReading, type NamedSpan, placesOf, type TextReading } from '../../domain/text/readings.ts';
import { type Applied, change, type Start, start } from '../../domain/text/rules.ts';
import type { AddressKey, StoredAddress } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';
import { parcelCandidate, type Weighed, weighed } from './candidates.ts';
import { type AddressGround, parcelOfAddress } from './parcel-at-point.ts';

/** More addresses than this cannot be told apart by eye anyway. */
const MOST_ADDRESSES = 20;
/** Homonyms of a locality that are looked up. */
const MOST_KEYS = 60;

interface AddressReading {
  readonly key: AddressKey;
  readonly house: HouseReading;
  readonly start: Start;
  readonly used: readonly NamedSpan[];
  readonly applied: readonly Applied[];
}

/** A reading before the house number is known. */
type PlacedStreet = Omit<AddressReading, 'key' | 'house'> & { readonly place: Omit<AddressKey, 'number'> };

interface FoundAddresses {
  readonly weighed: readonly Weighed[];
  /** Where in the text the numbers stand whose houses were found. */
  readonly houses: ReadonlySet<number>;
}

const NONE: FoundAddresses = { weighed: [], houses: new Set() };

export async function findAddresses(context: Context, reading: TextReading): Promise<FoundAddresses> {
  if (reading.houses.length === 0) return NONE;
  const readings = reading.houses.flatMap((house) => addressReadings(reading, house)).slice(0, MOST_KEYS);
  const found = await context.reads.addresses(
    readings.map(({ key }) => key),
    MOST_ADDRESSES,
  );
  const byKey = new Map(readings.map((one) => [one.key, one]));
  const all: Weighed[] = [];
  const houses = new Set<number>();
  for (const address of dropFlats(found, byKey)) {
    const one = byKey.get(address.key);
    const gmina = context.corpus.admin.gminaByCode(address.gmina);
    if (!one || !gmina) continue;
    const ground = await parcelOfAddress(context, address.position);
    if (!ground) continue;
    const parcel = (await context.reads.parcels([ground.id])).get(ground.id);
    if (!parcel) continue;
    const words = addressWords(address);
    const { at } = one.house;
    houses.add(at);
    const used = { number: reading.tokens[at]?.number ?? null, at, to: at + 1, isLabelled: false };
    const base = parcelCandidate(context, ground.id, parcel);
    all.push(
      weighed({ ...base, kind: 'address', address: words }, [
        start(one.start, `The parcel of the address ${words}, gmina ${gmina.name}.`),
        ...one.applied,
        ...weighRest(reading, { gmina, obreb: null }, one.used),
        ...weighPostcode(reading, address),
        ...weighGround(ground),
        ...(reading.numbers.some(({ isLabelled }) => isLabelled)
          ? [change('parcel_number_given', null)]
          : weighLeftOut(reading, used, base)),
      ]),
    );
  }
  return { weighed: all, houses };
}

/** Where a house is found as it was written, it is not read as one with a flat. */
function dropFlats(
  found: readonly StoredAddress[],
  byKey: ReadonlyMap<AddressKey, AddressReading>,
): StoredAddress[] {
  const houseOf = ({ key }: StoredAddress) => byKey.get(key)?.house;
  const isAsWritten = (address: StoredAddress) => address.key.number === houseOf(address)?.numbers[0];
  const whole = new Set(found.filter(isAsWritten).map(houseOf));
  return found.filter((address) => isAsWritten(address) || !whole.has(houseOf(address)));
}

function addressReadings(reading: TextReading, house: HouseReading): AddressReading[] {
  const { span, numbers } = house;
  const streets = span.hits.flatMap((hit) =>
    placesOf(span, hit.places)
      .filter((place) => place.kind === 'street')
      .map((place) => ({ key: hit.key, applied: spellingOf(span, hit, place) })),
  );
  const villages = localitiesOf(span).map(
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
      const flat = change('flat_left_out', `Read ${numbers[0]} as house ${number} with a flat.`);
      return { ...rest, house, key: { ...place, number }, applied: at === 0 ? applied : [...applied, flat] };
    }),
  );
}

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
  if (span.labels.has('gmina') || span.labels.has('obreb')) return [];
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

function weighPostcode({ postcode }: TextReading, address: StoredAddress): Applied[] {
  if (postcode === null || address.postcode === null || address.postcode === postcode) return [];
  return [change('other_postcode', `The text says ${postcode}, the register ${address.postcode}.`)];
}

function weighGround({ instead, distance_m }: AddressGround): Applied[] {
  if (instead === null) return [];
  const where = instead === 'of_a_road' ? 'on a road parcel' : 'on no parcel';
  const says = `The address point lies ${where}; this is the nearest parcel, ${distance_m.toFixed(1)} m away.`;
  return [change('nearest_to_road_address', says)];
}

/** "Polna 5, 05-506 Wola Mrokowska" */
function addressWords({ locality, street, house_number, postcode }: StoredAddress): string {
  const house = `${street ?? locality} ${house_number}`;
  if (postcode !== null) return `${house}, ${postcode} ${locality}`;
  return street === null ? house : `${house}, ${locality}`;
}
