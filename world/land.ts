// The land: two islands cut into obręby on a drawing board. Writers ask it for the obręby of a powiat, gmina or unit;
// outline.ts gives their outlines and parcels.ts their parcels. Holds a few thousand obręby at most, never parcels.

import type { Position } from '../src/domain/geometry/types.ts';
import { divideCount, divideLength, snap } from './divide.ts';
import type { Edition } from './editions.ts';
import { randomFor } from './random.ts';
import { ISLANDS, type Island, type Side, UNITS, type Unit } from './regions.ts';

export interface Obreb {
  /** WWPPGG_R.OOOO */
  readonly id: string;
  readonly name: string;
  readonly unit: Unit;
  readonly anchor: Position;
  /** Its rectangle on the board, and its place in the grid of the island (row 0 is the northernmost). */
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  readonly column: number;
  readonly row: number;
  /** A river divides gminy, a road divides obręby; each obręb holds its own half. */
  readonly borders: Readonly<Record<Side, 'road' | 'river'>>;
  /** How many parcels it is divided into. */
  readonly parcels: number;
}

export interface Land {
  readonly seed: number;
  readonly obreby: readonly Obreb[];
  /** Of the files that tell of it: the land itself is the same. */
  readonly edition: Edition;
}

/** Fewer would leave no room for roads and the planted parcels. */
export const LEAST_PARCELS = 1_000;
/** At this size a parcel has about 700 m² on average. */
export const MOST_PARCELS = 5_000_000;

const DEFAULT_PARCELS = 20_000;
const WIDTH_CM = 1_000_000;
const HEIGHT_CM = 500_000;
const LARGEST_SCALE = 6;
/** A town has so many times the parcels of a rural obręb. */
const TOWN_WEIGHT = 2.5;
/** Obręby are cut smaller when towns would pass this; the largest then stays well under 4,000. */
const TOWN_PARCELS = 3_000;

const ROMAN = [
  ...([
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
  ] as const),
  ...([
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
] as const;

type Place = Omit<Obreb, 'parcels'>;

export function layLand(seed: number, parcels: number): Land {
  if (!Number.isInteger(parcels) || parcels < LEAST_PARCELS || parcels > MOST_PARCELS) {
    throw new RangeError(
      `parcels: got ${parcels}, allowed are whole numbers from ${LEAST_PARCELS} to ${MOST_PARCELS}`,
    );
  }
  if (!Number.isInteger(seed) || seed < 0) throw new RangeError(`seed: got ${seed}, allowed are 0, 1, 2 …`);
  const scale = Math.min(LARGEST_SCALE, Math.sqrt(parcels / DEFAULT_PARCELS));
  const pieces = piecesPerSide(parcels);
  const places = ISLANDS.flatMap((island) => layIsland(island, seed, scale, pieces)).sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const counts = divideCount(
    parcels,
    places.map((place) => ({ weight: place.unit.isTown ? TOWN_WEIGHT : 1, least: 0 })),
  );
  const obreby = places.map((place, index) => ({ ...place, parcels: counts[index] ?? 0 }));
  return { seed, obreby, edition: 'current' };
}

/** The obręby of a powiat, gmina (7 digits) or unit. */
export function obrebyOf(land: Land, code: string): Obreb[] {
  return land.obreby.filter(({ unit }) => [unit.code, unit.gmina.code, unit.powiat.code].includes(code));
}

/** The obręb of the map that an obręb is a piece of: itself, or that of Mroków for Mroków II. */
export function originOf({ id, unit }: Obreb): string {
  const number = ((Number(id.slice(-4)) - 1) % unit.obreby.length) + 1;
  return `${unit.code}.${String(number).padStart(4, '0')}`;
}

/** Into how many columns and rows each obręb of the map is cut. */
function piecesPerSide(parcels: number): number {
  const cells = ISLANDS.flatMap((island) => [...island.map.join('')]);
  const weight = cells.reduce((sum, letter) => sum + (unitOf(letter).isTown ? TOWN_WEIGHT : 1), 0);
  return Math.ceil(Math.sqrt((parcels * TOWN_WEIGHT) / weight / TOWN_PARCELS));
}

/**
 * The obręby on the map are numbered first, so that a larger world keeps their numbers. It adds further pieces of
 * each: "Mroków II", "Mroków III" …, and in towns "04", "05" ….
 */
function layIsland(island: Island, seed: number, scale: number, pieces: number): Place[] {
  const random = randomFor(seed, `island ${island.powiat}`);
  const width = snap(WIDTH_CM * scale);
  const west = island.grows === 'east' ? 0 : -width;
  const cut = (from: number, to: number, count: number) =>
    divideLength(
      from,
      to,
      repeat(count, () => 0.85 + 0.3 * random()),
    ).flatMap(([start, end]) =>
      divideLength(
        start,
        end,
        repeat(pieces, () => 1),
      ),
    );
  const map = island.map.map((line) => [...line].map(unitOf));
  const columns = cut(west, west + width, map[0]?.length ?? 0);
  const rows = cut(0, snap(HEIGHT_CM * scale), map.length).reverse();
  const unitAt = (column: number, row: number) =>
    map[Math.floor(row / pieces)]?.[Math.floor(column / pieces)];

  const places: Place[] = [];
  const numbered = new Map<Unit, number>();
  for (let piece = 0; piece < pieces * pieces; piece += 1) {
    for (let row = Math.floor(piece / pieces); row < rows.length; row += pieces) {
      for (let column = piece % pieces; column < columns.length; column += pieces) {
        const unit = unitAt(column, row);
        const [westEdge, eastEdge] = columns[column] ?? [0, 0];
        const [south, north] = rows[row] ?? [0, 0];
        if (unit === undefined) throw new Error(`the map of ${island.powiat} has lines of unequal length`);
        const borderTo = (dx: number, dy: number) => {
          const beyond = unitAt(column + dx, row + dy);
          return beyond === undefined || beyond.gmina === unit.gmina ? 'road' : 'river';
        };
        const number = (numbered.get(unit) ?? 0) + 1;
        numbered.set(unit, number);
        places.push({
          id: `${unit.code}.${String(number).padStart(4, '0')}`,
          name: nameOf(unit, number, piece),
          unit,
          anchor: island.anchor,
          west: westEdge,
          east: eastEdge,
          south,
          north,
          column,
          row,
          borders: {
            west: borderTo(-1, 0),
            east: borderTo(1, 0),
            south: borderTo(0, 1),
            north: borderTo(0, -1),
          },
        });
      }
    }
  }
  return places;
}

function nameOf(unit: Unit, number: number, piece: number): string {
  const name = unit.obreby[(number - 1) % unit.obreby.length] ?? '';
  if (piece === 0) return name;
  return /^\d+$/.test(name) ? String(number).padStart(2, '0') : `${name} ${roman(piece + 1)}`;
}

function roman(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, sign] of ROMAN) {
    for (; rest >= value; rest -= value) text += sign;
  }
  return text;
}

function unitOf(letter: string): Unit {
  const unit = UNITS[letter];
  if (unit === undefined) throw new Error(`the map has the letter ${letter}, which is no unit`);
  return unit;
}

function repeat(count: number, weight: () => number): number[] {
  return Array.from({ length: count }, weight);
}
