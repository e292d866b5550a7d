// What is offered where a question met no single parcel: what lies in the place that a text names, numbers of the same obręb, parcels
// around a point, names like it, and at last what is loaded at all. Asked of /v1/suggest and /v1/search.

import type { Candidate } from '../contract/answers.ts';
import type { Suggestion } from '../contract/suggestion.ts';
import { api, inLanguage } from './api.ts';
import { type LngLatPair, ownTiles } from './own-tiles.ts';
import type { AskedPlace } from './url-state.ts';
import { showLength } from './words.ts';

export interface NearPlace {
  readonly kind: Suggestion['kind'];
  readonly label: string;
  readonly asked: AskedPlace;
  readonly centroid: LngLatPair | null;
}

export interface NearPlaces {
  /** How they are near to what was asked. */
  readonly how: 'inside' | 'alike' | 'around' | 'names' | 'loaded';
  readonly places: readonly NearPlace[];
}

/** Of each kind. */
const MOST_SHOWN = 12;
/** More are asked for than shown: those that begin alike are not those that are nearest. */
const MOST_ASKED = 20;

/** `named` is the place that a text was read as, where it names no parcel in it. */
export async function readNear(place: AskedPlace, named: Candidate | null): Promise<NearPlaces> {
  for (const [how, read] of waysFrom(place, named)) {
    const places = await read();
    if (places.length > 0) return { how, places };
  }
  return { how: 'loaded', places: await placesLoaded() };
}

type Way = readonly [how: NearPlaces['how'], read: () => Promise<readonly NearPlace[]>];

function waysFrom(place: AskedPlace, named: Candidate | null): readonly Way[] {
  if ('id' in place) return [['alike', () => numbersLike(place.id)]];
  if ('point' in place) return [['around', () => parcelsAround(place.point)]];
  const { q } = place;
  if (named) return [['inside', () => placesInside(q, named)]];
  const alike: Way = ['alike', () => numbersLikeIn(q)];
  // Digits and letters between them, as of a land register, are like no name.
  return WORD.test(q) ? [alike, ['names', () => suggested(q)]] : [alike];
}

const WORD = /\p{L}{3}/u;

async function suggested(q: string, kind?: Suggestion['kind']): Promise<NearPlace[]> {
  const answer = await api.suggest({ q: q.slice(0, 100), limit: MOST_ASKED });
  if (answer.status !== 'ok') return [];
  return answer.result
    .filter((one) => one.held && (kind === undefined || one.kind === kind))
    .map(({ kind, label, id, q: next, centroid }) => ({
      kind,
      label,
      asked: id === undefined ? { q: next ?? label } : { id },
      centroid,
    }));
}

const numberIn = (label: string) => Number.parseInt(label, 10);

/** By the number that their labels begin with. */
const nearestTo = (number: number, places: readonly NearPlace[]): NearPlace[] =>
  places
    .toSorted((a, b) => Math.abs(numberIn(a.label) - number) - Math.abs(numberIn(b.label) - number))
    .slice(0, MOST_SHOWN);

/** Of "141803_2.0009.125": numbers that begin with 12, then with 1, those nearest to 125 first; then the obręby of the unit. */
async function numbersLike(id: string): Promise<NearPlace[]> {
  const [unit = '', obreb = '', ...rest] = id.split('.');
  const number = rest.at(-1) ?? '';
  for (let length = number.length - 1; length >= 0; length -= 1) {
    const places = await suggested(`${unit}.${obreb}.${number.slice(0, length)}`, 'parcel');
    if (places.length > 0) return nearestTo(numberIn(number), places);
  }
  return (await suggested(`${unit}.`)).slice(0, MOST_SHOWN);
}

/** Obręby of one name that are looked into. */
const MOST_OBREBY = 3;

/** Of "dz. 125 Kamionka": in each obręb of that name. */
async function numbersLikeIn(q: string): Promise<NearPlace[]> {
  const [number] = /\d+(?:\/\d+)?/.exec(q) ?? [];
  if (number === undefined) return [];
  const some = await suggested(`${q} dz. `, 'parcel');
  const obreby = new Set(
    some.flatMap(({ asked }) => ('id' in asked ? asked.id.split('.', 2).join('.') : [])),
  );
  const lists = await Promise.all(
    [...obreby].slice(0, MOST_OBREBY).map((obreb) => numbersLike(`${obreb}.${number}`)),
  );
  return lists.flat();
}

/** The first for a click beside a parcel, the second for one in the fields. */
const RADII_M = [200, 2_000];

async function parcelsAround(point: string): Promise<NearPlace[]> {
  for (const radius_m of RADII_M) {
    const answer = await api.search({ point, radius_m, limit: 100, ...inLanguage() });
    if (answer.status !== 'ok' || answer.result.length === 0) continue;
    return answer.result
      .toSorted((a, b) => (a.distance_m ?? 0) - (b.distance_m ?? 0))
      .slice(0, MOST_SHOWN)
      .map(({ id, number, obreb_name, centroid, distance_m }) => ({
        kind: 'parcel',
        label: `${number} ${obreb_name ?? ''} (${showLength(distance_m ?? 0)})`,
        asked: { id },
        centroid,
      }));
  }
  return [];
}

/** "…, gm. Lesznowola" at the end says where the place lies: behind it a label would speak of the gmina. */
const GMINA_LAST = /,?\s+(?:gm\.|gmina)\s.*$/i;

/** Of an obręb its parcels and streets, of a street its houses, of a gmina its obręby and streets. */
async function placesInside(q: string, named: Candidate): Promise<NearPlace[]> {
  const { obreb_id, obreb_name, gmina_teryt } = named;
  const place = q.trim().replace(GMINA_LAST, '');
  const lists = obreb_id
    ? [
        suggested(`${place} dom nr `, 'address'),
        suggested(`${obreb_id}.`, 'parcel').then((parcels) => nearestTo(0, parcels)),
        suggested(`${obreb_name ?? place} ul. `, 'street'),
      ]
    : [
        suggested(UNIT_FIRST.exec(place)?.[0] ?? `${gmina_teryt?.slice(0, 6)}_`),
        suggested(`${place} ul. `, 'street'),
      ];
  return (await Promise.all(lists)).flatMap((places) => places.slice(0, MOST_SHOWN));
}

/** A town and the rural area around it are one gmina, and a unit each. */
const UNIT_FIRST = /^\d{6}_\d\.?/;

/** The obręby around the example of this server. */
async function placesLoaded(): Promise<NearPlace[]> {
  const { example_id } = await ownTiles();
  const places = example_id === null ? [] : await suggested(`${example_id.split('.')[0]}.`);
  return places.slice(0, MOST_SHOWN);
}
