// LAYERS: every layer of the contract, one file each, and the tables that follow from them (what its registers feed:
// layer-registers.ts). A layer without a row does not compile. What is particular to one layer is in its file, never here.
// Of the contract only types are imported: compute workers load this file, and need no schemas.

import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { addressLayer } from './address.ts';
import { buildingsLayer } from './buildings.ts';
import type { FactLayer, Facts, ParcelGround, ServedFactLayer, Vicinity } from './facts.ts';
import { floodLayer } from './flood.ts';
import { groundFacts } from './ground.ts';
import { landslideLayer } from './landslide.ts';
import type { AnswerOf, LayerDefinition, StoredLayerKey, ValueEvent } from './layer-definition.ts';
import { mpzpLayer } from './mpzp.ts';
import { permitsLayer } from './permits.ts';
import { planningLayer } from './planning.ts';
import { pogLayer } from './pog.ts';
import { pricesLayer } from './prices.ts';
import { protectedLayer } from './protected.ts';
import { roadAccessLayer } from './road-access.ts';
import { soilLayer } from './soil.ts';
import type { Subject } from './subject.ts';
import { wzLayer } from './wz.ts';

/** In the order in which facts are hashed and events told: a new layer goes last. */
export const LAYERS = {
  pog: pogLayer,
  mpzp: mpzpLayer,
  wz: wzLayer,
  planning: planningLayer,
  soil: soilLayer,
  address: addressLayer,
  flood: floodLayer,
  landslide: landslideLayer,
  protected: protectedLayer,
  buildings: buildingsLayer,
  road_access: roadAccessLayer,
  prices: pricesLayer,
  permits: permitsLayer,
} satisfies { readonly [K in LayerKey]: LayerDefinition<K> };

type Layers = typeof LAYERS;
const DEFINITIONS: readonly LayerDefinition<LayerKey>[] = Object.values(LAYERS);
const WITH_FACTS = DEFINITIONS.filter((layer) => 'collect' in layer);

const SERVED_FACT_LAYERS = WITH_FACTS.map(({ key }) => key);

/** Layers first, what they share last. */
export const FACT_LAYERS: readonly FactLayer[] = [...SERVED_FACT_LAYERS, groundFacts.key];

export const NO_FACTS = Object.fromEntries(FACT_LAYERS.map((layer) => [layer, null])) as Facts;

/** What a register draws on the ground, by what it means here. */
export type EvidenceRole = { [L in ServedFactLayer]: keyof Layers[L]['evidence'] }[ServedFactLayer];

export const evidenceOf = (layer: FactLayer): EvidenceRole[] =>
  layer === 'ground'
    ? groundFacts.drawn_by.flatMap(evidenceOf)
    : (Object.keys(LAYERS[layer].evidence) as EvidenceRole[]);

export const EVIDENCE_ROLES: readonly EvidenceRole[] = SERVED_FACT_LAYERS.flatMap(evidenceOf);

/** Roles that count beyond where they lie: a change of one may move the facts of parcels within this distance. */
export const INFLUENCE_M: { readonly [R in EvidenceRole]?: number } = Object.fromEntries(
  WITH_FACTS.flatMap(({ evidence }) => Object.entries(evidence).filter(([, reach_m]) => reach_m > 0)),
);

const COLLECT: {
  readonly [L in FactLayer]: { collect(parcel: ParcelGround, around: Vicinity<EvidenceRole>): unknown };
} = { ...LAYERS, ground: groundFacts };

/** The facts of one layer, null where nothing is recorded. */
export const collectLayer = (
  layer: FactLayer,
  parcel: ParcelGround,
  around: Vicinity<EvidenceRole>,
): unknown => COLLECT[layer].collect(parcel, around);

const ANSWER: {
  readonly [K in StoredLayerKey]: {
    answer(subject: Subject, corpus: Corpus, day: string, answerOf: AnswerOf): LayerAnswer<K>;
  };
} = LAYERS;

/** The answer of one layer; where it follows from others, these are asked for by `answerOf`. */
export const answerLayer = <K extends StoredLayerKey>(
  key: K,
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): LayerAnswer<K> => ANSWER[key].answer(subject, corpus, day, answerOf);

/** The stored facts that an answer follows from. Nothing else of the parcel is looked at: a test holds each row. */
export const FACTS_OF = Object.fromEntries(
  DEFINITIONS.flatMap((layer) => {
    if (layer.key === 'permits') return [];
    return [[layer.key, layer.follows_from ?? [layer.key]]];
  }),
) as { readonly [K in StoredLayerKey]: readonly [FactLayer, ...FactLayer[]] };

/** Layers whose changes are told. */
export type ToldLayer = { [K in LayerKey]: Layers[K] extends { events: object } ? K : never }[LayerKey];

export const TOLD_LAYERS = DEFINITIONS.flatMap((layer) =>
  'events' in layer ? [layer.key] : [],
) as ToldLayer[];

/** The events that tell changes of a layer's value, layer by layer. */
export const LAYER_EVENTS = TOLD_LAYERS.flatMap((layer) => {
  const events: readonly ValueEvent<never>[] = LAYERS[layer].events;
  return events.map((event) => ({ ...event, layer }));
});
