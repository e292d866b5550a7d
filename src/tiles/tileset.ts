// The tiles of the dataset that is served now: its name, and the bytes of each tile, drawn once, in slices, and cached compressed.
// A name stands for one state of the data and one way to draw it, so that a tile under it never changes.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Corpus } from '../domain/corpus/corpus.ts';
import { atMost, inSlices, perTurn, type Stop } from '../service/pipeline/event-loop.ts';
import type { CacheRegistry } from '../service/snapshot/cache.ts';
import type { SnapshotCache } from '../service/snapshot/snapshot-cache.ts';
import type { Store, StoredParcel } from '../store/reads.ts';
import { drawTile } from './draw-tile.ts';
import type { TileAddress } from './tile-grid.ts';

/** Raised with every change of what tiles hold or how it is encoded. */
const DRAWING = 2;

const MOST_TILES = 20_000;
const MOST_BYTES = 64 << 20;
/** A drawing holds all shapes of its box. */
const DRAWN_AT_ONCE = 2;
/** Level 6 takes twice as long for 4 % fewer bytes. */
const GZIP_LEVEL = 4;

export interface TilesetParts {
  readonly store: Store;
  readonly snapshotOf: SnapshotCache;
  readonly caches: CacheRegistry;
}

export interface ServedTiles {
  readonly corpus: Corpus;
  /** A parcel to begin with; null where there is none. */
  readonly example: Pick<StoredParcel, 'id' | 'centroid'> | null;
}

export interface Tileset {
  /** The name of what is served now. */
  name(): Promise<string>;
  served(): Promise<ServedTiles>;
  /** Compressed by gzip; null when another state of the data has taken the place of the one that is asked for. */
  tile(name: string, address: TileAddress, stop?: Stop): Promise<Buffer | null>;
}

export const unpackTile = promisify(gunzip);
const pack = promisify(gzip);

export function createTileset({ store, snapshotOf, caches }: TilesetParts): Tileset {
  const bytes = caches.create<string, Buffer>({
    name: 'tiles',
    max_entries: MOST_TILES,
    max_bytes: MOST_BYTES,
    bytesOf: (tile, key) => tile.length + 2 * key.length,
  });
  const drawing = new Map<string, Promise<Buffer | null>>();
  const fewAtOnce = atMost(DRAWN_AT_ONCE);
  const name = perTurn(() => store.read(async (reads) => tilesetName((await snapshotOf(reads)).corpus)));

  const draw = (asked: string, address: TileAddress, stop: Stop | undefined) =>
    fewAtOnce(() =>
      inSlices(
        (pause) =>
          store.read(async (reads) => {
            const { corpus } = await snapshotOf(reads);
            if (tilesetName(corpus) !== asked) return null;
            return pack(await drawTile(reads, corpus, address, pause), { level: GZIP_LEVEL });
          }),
        stop,
      ),
    );

  return {
    name,
    served: () =>
      store.read(async (reads) => {
        const { corpus, example_id } = await snapshotOf(reads);
        const found = example_id === null ? null : await reads.parcels([example_id]);
        return { corpus, example: found?.get(example_id ?? '') ?? null };
      }),
    async tile(asked, address, stop) {
      if ((await name()) !== asked) return null;
      const key = `${asked}/${address.z}/${address.x}/${address.y}`;
      const known = bytes.get(key);
      if (known) return known;
      // Whoever asks for the same tile meanwhile waits for it. Only the first one may hang up.
      const others = drawing.get(key);
      if (others) return others;
      const own = draw(asked, address, stop);
      drawing.set(key, own);
      try {
        const drawn = await own;
        if (drawn) bytes.set(key, drawn);
        return drawn;
      } finally {
        drawing.delete(key);
      }
    },
  };
}

const names = new WeakMap<Corpus, string>();

/** By what was loaded, not by its number alone: another dataset at the same place may bear the same number. */
export function tilesetName(corpus: Corpus): string {
  const known = names.get(corpus);
  if (known !== undefined) return known;
  const loads = corpus.states.map(({ source, scope, file_sha256, last_success_at }) => [
    source,
    scope,
    file_sha256,
    last_success_at,
  ]);
  const digest = createHash('sha256')
    .update(JSON.stringify([DRAWING, loads]))
    .digest('hex')
    .slice(0, 8);
  const name = `${corpus.version}-${digest}`;
  names.set(corpus, name);
  return name;
}
