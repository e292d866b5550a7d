// What there is to fetch: which powiaty of which sources are loaded, and which of them are past their refresh target.
// Pure: states and a moment in, a list of jobs out.

import { freshnessOf, type SourceId, type SourceState } from '../../domain/corpus/registers.ts';
import { ENDPOINTS } from './endpoints.ts';

export interface Job {
  readonly source: SourceId;
  /** The powiat, or '' for a source that is fetched once for all. */
  readonly teryt: string;
}

/** 'sample': made by the sample generator, and real data must not be mixed in. 'by hand': nowhere to fetch it from. */
export type PlannedJob =
  | (Job & { readonly need: 'due'; readonly url: string })
  | (Job & { readonly need: 'fresh' | 'sample' | 'by hand' });

export interface RefreshWish {
  /** The sources that can be read, in loading order. */
  readonly order: readonly SourceId[];
  /** Null: those that are loaded. One that is asked for and was never loaded is due. */
  readonly powiaty: readonly string[] | null;
  /** In place of the endpoints' own addresses. */
  readonly urls: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** What turns stale before the next run is due in this one: a daily run starts a few minutes early or late. */
const AHEAD_MS = 2 * 3_600_000;

export function planRefresh(states: readonly SourceState[], wish: RefreshWish): PlannedJob[] {
  return wish.order.flatMap((source) => {
    const loaded = states.filter((state) => state.source === source);
    const endpoint = ENDPOINTS[source];
    if (!endpoint || loaded.length === 0) return [];
    const url = wish.urls[source] ?? endpoint.url;
    const job = (teryt: string, loads: readonly SourceState[]): PlannedJob => {
      const need = needOf(source, loads, wish.now);
      if (need !== 'due') return { source, teryt, need };
      return url === null ? { source, teryt, need: 'by hand' } : { source, teryt, need, url };
    };
    if (endpoint.each === 'once') return [job('', loaded)];
    const powiaty = new Set(loaded.map(({ scope }) => scope.slice(0, 4)).filter((code) => code.length === 4));
    return (wish.powiaty ?? [...powiaty].sort()).map((teryt) => {
      const whole = loaded.filter(({ scope }) => scope === teryt);
      const parts = loaded.filter(({ scope }) => scope.startsWith(teryt));
      return job(teryt, whole.length > 0 ? whole : newest(parts));
    });
  });
}

/** Due when any of the loads is past the refresh target, or when there is none. */
function needOf(source: SourceId, loads: readonly SourceState[], now: Date): 'due' | 'fresh' | 'sample' {
  if (loads.some((state) => state.synthetic)) return 'sample';
  const soon = new Date(now.getTime() + AHEAD_MS);
  const isFresh = (state: SourceState) => freshnessOf(source, state.last_success_at, soon) === 'fresh';
  return loads.length > 0 && loads.every(isFresh) ? 'fresh' : 'due';
}

/** Gminy and obręby of which nothing is left keep their old date: the newest tells when the powiat was looked at. */
function newest(loads: readonly SourceState[]): SourceState[] {
  return loads.toSorted((a, b) => (a.last_success_at < b.last_success_at ? 1 : -1)).slice(0, 1);
}
