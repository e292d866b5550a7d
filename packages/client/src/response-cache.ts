// Answers kept by URL with their ETag, so that an unchanged one costs nothing. Bounded: the one not used for longest
// goes first. Kept as text: what a caller does to an answer cannot change the next one.

export interface Kept {
  readonly etag: string;
  readonly text: string;
}

export class ResponseCache {
  readonly #answers = new Map<string, Kept>();
  readonly #most: number;
  #characters = 0;

  constructor(most_characters: number) {
    this.#most = most_characters;
  }

  find(url: string): Kept | undefined {
    const kept = this.#answers.get(url);
    if (kept) {
      // A map keeps the order of insertion: the last used stands last.
      this.#answers.delete(url);
      this.#answers.set(url, kept);
    }
    return kept;
  }

  keep(url: string, kept: Kept): void {
    this.#drop(url);
    if (kept.text.length > this.#most) return;
    this.#answers.set(url, kept);
    this.#characters += kept.text.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(url: string): void {
    this.#characters -= this.#answers.get(url)?.text.length ?? 0;
    this.#answers.delete(url);
  }
}
