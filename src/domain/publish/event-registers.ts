// Which registers a kind of event is seen in: a feed says nothing of a change before all of them were loaded. Layers name their
// registers themselves (layer-registers.ts); here stands only what is told of no single layer.

import { EVENT_NAMES, type EventName } from '../../contract/change-events.ts';
import { LAYER_KEYS, type LayerKey } from '../../contract/layers.ts';
import { CHECK_LAYERS } from '../assess/verdict.ts';
import { SOURCE_IDS, type SourceId } from '../corpus/registers.ts';
import { layersOf } from '../layers/layer-registers.ts';
import { LAYER_EVENTS } from '../layers/layer-table.ts';

/** What is told of a gmina, of what lies around, or of several layers at once. */
const LAYERS_OF_OTHERS: { readonly [E in EventName]?: readonly LayerKey[] } = {
  pog_status_changed: ['pog'],
  wz_regime_changed: ['pog'],
  studium_expired: ['pog'],
  permit_added: ['permits'],
  coverage_changed: LAYER_KEYS,
  verdict_changed: Object.values(CHECK_LAYERS),
};

const layersTelling = (event: EventName): readonly LayerKey[] => [
  ...LAYER_EVENTS.filter((told) => told.event === event).map(({ layer }) => layer),
  ...(LAYERS_OF_OTHERS[event] ?? []),
];

const REGISTERS = new Map(
  EVENT_NAMES.map((event): [EventName, ReadonlySet<SourceId>] => {
    const layers = layersTelling(event);
    const sources = SOURCE_IDS.filter((source) => layersOf(source).some((layer) => layers.includes(layer)));
    return [event, new Set(event === 'source_refreshed' ? SOURCE_IDS : ['egib', ...sources])];
  }),
);

/** The cadastre is one of them always: without it no parcel is known. */
export const registersTelling = (event: EventName): ReadonlySet<SourceId> =>
  REGISTERS.get(event) ?? new Set();
