// Who lives where: localities, streets and house numbers along them, and the points on the parcels. Names of localities
// are true; streets, numbers and codes (SIMC, ULIC) are invented. Knows no file format.

import type { Position } from '../src/domain/geometry/types.ts';
import { pointOn } from './inside.ts';
import { type Land, type Obreb, originOf } from './land.ts';
import type { Parcel } from './parcels.ts';
import { PLANTED_ADDRESSES, SHOWCASE } from './planted.ts';
import { type Random, randomFor, uuidFrom } from './random.ts';
import { modelOf } from './regions.ts';

export interface Locality {
  readonly localId: string;
  readonly name: string;
  readonly isTown: boolean;
  readonly gmina: string;
  readonly simc: string;
  readonly postcode: string;
  readonly obreby: readonly Obreb[];
}

export interface Street {
  readonly localId: string;
  readonly name: string;
  readonly ulic: string;
}

export interface AddressPoint {
  readonly localId: string;
  readonly parcel: Parcel;
  readonly number: string;
  readonly position: Position;
  /** Null in a village without street names, `missing` where the link leads nowhere. */
  readonly street: Street | 'missing' | null;
}

const POSTCODES: Readonly<Record<string, string>> = {
  '1418032': '05-506',
  '1418043': '05-500',
  '1438011': '96-300',
  '1438032': '96-330',
  '1438053': '96-315',
};

const STREET_NAMES = [
  ...['Polna', 'Leśna', 'Słoneczna', 'Krótka', 'Szkolna', 'Ogrodowa', 'Lipowa', 'Brzozowa', 'Łąkowa'],
  ...['Kwiatowa', 'Kościelna', 'Sosnowa', 'Spacerowa', 'Zielona', 'Jana Pawła II', '3 Maja'],
  ...['Tadeusza Kościuszki', 'Marii Konopnickiej', 'Fryderyka Chopina', 'Żeromskiego', 'Akacjowa'],
] as const;
const STREETS_PER_OBREB = 4;
/** Plots side by side that share a street. */
const PLOTS_PER_STREET = 12;

const ADDRESSED_SHARE = 0.4;
const TWO_ADDRESSES_SHARE = 0.05;
const ON_ROAD_SHARE = 0.03;

/** Villages are named after their obręb, whatever its pieces in a larger world; a town has several obręby. */
export function localitiesOf(land: Land): Locality[] {
  const byName = Map.groupBy(land.obreby, (obreb) => (obreb.unit.isTown ? obreb.unit.code : originOf(obreb)));
  return [...byName.values()].flatMap((obreby, index) => {
    const [first] = obreby;
    if (first === undefined) return [];
    const { isTown, gmina } = first.unit;
    return [
      {
        localId: uuidFrom(randomFor(land.seed, `locality ${first.id}`)),
        name: isTown ? gmina.name : first.name,
        isTown,
        gmina: gmina.code,
        // No true SIMC code begins with 99.
        simc: String(9_900_001 + index),
        postcode: POSTCODES[modelOf(gmina.code)] ?? '',
        obreby,
      },
    ];
  });
}

/** Every third village has no street names. */
export function streetsOf(land: Land, obreb: Obreb): Street[] {
  const number = Number(originOf(obreb).slice(-4));
  if (!obreb.unit.isTown && number % 3 === 1) return [];
  const random = randomFor(land.seed, `streets ${obreb.id}`);
  const first = Math.floor(random() * STREET_NAMES.length);
  return Array.from({ length: STREETS_PER_OBREB }, (_, index) => {
    const place = (first + index * 5) % STREET_NAMES.length;
    return { localId: uuidFrom(random), name: STREET_NAMES[place] ?? '', ulic: String(99_001 + place) };
  });
}

export function addressesOf(land: Land, obreb: Obreb, parcels: readonly Parcel[]): AddressPoint[] {
  const random = randomFor(land.seed, `addresses ${obreb.id}`);
  const streets = streetsOf(land, obreb);
  const lastNumbers = new Map<Street | undefined, number>();
  let plots = 0;
  return parcels.flatMap((parcel) => {
    if (parcel.kind === 'plot') plots += 1;
    const street = streets[Math.floor(plots / PLOTS_PER_STREET) % streets.length];
    const count = PLANTED_ADDRESSES[parcel.id] ?? countFor(parcel, random);
    return Array.from({ length: count }, (_, index) => {
      const { number, last } = nextNumber((lastNumbers.get(street) ?? 0) + 1, random);
      lastNumbers.set(street, last);
      return {
        localId: uuidFrom(random),
        parcel,
        number,
        position: pointOn(parcel.geometry, (index + 1) / (count + 1)),
        street: parcel.id === SHOWCASE.address_unknown_street ? 'missing' : (street ?? null),
      };
    });
  });
}

function countFor({ kind }: Parcel, random: Random): number {
  const chance = random();
  if (kind === 'road') return chance < ON_ROAD_SHARE ? 1 : 0;
  if (kind !== 'plot' || chance > ADDRESSED_SHARE) return 0;
  return chance < TWO_ADDRESSES_SHARE ? 2 : 1;
}

/** 12, 12A or 12/14: a number is used up once in a street. */
function nextNumber(next: number, random: Random): { number: string; last: number } {
  const chance = random();
  if (chance < 0.08) return { number: `${next}A`, last: next };
  return chance < 0.12
    ? { number: `${next}/${next + 2}`, last: next + 2 }
    : { number: String(next), last: next };
}
