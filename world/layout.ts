// How an obręb is divided, on the drawing board: a border road or river all around, roads across it from border to
// border, roads between those, and in the blocks so bounded plots, strips, woods and ponds. Every block lies on roads,
// and the roads hang together. The number of lots is exactly the number asked for.

import { divideCount, divideLength } from './divide.ts';
import type { Obreb } from './land.ts';
import type { LotKind, Shape } from './lot-kinds.ts';
import { PLANTED } from './planted.ts';
import { type Random, randomFor } from './random.ts';
import {
  drawShape,
  type Outline,
  outlineOfRectangle,
  type Parts,
  type Rectangle,
  SHAPE_SIZE,
} from './shapes.ts';

export interface Lot {
  readonly kind: LotKind;
  readonly parts: Parts;
  /** Lots of one row lie side by side: they may once have been one parcel. */
  readonly row: number;
  readonly isPlantedShape: boolean;
}

interface Block extends Rectangle {
  readonly kind: Exclude<LotKind, 'road' | 'river'>;
}

/** A band of blocks of one kind, from border to border. */
interface Band {
  readonly south: number;
  readonly north: number;
  readonly isBuiltUp: boolean;
}

const BORDER_CM = { road: 500, river: 1_200 } as const;
const ROAD_CM = 800;
const PLOT_BAND_CM = 8_000;
const STRIP_BAND_CM = 30_000;
const PLOT_BLOCK_CM = 18_000;
const STRIP_BLOCK_CM = 45_000;
const NARROWEST_STRIP_CM = 1_200;
const CM2_PER_M2 = 10_000;
/** The size a lot has by nature; counts are then scaled to the number asked for. */
const NATURAL_SIZE_M2 = { plot: 800, strip: 7_000, wood: 40_000, pond: Number.POSITIVE_INFINITY } as const;
const LEAST_LOTS = { plot: 4, strip: 4, wood: 1, pond: 1 } as const;
const PONDS = 0.01;
const LARGEST_BUILT_UP_SHARE = 0.75;
/** True places in the woods. */
const WOODED_OBREBY: ReadonlySet<string> = new Set(['Magdalenka', 'Zalesie Górne']);

export function layOut(seed: number, obreb: Obreb): Lot[] {
  const draft = draw(seed, obreb);
  const lots = divide(draft, obreb);
  return draft.isTurned ? lots.map((lot) => ({ ...lot, parts: turnParts(lot.parts) })) : lots;
}

/** The built-up bands together reach across the obręb; `isTurned` says that they run north and not east. */
export function builtUpOf(seed: number, obreb: Obreb): { area: Rectangle; isTurned: boolean } {
  const { inner, bands, isTurned } = draw(seed, obreb);
  const builtUp = bands.filter((band) => band.isBuiltUp);
  const area = {
    ...inner,
    south: builtUp[0]?.south ?? inner.south,
    north: builtUp.at(-1)?.north ?? inner.north,
  };
  return { area: isTurned ? turnRectangle(area) : area, isTurned };
}

type Board = Rectangle & Pick<Obreb, 'borders'>;

/** What is settled before the land is divided into lots. */
interface Draft {
  readonly isTurned: boolean;
  readonly board: Board;
  /** The board without its border road or river. */
  readonly inner: Rectangle;
  /** The share of open land that is wood. */
  readonly woods: number;
  readonly bands: readonly Band[];
  /** Goes on where the draft left off. */
  readonly random: Random;
}

function draw(seed: number, obreb: Obreb): Draft {
  const random = randomFor(seed, obreb.id);
  // In half of the obręby the strips run east and west: those are drawn turned, and turned back at the end.
  const isTurned = random() < 0.5;
  const board = isTurned ? turn(obreb) : obreb;
  const inner = {
    west: board.west + BORDER_CM[board.borders.west],
    east: board.east - BORDER_CM[board.borders.east],
    south: board.south + BORDER_CM[board.borders.south],
    north: board.north - BORDER_CM[board.borders.north],
  };
  const woods = WOODED_OBREBY.has(obreb.name) ? 0.7 : 0.25 * random();
  return { isTurned, board, inner, woods, bands: cutBands(inner, obreb.parcels, random), random };
}

