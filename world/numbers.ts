// Parcel numbers within an obręb: natural numbers, q/p for parts of a divided parcel, numbers that run within map
// sheets in one obręb, and the numbers that planted parcels and showcases must have.

import { type Cell, cellsOf } from './cells.ts';
import type { Obreb } from './land.ts';
import type { Lot } from './layout.ts';
import { PLANTED, SHEETED_OBREB, type Spot } from './planted.ts';
import { randomFor } from './random.ts';
import type { Rectangle } from './shapes.ts';

export interface ParcelNumber {
  readonly number: string;
  readonly sheet: number | null;
}

const SHEETS = 4;
const DIVIDED_SHARE = 0.2;
const MOST_PARTS = 14;

/** A lot on a cut between cells has at least this share on either side. */
const LEAST_SHARE_ACROSS = 0.06;

export function numberLots(seed: number, obreb: Obreb, lots: readonly Lot[]): ParcelNumber[] {
  const random = randomFor(seed, `numbers ${obreb.id}`);
  const { plots = [], shapeNumbers = [], spots = {}, sheet: plantedSheet = null } = PLANTED[obreb.id] ?? {};
  const showcases = findSpots(spots, plots.length, lots, cellsOf(seed, obreb));
  const plantedPlots = [...plots];
  const plantedShape = [...shapeNumbers];
  const reserved = new Set(
    [...plots, ...shapeNumbers, ...Object.keys(spots)].map((number) => Number.parseInt(number, 10)),
  );
  let sheet: number | null = null;
  let whole = 0;
  let part = 0;
  let partsLeft = 0;
  let row = 0;

  return lots.map((lot, index) => {
    const newSheet = obreb.id === SHEETED_OBREB ? 1 + Math.floor((index * SHEETS) / lots.length) : null;
    if (newSheet !== sheet) {
      whole = 0;
      partsLeft = 0;
      sheet = newSheet;
    }
    const showcase = showcases.get(lot);
    if (showcase !== undefined) return { number: showcase, sheet };
    const mayBePlanted = lot.kind === 'plot' && (plantedSheet === null || plantedSheet === sheet);
    const planted = lot.isPlantedShape
      ? plantedShape.shift()
      : mayBePlanted
        ? plantedPlots.shift()
        : undefined;
    if (planted !== undefined) return { number: planted, sheet };

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

/** For each showcase the first lot that lies as wanted; the first plots are kept for the planted ones. */
function findSpots(
  spots: Readonly<Record<string, Spot>>,
  plantedPlots: number,
  lots: readonly Lot[],
  cells: readonly Cell[],
): Map<Lot, string> {
  const kept = new Set(lots.filter(({ kind }) => kind === 'plot').slice(0, plantedPlots));
  const found = new Map<Lot, string>();
  for (const [number, { kinds, lies, rows, places }] of Object.entries(spots)) {
    const its = cells.filter(({ row, place }) => rows.includes(row) && places.includes(place));
    const lot = lots.find((candidate) => {
      if (kept.has(candidate) || found.has(candidate) || !kinds.includes(candidate.kind)) return false;
      const rectangle = rectangleOf(candidate);
      if (rectangle === null) return false;
      const share = its.reduce((sum, cell) => sum + shareIn(rectangle, cell), 0);
      return lies === 'in' ? share === 1 : Math.min(share, 1 - share) >= LEAST_SHARE_ACROSS;
    });
    if (lot !== undefined) found.set(lot, number);
  }
  return found;
}

/** Null for the odd shapes: their shares are not those of a rectangle. */
function rectangleOf({ parts }: Lot): Rectangle | null {
  const [outline = [], ...holes] = parts[0] ?? [];
  if (parts.length > 1 || holes.length > 0 || outline.length !== 4) return null;
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

function shareIn(lot: Rectangle, cell: Rectangle): number {
  const overlap = (from: number, to: number, low: number, high: number) =>
    Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);
  return (
    overlap(lot.west, lot.east, cell.west, cell.east) * overlap(lot.south, lot.north, cell.south, cell.north)
  );
}
