// The one bounded cache type: the least recently used entries are evicted first. Each cache has a name and two bounds, and
// counts hits and misses for /metrics in the registry of its app. Knows nothing of what is cached.

import { LRUCache } from 'lru-cache';

export interface CacheOptions<K, V> {
  /** The label in /metrics. */
  readonly name: string;
  readonly max_entries: number;
  readonly max_bytes: number;
  /** About what an entry takes in memory; one larger than all of the cache is not cached. */
  readonly bytesOf: (value: V, key: K) => number;
}

export interface CacheFigures {
  readonly name: string;
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

export interface CacheCounts {
  hits: number;
  misses: number;
}

type Size = Pick<CacheFigures, 'entries' | 'bytes'>;

/** Keys are texts, or objects compared by identity. */
type Key = string | number | object;

export class Cache<K extends Key, V extends object | true> {
  readonly #entries: LRUCache<K, V>;
  readonly #counts: CacheCounts;

  constructor({ max_entries, max_bytes, bytesOf }: CacheOptions<K, V>, counts: CacheCounts) {
    this.#entries = new LRUCache({
      max: max_entries,
      maxSize: max_bytes,
      sizeCalculation: (value, key) => Math.max(1, bytesOf(value, key)),
    });
    this.#counts = counts;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) this.#counts.misses += 1;
    else this.#counts.hits += 1;
    return value;
  }

  /** Whether it is there: no hit and no use. */
  has(key: K): boolean {
    return this.#entries.has(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  get entries(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }
}

/** The caches of one app. */
export class CacheRegistry {
  readonly #named = new Map<string, { readonly counts: CacheCounts; readonly newest: Size }>();
  readonly #share: number;

  /** `share`: which part of their entries and bytes the caches of this process have, where several serve together. */
  constructor(share = 1) {
    this.#share = share;
  }

  /** A cache of the same name takes the place of an older one, as with a new snapshot: hits and misses are counted on. */
  create<K extends Key, V extends object | true>(options: CacheOptions<K, V>): Cache<K, V> {
    const counts = this.#countsOf(options.name);
    const max_entries = Math.ceil(options.max_entries * this.#share);
    const max_bytes = Math.ceil(options.max_bytes * this.#share);
    const newest = new Cache<K, V>({ ...options, max_entries, max_bytes }, counts);
    this.#named.set(options.name, { counts, newest });
    return newest;
  }

  /** For what is bounded in a way of its own: shown like the others, and counted by whoever holds it. */
  show(name: string, newest: Size): CacheCounts {
    const counts = this.#countsOf(name);
    this.#named.set(name, { counts, newest });
    return counts;
  }

  #countsOf(name: string): CacheCounts {
    return this.#named.get(name)?.counts ?? { hits: 0, misses: 0 };
  }

  figures(): CacheFigures[] {
    return [...this.#named].map(([name, { counts, newest }]) => ({
      name,
      ...counts,
      entries: newest.entries,
      bytes: newest.bytes,
    }));
  }
}
