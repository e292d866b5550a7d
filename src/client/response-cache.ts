// Answers cached by URL with their ETag, so that an unchanged one costs nothing. Cached as text: what a caller does to an
// answer cannot change the next one.

import { LRUCache } from 'lru-cache';

export interface Kept {
  readonly etag: string;
  readonly text: string;
}

export class ResponseCache {
  /** Null where nothing may be cached. */
  readonly #answers: LRUCache<string, Kept> | null;

  constructor(max_characters: number) {
    const sizeCalculation = ({ text }: Kept) => Math.max(1, text.length);
    this.#answers = max_characters > 0 ? new LRUCache({ maxSize: max_characters, sizeCalculation }) : null;
  }

  find(url: string): Kept | undefined {
    return this.#answers?.get(url);
  }

  /** An answer that is too long for all of the cache takes the older one's place all the same: that one is outdated. */
  keep(url: string, kept: Kept): void {
    this.#answers?.set(url, kept);
  }
}
