// The names of gminy and obręby by their folded spelling, in memory, built once per dataset.

import type { AdminDirectory, Gmina, Obreb } from '../admin.ts';
import { fold } from './fold.ts';

export interface NameHits {
  readonly gminy: readonly Gmina[];
  readonly obreby: readonly Obreb[];
}

const NOTHING: NameHits = { gminy: [], obreby: [] };
/** No gmina or obręb in the country has a longer name than this many words. */
const LONGEST_NAME = 6;

export class NameIndex {
  readonly #hits = new Map<string, { gminy: Gmina[]; obreby: Obreb[] }>();
  readonly #obrebyOfGmina = new Map<string, Obreb[]>();

  constructor(admin: AdminDirectory) {
    for (const gmina of admin.gminy) this.#entry(gmina.name).gminy.push(gmina);
    for (const obreb of admin.obreby.values()) {
      if (obreb.name !== null) this.#entry(obreb.name).obreby.push(obreb);
      const gmina = admin.gminaOfUnit(obreb.id.slice(0, 8));
      if (gmina) {
        const list = this.#obrebyOfGmina.get(gmina.teryt);
        if (list) list.push(obreb);
        else this.#obrebyOfGmina.set(gmina.teryt, [obreb]);
      }
    }
  }

  obrebyOf(gmina_teryt: string): readonly Obreb[] {
    return this.#obrebyOfGmina.get(gmina_teryt) ?? [];
  }

  /** The longest names at the start of each stretch of words, each with what bears it. */
  find(words: readonly string[]): NameHits[] {
    const found: NameHits[] = [];
    let start = 0;
    while (start < words.length) {
      const length = this.#longestAt(words, start);
      if (length > 0) found.push(this.#hits.get(words.slice(start, start + length).join(' ')) ?? NOTHING);
      start += Math.max(1, length);
    }
    return found;
  }

  #longestAt(words: readonly string[], start: number): number {
    for (let length = Math.min(LONGEST_NAME, words.length - start); length > 0; length--) {
      if (this.#hits.has(words.slice(start, start + length).join(' '))) return length;
    }
    return 0;
  }

  #entry(name: string): { gminy: Gmina[]; obreby: Obreb[] } {
    const key = fold(name);
    const known = this.#hits.get(key);
    if (known) return known;
    const fresh = { gminy: [], obreby: [] };
    this.#hits.set(key, fresh);
    return fresh;
  }
}
