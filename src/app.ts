// The app as a function: a data folder and settings in, a server ready to listen out. Started elsewhere.

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { FeatureCollectionName } from './contract/inputs.ts';
import { createServer } from './http/http-server.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import type { Basemap, WebPageParts } from './http/page-routes.ts';
import type { McpParts } from './mcp/endpoint.ts';
import type { OAuthSettings } from './mcp/oauth.ts';
import { mountMcp } from './mcp/routes.ts';
import { openStore, type StorePlace } from './open-store.ts';
import { pageFiles, viewerFile, type WebPageState } from './page-files.ts';
import { mountEventStream } from './push/event-stream.ts';
import { createPush } from './push/push.ts';
import { createHandle } from './service/handle.ts';
import { termsOf } from './service/operations/feature-items.ts';
import type { HandleCall } from './service/pipeline/call.ts';
import { type Clock, createClock } from './service/pipeline/clock.ts';
import { inSlicesWhenLong } from './service/pipeline/event-loop.ts';
import { readExampleId } from './service/pipeline/run-question.ts';
import { CacheRegistry } from './service/snapshot/cache.ts';
import { createWarmer } from './service/snapshot/name-index-warmer.ts';
import { createSnapshotCache } from './service/snapshot/snapshot-cache.ts';
import type { ConfiguredKey, KeyLimits, Ledger } from './store/accounts.ts';
import { DEFAULT_LIMITS } from './store/key-rules.ts';
import { LeasedLimiter, type TokenSource } from './store/leased-limiter.ts';
import type { OpenedAccounts } from './store/opened-accounts.ts';
import { limitPageApart } from './store/postgis/rate-limiter.ts';
import { MOST_ADDRESSES, RateLimiter } from './store/sqlite/rate-limiter.ts';
import { mountTiles } from './tiles/tile-routes.ts';
import { createTileset } from './tiles/tileset.ts';

/** What the processes of one server have in common. */
export interface SharedAccounts {
  readonly processes: number;
  /** Buckets of keys, and of client addresses. */
  readonly keys: TokenSource;
  readonly addresses: TokenSource;
  /** The ledger that all have in common, for a process that can write usage itself. */
  ledger(own: Ledger): Ledger;
  /** Rejects where usage cannot be written. */
  probe(): Promise<void>;
  /** The metrics of all of them. */
  metricsText(): Promise<string>;
}

interface ServiceSettings extends StorePlace {
  readonly log?: Logger;
  readonly public_url?: string | null;
  /** Networks that webhooks may reach beside the public internet. */
  readonly push_networks?: readonly string[];
  /** Given to a process that serves together with others. */
  readonly shared?: SharedAccounts | null;
  readonly signup_url: string;
  readonly clock?: Clock;
}

export interface AppSettings extends ServiceSettings {
  readonly log: Logger;
  readonly api_key: string | null;
  readonly static_limits?: KeyLimits;
  readonly mcp_origins?: readonly string[];
  /** Access tokens are read at /mcp when set; needs public_url. */
  readonly oauth?: OAuthSettings | null;
  /** Requests a second that an address may send without a valid key; null: any number. */
  readonly address_rate?: number | null;
  readonly trusted_proxies?: readonly string[];
  /** Metrics are served at another address, by `metrics`. */
  readonly metrics_apart?: boolean;
  /** Whether the page and its tiles are served. */
  readonly page?: boolean;
  readonly basemap?: Basemap | null;
}

export interface App {
  readonly server: FastifyInstance;
  readonly handle: HandleCall;
  /** A parcel that is held, to try; null where there is none. */
  exampleId(): Promise<string | null>;
  readonly page_state: WebPageState;
  readonly metrics: Metrics;
  /** No new connections, requests under way are answered and recorded, then everything is closed. */
  close(): Promise<void>;
}

/** A balancer that waits longer would take it for ready. */
const READY_MS = 2_000;

