// Parcel numbers within an obręb: natural numbers, q/p for parts of a divided parcel, numbers that run within map
// sheets in one obręb, and the numbers that planted parcels and showcases must have.

import { type Cell, cellsOf } from './cells.ts';
import type { Obreb } from './land.ts';
import type { Lot } from './layout.ts';
import type { LotKind } from './lot-kinds.ts';
import { type CellSpot, PLANTED, SHEETED_OBREB, type Spot } from './planted.ts';
import { randomFor } from './random.ts';
import type { Side } from './regions.ts';
import { extentOf, type Rectangle } from './shapes.ts';

export interface ParcelNumber {
  readonly number: string;
  readonly sheet: number | null;
}

const SHEETS = 4;
const DIVIDED_SHARE = 0.2;
const MOST_PARTS = 14;

/** A lot on a cut between cells has at least this share on either side. */
const LEAST_SHARE_ACROSS = 0.06;
const CM_PER_M = 100;
const SIDES = ['west', 'east', 'south', 'north'] as const;
const OPPOSITE: Readonly<Record<Side, Side>> = { west: 'east', east: 'west', south: 'north', north: 'south' };
/** The planted plots are plots; an obręb with too few of them in the right sheet gives what it has. */
const PLANTED_KINDS: readonly LotKind[] = ['plot', 'strip', 'wood', 'pond', 'road', 'river'];

export function numberLots(seed: number, obreb: Obreb, lots: readonly Lot[]): ParcelNumber[] {
  const random = randomFor(seed, `numbers ${obreb.id}`);
  const sheetOf = (index: number) =>
    obreb.id === SHEETED_OBREB ? 1 + Math.floor((index * SHEETS) / lots.length) : null;
  const given = givePlanted(obreb, lots, sheetOf);
  const planted = new Map([...given, ...findSpots(seed, obreb, lots, new Set(given.map(([lot]) => lot)))]);
  const { plots = [], shapeNumbers = [], spots = {} } = PLANTED[obreb.id] ?? {};
  const reserved = new Set(
    [...plots, ...shapeNumbers, ...Object.keys(spots)].map((number) => Number.parseInt(number, 10)),
  );
  let sheet: number | null = null;
  let whole = 0;
  let part = 0;
  let partsLeft = 0;
  let row = 0;

  return lots.map((lot, index) => {
    const newSheet = sheetOf(index);
    if (newSheet !== sheet) {
      whole = 0;
      partsLeft = 0;
      sheet = newSheet;
    }
    const known = planted.get(lot);
    if (known !== undefined) return { number: known, sheet };

    if (partsLeft > 0 && lot.row === row) {
      partsLeft -= 1;
      part += 1;
      return { number: `${whole}/${part}`, sheet };
    }
    do whole += 1;
    while (reserved.has(whole));
    row = lot.row;
    partsLeft = 0;
    const isDivided = (lot.kind === 'plot' || lot.kind === 'strip') && random() < DIVIDED_SHARE;
    if (!isDivided) return { number: String(whole), sheet };
    partsLeft = 1 + Math.floor(random() * (MOST_PARTS - 1));
    part = 1;
    return { number: `${whole}/1`, sheet };
  });
}

/** The first plots and the planted shape get the numbers they must have. */
function givePlanted(
  obreb: Obreb,
  lots: readonly Lot[],
  sheetOf: (index: number) => number | null,
): [Lot, string][] {
  const { plots = [], shapeNumbers = [], sheet = null } = PLANTED[obreb.id] ?? {};
  const shape = lots.filter(({ isPlantedShape }) => isPlantedShape);
  const inSheet = lots.filter(
    (lot, index) => !lot.isPlantedShape && (sheet === null || sheetOf(index) === sheet),
  );
  const inTurn = PLANTED_KINDS.flatMap((wanted) => inSheet.filter(({ kind }) => kind === wanted));
  const give = (its: readonly Lot[], numbers: readonly string[]) =>
    numbers.flatMap((number, index): [Lot, string][] => {
      const lot = its[index];
      return lot === undefined ? [] : [[lot, number]];
    });
  return [...give(shape, shapeNumbers), ...give(inTurn, plots)];
}

/** For each showcase the first lot that lies as wanted; what is planted otherwise is not taken. */
function findSpots(
  seed: number,
  obreb: Obreb,
  lots: readonly Lot[],
  taken: ReadonlySet<Lot>,
): [Lot, string][] {
  const { spots = {} } = PLANTED[obreb.id] ?? {};
  if (Object.keys(spots).length === 0) return [];
  const cells = cellsOf(seed, obreb);
  const rows = Map.groupBy(lots, ({ row }) => row);
  const found = new Map<Lot, string>();
  for (const [number, spot] of Object.entries(spots)) {
    const lot = lots.find((candidate) => {
      if (taken.has(candidate) || found.has(candidate) || !spot.kinds.includes(candidate.kind)) return false;
      const rectangle = rectangleOf(candidate);
      return (
        rectangle !== null &&
        liesInCells(rectangle, spot.cells, cells) &&
        liesByRiver(rectangle, spot, obreb) &&
        liesInRow(rectangle, spot, rows.get(candidate.row) ?? [])
      );
    });
    if (lot !== undefined) found.set(lot, number);
  }
  return [...found];
}

function liesInCells(lot: Rectangle, spot: CellSpot | undefined, cells: readonly Cell[]): boolean {
  if (spot === undefined) return true;
  const its = cells.filter(({ row, place }) => spot.rows.includes(row) && spot.places.includes(place));
  const share = its.reduce((sum, cell) => sum + shareIn(lot, cell), 0);
  return spot.lies === 'in' ? share === 1 : Math.min(share, 1 - share) >= LEAST_SHARE_ACROSS;
}

function liesByRiver(lot: Rectangle, { from_river_m, to_river_m }: Spot, obreb: Obreb): boolean {
  if (from_river_m === undefined) return true;
  const rivers = SIDES.filter((side) => obreb.borders[side] === 'river');
  const near = Math.min(...rivers.map((side) => Math.abs(obreb[side] - lot[side])));
  const far = Math.min(...rivers.map((side) => Math.abs(obreb[side] - lot[OPPOSITE[side]])));
  return (
    isBetween(near / CM_PER_M, from_river_m) && far / CM_PER_M <= (to_river_m ?? Number.POSITIVE_INFINITY)
  );
}

/** The lots of a row lie side by side: of the gaps around one, two are across the row and nothing, two along it. */
function liesInRow(lot: Rectangle, { from_row_end_m }: Spot, row: readonly Lot[]): boolean {
  if (from_row_end_m === undefined) return true;
  const whole = extentOf(row.flatMap(({ parts }) => parts));
  const gaps = SIDES.map((side) => Math.abs(whole[side] - lot[side])).sort((a, b) => a - b);
  return isBetween((gaps[2] ?? 0) / CM_PER_M, from_row_end_m);
}

function isBetween(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}

/** Null for the odd shapes: their shares are not those of a rectangle. */
function rectangleOf({ parts }: Lot): Rectangle | null {
  const [outline = [], ...holes] = parts[0] ?? [];
  return parts.length > 1 || holes.length > 0 || outline.length !== 4 ? null : extentOf(parts);
}

function shareIn(lot: Rectangle, cell: Rectangle): number {
  const overlap = (from: number, to: number, low: number, high: number) =>
    Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);
  return (
    overlap(lot.west, lot.east, cell.west, cell.east) * overlap(lot.south, lot.north, cell.south, cell.north)
  );
}
