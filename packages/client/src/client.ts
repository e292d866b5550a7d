// miedza/client: every operation as a typed method over fetch, in Node 20 or newer and in browsers. Waits and asks again
// when told to, and does not pay twice for an unchanged answer. It knows the contract by its types alone.

import type {
  Answer,
  EventSummaryAnswer,
  EventSummaryInput,
  FeatureAnswer,
  FeatureOperation,
  Input,
  LayerAnswerOf,
  PagedName,
  ShortAnswer,
  ShortInput,
} from './calls.ts';
import { type CallOptions, type ClientOptions, checkCall, checkOptions } from './check-options.ts';
import type { Envelope, LayerKey, OperationName } from './contract.ts';
import { type Kept, ResponseCache } from './response-cache.ts';
import { isPassing, sleep, waitBefore_ms } from './retry.ts';
import {
  parseAnswer,
  readBody,
  readTable,
  requestOf,
  type Sent,
  type TableInput,
  tableRequestOf,
  unreachable,
} from './wire.ts';

export type {
  Ambiguous,
  Answer,
  EventSummaryAnswer,
  EventSummaryInput,
  FeatureAnswer,
  FeatureOperation,
  Input,
  LayerAnswerOf,
  NotCovered,
  NotFound,
  Ok,
  PagedName,
  ShortAnswer,
  ShortInput,
} from './calls.ts';
export type { CallOptions, ClientOptions } from './check-options.ts';
export type {
  BatchFeatures,
  BatchItem,
  Billing,
  Candidate,
  ChangeEvent,
  CheckFeature,
  CheckItem,
  CheckResult,
  CorpusCoverage,
  Envelope,
  ErrorBody,
  ErrorCode,
  EventSummary,
  Kin,
  LayerAnswer,
  LayerKey,
  OperationName,
  Page,
  ParcelFeature,
  ParcelFeatures,
  ParcelRecord,
  ParcelSummary,
  Query,
  ShortCheckResult,
  ShortRecord,
  Source,
  SourceRef,
  Subscription,
  Suggestion,
  Usage,
  Verdict,
} from './contract.ts';
export { type FailureCode, MiedzaError } from './miedza-error.ts';
export { verifyWebhook, type WebhookEvent } from './verify-webhook.ts';
export type { TableInput } from './wire.ts';

/** About two hundred records, or ten megabytes. */
const KEPT_CHARACTERS = 5_000_000;
const RETRIES = 3;
const LONGEST_WAIT_S = 30;

/** An operation without a method does not compile. */
type Methods = {
  [N in Exclude<OperationName, 'openapi' | 'ogc_items' | 'ogc_feature'>]: (
    input: Input<N>,
    options?: CallOptions,
  ) => Promise<Answer<N>>;
} & { openapi(options?: CallOptions): Promise<Record<string, unknown>> };

