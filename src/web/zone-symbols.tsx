// Where symbols of zones stand on a drawing: one for each zone, in the middle of what is seen of it.

import type { PlaceOf } from './ground-frame.ts';
import type { LngLatPair } from './own-tiles.ts';
import type { ReadTile } from './tile-reader.ts';

/** Points across the drawing at which zones are looked for. */
const GRID = { across: 24, down: 16 };

/** `within` is the outline of what is drawn, where it is not all of the picture. */
export function symbolsOf(
  tiles: readonly ReadTile[],
  at: PlaceOf,
  width: number,
  height: number,
  within?: readonly (readonly LngLatPair[])[],
) {
  const zones = tiles.flatMap(({ shapes }) =>
    shapes
      .filter(({ layer, type }) => layer === 'zones' && type === 'polygon')
      .map(({ properties, lines }) => ({
        symbol: String(properties.symbol),
        rings: lines.map((line) => line.map(at)),
      })),
  );
  const seen = new Map<string, LngLatPair[]>();
  for (let i = 1; i < GRID.across; i += 1) {
    for (let j = 1; j < GRID.down; j += 1) {
      const point: LngLatPair = [(i / GRID.across) * width, (j / GRID.down) * height];
      if (within && !holds(within, point)) continue;
      const zone = zones.find(({ rings }) => holds(rings, point));
      if (zone) seen.set(zone.symbol, [...(seen.get(zone.symbol) ?? []), point]);
    }
  }
  return [...seen].map(([symbol, points]) => {
    const [x, y] = nearestToMean(points);
    return (
      <text key={symbol} x={x} y={y} text-anchor="middle" class="ground-zone">
        {symbol}
      </text>
    );
  });
}

/** By the even-odd rule, over all rings. */
function holds(rings: readonly (readonly LngLatPair[])[], [x, y]: LngLatPair): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (const [index, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(index + 1) % ring.length] as LngLatPair;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
  }
  return isInside;
}

/** A mean of several points may lie in another zone: the nearest of them does not. */
function nearestToMean(points: readonly LngLatPair[]): LngLatPair {
  const [sumX, sumY] = points.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  const [meanX, meanY] = [sumX / points.length, sumY / points.length];
  const distance = ([x, y]: LngLatPair) => Math.hypot(x - meanX, y - meanY);
  return points.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
