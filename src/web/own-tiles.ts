// What /tiles.json says of this server: where its tiles are, whose data they show, where the map begins, and a parcel that can be
// asked for.

import { state } from './url-state.ts';

export type LngLatPair = readonly [lng: number, lat: number];

export interface OwnTiles {
  /** The path of tiles of the version that is served now, with {z}, {x} and {y}. */
  readonly path: string;
  readonly attribution: string;
  /** Where the map begins, and a parcel there; null where nothing is loaded. */
  readonly centre: LngLatPair | null;
  readonly example_id: string | null;
}

interface TileJson {
  readonly tiles: readonly string[];
  readonly attribution: string;
  readonly center?: readonly [number, number, number];
  readonly example_id?: string;
}

const own = new Map<string, Promise<OwnTiles>>();

/** In the language of the page: whose data they are is told in it. */
export function ownTiles(): Promise<OwnTiles> {
  const { lang } = state.peek();
  const known = own.get(lang);
  if (known) return known;
  const asked = readDescription(lang);
  own.set(lang, asked);
  // What failed is asked for again.
  asked.catch(() => own.delete(lang));
  return asked;
}

async function readDescription(lang: string): Promise<OwnTiles> {
  const response = await fetch(`/tiles.json?lang=${lang}`);
  if (!response.ok) throw new Error(`HTTP ${response.status} for /tiles.json`);
  const { tiles, attribution, center, example_id }: TileJson = await response.json();
  return {
    path: new URL(tiles[0] ?? '', window.location.origin).pathname
      .replaceAll('%7B', '{')
      .replaceAll('%7D', '}'),
    attribution,
    centre: center ? [center[0], center[1]] : null,
    example_id: example_id ?? null,
  };
}