function divide({ board, inner, woods, bands, random }: Draft, obreb: Obreb): Lot[] {
  const roads = borderLots(board, inner);
  const blocks: Block[] = [];
  const road = (rectangle: Rectangle) => roads.push(lot('road', [[outlineOfRectangle(rectangle)]]));

  for (const { south, north, isBuiltUp } of bands) {
    if (south > inner.south) road({ ...inner, south: south - ROAD_CM, north: south });
    const columns = cut(inner.west, inner.east, isBuiltUp ? PLOT_BLOCK_CM : STRIP_BLOCK_CM, ROAD_CM, random);
    for (const [west, east] of columns) {
      if (west > inner.west) road({ west: west - ROAD_CM, east: west, south, north });
      const isKept = blocks.length === 0 && PLANTED[obreb.id]?.shape !== undefined;
      const kind = isBuiltUp ? 'plot' : chooseOpenLand(woods, isKept, random);
      blocks.push({ kind, west, east, south, north });
    }
  }
  return [...roads, ...fillBlocks(blocks, obreb, obreb.parcels - roads.length, random)];
}

/** The border parcels meet in the corners at an angle, so that the border of the obręb gets no vertex of its own. */
function borderLots({ borders, ...outer }: Board, inner: Rectangle): Lot[] {
  const [outerSW, outerSE, outerNE, outerNW] = outlineOfRectangle(outer);
  const [innerSW, innerSE, innerNE, innerNW] = outlineOfRectangle(inner);
  return [
    lot(borders.south, [[[outerSW, outerSE, innerSE, innerSW]]]),
    lot(borders.east, [[[outerSE, outerNE, innerNE, innerSE]]]),
    lot(borders.north, [[[outerNE, outerNW, innerNW, innerNE]]]),
    lot(borders.west, [[[outerNW, outerSW, innerSW, innerNW]]]),
  ];
}

/** Built-up bands lie in the middle; there are as many as it takes to reach the number of parcels. */
function cutBands(inner: Rectangle, parcels: number, random: Random): Band[] {
  const height = inner.north - inner.south;
  const density = parcels / areaM2(inner);
  const strips = 1 / NATURAL_SIZE_M2.strip;
  const builtUpShare = Math.min(
    LARGEST_BUILT_UP_SHARE,
    (density - strips) / (1 / NATURAL_SIZE_M2.plot - strips),
  );
  const plotBands = Math.max(1, Math.round((height * builtUpShare) / (PLOT_BAND_CM + ROAD_CM)));
  const rest = height - plotBands * (PLOT_BAND_CM + ROAD_CM);
  const stripBands = Math.max(1, Math.round(rest / (STRIP_BAND_CM + ROAD_CM)));
  const stripHeight = (rest - (stripBands - 1) * ROAD_CM) / stripBands;
  const below = Math.floor((stripBands + 1) / 2);
  const isBuiltUp = (index: number) => index >= below && index < below + plotBands;
  const heights = Array.from({ length: plotBands + stripBands }, (_, index) =>
    isBuiltUp(index) ? PLOT_BAND_CM : stripHeight * (0.8 + 0.4 * random()),
  );
  return divideLength(inner.south, inner.north, heights, ROAD_CM).map(([south, north], index) => ({
    south,
    north,
    isBuiltUp: isBuiltUp(index),
  }));
}

/** The first block is kept for strips where a planted shape is due. */
function chooseOpenLand(woods: number, isKept: boolean, random: Random): 'strip' | 'wood' | 'pond' {
  const chance = random();
  if (isKept || chance > woods + PONDS) return 'strip';
  return chance < woods ? 'wood' : 'pond';
}

