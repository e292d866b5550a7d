// Who may build what where: building permits on about one parcel in forty, and on the showcases. Offices write down the
// parcels in many ways, a tenth of them so that nobody can read it. Knows no file format.

import { type Land, originOf } from './land.ts';
import type { Parcel } from './parcels.ts';
import { PLANTED_PERMITS, SHEETED_OBREB } from './planted.ts';
import { pick, type Random, randomFor } from './random.ts';
import { FORMER_UNITS } from './regions.ts';

/** How the register names the parcels of a permit. */
export interface ParcelReference {
  readonly unit: string;
  readonly obreb: string;
  /** One number, or several in one cell. */
  readonly parcels: string;
  readonly sheet: string;
}

export interface Permit {
  /** Within the voivodeship, from 1. */
  readonly number: number;
  readonly applied_on: string;
  readonly decided_on: string;
  readonly works: string;
  readonly object: string;
  /** I … XXX. */
  readonly category: string;
  /** Of the first parcel. */
  readonly parcel: Parcel;
  /** One row each. */
  readonly references: readonly ParcelReference[];
}

const PERMIT_SHARE = 0.025;
const UNREADABLE_SHARE = 0.1;
const FORMER_UNIT_SHARE = 0.3;
/** Nobody builds in Puszcza Mariańska, nor in the nearest obręby of Wiskitki. */
const WITHOUT_PERMITS: ReadonlySet<string> = new Set([
  ...['143803_2.0001', '143803_2.0002', '143803_2.0003'],
  ...['143805_5.0001', '143805_5.0004', '143805_5.0006'],
]);
const HOUSE = 'Budynek mieszkalny jednorodzinny';
const OTHER = 'Obiekt budowlany inny niż budynek mieszkalny jednorodzinny';
const OBJECTS = [
  [HOUSE, 'I'],
  [HOUSE, 'I'],
  [HOUSE, 'I'],
  [OTHER, 'III'],
  [OTHER, 'VIII'],
  [OTHER, 'XVII'],
  [OTHER, 'XXVI'],
] as const;
const WORKS = [
  'budowa nowego/nowych obiektów budowlanych',
  'budowa nowego/nowych obiektów budowlanych',
  'budowa nowego/nowych obiektów budowlanych',
  'rozbudowa istniejącego obiektu budowlanego',
  'nadbudowa istniejącego obiektu budowlanego',
  'odbudowa obiektu budowlanego',
  'rozbiórka istniejącego obiektu budowlanego',
] as const;
const UNREADABLE = ['wg załącznika', 'dz. bez numeru', '12/', 'I/3', '-', 'obszar kolejowy'] as const;

/** The permits of one obręb. `first` is the number of the first of them. */
export function permitsOf(land: Land, parcels: readonly Parcel[], first: number): Permit[] {
  const [some] = parcels;
  if (some === undefined || WITHOUT_PERMITS.has(originOf(some.obreb))) return [];
  const random = randomFor(land.seed, `permits ${some.obreb.id}`);
  let number = first - 1;
  return parcels.flatMap((parcel, index) => {
    const planted = PLANTED_PERMITS[parcel.id];
    const isPlace = parcel.kind === 'plot' || parcel.kind === 'strip';
    const count = planted ?? (isPlace && random() < PERMIT_SHARE ? 1 : 0);
    return Array.from({ length: count }, (): Permit => {
      number += 1;
      const [object, category] = pick(random, OBJECTS);
      const [applied_on, decided_on] = daysOf(random);
      const neighbours = parcels.slice(index, index + 3).filter(({ kind }) => kind === parcel.kind);
      const references = planted === undefined ? referTo(neighbours, random) : [plainly(parcel)];
      return {
        number,
        applied_on,
        decided_on,
        works: pick(random, WORKS),
        object,
        category,
        parcel,
        references,
      };
    });
  });
}

function referTo(neighbours: readonly Parcel[], random: Random): ParcelReference[] {
  const [parcel, second, third] = neighbours;
  if (parcel === undefined) return [];
  const one = plainly(parcel, random);
  const chance = random();
  if (chance < UNREADABLE_SHARE) return [{ ...one, parcels: pick(random, UNREADABLE) }];
  const isSame = (other: Parcel | undefined) =>
    other !== undefined && plainly(other).sheet === plainly(parcel).sheet;
  if (chance < 0.2 && second && third && isSame(second) && isSame(third))
    return [{ ...one, parcels: `${parcel.number}, ${second.number}, ${third.number}` }];
  if (chance < 0.25 && second && isSame(second))
    return [{ ...one, parcels: `dz. nr ${parcel.number} i ${second.number}` }];
  if (chance < 0.35 && second) return [one, plainly(second, random)];
  return [chance < 0.4 ? { ...one, parcels: `${parcel.number} (część)` } : one];
}

/** Offices write sheets as AR_001 or 1, obręby with or without zeros, and some still the unit of former days. */
function plainly({ id, number, obreb }: Parcel, random: Random = () => 1): ParcelReference {
  const sheet = /\.AR_(\d+)\./.exec(id)?.[1] ?? '';
  const former = Object.keys(FORMER_UNITS).find((unit) => FORMER_UNITS[unit]?.includes(obreb.unit.code));
  const isFormer = former !== undefined && obreb.id.startsWith('143805_5') && random() < FORMER_UNIT_SHARE;
  const isShort = random() < 0.2;
  const isPadded = obreb.id === SHEETED_OBREB && random() < 0.5;
  return {
    unit: isFormer ? former : obreb.unit.code,
    obreb: isShort ? String(Number(obreb.id.slice(-4))) : obreb.id.slice(-4),
    parcels: number,
    sheet: isPadded ? `AR_${sheet.padStart(3, '0')}` : sheet,
  };
}

/** From 2016, when the register began, to the week before the files were made; every month has a 28th. */
function daysOf(random: Random): [applied_on: string, decided_on: string] {
  const day = Math.floor(random() * ((10 * 12 + 10) * 28 + 6));
  const text = (days: number) => {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${2016 + Math.floor(days / 336)}-${two(1 + (Math.floor(days / 28) % 12))}-${two(1 + (days % 28))}`;
  };
  return [text(Math.max(0, day - 40)), text(day)];
}
