// A parcel that the plans treat in several ways, drawn: its outline, in it the zones of the general plan with their symbols, the areas of
// local plans and infill areas. Parts come without outlines of their own; what they are made of lies in the tiles.

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { PlanningPart } from '../contract/planning-parts.ts';
import { type MapLook, zoneColour } from '../tiles/map-style.ts';
import { boundsAround, frameOf, pathOf } from './ground-frame.ts';
import type { LngLatPair } from './own-tiles.ts';
import type { Ground } from './page-answers.ts';
import { type ReadTile, readTiles, type TileShape, worldPosition } from './tile-reader.ts';
import { pageWords } from './words.ts';
import { symbolsOf } from './zone-symbols.tsx';

const WIDTH = 400;
const HEIGHT = { least: 90, most: 240 };
const MARGIN = 1.08;
/** Of a strip, such as a road, nothing could be seen but its outline. */
const LEAST_WIDTH = 10;

interface PartsDrawingProps {
  readonly ground: Ground;
  readonly parts: readonly PlanningPart[];
  readonly look: MapLook;
}

export function PartsDrawing({ ground, parts, look }: PartsDrawingProps) {
  const tiles = useSignal<readonly ReadTile[]>([]);
  const name = useId();
  const positions = ground.geometry.coordinates.flat(2);
  const height = heightFor(positions);
  const bounds = boundsAround(positions, MARGIN, WIDTH / height, 0);
  useEffect(() => {
    let isGone = false;
    readTiles(bounds).then(
      (read) => {
        if (!isGone) tiles.value = read;
      },
      (error: unknown) => console.warn('the parts cannot be drawn:', error),
    );
    return () => {
      isGone = true;
    };
  }, [bounds.join()]);
  const { at } = frameOf(bounds, WIDTH, height);
  const rings = ground.geometry.coordinates
    .flat()
    .map((ring) => ring.map(([lng = 0, lat = 0]): LngLatPair => worldPosition([lng, lat])));
  const inside = rings.map((ring) => ring.map(at));
  if (tiles.value.length === 0 || meanWidth(inside) < LEAST_WIDTH) return null;
  const outline = pathOf(rings, at, true);
  const drawn = tiles.value.flatMap(({ key, shapes }) =>
    shapes.flatMap((shape, index) => {
      const style = lookIn(shape, parts, look, `url(#${name}ouz)`);
      if (!style) return [];
      const d = pathOf(shape.lines, at, shape.type === 'polygon');
      return [{ order: ORDER.indexOf(shape.layer), path: <path key={`${key} ${index}`} d={d} {...style} /> }];
    }),
  );
  return (
    <svg
      class="parts-drawing"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={pageWords.value.parts.drawing}
      style={{ '--ground-zone': look.zone.text, '--ground-paper': look.paper }}
    >
      <defs>
        <clipPath id={`${name}parcel`}>
          <path d={outline} clip-rule="evenodd" />
        </clipPath>
        <pattern id={`${name}ouz`} width="7" height="7" patternUnits="userSpaceOnUse">
          <rect width="1" height="7" fill={look.ouz} />
        </pattern>
      </defs>
      <g clip-path={`url(#${name}parcel)`}>
        <rect width={WIDTH} height={height} fill={look.paper} />
        {drawn.toSorted((a, b) => a.order - b.order).map(({ path }) => path)}
      </g>
      <path d={outline} fill="none" stroke={look.chosen.line} stroke-width="2.5" stroke-linejoin="round" />
      {symbolsOf(tiles.value, at, WIDTH, height, inside)}
    </svg>
  );
}

/** A wide parcel gets a low drawing. */
function heightFor(positions: readonly (readonly number[])[]): number {
  const [west, south, east, north] = boundsAround(positions, 1, 1, 0);
  const [lngs, lats] = [positions.map(([lng = 0]) => lng), positions.map(([, lat = 0]) => lat)];
  const across = (Math.max(...lngs) - Math.min(...lngs)) / (east - west);
  const down = (Math.max(...lats) - Math.min(...lats)) / (north - south);
  return Math.round(Math.min(HEIGHT.most, Math.max(HEIGHT.least, (WIDTH * down) / across + 20)));
}

/** Twice the area by the length of the outline. */
function meanWidth(rings: readonly (readonly LngLatPair[])[]): number {
  let [twice, length] = [0, 0];
  for (const ring of rings) {
    for (const [index, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(index + 1) % ring.length] as LngLatPair;
      twice += x * nextY - nextX * y;
      length += Math.hypot(nextX - x, nextY - y);
    }
  }
  return Math.abs(twice) / length;
}

const ORDER = ['zones', 'mpzp', 'ouz'];

/** Of plans in force alone, as parts are. Zones in which one cannot build are pale. */
function lookIn(shape: TileShape, parts: readonly PlanningPart[], look: MapLook, hatch: string) {
  const { layer, type, properties } = shape;
  if (!ORDER.includes(layer) || properties.step !== 'legalForce') return null;
  const isArea = type === 'polygon';
  if (layer === 'ouz') return isArea ? { fill: hatch } : null;
  if (layer === 'mpzp')
    return properties.kind === 'area' || !isArea
      ? { fill: 'none', stroke: look.mpzp.line, 'stroke-width': 1.5, 'stroke-dasharray': '5 3' }
      : null;
  if (!isArea) return { fill: 'none', stroke: look.zone.line };
  const own = parts.filter(({ zone_symbol }) => zone_symbol === properties.symbol);
  const isClosed = own.length > 0 && own.every(({ building }) => building === 'closed');
  return { fill: zoneColour(String(properties.symbol)), 'fill-opacity': isClosed ? 0.55 : 1 };
}
