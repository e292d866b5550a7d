// The names of the country by their folded words: gminy, powiaty, voivodeships, obręby, localities, streets. Built once per dataset,
// in steps where somebody may be waiting, and asked by key; how texts spell names is the business of name-index.ts.

import type { AdminDirectory, Gmina } from '../places/admin-units.ts';
import { unitOf } from '../places/parcel-id.ts';
import { foldName } from './fold.ts';
import { NameEndings } from './name-endings.ts';
import type { Locality, LocalityPlace, Place, StreetPlace } from './place.ts';
import { ITEMS_A_STEP } from './sort-in-steps.ts';
import { StreetInitials } from './street-initials.ts';
import { UnloadedNames } from './unloaded-names.ts';
import { firstAtLeast, sortWords, WordList } from './word-list.ts';

/** A street is known without its first word by no less than this: "II" alone says nothing. */
const LEAST_SHORTENED = 5;

const NOWHERE: never[] = [];

export class NameTable {
  /** One place or several: most names are borne once, and an array for each would be most of the memory. */
  readonly #names = new Map<string, Place | Place[]>();
  /** Beginnings of names with more words, so that a walk over the text knows when to stop. */
  readonly #beginnings = new Set<string>();
  /** Streets by all but their first word, often a given name: "kosciuszki" → "tadeusza kosciuszki". */
  readonly #short = new Map<string, string[]>();
  readonly initials = new StreetInitials();
  readonly endings = new NameEndings();
  /** Of names that are loaded. */
  readonly words = new WordList();
  #localities = 0;
  #streets = 0;
  #sorted: readonly string[] = [];
  readonly #admin: AdminDirectory;
  readonly unloaded: UnloadedNames;

  /** Localities and streets are many, and added as they are read. */
  constructor(admin: AdminDirectory) {
    this.#admin = admin;
    this.unloaded = new UnloadedNames(admin);
    for (const gmina of admin.gminy) this.#add({ kind: 'gmina', name: gmina.name, gmina });
    for (const { name, gmina } of admin.districts) this.#add({ kind: 'gmina', name, gmina });
    for (const [code, name] of admin.powiaty) this.#add({ kind: 'powiat', name, code });
    // Two voivodeships have a powiat brzeski: one that is loaded does not stand for the other.
    for (const [code, name] of admin.unloaded.powiaty)
      if (this.#names.has(foldName(name))) this.#add({ kind: 'powiat', name, code });
    for (const [code, name] of voivodeshipsOf(admin.gminy)) this.#add({ kind: 'voivodeship', name, code });
    for (const obreb of admin.obreby.values()) {
      const gmina = admin.gminaOfUnit(unitOf(obreb.id));
      if (!gmina || obreb.name === null) continue;
      const key = foldName(obreb.name);
      if (!this.#names.has(key)) this.endings.add(key);
      this.#add({ kind: 'obreb', name: obreb.name, obreb, gmina }, key);
    }
  }

  /** May be told again; null where its gmina is not known. */
  addLocality({ name, gmina: code }: Locality): LocalityPlace | null {
    const gmina = this.#admin.gminaByCode(code);
    if (!gmina) return null;
    const key = foldName(name);
    const known = this.loadedPlaces(key).find((place) => place.kind === 'locality' && place.gmina === gmina);
    if (known?.kind === 'locality') return known;
    const place: LocalityPlace = { kind: 'locality', name, gmina, number: this.#localities++ };
    this.#add(place, key);
    return place;
  }

  /** May be told again. */
  addStreet(name: string): StreetPlace {
    const key = foldName(name);
    const known = this.loadedPlaces(key).find(({ kind }) => kind === 'street');
    if (known?.kind === 'street') return known;
    const place: StreetPlace = { kind: 'street', name, number: this.#streets++ };
    this.#add(place, key);
    this.#addShort(key);
    this.initials.add(key);
    return place;
  }

  #addShort(key: string): void {
    const short = key.slice(key.indexOf(' ') + 1);
    if (short === key || short.length < LEAST_SHORTENED || /^\d/.test(key)) return;
    const known = this.#short.get(short);
    if (known) known.push(key);
    else this.#short.set(short, [key]);
    for (let end = short.indexOf(' '); end > 0; end = short.indexOf(' ', end + 1)) {
      this.#beginnings.add(short.slice(0, end));
    }
  }

  /** After the last name: makes, step by step, what the first misspelt word would otherwise wait for. */
  *prepare(): Generator<void> {
    yield* this.words.prepare();
    const keys: string[] = [];
    for (const key of this.#names.keys()) {
      if (keys.length % ITEMS_A_STEP === 0) yield;
      keys.push(key);
    }
    this.#sorted = yield* sortWords(keys);
  }

  get size(): number {
    return this.#names.size;
  }

  /** All names, folded, each once, in the order of their letters' codes; once they are prepared. */
  *keys(): Generator<string> {
    const unloaded = [...this.unloaded.keys()].filter((key) => !this.#names.has(key)).sort();
    let next = 0;
    for (const key of this.#sorted) {
      for (let other = unloaded[next]; other !== undefined && other < key; other = unloaded[next]) {
        next += 1;
        yield other;
      }
      yield key;
    }
    yield* unloaded.slice(next);
  }

  /** Whether some name goes on behind these words. */
  isBeginning(words: string): boolean {
    return this.#beginnings.has(words) || this.unloaded.hasBeginning(words);
  }

  /** The same of names that are loaded. */
  isLoadedBeginning(words: string): boolean {
    return this.#beginnings.has(words);
  }

  /** Streets whose name goes on so behind its first word. */
  streetsShortened(key: string): readonly string[] {
    return this.#short.get(key) ?? NOWHERE;
  }

  hasWord(word: string): boolean {
    return this.words.has(word) || this.unloaded.hasWord(word);
  }

  /** The first names in alphabetical order that begin so. */
  keysFrom(prefix: string, most: number): string[] {
    const from = firstAtLeast(this.#sorted, prefix);
    const keys = this.#sorted.slice(from, from + most);
    return keys.filter((key) => key.startsWith(prefix));
  }

  #add(place: Place, key = foldName(place.name)): void {
    if (key === '') return;
    const known = this.#names.get(key);
    if (!known) {
      this.#names.set(key, place);
      let from = 0;
      for (let end = key.indexOf(' '); end > 0; end = key.indexOf(' ', from)) {
        this.#beginnings.add(key.slice(0, end));
        this.words.add(key.slice(from, end));
        from = end + 1;
      }
      this.words.add(key.slice(from));
    } else if (Array.isArray(known)) known.push(place);
    else this.#names.set(key, [known, place]);
  }

  /** Those that are loaded, or of that name elsewhere. */
  placesOf(key: string): readonly Place[] {
    const loaded = this.loadedPlaces(key);
    return loaded.length > 0 ? loaded : this.unloaded.placesNamed(key);
  }

  loadedPlaces(key: string): readonly Place[] {
    const named = this.#names.get(key);
    if (!named) return NOWHERE;
    return Array.isArray(named) ? named : [named];
  }

  /** Whether it is more than a gmina that the register lists and of which no obręb is loaded. */
  isHere(place: Place): boolean {
    return place.kind !== 'gmina' || this.#admin.obrebyOf(place.gmina.teryt).length > 0;
  }
}

function voivodeshipsOf(gminy: readonly Gmina[]): Map<string, string> {
  return new Map(gminy.map((gmina) => [gmina.voivodeship, gmina.voivodeship_name]));
}
