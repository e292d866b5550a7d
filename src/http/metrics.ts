// What Prometheus scrapes: requests, durations and credits by operation, caches by name, and the process itself.

import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client';
import type { Billing } from '../contract/answers.ts';
import { CacheRegistry } from '../service/snapshot/cache.ts';

export interface Metrics {
  readonly contentType: string;
  observe(operation: string, http: number, billing: Billing, seconds: number): void;
  text(): Promise<string>;
  /** For whoever adds up those of several processes. */
  json(): Promise<MetricObject[]>;
  /** The same, at most a second old: to work it out takes milliseconds, and anybody may ask. */
  recentText(): Promise<string>;
}

const FRESH_MS = 1_000;

export function createMetrics(caches = new CacheRegistry()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addCacheMetrics(registry, caches);
  const durations = new Histogram({
    name: 'miedza_request_seconds',
    help: 'Time from routing to the answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  let text: Promise<string> | null = null;
  const answered = new Map<string, Answered>();
  addRequestMetrics(registry, answered);
  return {
    contentType: registry.contentType,
    observe(operation, http, billing, seconds) {
      const name = `${http} ${operation}`;
      let known = answered.get(name);
      if (!known) {
        // Finding the series of its labels costs more than counting: it is looked up once.
        known = {
          operation,
          http: String(http),
          requests: 0,
          charged: 0,
          durations: durations.labels(operation),
        };
        answered.set(name, known);
      }
      known.requests += 1;
      known.charged += billing.charged;
      known.durations.observe(seconds);
    },
    text: () => registry.metrics(),
    json: async () => (await registry.getMetricsAsJSON()) as MetricObject[],
    recentText() {
      if (text) return text;
      setTimeout(() => {
        text = null;
      }, FRESH_MS).unref();
      text = registry.metrics();
      return text;
    },
  };
}

/** Answers of an operation with one HTTP status. */
interface Answered {
  readonly operation: string;
  readonly http: string;
  requests: number;
  charged: number;
  readonly durations: { observe(seconds: number): void };
}

/** Counted as plain numbers, and told when they are scraped. */
function addRequestMetrics(registry: Registry, answered: ReadonlyMap<string, Answered>): void {
  new Counter({
    name: 'miedza_requests_total',
    help: 'Requests by operation and HTTP status.',
    labelNames: ['operation', 'http'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, http, requests } of answered.values()) this.inc({ operation, http }, requests);
    },
  });
  new Counter({
    name: 'miedza_credits_charged_total',
    help: 'Requests charged, by operation.',
    labelNames: ['operation'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, charged } of answered.values())
        if (charged > 0) this.inc({ operation }, charged);
    },
  });
}

/** Read from the caches when they are scraped: to count costs a request nothing more. */
function addCacheMetrics(registry: Registry, caches: CacheRegistry): void {
  const labelNames = ['cache'] as const;
  const registers = [registry];
  for (const figure of ['hits', 'misses'] as const) {
    new Counter({
      name: `miedza_cache_${figure}_total`,
      help: `Lookups that were ${figure}, by cache.`,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { name, [figure]: count } of caches.figures()) this.inc({ cache: name }, count);
      },
    });
  }
  for (const [figure, help] of [
    ['entries', 'Entries held, by cache.'],
    ['bytes', 'Bytes held, about, by cache.'],
  ] as const) {
    new Gauge({
      name: `miedza_cache_${figure}`,
      help,
      labelNames,
      registers,
      collect() {
        for (const { name, [figure]: count } of caches.figures()) this.set({ cache: name }, count);
      },
    });
  }
}
