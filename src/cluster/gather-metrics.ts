// The metrics of all processes of a server as one text. Counters of a worker that is gone are counted on, as far as they were last
// seen: a sum that falls would look like a restart of everything.

import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';

type ProcessMetrics = readonly MetricObject[];

export interface GatheredMetrics {
  readonly contentType: string;
  /** Of the workers that are there now, by their ids; null of one that did not answer. */
  text(workers: ReadonlyMap<number, ProcessMetrics | null>): Promise<string>;
  /** A worker is gone. */
  forget(id: number): Promise<void>;
}

const LASTING: ReadonlySet<unknown> = new Set(['counter', 'histogram']);

export function gatherMetrics(own: Registry): GatheredMetrics {
  const lastSeen = new Map<number, ProcessMetrics>();
  let gone: ProcessMetrics = [];
  const sum = (all: readonly ProcessMetrics[]) => AggregatorRegistry.aggregate(all.map((one) => [...one]));
  return {
    contentType: own.contentType,
    async text(workers) {
      for (const [id, told] of workers) if (told) lastSeen.set(id, told);
      const ours = (await own.getMetricsAsJSON()) as MetricObject[];
      const known = [...workers.keys()].flatMap((id) => [lastSeen.get(id) ?? []]);
      return sum([...known, gone, ours]).metrics();
    },
    async forget(id) {
      const last = lastSeen.get(id) ?? [];
      lastSeen.delete(id);
      const lasting = last.filter(({ type }) => LASTING.has(type));
      gone = (await sum([gone, lasting]).getMetricsAsJSON()) as MetricObject[];
    },
  };
}
