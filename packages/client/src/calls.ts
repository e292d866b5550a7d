// What can be asked and what comes back, typed from the contract. Only types cross over from there: at run time the
// client brings neither the schemas nor their library with it.

import type {
  BatchFeatures,
  BatchItem,
  Candidate,
  ChangeEvent,
  CheckFeature,
  CheckResult,
  CorpusCoverage,
  Envelope,
  ErrorBody,
  EventSummary,
  GeoJsonOperation,
  LayerAnswer,
  LayerKey,
  OperationName,
  Operations,
  Page,
  ParcelFeature,
  ParcelFeatures,
  ParcelRecord,
  ShortCheckResult,
  ShortRecord,
  SourceRef,
} from './contract.ts';

/** Method and path of every operation. The literal types are those of the contract: a wrong path does not compile. */
export const CALLS: {
  readonly [N in OperationName]: readonly [method: Operations[N]['method'], path: Operations[N]['path']];
} = {
  resolve: ['GET', '/v1/resolve'],
  suggest: ['GET', '/v1/suggest'],
  parcel: ['GET', '/v1/parcel'],
  parcel_batch: ['POST', '/v1/parcel/batch'],
  search: ['GET', '/v1/search'],
  search_polygon: ['POST', '/v1/search'],
  layer: ['GET', '/v1/layer/{layer}'],
  check: ['GET', '/v1/check'],
  events: ['GET', '/v1/events'],
  sources: ['GET', '/v1/sources'],
  gmina_planning_by_code: ['GET', '/v1/gminy/{teryt}/planning'],
  gmina_planning: ['GET', '/v1/gminy/planning'],
  usage: ['GET', '/v1/usage'],
  subscription_create: ['POST', '/v1/subscriptions'],
  subscriptions: ['GET', '/v1/subscriptions'],
  subscription: ['GET', '/v1/subscriptions/{subscription}'],
  subscription_delete: ['DELETE', '/v1/subscriptions/{subscription}'],
  subscription_test: ['POST', '/v1/subscription-test'],
  ogc_items: ['GET', '/ogc/collections/{collection}/items'],
  ogc_feature: ['GET', '/ogc/collections/{collection}/items/{feature}'],
  openapi: ['GET', '/v1/openapi.json'],
};

type SentOf<N extends OperationName> = Operations[N]['input'];

/** What an operation takes. What has a default may be left out. */
export type Input<N extends OperationName> = N extends 'parcel_batch'
  ? Omit<SentOf<N>, 'items' | 'detail'> & { items: BatchItem[]; detail?: 'full' }
  : N extends 'events'
    ? Omit<SentOf<N>, 'summary'> & { summary?: false }
    : N extends 'check' | 'parcel'
      ? Omit<SentOf<N>, 'detail'> & { detail?: 'full' }
      : SentOf<N>;

/** Operations with a short form. */
type ShortName = 'check' | 'parcel' | 'parcel_batch';
export type ShortInput<N extends ShortName> = Omit<Input<N>, 'detail'> & { detail: 'short' };
export type ShortAnswer<N extends ShortName> =
  | Ok<N extends 'check' ? ShortCheckResult : N extends 'parcel' ? ShortRecord : ItemOf<ShortRecord>[]>
  | Ambiguous
  | NotFound
  | NotCovered;

/** Events counted instead of listed. */
export type EventSummaryInput = Omit<SentOf<'events'>, 'summary' | 'limit' | 'cursor'> & { summary: true };
export type EventSummaryAnswer = Ok<EventSummary> | Ambiguous | NotFound | NotCovered;

/** What the method of an operation gives, where neither a summary nor the short form is asked for. */
type Given<N extends OperationName> = N extends 'events'
  ? ChangeEvent[]
  : N extends 'check'
    ? CheckResult
    : N extends 'parcel'
      ? ParcelRecord
      : N extends 'parcel_batch'
        ? ItemOf<ParcelRecord>[]
        : Operations[N]['result'];

/** An item of a batch, in an envelope of its own. */
type ItemOf<R> = Omit<Operations['parcel_batch']['result'][number], 'result'> & { result: R | null };

export type PagedName = 'search' | 'search_polygon' | 'events';
type Frame = Pick<Envelope, 'query' | 'billing'>;

export interface Ok<R> extends Frame {
  readonly status: 'ok';
  readonly result: R;
}

/** Several readings, none picked: choose a candidate and ask again by its id. */
export interface Ambiguous extends Frame {
  readonly status: 'ambiguous';
  readonly result: null;
  readonly candidates: Candidate[];
  readonly corpus_coverage?: CorpusCoverage;
}

/** The place is loaded and holds nothing of that name or number. */
export interface NotFound extends Frame {
  readonly status: 'not_found';
  readonly result: null;
  readonly error: ErrorBody;
  readonly candidates?: Candidate[];
  readonly corpus_coverage?: CorpusCoverage;
}

/** The place is outside of what the server holds. */
export interface NotCovered extends Frame {
  readonly status: 'not_covered';
  readonly result: null;
  readonly candidates?: Candidate[];
}

type Extra<N extends OperationName> = N extends 'search' | 'search_polygon'
  ? { readonly page: Page; readonly sources: SourceRef[] }
  : N extends PagedName
    ? { readonly page: Page }
    : N extends 'resolve'
      ? { readonly candidates: Candidate[]; readonly corpus_coverage: CorpusCoverage }
      : unknown;

/** What an operation answers. A failure (status error) is thrown as MiedzaError instead. */
export type Answer<N extends OperationName> = (Ok<Given<N>> & Extra<N>) | Ambiguous | NotFound | NotCovered;

/** GIS programs have their own way to OGC API Features. */
export type FeatureOperation = Exclude<GeoJsonOperation, 'ogc_items' | 'ogc_feature'>;

interface FeaturesOf extends Record<FeatureOperation, object> {
  parcel: ParcelFeature;
  check: CheckFeature;
  parcel_batch: BatchFeatures;
  search: ParcelFeatures;
  search_polygon: ParcelFeatures;
}

/** What an operation answers as GeoJSON; what is no answer stays an envelope. */
export type FeatureAnswer<N extends FeatureOperation> =
  | (FeaturesOf[N] & { readonly status: 'ok' })
  | Ambiguous
  | NotFound
  | NotCovered;

/** As Answer<'layer'>, with the value of the layer that was asked for. */
export type LayerAnswerOf<L extends LayerKey> =
  | { [K in L]: Ok<{ id: string; layer: K; answer: LayerAnswer<K> }> }[L]
  | Ambiguous
  | NotFound
  | NotCovered;
