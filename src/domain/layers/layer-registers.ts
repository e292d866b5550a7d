// Which register feeds which layers, as the layers say: what a source serves, what a load of it moves.

import { LAYER_KEYS, type LayerKey } from '../../contract/layers.ts';
import { SOURCE_IDS, type SourceId } from '../corpus/registers.ts';
import type { DerivedLayerKey, FactLayer } from './facts.ts';
import { groundFacts } from './ground.ts';
import type { LayerDefinition, Registers } from './layer-definition.ts';
import { FACT_LAYERS, LAYERS } from './layer-table.ts';

/** A layer that has registers of its own; the others have those of their parts. */
export type OwnLayer = Exclude<LayerKey, DerivedLayerKey>;

/** What a register brings to a layer: the layer itself or one of its parts; undefined where it takes no part. */
export function partFrom(source: SourceId, key: LayerKey): OwnLayer | undefined {
  const layer: LayerDefinition<LayerKey> = LAYERS[key];
  const parts: readonly OwnLayer[] = 'parts' in layer ? layer.parts : [layer.key];
  return parts.find((part) => registersOf(part).includes(source));
}

function registersOf(layer: OwnLayer): readonly SourceId[] {
  const { answered_from, aided_by = [] }: Registers = LAYERS[layer];
  return [...answered_from, ...aided_by];
}

function standsIn(source: SourceId, key: LayerKey): boolean {
  const part = partFrom(source, key);
  const registers: readonly SourceId[] = part === undefined ? [] : LAYERS[part].answered_from;
  return registers.indexOf(source) > 0;
}

const SERVED = new Map(
  SOURCE_IDS.map((source) => {
    const keys = LAYER_KEYS.filter((key) => partFrom(source, key) !== undefined);
    return [source, keys.sort((a, b) => Number(standsIn(source, a)) - Number(standsIn(source, b)))];
  }),
);

/** The layers that a register answers or takes part in; last those where it only stands in for another. */
export const layersOf = (source: SourceId): readonly LayerKey[] => SERVED.get(source) ?? [];

/** Whether a layer rests on it first of all; the others stand in or take part. */
export const isMain = (source: SourceId): boolean =>
  layersOf(source).some((key) => {
    const part = partFrom(source, key);
    return part !== undefined && LAYERS[part].answered_from[0] === source;
  });

/** Which layers' facts a load of a register may move. A changed parcel moves all. */
export const layersMovedBy = (source: SourceId): readonly FactLayer[] =>
  source === 'egib' ? FACT_LAYERS : FACT_LAYERS.filter((layer) => drawnFrom(layer).includes(source));

const drawnFrom = (layer: FactLayer): readonly SourceId[] =>
  layer === 'ground' ? groundFacts.drawn_by.flatMap(registersOf) : registersOf(layer);

/** The registers that bring plans. */
export const isPlanning = (source: SourceId): boolean => layersOf(source).includes('planning');