export class MiedzaClient implements Methods {
  readonly #url: string;
  readonly #key: string | undefined;
  readonly #lang: string | undefined;
  readonly #retries: number;
  readonly #longest_wait_ms: number;
  readonly #kept: ResponseCache;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: ClientOptions) {
    checkOptions(options);
    this.#url = options.url.replace(/\/+$/, '');
    this.#key = options.key;
    this.#lang = options.lang;
    this.#retries = options.retries ?? RETRIES;
    this.#longest_wait_ms = (options.longest_wait_s ?? LONGEST_WAIT_S) * 1000;
    this.#kept = new ResponseCache(options.kept_characters ?? KEPT_CHARACTERS);
    // Browsers refuse their fetch when it is called as a method of something else, whoever handed it over.
    this.#fetch = (url, init) => (options.fetch ?? globalThis.fetch)(url, init);
  }

  /** Can one build here: verdict, checks, legal basis. */
  check(input: ShortInput<'check'>, options?: CallOptions): Promise<ShortAnswer<'check'>>;
  check(input: Input<'check'>, options?: CallOptions): Promise<Answer<'check'>>;
  check<A>(input: object, options?: CallOptions): Promise<A> {
    return this.#ask('check', input, options);
  }

  /** The sourced record of one parcel. */
  parcel(input: ShortInput<'parcel'>, options?: CallOptions): Promise<ShortAnswer<'parcel'>>;
  parcel(input: Input<'parcel'>, options?: CallOptions): Promise<Answer<'parcel'>>;
  parcel<A>(input: object, options?: CallOptions): Promise<A> {
    return this.#ask('parcel', input, options);
  }

  /** Records of up to 1,000 parcels, each in an envelope of its own. */
  parcel_batch(
    input: ShortInput<'parcel_batch'>,
    options?: CallOptions,
  ): Promise<ShortAnswer<'parcel_batch'>>;
  parcel_batch(input: Input<'parcel_batch'>, options?: CallOptions): Promise<Answer<'parcel_batch'>>;
  parcel_batch<A>(input: object, options?: CallOptions): Promise<A> {
    return this.#ask('parcel_batch', input, options);
  }

  /** One layer of one parcel. */
  layer<L extends LayerKey>(
    input: Input<'layer'> & { layer: L },
    options?: CallOptions,
  ): Promise<LayerAnswerOf<L>> {
    return this.#ask('layer', input, options);
  }

  /** Candidates for a description of a parcel. */
  resolve(input: Input<'resolve'>, options?: CallOptions): Promise<Answer<'resolve'>> {
    return this.#ask('resolve', input, options);
  }

  /** Completions of a text while it is typed. */
  suggest(input: Input<'suggest'>, options?: CallOptions): Promise<Answer<'suggest'>> {
    return this.#ask('suggest', input, options);
  }

  /** Parcels at an address, around a parcel or point, or in a box: one page. */
  search(input: Input<'search'>, options?: CallOptions): Promise<Answer<'search'>> {
    return this.#ask('search', input, options);
  }

  /** Parcels in a polygon: one page. */
  search_polygon(input: Input<'search_polygon'>, options?: CallOptions): Promise<Answer<'search_polygon'>> {
    return this.#ask('search_polygon', input, options);
  }

  /** What changed, newest first: one page; or, with summary, how often what changed. */
  events(input: EventSummaryInput, options?: CallOptions): Promise<EventSummaryAnswer>;
  events(input: Input<'events'>, options?: CallOptions): Promise<Answer<'events'>>;
  events<A>(input: object, options?: CallOptions): Promise<A> {
    return this.#ask('events', input, options);
  }

  /** The registers behind the answers. */
  sources(input: Input<'sources'> = {}, options?: CallOptions): Promise<Answer<'sources'>> {
    return this.#ask('sources', input, options);
  }

  /** Planning status of a gmina by its code. */
  gmina_planning_by_code(
    input: Input<'gmina_planning_by_code'>,
    options?: CallOptions,
  ): Promise<Answer<'gmina_planning_by_code'>> {
    return this.#ask('gmina_planning_by_code', input, options);
  }

  /** Planning status of the gmina of a place. */
  gmina_planning(input: Input<'gmina_planning'>, options?: CallOptions): Promise<Answer<'gmina_planning'>> {
    return this.#ask('gmina_planning', input, options);
  }

  /** Be told what changes, by webhooks. The secret in the answer is shown once. */
  subscription_create(
    input: Input<'subscription_create'>,
    options?: CallOptions,
  ): Promise<Answer<'subscription_create'>> {
    return this.#ask('subscription_create', input, options);
  }

  /** The subscriptions of the key. */
  subscriptions(input: Input<'subscriptions'> = {}, options?: CallOptions): Promise<Answer<'subscriptions'>> {
    return this.#ask('subscriptions', input, options);
  }

  /** One of them. */
  subscription(input: Input<'subscription'>, options?: CallOptions): Promise<Answer<'subscription'>> {
    return this.#ask('subscription', input, options);
  }

  subscription_delete(
    input: Input<'subscription_delete'>,
    options?: CallOptions,
  ): Promise<Answer<'subscription_delete'>> {
    return this.#ask('subscription_delete', input, options);
  }

  /** A test delivery, now. */
  subscription_test(
    input: Input<'subscription_test'>,
    options?: CallOptions,
  ): Promise<Answer<'subscription_test'>> {
    return this.#ask('subscription_test', input, options);
  }

  /** What the key has asked for in a month, and what is left of its quota. */
  usage(input: Input<'usage'> = {}, options?: CallOptions): Promise<Answer<'usage'>> {
    return this.#ask('usage', input, options);
  }

  /** The contract as OpenAPI 3.1. */
  openapi(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#ask('openapi', {}, options);
  }

  /** Any operation by its name. */
  ask<N extends keyof Methods>(name: N, input: Input<N>, options?: CallOptions): ReturnType<Methods[N]> {
    return this.#ask(name, input, options) as ReturnType<Methods[N]>;
  }

  /** parcel, parcel_batch, search or search_polygon as GeoJSON: a Feature or a FeatureCollection. */
  features<N extends FeatureOperation>(
    name: N,
    input: Input<N>,
    options?: CallOptions,
  ): Promise<FeatureAnswer<N>> {
    return this.#ask(name, { ...input, format: 'geojson' }, options);
  }

  /**
   * A batch as a table: CSV with a column q, id or point in, the same columns and ours behind them out. Separated as it came, by
   * comma, semicolon or tab.
   */
  async batch_csv(text: string, input: TableInput = {}, options: CallOptions = {}): Promise<string> {
    checkCall(options);
    const request = tableRequestOf(text, input);
    const response = await this.#send(this.#url + request.path, request, undefined, options);
    const body = await readTable(response, options.signal);
    // Whatever is no table is a failure, told in an envelope.
    if (!response.headers.get('content-type')?.startsWith('text/csv'))
      parseAnswer('parcel_batch', body, response);
    return body;
  }

  /** Page after page of search, search_polygon or events, as answers. One that is not ok is the last. */
  async *pages<N extends PagedName>(
    name: N,
    input: Input<N>,
    options?: CallOptions,
  ): AsyncGenerator<Answer<N>, void, void> {
    let cursor: string | null = null;
    do {
      const asked: object = cursor === null ? input : { ...input, cursor };
      const page: Answer<PagedName> = await this.#ask(name, asked, options);
      // What was asked under one name is what that name answers; the union over the names has lost it.
      yield page as Answer<N>;
      cursor = page.status === 'ok' ? page.page.next_cursor : null;
    } while (cursor !== null);
  }

  /** The body is taken at its word: that it is what the contract says is the server's promise, tested there. */
  async #ask<A>(name: OperationName, input: object, options: CallOptions = {}): Promise<A> {
    checkCall(options);
    const request = requestOf(name, input);
    const url = this.#url + request.path;
    const kept = request.method === 'GET' ? this.#kept.find(url) : undefined;
    const response = await this.#send(url, request, kept, options);
    if (response.status === 304 && kept) return unchanged(kept) as A;
    const text = await readBody(response, options.signal);
    const answer = parseAnswer(name, text, response);
    const etag = response.headers.get('etag');
    if (etag !== null && request.method === 'GET') this.#kept.keep(url, { etag, text });
    return answer as A;
  }

  async #send(url: string, request: Sent, kept: Kept | undefined, options: CallOptions): Promise<Response> {
    const { signal, request_id } = options;
    const init: RequestInit = {
      method: request.method,
      headers: {
        ...(this.#key === undefined ? {} : { 'X-Api-Key': this.#key }),
        ...(this.#lang === undefined ? {} : { 'Accept-Language': this.#lang }),
        ...(request_id === undefined ? {} : { 'X-Request-Id': request_id }),
        ...(kept === undefined ? {} : { 'If-None-Match': kept.etag }),
        ...(request.body === undefined ? {} : { 'Content-Type': request.type ?? 'application/json' }),
      },
      // The server never redirects: a key must not follow to wherever something in between points.
      redirect: 'error',
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(signal === undefined ? {} : { signal }),
    };
    for (let attempt = 0; ; attempt++) {
      const response = await this.#fetch(url, init).catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : unreachable(this.#url, cause);
      });
      if (!isPassing(response.status) || attempt >= this.#retries) return response;
      const retryAfter = response.headers.get('retry-after');
      const wait_ms = (random: number) => waitBefore_ms(attempt, retryAfter, Date.now(), random);
      // What the server asks for decides, not the luck of what is added to it.
      if (wait_ms(0) > this.#longest_wait_ms) return response;
      // Read to its end, so that the connection can be used again.
      await readBody(response, signal);
      await sleep(Math.min(wait_ms(Math.random()), this.#longest_wait_ms), signal);
    }
  }
}

/** As it was, except that this time it was free (spec §4.14). */
function unchanged(kept: Kept): Envelope {
  const envelope: Envelope = JSON.parse(kept.text);
  return {
    ...envelope,
    billing: { ...envelope.billing, charged: 0, refunded: 0, rule: 'free_not_modified' },
  };
}
