// A map to lie under that of the page, from a file of the data folder: basemap.pmtiles with raster tiles. It is read by ranges, and
// whose map it is must stand in its metadata.

import { existsSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { PMTiles, TileType } from 'pmtiles';
import { UsageError } from './config.ts';
import { basemapIn } from './data-folder.ts';
import type { Basemap } from './http/page-routes.ts';

const TYPES: ReadonlyMap<TileType, string> = new Map([
  [TileType.Png, 'image/png'],
  [TileType.Jpeg, 'image/jpeg'],
  [TileType.Webp, 'image/webp'],
  [TileType.Avif, 'image/avif'],
]);

const readAt = promisify(read);

/** Null where there is no such file. */
export async function openBasemapFile(data: string): Promise<Basemap | null> {
  const path = basemapIn(data);
  if (!existsSync(path)) return null;
  const archive = new PMTiles(sourceOf(path, openSync(path, 'r')));
  const header = await archive.getHeader().catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read as PMTiles: ${(error as Error).message}`);
  });
  const content_type = TYPES.get(header.tileType);
  if (content_type === undefined)
    throw new UsageError(`${path} must hold raster tiles (PNG, JPEG, WebP or AVIF); it holds others`);
  const { attribution } = (await archive.getMetadata()) as { attribution?: unknown };
  if (typeof attribution !== 'string' || attribution.trim() === '')
    throw new UsageError(`${path} must say in its metadata whose map it is ("attribution")`);
  return {
    tiles: '/page/basemap/{z}/{x}/{y}',
    attribution,
    origin: null,
    max_zoom: header.maxZoom,
    async read(z, x, y) {
      const tile = await archive.getZxy(z, x, y);
      return tile ? { content_type, bytes: Buffer.from(tile.data) } : null;
    },
  };
}

/** The file stays open as long as the server runs. */
function sourceOf(path: string, file: number) {
  return {
    getKey: () => path,
    async getBytes(offset: number, length: number) {
      const { buffer, bytesRead } = await readAt(file, new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
}