function fillBlocks(blocks: readonly Block[], obreb: Obreb, count: number, random: Random): Lot[] {
  const shares = blocks.map((block) => {
    const least = LEAST_LOTS[block.kind];
    return { least, weight: Math.max(0, areaM2(block) / NATURAL_SIZE_M2[block.kind] - least) };
  });
  const counts = divideCount(count, shares);
  const lots: Lot[] = [];
  let planted = PLANTED[obreb.id]?.shape;
  let row = 0;
  for (const [index, block] of blocks.entries()) {
    for (const rectangles of cutRows(block, counts[index] ?? 0, random)) {
      row += 1;
      const isPlanted = planted !== undefined && block.kind === 'strip';
      const shape = isPlanted ? planted : chooseShape(block.kind, random);
      lots.push(...fillRow(block.kind, row, rectangles, shape, isPlanted, random));
      if (isPlanted) planted = undefined;
    }
  }
  return lots;
}

/** Plots lie back to back in two rows; strips reach from road to road unless they would be too narrow. */
function cutRows(block: Block, count: number, random: Random): Rectangle[][] {
  const isTwoDeep =
    block.kind === 'plot' ||
    (block.kind === 'strip' && (block.east - block.west) / count < NARROWEST_STRIP_CM);
  const depths = isTwoDeep ? [1, 1] : [1];
  const counts = divideCount(
    count,
    depths.map((weight) => ({ weight, least: 1 })),
  );
  return divideLength(block.south, block.north, depths).map(([south, north], index) => {
    const widths = Array.from({ length: counts[index] ?? 0 }, () => 0.6 + 0.8 * random());
    return divideLength(block.west, block.east, widths).map(([west, east]) => ({ west, east, south, north }));
  });
}

function chooseShape(kind: LotKind, random: Random): Shape | undefined {
  const chance = random();
  if (kind === 'plot') return chance < 0.1 ? 'l-shape' : undefined;
  if (kind !== 'strip') return undefined;
  if (chance < 0.003) return 'two-parts';
  if (chance < 0.03) return 'horseshoe';
  if (chance < 0.08) return 'enclave';
  return chance < 0.3 ? 'l-shape' : undefined;
}

function fillRow(
  kind: LotKind,
  row: number,
  rectangles: readonly Rectangle[],
  shape: Shape | undefined,
  isPlanted: boolean,
  random: Random,
): Lot[] {
  const plain = rectangles.map((rectangle) => lot(kind, [[outlineOfRectangle(rectangle)]], row));
  if (shape === undefined || rectangles.length < SHAPE_SIZE[shape]) return plain;
  const size = SHAPE_SIZE[shape];
  const start = isPlanted ? 0 : Math.floor(random() * (rectangles.length - size + 1));
  const shaped = drawShape(shape, rectangles.slice(start, start + size), random);
  return plain.toSpliced(start, size, ...shaped.map((parts) => lot(kind, parts, row, isPlanted)));
}

function cut(from: number, to: number, usual: number, gap: number, random: Random): [number, number][] {
  const count = Math.max(1, Math.round((to - from) / (usual + gap)));
  const widths = Array.from({ length: count }, () => 0.8 + 0.4 * random());
  return divideLength(from, to, widths, gap);
}

function lot(kind: LotKind, parts: Parts, row = 0, isPlantedShape = false): Lot {
  return { kind, parts, row, isPlantedShape };
}

function areaM2({ west, east, south, north }: Rectangle): number {
  return ((east - west) * (north - south)) / CM2_PER_M2;
}

/** Swaps the axes: turned twice, a rectangle is as it was. */
export function turnRectangle({ west, east, south, north }: Rectangle): Rectangle {
  return { west: south, east: north, south: west, north: east };
}

function turn({ borders, ...rectangle }: Board): Board {
  return {
    ...turnRectangle(rectangle),
    borders: { west: borders.south, east: borders.north, south: borders.west, north: borders.east },
  };
}

function turnParts(parts: Parts): Parts {
  const turnOutline = (outline: Outline): Outline => outline.map(([x, y]) => [y, x] as const).toReversed();
  return parts.map((rings) => rings.map(turnOutline));
}