/** Rejects when `work` has not ended in time; it goes on then, and nobody hears of it. */
async function within<T>(limit_ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${limit_ms} ms`)), limit_ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** For the operator's own use: generous, so that trying things out does not hit a wall. */
export const OWN_LIMITS: KeyLimits = { rate_per_s: 1_000, burst: 2_000, monthly_quota: null };

export function openApp(settings: AppSettings): App {
  const { api_key, static_limits = OWN_LIMITS } = settings;
  const service = openService(settings, api_key === null ? null : { secret: api_key, limits: static_limits });
  const { store, accounts, handle, caches, warmer } = service;
  const { shared = null } = settings;
  let stopping = false;
  /** Both halves of every answer: facts can be read, and what they cost can be written down. */
  async function ready(): Promise<boolean> {
    if (stopping) return false;
    const probing = (async () => {
      await store.probe();
      await accounts.probe();
      await shared?.probe();
      return true;
    })();
    try {
      return await within(READY_MS, probing);
    } catch (error) {
      settings.log.error({ err: error }, 'not ready');
      return false;
    }
  }
  const own = createMetrics(caches);
  const metrics = shared ? { ...own, recentText: shared.metricsText } : own;
  const { log, trusted_proxies = [], metrics_apart = false } = settings;
  const { page, page_state } = webPageOf(service, settings);
  const server = createServer({
    handle,
    isKnown: async (secret) => (await accounts.keys.find(secret)) !== undefined,
    log,
    metrics,
    metrics_apart,
    caches,
    ready,
    takeFromAddress: limitAddresses(settings, service.clock),
    trusted_proxies,
    public_url: settings.public_url ?? null,
    heldExtent: service.heldExtent,
    collectionTerms: service.collectionTerms,
    share: shareOf(shared),
    page,
    page_not_built: page_state === 'not_built',
    viewer: viewerFile(),
    mount: (onto, shared) => {
      mountMcp(onto, mcpPartsOf(service, settings), shared);
      mountEventStream(
        onto,
        {
          ...service,
          reader: service.push.reader,
          signup_url: settings.signup_url,
          onFault: (fault) => log.error({ err: fault }, 'event stream'),
        },
        shared,
      );
      if (settings.page) mountTiles(onto, { ...service, ...tilePartsOf(service, settings), metrics }, shared);
    },
  });
  server.addHook('onListen', async () => {
    warmer.warm(null);
    service.push.deliverer.start();
  });
  return {
    server,
    handle,
    exampleId: service.exampleId,
    page_state,
    metrics,
    async close() {
      stopping = true;
      await server.close();
      await service.close();
    },
  };
}

function webPageOf(
  { accounts, clock }: ReturnType<typeof openService>,
  { page = false, basemap = null }: AppSettings,
): { readonly page: WebPageParts | null; readonly page_state: WebPageState } {
  if (!page) return { page: null, page_state: 'turned_off' };
  const files = pageFiles();
  if (!files) return { page: null, page_state: 'not_built' };
  const key = accounts.pageKey(clock.now());
  return key
    ? { page: { key, files, basemap }, page_state: 'served' }
    : { page: null, page_state: 'key_revoked' };
}

const tilePartsOf = (
  service: ReturnType<typeof openService>,
  { signup_url, public_url = null }: AppSettings,
) => ({
  tileset: createTileset(service),
  signup_url,
  public_url,
});

/** In seconds of the rate: a page with some pictures, not a flood. */
const ADDRESS_BURST_S = 5;
function limitAddresses({ address_rate = null, shared }: AppSettings, clock: Clock) {
  if (address_rate === null) return null;
  const limiter = shared
    ? new LeasedLimiter(shared.addresses, MOST_ADDRESSES)
    : new RateLimiter(MOST_ADDRESSES);
  const limits = { rate_per_s: address_rate, burst: address_rate * ADDRESS_BURST_S };
  return async (id: string, weight: number) =>
    (await limiter.take({ id, ...limits }, weight, clock.monotonic_ms())).retry_after_s;
}

/** Budgets for memory are those of one server, however many processes it has. */
const shareOf = (shared: SharedAccounts | null | undefined): number => 1 / (shared?.processes ?? 1);

/**
 * Beside others on the same file, limits and the ledger are those of the process that all of them have in common; a database has
 * them in common itself, but for the many addresses that ask by the key of the page.
 */
function accountsBeside(shared: SharedAccounts, own: OpenedAccounts, { store = null }: StorePlace) {
  const limiter = new LeasedLimiter(shared.keys, MOST_ADDRESSES);
  return store === null
    ? { ...own, limiter, ledger: shared.ledger(own.ledger) }
    : { ...own, limiter: limitPageApart(own.limiter, limiter) };
}

/** The pipeline over a store, without a server; `configured` is a key to accept beside the stored ones. */
export function openService(settings: ServiceSettings, configured: ConfiguredKey | null = null) {
  const clock = settings.clock ?? createClock();
  const { shared = null } = settings;
  const backend = openStore(settings, configured, clock.now, shareOf(shared));
  const { store } = backend;
  const accounts = shared ? accountsBeside(shared, backend.accounts, settings) : backend.accounts;
  const { signup_url } = settings;
  const caches = new CacheRegistry(shareOf(shared));
  const snapshotOf = createSnapshotCache(caches);
  const warmer = createWarmer(store, snapshotOf);
  const push = createPush({
    store,
    snapshotOf,
    clock,
    subscriptions: accounts.subscriptions,
    ledger: accounts.ledger,
    public_url: settings.public_url ?? null,
    networks: settings.push_networks ?? [],
    onFault: (fault) => settings.log?.error({ err: fault }, 'delivering events'),
  });
  const handle = createHandle({
    store,
    push,
    accounts,
    clock,
    signup_url,
    caches,
    snapshotOf,
    onRead: warmer.warm,
  });
  return {
    store,
    accounts,
    caches,
    snapshotOf,
    handle,
    clock,
    warmer,
    push,
    exampleId: () => readExampleId(store, snapshotOf),
    heldExtent: () =>
      store.read(async (reads) => {
        const { held } = await snapshotOf(reads);
        return inSlicesWhenLong((pause) => held.extent(reads, pause));
      }),
    collectionTerms: (collection: FeatureCollectionName) =>
      store.read(async (reads) => termsOf((await snapshotOf(reads)).corpus, collection)),
    async close() {
      await push.deliverer.stop();
      await warmer.stop();
      await backend.close();
    },
  };
}

function mcpPartsOf(service: ReturnType<typeof openService>, settings: AppSettings): McpParts {
  const { handle, caches, accounts, clock } = service;
  const { keys, book } = accounts;
  const { public_url = null, mcp_origins = [], oauth = null, signup_url, log } = settings;
  return {
    handle,
    caches,
    keys,
    public_url,
    origins: mcp_origins,
    oauth:
      oauth === null || public_url === null
        ? null
        : {
            ...oauth,
            public_url,
            signup_url,
            admit: (subject) => book.admit(`oauth:${subject}`, DEFAULT_LIMITS, clock.now()),
          },
    onFault: (fault) => log.debug({ err: fault }, 'mcp'),
  };
}
