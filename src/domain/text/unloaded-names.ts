// Names of voivodeships, powiaty, gminy and districts that exist and are in no loaded register: understood as they are written or
// inflected, never as the misspelling of another, and only where nothing loaded bears the name.

import type { AdminDirectory } from '../places/admin-units.ts';
import { VOIVODESHIPS } from '../places/voivodeships.ts';
import { foldName } from './fold.ts';
import type { Place } from './place.ts';

const NOWHERE: readonly Place[] = [];

/** Regions by the voivodeships that they lie in: "Łazy na Śląsku". */
const REGIONS: readonly (readonly [region: string, voivodeships: string])[] = [
  ['Śląsk', '24 16'],
  ['Górny Śląsk', '24 16'],
  ['Dolny Śląsk', '02'],
  ['Pomorze', '22 32'],
  ['Pomorze Zachodnie', '32'],
  ['Kaszuby', '22'],
  ['Żuławy', '22 28'],
  ['Mazury', '28'],
  ['Warmia', '28'],
  ['Podlasie', '20 06'],
  ['Kujawy', '04'],
  ['Wielkopolska', '30'],
  ['Małopolska', '12'],
  ['Podhale', '12'],
  ['Podkarpacie', '18'],
  ['Bieszczady', '18'],
  ['Lubelszczyzna', '06'],
  ['Opolszczyzna', '16'],
  ['Kielecczyzna', '26'],
];

export class UnloadedNames {
  readonly #names = new Map<string, Place[]>();
  readonly #words = new Set<string>();
  readonly #beginnings = new Map<string, Place[]>();

  constructor({ unloaded }: AdminDirectory) {
    for (const gmina of unloaded.gminy) this.#add({ kind: 'gmina', name: gmina.name, gmina });
    for (const { name, gmina } of unloaded.districts) this.#add({ kind: 'gmina', name, gmina });
    for (const [code, name] of unloaded.powiaty) this.#add({ kind: 'powiat', name, code });
    for (const [code, name] of unloaded.voivodeships) this.#add({ kind: 'voivodeship', name, code });
    for (const [region, codes] of REGIONS)
      for (const code of codes.split(' '))
        this.#add({ kind: 'voivodeship', name: VOIVODESHIPS.get(code) ?? region, code }, foldName(region));
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

  #add(place: Place, key = foldName(place.name)): void {
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
