// One layer of a vector tile (Mapbox Vector Tile 2.1), written feature by feature: geometry in whole units as commands, keys and
// values once each. Knows neither what a layer means nor where shapes come from.

import { PbfWriter } from 'pbf';
import { EXTENT } from './tile-grid.ts';

export type TileValue = string | number | boolean;
/** What is not known is left out: a value is never null. */
export type TileProperties = Readonly<Record<string, TileValue | null | undefined>>;

export const POINT = 1;
export const LINE = 2;
export const POLYGON = 3;
export type ShapeType = typeof POINT | typeof LINE | typeof POLYGON;

/** Field numbers of the messages Layer, Feature and Value. */
const LAYER = { name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { text: 1, double: 3, whole: 4, boolean: 7 } as const;
const TILE_LAYER = 3;
const VERSION = 2;

export class MvtLayer {
  readonly #pbf = new PbfWriter();
  readonly #keys = new Map<string, number>();
  readonly #values = new Map<TileValue, number>();
  #features = 0;

  constructor(name: string) {
    this.#pbf.writeVarintField(LAYER.version, VERSION);
    this.#pbf.writeStringField(LAYER.name, name);
    this.#pbf.writeVarintField(LAYER.extent, EXTENT);
  }

  get isEmpty(): boolean {
    return this.#features === 0;
  }

  add(type: ShapeType, commands: number[], properties: TileProperties): void {
    const tags: number[] = [];
    for (const key in properties) {
      const value = properties[key];
      if (value !== null && value !== undefined)
        tags.push(indexIn(this.#keys, key), indexIn(this.#values, value));
    }
    this.#pbf.writeMessage(LAYER.feature, writeFeature, { type, commands, tags });
    this.#features += 1;
  }

  /** The bytes of the layer; nothing can be added any more. */
  finish(): Uint8Array {
    for (const key of this.#keys.keys()) this.#pbf.writeStringField(LAYER.key, key);
    for (const value of this.#values.keys()) this.#pbf.writeMessage(LAYER.value, writeValue, value);
    return this.#pbf.finish();
  }
}

export function joinLayers(layers: readonly MvtLayer[]): Uint8Array {
  const pbf = new PbfWriter();
  for (const layer of layers) if (!layer.isEmpty) pbf.writeBytesField(TILE_LAYER, layer.finish());
  return pbf.finish();
}

function indexIn<T>(table: Map<T, number>, entry: T): number {
  const known = table.get(entry);
  if (known !== undefined) return known;
  table.set(entry, table.size);
  return table.size - 1;
}

function writeFeature(
  {
    type,
    commands,
    tags,
  }: { readonly type: ShapeType; readonly commands: number[]; readonly tags: number[] },
  pbf: PbfWriter,
): void {
  pbf.writePackedVarint(FEATURE.tags, tags);
  pbf.writeVarintField(FEATURE.type, type);
  pbf.writePackedVarint(FEATURE.geometry, commands);
}

function writeValue(value: TileValue, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(VALUE.text, value);
  else if (typeof value === 'boolean') pbf.writeBooleanField(VALUE.boolean, value);
  else if (Number.isSafeInteger(value)) pbf.writeVarintField(VALUE.whole, value);
  else pbf.writeDoubleField(VALUE.double, value);
}
