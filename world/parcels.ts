// The parcels of an obręb: its lots brought from the drawing board to the country, with numbers and ids. Asked again,
// it gives the same parcels again. Knows no file format and no fault: the parcels tile the obręb exactly.

import type { MultiPolygon, Position } from '../src/domain/geometry/types.ts';
import { bend, type Point, stationsBetween } from './bend.ts';
import type { Land, Obreb } from './land.ts';
import { type Lot, layOut } from './layout.ts';
import type { LotKind } from './lot-kinds.ts';
import { numberLots } from './numbers.ts';
import { signedArea } from './outline.ts';
import { extentOf, type Rectangle } from './shapes.ts';

export interface Parcel {
  /** WWPPGG_R.OOOO[.AR_n].number */
  readonly id: string;
  readonly number: string;
  readonly kind: LotKind;
  readonly obreb: Obreb;
  /** EPSG:2180, whole centimetres. */
  readonly geometry: MultiPolygon;
  /** In the plane of EPSG:2180. */
  readonly area_m2: number;
  /** The smallest rectangle of the board it lies in. */
  readonly extent: Rectangle;
}

/** At most about 4,000: hold one obręb at a time. */
export function parcelsOf(land: Land, obreb: Obreb): Parcel[] {
  const lots = layOut(land.seed, obreb);
  const corners = collectCorners(lots);
  const numbers = numberLots(land.seed, obreb, lots);
  return lots.map(({ kind, parts }, index) => {
    const { number, sheet } = numbers[index] ?? { number: '', sheet: null };
    const geometry = parts.map((rings) =>
      rings.map((outline) => {
        const ring = followEdges(outline, corners).map((point) => bend(land.seed, obreb.anchor, point));
        return closeRing(ring);
      }),
    );
    return {
      id: [obreb.id, ...(sheet === null ? [] : [`AR_${sheet}`]), number].join('.'),
      number,
      kind,
      obreb,
      geometry,
      area_m2: geometry.flat().reduce((sum, ring) => sum + signedArea(ring), 0),
      extent: extentOf(parts),
    };
  });
}

/** Corners of lots by the line they lie on: of the vertical line x the ys, of the horizontal line y the xs. */
interface Corners {
  readonly onVertical: ReadonlyMap<number, readonly number[]>;
  readonly onHorizontal: ReadonlyMap<number, readonly number[]>;
}

function collectCorners(lots: readonly Lot[]): Corners {
  const vertical = new Map<number, Set<number>>();
  const horizontal = new Map<number, Set<number>>();
  for (const [x, y] of lots.flatMap(({ parts }) => parts.flat(2))) {
    addTo(vertical, x, y);
    addTo(horizontal, y, x);
  }
  return { onVertical: sortLines(vertical), onHorizontal: sortLines(horizontal) };
}

function addTo(lines: Map<number, Set<number>>, line: number, place: number): void {
  const places = lines.get(line);
  if (places === undefined) lines.set(line, new Set([place]));
  else places.add(place);
}

function sortLines(lines: Map<number, Set<number>>): Map<number, number[]> {
  return new Map([...lines].map(([line, places]) => [line, [...places].sort((a, b) => a - b)]));
}

/** Adds to each straight edge the corners of the neighbours that touch it, and the stations where the board bends. */
function followEdges(outline: readonly Point[], corners: Corners): Point[] {
  return outline.flatMap(([x, y], index): Point[] => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    if (x === nextX) {
      const between = placesBetween(corners.onVertical.get(x) ?? [], y, nextY);
      return [[x, y], ...between.map((place): Point => [x, place])];
    }
    if (y === nextY) {
      const between = placesBetween(corners.onHorizontal.get(y) ?? [], x, nextX);
      return [[x, y], ...between.map((place): Point => [place, y])];
    }
    return [[x, y]];
  });
}

function placesBetween(places: readonly number[], from: number, to: number): number[] {
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  const between = stationsBetween(low, high);
  for (let index = firstAbove(places, low); (places[index] ?? high) < high; index += 1) {
    between.push(places[index] ?? high);
  }
  between.sort((a, b) => a - b);
  return from < to ? between : between.reverse();
}

/** Index of the first place greater than `low`: a binary search, the lines of a large obręb hold hundreds. */
function firstAbove(places: readonly number[], low: number): number {
  let start = 0;
  let end = places.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((places[middle] ?? low) > low) end = middle;
    else start = middle + 1;
  }
  return start;
}

function closeRing(ring: Position[]): Position[] {
  const [first] = ring;
  return first === undefined ? [] : [...ring, first];
}
