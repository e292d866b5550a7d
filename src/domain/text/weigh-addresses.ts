// Addresses found in the register: which of them a text may mean, the ground to look up around each, and what it weighs.

import { phraseOf } from '../../contract/language.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { DOUBTS } from '../sentences/doubt-sentences.ts';
import { READ } from '../sentences/reading-sentences.ts';
import { type AddressGround, groundOfAddress } from './address-ground.ts';
import type { AddressReading } from './address-readings.ts';
import { parcelCandidate, type Weighed, weighed } from './candidates.ts';
import { isStreetOnly } from './house-readings.ts';
import { weighLeftOut } from './left-out.ts';
import type { StoredAddress, TextFinds } from './lookups.ts';
import { nameRead } from './name-meanings.ts';
import { gminyNamed } from './named-span.ts';
import { weighRest, weighStreets } from './rank.ts';
import type { TextReading } from './readings.ts';
import { type Applied, change, start } from './rules.ts';
import type { Steps } from './steps.ts';

/** An address that the text may mean, before its parcel is known. */
export interface PlacedAddress {
  readonly address: StoredAddress;
  readonly reading: AddressReading;
  readonly gmina: Gmina;
}

/** Where a house is found as it was written, it is not read as one with a flat. */
export function placeAddresses(
  readings: readonly AddressReading[],
  found: Pick<TextFinds, 'addresses'>,
  { admin }: Corpus,
): PlacedAddress[] {
  const isAsWritten = ({ key, house }: AddressReading) => key.number === house.numbers[0];
  const isFound = ({ key }: AddressReading) => (found.addresses.get(key)?.length ?? 0) > 0;
  const whole = new Set(readings.filter((one) => isAsWritten(one) && isFound(one)).map(({ house }) => house));
  return readings.flatMap((reading) => {
    if (!isAsWritten(reading) && whole.has(reading.house)) return [];
    return (found.addresses.get(reading.key) ?? []).flatMap((address) => {
      const gmina = admin.gminaByCode(address.gmina);
      return gmina ? [{ address, reading, gmina }] : [];
    });
  });
}

/** The addresses that lie on a parcel or near to one. */
export const groundAddresses = (
  placed: readonly PlacedAddress[],
  found: Pick<TextFinds, 'around'>,
): GroundedAddress[] =>
  placed.flatMap((one) => {
    const ground = groundOfAddress(one.address.position, found.around.get(one.address.position) ?? []);
    return ground ? [{ ...one, ground }] : [];
  });

/** A step for each address. */
export function* weighAddresses(
  text: TextReading,
  points: readonly GroundedAddress[],
  corpus: Corpus,
): Steps<Weighed[]> {
  const addresses = Map.groupBy(
    points,
    ({ reading, address }) => `${reading.key.street} ${addressWords(address)} ${address.gmina}`,
  );
  const candidates: Weighed[] = [];
  for (const same of addresses.values()) {
    candidates.push(...weighAddress(text, same, points, corpus));
    yield;
  }
  return candidates;
}

export type GroundedAddress = PlacedAddress & { readonly ground: AddressGround };

/** An address that the register has more than once is one candidate; on several parcels it is never certain. */
function weighAddress(
  text: TextReading,
  same: readonly GroundedAddress[],
  all: readonly GroundedAddress[],
  corpus: Corpus,
): Weighed[] {
  const parcels = new Map(same.map(({ ground: { parcel } }) => [parcel.id, parcel]));
  const [first] = same.toSorted((a, b) => (a.ground.parcel.id < b.ground.parcel.id ? -1 : 1));
  if (!first) return [];
  const { address, reading, gmina, ground } = first;
  const words = addressWords(address);
  const { at } = reading.house;
  const used = { number: text.tokens[at]?.number ?? null, at, to: at + 1, isLabelled: false };
  const base = parcelCandidate(corpus, ground.parcel.id, ground.parcel);
  const applied = [
    start(reading.start, phraseOf(READ.address, words, gmina.name)),
    ...reading.applied,
    ...reading.house.doubts,
    ...weighRest(text, { gmina, obreb: corpus.admin.obreby.get(base.obreb_id ?? '') ?? null }, reading.used),
    ...weighStreets(text, reading.used),
    ...weighPostcode(text, address),
    ...weighGround(ground),
    ...(text.numbers.some(({ isLabelled }) => isLabelled)
      ? [change('parcel_number_given', null)]
      : weighLeftOut(text, used, base)),
    ...weighHomonyms(text, first, all, corpus),
  ];
  if (parcels.size === 1)
    return [weighed({ ...base, kind: 'address', address: words }, applied, ground.parcel, corpus.language)];
  const points = [...parcels.values()].map(({ id, centroid }) => ({
    id,
    centroid: [...centroid] as [number, number],
  }));
  const several = change(
    'several_points',
    phraseOf(
      DOUBTS.severalPoints,
      same.length,
      points.map(({ id }) => id),
    ),
  );
  return [
    weighed(
      { ...base, kind: 'address', address: words, points },
      [...applied, several],
      ground.parcel,
      corpus.language,
    ),
  ];
}

/** Of more gminy nobody reads the names. */
const MOST_HOMONYMS = 3;

/** Where nothing but its own name says which of several villages is meant, the others are told. */
function weighHomonyms(
  { spans, units, postcode }: TextReading,
  { reading: { used, house, key }, gmina }: GroundedAddress,
  all: readonly GroundedAddress[],
  { admin }: Corpus,
): Applied[] {
  const village = used.at(-1);
  const isTold = spans.some(
    (span) => !used.includes(span) && !span.labels.has('near') && !isStreetOnly(span),
  );
  if (!village || isStreetOnly(village) || isTold || units.length > 0 || postcode !== null) return [];
  const found = new Set(
    all.filter(({ reading }) => reading.house.at === house.at).map((one) => one.gmina.teryt),
  );
  const without = [...gminyNamed(village)]
    .filter((teryt) => teryt !== gmina.teryt && !found.has(teryt))
    .flatMap((teryt) => admin.gminaByCode(teryt)?.name ?? [])
    .slice(0, MOST_HOMONYMS);
  const namesakes = village.namesakes.slice(0, MOST_HOMONYMS).map(({ name }) => name);
  return [
    ...(without.length > 0
      ? [change('passed_over', phraseOf(DOUBTS.passedOverHouses, nameRead(village), without, key.number))]
      : []),
    ...(namesakes.length > 0
      ? [change('namesake', phraseOf(DOUBTS.namesakes, nameRead(village), namesakes))]
      : []),
  ];
}

function weighPostcode({ postcode, outsidePostcode }: TextReading, address: StoredAddress): Applied[] {
  if (postcode === null || address.postcode === null || address.postcode === postcode) return [];
  const rule = outsidePostcode.has(address.gmina) ? 'other_postal_area' : 'other_postcode';
  return [change(rule, phraseOf(DOUBTS.otherPostcode, postcode, address.postcode))];
}

function weighGround({ instead, distance_m }: AddressGround): Applied[] {
  if (instead === null) return [];
  const says = phraseOf(DOUBTS.nearestParcel, instead === 'of_a_road', distance_m.toFixed(1));
  return [change('nearest_to_road_address', says)];
}

/** "Polna 5, 05-506 Wola Mrokowska" */
function addressWords({ locality, street, house_number, postcode }: StoredAddress): string {
  const house = `${street ?? locality} ${house_number}`;
  if (postcode !== null) return `${house}, ${postcode} ${locality}`;
  return street === null ? house : `${house}, ${locality}`;
}
