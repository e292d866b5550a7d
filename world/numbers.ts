// Parcel numbers within an obręb: natural numbers, q/p for parts of a divided parcel, numbers that run within map
// sheets in one obręb, and the numbers that planted parcels must have.

import type { Lot } from './layout.ts';
import { PLANTED, SHEETED_OBREB } from './planted.ts';
import { randomFor } from './random.ts';

export interface ParcelNumber {
  readonly number: string;
  readonly sheet: number | null;
}

const SHEETS = 4;
const DIVIDED_SHARE = 0.2;
const MOST_PARTS = 14;

export function numberLots(seed: number, obrebId: string, lots: readonly Lot[]): ParcelNumber[] {
  const random = randomFor(seed, `numbers ${obrebId}`);
  const { plots = [], shapeNumbers = [], sheet: plantedSheet = null } = PLANTED[obrebId] ?? {};
  const plantedPlots = [...plots];
  const plantedShape = [...shapeNumbers];
  const reserved = new Set([...plots, ...shapeNumbers].map((number) => Number.parseInt(number, 10)));
  let sheet: number | null = null;
  let whole = 0;
  let part = 0;
  let partsLeft = 0;
  let row = 0;

  return lots.map((lot, index) => {
    const newSheet = obrebId === SHEETED_OBREB ? 1 + Math.floor((index * SHEETS) / lots.length) : null;
    if (newSheet !== sheet) {
      whole = 0;
      partsLeft = 0;
      sheet = newSheet;
    }
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
