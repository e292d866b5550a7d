// Counts of events put together from several queries: each name and layer once, the most frequent first.

import type { EventCount } from './reads.ts';
import { eventCountOf, type Row } from './rows.ts';

export class EventCounts {
  readonly #counts = new Map<string, EventCount>();

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const one = eventCountOf(row);
      const key = `${one.event} ${one.layer}`;
      const known = this.#counts.get(key);
      this.#counts.set(key, known ? joined(known, one) : one);
    }
  }

  list(): EventCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count || (a.event < b.event ? -1 : 1));
  }
}

function joined(one: EventCount, other: EventCount): EventCount {
  return {
    ...one,
    count: one.count + other.count,
    first: one.first < other.first ? one.first : other.first,
    last: one.last > other.last ? one.last : other.last,
  };
}
