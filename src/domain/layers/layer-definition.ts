// What a layer is: all there is to know of one topic in one value, of which layer-table.ts makes every table of layers. Its
// schema is the contract's (contract/layers.ts). No layer stands here.

import type { EventName } from '../../contract/change-events.ts';
import type { LayerAnswer, LayerKey, LayerValue } from '../../contract/layers.ts';
import type { Coverage } from '../../contract/sources.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import type { DerivedLayerKey, FactLayer, ParcelGround, ServedFactLayer, Vicinity } from './facts.ts';
import type { Subject } from './subject.ts';

/** Layers that are answered from stored facts. Permits are found at request time (spec §2.7). */
export type StoredLayerKey = ServedFactLayer | DerivedLayerKey;

/** An answer of one parcel on one day, made at most once (answers-of.ts). */
export type AnswerOf = <K extends StoredLayerKey>(key: K) => LayerAnswer<K>;

/** An event that tells a change of the layer's value. */
export interface ValueEvent<K extends LayerKey> {
  readonly event: EventName;
  readonly tell: (value: LayerValue<K>) => unknown;
  /** What must differ for a change; all that is told where this is absent. */
  readonly by?: (value: LayerValue<K>) => unknown;
  /** Where a value holds several things that change by themselves: the value of each, before and after. */
  readonly each?: (
    before: LayerValue<K>,
    after: LayerValue<K>,
  ) => readonly (readonly [before: unknown, after: unknown])[];
  /** Members that say what is spoken of: told though they are the same. */
  readonly always?: readonly string[];
}

/** The registers behind a layer. */
export interface Registers {
  /** Those that answer: the first that holds the place, the others stand in for it in this order. */
  readonly answered_from: readonly [SourceId, ...SourceId[]];
  /** Those that take part and are never named as the source of an answer. */
  readonly aided_by?: readonly SourceId[];
}

/** A layer whose facts are worked out at ingest from what registers draw on the ground. */
export interface FactLayerDefinition<K extends ServedFactLayer, Role extends string = string>
  extends Registers {
  readonly key: K;
  /** Roles of evidence, with the distance in metres at which a change of one may still move facts; 0: only where it lies. */
  readonly evidence: { readonly [R in Role]: number };
  /** The facts, to be stored as JSON; null where nothing is recorded. */
  collect(parcel: ParcelGround, around: Vicinity<Role>): unknown;
  /** The stored facts that its answer follows from, where these are not its own alone. */
  readonly follows_from?: readonly [FactLayer, ...FactLayer[]];
  answer(subject: Subject, corpus: Corpus, day: string): LayerAnswer<K>;
  readonly events: readonly [ValueEvent<K>, ...ValueEvent<K>[]];
  /** What a register holds of a gmina (six digits) where facts are worked out; absent: covered where a load holds it. */
  coverageInGmina?(source: SourceId, gmina6: string, corpus: Corpus, day: string): Coverage;
  /** Of layers with several registers: what one that is not the source of the answer holds of the parcel. */
  coverageBeside?(source: SourceId, subject: Subject, corpus: Corpus, day: string): Coverage;
}

/** A layer that is put together from others. */
export interface DerivedLayerDefinition<K extends DerivedLayerKey> {
  readonly key: K;
  /** Their registers are its own. */
  readonly parts: readonly [ServedFactLayer, ...ServedFactLayer[]];
  /** The stored facts that its answer follows from. Nothing else of the parcel is looked at: a test holds each row. */
  readonly follows_from: readonly [FactLayer, ...FactLayer[]];
  answer(subject: Subject, corpus: Corpus, day: string, answerOf: AnswerOf): LayerAnswer<K>;
  /** Absent where what changes is told of its parts. */
  readonly events?: readonly [ValueEvent<K>, ...ValueEvent<K>[]];
}

/** The layer that is answered from what lies around the parcel when it is asked for. */
export interface RequestLayerDefinition<K extends Exclude<LayerKey, StoredLayerKey>> extends Registers {
  readonly key: K;
}

export type LayerDefinition<K extends LayerKey> = K extends ServedFactLayer
  ? FactLayerDefinition<K>
  : K extends DerivedLayerKey
    ? DerivedLayerDefinition<K>
    : K extends Exclude<LayerKey, StoredLayerKey>
      ? RequestLayerDefinition<K>
      : never;
