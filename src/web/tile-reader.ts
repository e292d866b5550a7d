// Shapes out of the server's own tiles, for drawings without a map library: the report, and browsers without WebGL.

import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { settings } from './api.ts';
import { type LngLatPair, ownTiles } from './own-tiles.ts';

/** [west, south, east, north] */
export type DegreeBounds = readonly [number, number, number, number];

export interface TileShape {
  readonly layer: string;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly type: 'point' | 'line' | 'polygon';
  /** Rings, lines or points, in units of the world at zoom 0: see worldPosition. */
  readonly lines: readonly (readonly LngLatPair[])[];
}

/** A tile as a square of the world, and what is in it: shapes reach a little beyond, and are cut there. */
export interface ReadTile {
  readonly key: string;
  readonly corner: LngLatPair;
  readonly size: number;
  readonly shapes: readonly TileShape[];
}

const MOST_TILES_ACROSS = 3;
/** Candidates may lie in two powiaty: then a few tiles with outlines of units, not thousands with parcels. */
const ZOOM = { least: 6, most: 16 };

export function worldPosition([lng, lat]: LngLatPair): LngLatPair {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** The tiles that meet the bounds, of the closest zoom of which few do. */
export async function readTiles(bounds: DegreeBounds): Promise<ReadTile[]> {
  const { path } = await ownTiles();
  const [minX, maxY] = worldPosition([bounds[0], bounds[1]]);
  const [maxX, minY] = worldPosition([bounds[2], bounds[3]]);
  let z = ZOOM.most;
  while (z > ZOOM.least && Math.max(maxX - minX, maxY - minY) * 2 ** z > MOST_TILES_ACROSS - 1) z -= 1;
  const side = 2 ** z;
  const reading: Promise<ReadTile>[] = [];
  for (let x = Math.floor(minX * side); x <= Math.floor(maxX * side); x += 1)
    for (let y = Math.floor(minY * side); y <= Math.floor(maxY * side); y += 1)
      reading.push(readTile(path, z, x, y));
  return Promise.all(reading);
}

const TYPES = ['point', 'line', 'polygon'] as const;

async function readTile(path: string, z: number, x: number, y: number): Promise<ReadTile> {
  const url = path.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  const response = await fetch(url, { headers: { 'X-Api-Key': settings.key } });
  if (!response.ok) throw new Error(`HTTP ${response.status} for ${url}`);
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())));
  const shapes = Object.entries(layers).flatMap(([layer, features]) =>
    Array.from({ length: features.length }, (_, at): TileShape => {
      const feature = features.feature(at);
      const scale = feature.extent * 2 ** z;
      return {
        layer,
        properties: feature.properties,
        type: TYPES[feature.type - 1] ?? 'point',
        lines: feature
          .loadGeometry()
          .map((line) =>
            line.map(
              (point): LngLatPair => [
                (point.x + x * feature.extent) / scale,
                (point.y + y * feature.extent) / scale,
              ],
            ),
          ),
      };
    }),
  );
  return { key: `${z}/${x}/${y}`, corner: [x / 2 ** z, y / 2 ** z], size: 1 / 2 ** z, shapes };
}
