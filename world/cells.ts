// How planning and soil divide an obręb: into up to nine rectangles, three along the built-up bands and up to three
// across them. All cuts are stations, where every border has a vertex anyway: so areas made of cells follow the borders
// of obręby exactly, and leave no gap between neighbours. The cuts run through parcels.

import { stationsBetween } from './bend.ts';
import type { Obreb } from './land.ts';
import { builtUpOf, turnRectangle } from './layout.ts';
import type { CellRow } from './lot-kinds.ts';
import type { Rectangle } from './shapes.ts';

export interface Cell extends Rectangle {
  readonly row: CellRow;
  /** 0, 1 or 2 along the bands. */
  readonly place: number;
}

/** The rows of open land are missing where the built-up bands lie within a station of the border. */
export function cellsOf(seed: number, obreb: Obreb): Cell[] {
  const { area, isTurned } = builtUpOf(seed, obreb);
  const turn = isTurned ? turnRectangle : (rectangle: Rectangle) => rectangle;
  const board = turn(obreb);
  const builtUp = turn(area);
  const { west, east, south, north } = board;

  const stations = stationsBetween(west, east);
  const third = (east - west) / 3;
  const first = nearest(stations, west + third);
  const second = nearest(
    stations.filter((station) => station > first),
    east - third,
  );
  const across = stationsBetween(south, north);
  const lower = across.findLast((station) => station <= builtUp.south);
  const upper = across.find((station) => station >= builtUp.north);

  const rows: [row: CellRow, south: number, north: number][] = [
    ['below', south, lower ?? south],
    ['built-up', lower ?? south, upper ?? north],
    ['above', upper ?? north, north],
  ];
  const places = [
    [west, first],
    [first, second],
    [second, east],
  ] as const;
  return rows
    .filter(([, rowSouth, rowNorth]) => rowSouth < rowNorth)
    .flatMap(([row, rowSouth, rowNorth]) =>
      places.map(([cellWest, cellEast], place) => ({
        ...turn({ west: cellWest, east: cellEast, south: rowSouth, north: rowNorth }),
        row,
        place,
      })),
    );
}

/** The rectangle that cells fill together. */
export function joinCells(cells: readonly Cell[]): Rectangle {
  return {
    west: Math.min(...cells.map((cell) => cell.west)),
    east: Math.max(...cells.map((cell) => cell.east)),
    south: Math.min(...cells.map((cell) => cell.south)),
    north: Math.max(...cells.map((cell) => cell.north)),
  };
}

function nearest(stations: readonly number[], wanted: number): number {
  const best = stations.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
  if (best === undefined) throw new RangeError('an obręb must be wide enough for two stations');
  return best;
}
