// Names of voivodeships, powiaty, gminy and districts that exist and are in no loaded register: understood as they are written or
// inflected, never as the misspelling of another, and only where nothing loaded bears the name.

import type { AdminDirectory } from '../places/admin-units.ts';
import { foldName } from './fold.ts';
import type { Place } from './place.ts';

const NOWHERE: readonly Place[] = [];

export class UnloadedNames {
  readonly #names = new Map<string, Place[]>();
  readonly #words = new Set<string>();
  readonly #beginnings = new Map<string, Place[]>();

  constructor({ unloaded }: AdminDirectory) {
    for (const gmina of unloaded.gminy) this.#add({ kind: 'gmina', name: gmina.name, gmina });
    for (const { name, gmina } of unloaded.districts) this.#add({ kind: 'gmina', name, gmina });
    for (const [code, name] of unloaded.powiaty) this.#add({ kind: 'powiat', name, code });
    for (const [code, name] of unloaded.voivodeships) this.#add({ kind: 'voivodeship', name, code });
  }

  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Whether a name of more words begins so. */
  hasBeginning(words: string): boolean {
    return this.#beginnings.has(words);
  }

  /** What has a longer name that begins so. */
  placesBegun(words: string): readonly Place[] {
    return this.#beginnings.get(words) ?? NOWHERE;
  }

  placesNamed(key: string): readonly Place[] {
    return this.#names.get(key) ?? NOWHERE;
  }

  keys(): IterableIterator<string> {
    return this.#names.keys();
  }

  #add(place: Place): void {
    const key = foldName(place.name);
    const known = this.#names.get(key);
    if (known) known.push(place);
    else this.#names.set(key, [place]);
    const words = key.split(' ');
    for (const [at, word] of words.entries()) {
      this.#words.add(word);
      if (at > 0) this.#addBegun(words.slice(0, at).join(' '), place);
    }
  }

  #addBegun(words: string, place: Place): void {
    const begun = this.#beginnings.get(words);
    if (begun) begun.push(place);
    else this.#beginnings.set(words, [place]);
  }
}
