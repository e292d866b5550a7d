// The names of the country in memory, by their folded words: gminy, powiaty, voivodeships, obręby, localities, streets.
// Finds where in a text which names stand, however they were spelt. Built once per dataset, in steps where somebody may
// be waiting; knows no parcels.

import type { AdminDirectory, Gmina } from '../places/admin-units.ts';
import { unitOf } from '../places/parcel-id.ts';
import { bestCover, isExplained } from './cover.ts';
import { foldName } from './fold.ts';
import { lemmasOf } from './inflection.ts';
import { NameEndings } from './name-endings.ts';
import type { Locality, LocalityPlace, NamedUnit, Place, StreetPlace } from './place.ts';
import { ITEMS_A_STEP } from './sort-in-steps.ts';
import {
  COST,
  type Edit,
  type Hit,
  isGuessed,
  nearestHits,
  type Span,
  typosIn,
  type Variant,
  type Walk,
  walkOn,
} from './spelling.ts';
import { finish, type Steps } from './steps.ts';
import { StreetInitials } from './street-initials.ts';
import { has, type Token } from './token.ts';
import { UnloadedNames } from './unloaded-names.ts';
import type { Label } from './vocabulary.ts';
import { firstAtLeast, LEAST_TYPED, sortWords, WordList } from './word-list.ts';

/** How far the spelling may be from the name; the next step is taken when words are left that no name explains. */
const STEPS = ['exact', 'inflected', 'misspelt'] as const;
type Step = (typeof STEPS)[number];

/** Names have at most so many words that matter for finding them. */
const LONGEST_NAME = 6;
/** Typos that one name may have. */
const MOST_TYPOS = 2;
/** A name of initials alone says nothing: one of its words must have this many letters. */
const LEAST_LETTERS = 3;
/** A street is known without its first word by no less than this: "II" alone says nothing. */
const LEAST_SHORTENED = 5;
/** No word of a name is longer; what is, is no word. */
const MOST_LETTERS = 40;
/** Beginnings of names that are followed at once; more come only from rows of initials. */
const MOST_WALKS = 60;
/** Beginnings of names that are followed in one text, whatever stands in it; each takes about a microsecond. */
const MOST_STEPS = 2_000;
/** A text that gives no more than the beginning of a name is offered so many. */
const MOST_BEGUN = 12;
/** Two words written as one have no fewer letters each. */
const LEAST_JOINED = 3;
/** Words looked up last, with what is near them: people ask for the same places again. */
const REMEMBERED_WORDS = 5_000;

const START: Walk = { key: '', edits: [], cost: 0 };
const NOWHERE: never[] = [];

/** "Praga-Pd." */
const COMPASS: ReadonlyMap<string, string> = new Map([
  ['pd', 'poludnie'],
  ['pld', 'poludnie'],
  ['pn', 'polnoc'],
  ['pln', 'polnoc'],
]);

const UNIT_LABELS: readonly Label[] = ['gmina', 'town', 'powiat', 'voivodeship', 'district'];

/** Written or announced as the name of a unit. */
const isProper = (tokens: readonly Token[], at: number): boolean =>
  /^\p{Lu}/u.test(tokens[at]?.text ?? '') || UNIT_LABELS.some((label) => has(tokens[at - 1], label));

const isAny = () => true;

/** What one text may still take; others may be read between its steps. */
interface Effort {
  walks_left: number;
}

export class NameIndex {
  /** One place or several: most names are borne once, and an array for each would be most of the memory. */
  readonly #names = new Map<string, Place | Place[]>();
  /** Beginnings of names with more words, so that a walk over the text knows when to stop. */
  readonly #beginnings = new Set<string>();
  /** Streets by all but their first word, often a given name: "kosciuszki" → "tadeusza kosciuszki". */
  readonly #short = new Map<string, string[]>();
  readonly #initials = new StreetInitials();
  readonly #endings = new NameEndings();
  readonly #variants = new Map<string, Variant[]>();
  readonly #words = new WordList();
  #localities = 0;
  #streets = 0;
  #sorted: readonly string[] = [];
  readonly #admin: AdminDirectory;
  readonly #unloaded: UnloadedNames;

  /** Localities and streets are many, and added as they are read. */
  constructor(admin: AdminDirectory) {
    this.#admin = admin;
    this.#unloaded = new UnloadedNames(admin);
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
      if (!this.#names.has(key)) this.#endings.add(key);
      this.#add({ kind: 'obreb', name: obreb.name, obreb, gmina }, key);
    }
  }

  /** May be told again; null where its gmina is not known. */
  addLocality({ name, gmina: code }: Locality): LocalityPlace | null {
    const gmina = this.#admin.gminaByCode(code);
    if (!gmina) return null;
    const key = foldName(name);
    const known = this.#loaded(key).find((place) => place.kind === 'locality' && place.gmina === gmina);
    if (known?.kind === 'locality') return known;
    const place: LocalityPlace = { kind: 'locality', name, gmina, number: this.#localities++ };
    this.#add(place, key);
    return place;
  }

  /** May be told again. */
  addStreet(name: string): StreetPlace {
    const key = foldName(name);
    const known = this.#loaded(key).find(({ kind }) => kind === 'street');
    if (known?.kind === 'street') return known;
    const place: StreetPlace = { kind: 'street', name, number: this.#streets++ };
    this.#add(place, key);
    this.#addShort(key);
    this.#initials.add(key);
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
    yield* this.#words.prepare();
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
    const unloaded = [...this.#unloaded.keys()].filter((key) => !this.#names.has(key)).sort();
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

  placesNamed(key: string): readonly Place[] {
    return this.#placesOf(key);
  }

  hasWord(word: string): boolean {
    return this.#words.has(word) || this.#unloaded.hasWord(word);
  }

  /** Whether names that are loaded have the word. */
  isPartOfNames(word: string): boolean {
    return this.#words.has(word);
  }

  /** Gminy that are not loaded and bear the name that a village here has, or a longer one. */
  namesakesOf({ hits: [hit] }: Span): readonly Gmina[] {
    if (!hit || isGuessed(hit) || !hit.places.some(({ kind }) => kind === 'obreb' || kind === 'locality'))
      return NOWHERE;
    const listed = this.keysFrom(`${hit.key} `, MOST_BEGUN).flatMap((key) => this.#placesOf(key));
    const unlisted = [...this.#unloaded.placesNamed(hit.key), ...this.#unloaded.placesBegun(hit.key)];
    return [...listed, ...unlisted].flatMap((place) =>
      place.kind === 'gmina' && !this.#isHere(place) ? [place.gmina] : [],
    );
  }

  /** By the six digits of its code. */
  gminaOfSix(six: string): NamedUnit | null {
    const gmina = this.#admin.gminaOfUnit(`${six}_1`);
    return gmina ? { gmina, unit: null, obreb_id: null } : null;
  }

  /** "141803_2", "141803_2.0009" or "1418032". */
  unitOfCode(code: string): NamedUnit | null {
    const [, six = '', type = '', obreb] = /^(\d{6})_?(\d)(?:\.(\d{4}))?$/.exec(code) ?? [];
    if (six === '') return null;
    const gmina = this.#admin.gminaByCode(six + type) ?? this.#admin.gminaOfUnit(`${six}_${type}`);
    if (!gmina) return null;
    // The cadastre has a town and the rural area around it apart, and the districts of a city.
    const unit = `${six}_${type}`;
    const isWhole =
      type === '3' ||
      (type === '1' && !this.#admin.obrebyOf(gmina.teryt).some(({ id }) => unitOf(id) === unit));
    return { gmina, unit: isWhole ? null : unit, obreb_id: obreb === undefined ? null : `${unit}.${obreb}` };
  }

  /** The names that explain the text best: as many words as possible, as near as possible to their spelling. */
  find(tokens: readonly Token[]): readonly Span[] {
    return finish(this.findInSteps(tokens));
  }

  /** The same, a token a step. */
  *findInSteps(tokens: readonly Token[]): Steps<readonly Span[]> {
    const effort: Effort = { walks_left: MOST_STEPS };
    const spans = yield* this.#cover(tokens, isProper, effort);
    // In small letters "dobra" and "nowe" are gminy only where nothing else is named.
    return spans.length > 0 ? spans : yield* this.#cover(tokens, isAny, effort);
  }

  /** `mayBeUnloaded` says at which tokens names begin that are not loaded. */
  *#cover(tokens: readonly Token[], mayBeUnloaded: typeof isProper, effort: Effort): Steps<readonly Span[]> {
    let spans: readonly Span[] = [];
    for (const step of STEPS) {
      const spansAt: Span[][] = [];
      for (let from = 0; from < tokens.length; from++) {
        spansAt.push([
          ...this.#spansFrom(tokens, from, step, mayBeUnloaded(tokens, from), effort),
          ...this.#initialsFrom(tokens, from),
        ]);
        yield;
      }
      spans = bestCover(tokens, spansAt);
      if (isExplained(tokens, spans)) break;
    }
    return spans;
  }

  #add(place: Place, key = foldName(place.name)): void {
    if (key === '') return;
    const known = this.#names.get(key);
    if (!known) {
      this.#names.set(key, place);
      let from = 0;
      for (let end = key.indexOf(' '); end > 0; end = key.indexOf(' ', from)) {
        this.#beginnings.add(key.slice(0, end));
        this.#words.add(key.slice(from, end));
        from = end + 1;
      }
      this.#words.add(key.slice(from));
    } else if (Array.isArray(known)) known.push(place);
    else this.#names.set(key, [known, place]);
  }

  #placesOf(key: string): readonly Place[] {
    const loaded = this.#loaded(key);
    return loaded.length > 0 ? loaded : this.#unloaded.placesNamed(key);
  }

  #loaded(key: string): readonly Place[] {
    const named = this.#names.get(key);
    if (!named) return NOWHERE;
    return Array.isArray(named) ? named : [named];
  }

  /** Whether it is more than a gmina that the register lists and of which no obręb is loaded. */
  #isHere(place: Place): boolean {
    return place.kind !== 'gmina' || this.#admin.obrebyOf(place.gmina.teryt).length > 0;
  }

  #addHits(hits: Hit[], { key, edits, cost }: Walk, mayBeUnloaded: boolean): void {
    const isLoaded = this.#names.has(key);
    const named = isLoaded || mayBeUnloaded ? this.#placesOf(key) : NOWHERE;
    const places = mayBeUnloaded || named.some((place) => this.#isHere(place)) ? named : NOWHERE;
    if (places.length > 0) hits.push({ key, places, edits, cost, isLoaded });
    for (const whole of this.#short.get(key) ?? NOWHERE) {
      const street = this.#placesOf(whole).find((place) => place.kind === 'street');
      if (!street) continue;
      const shortened: Edit = { kind: 'shortened', typed: key, read: street.name };
      hits.push({
        key: whole,
        places: [street],
        edits: [...edits, shortened],
        cost: cost + COST.shortened,
        isLoaded: true,
      });
    }
  }

  /** All names that begin at a token, by walking on while some name begins so. */
  #spansFrom(
    tokens: readonly Token[],
    from: number,
    step: Step,
    mayBeUnloaded: boolean,
    effort: Effort,
  ): Span[] {
    const spans: Span[] = [];
    let hasWord = false;
    let walks: readonly Walk[] = [START];
    for (let at = from; at < from + LONGEST_NAME && walks.length > 0; at++) {
      const token = tokens[at];
      if (!token || !(token.isWord || /^\d{1,4}$/.test(token.word))) break;
      // What a comma or a dash parts is one name only as it is written: "3 - mapa" is not 3 Maja.
      if (at > from && token.afterBreak && step !== 'exact') break;
      hasWord ||= token.word.length >= LEAST_LETTERS;
      const next: Walk[] = [];
      const hits: Hit[] = [];
      // What is, as it stands, the name of a gmina that is not loaded is no misspelling of a village that is.
      const isOwnName =
        step !== 'exact' && this.#unloaded.placesNamed(wordsOf(tokens, from, at + 1)).length > 0;
      for (const variant of this.#variantsOf(token, step, at > from)) {
        for (const before of walks) {
          if (effort.walks_left-- <= 0) continue;
          const walk = walkOn(before, variant);
          if (typosIn(walk.edits) > MOST_TYPOS) continue;
          if (hasWord && !(isOwnName && typosIn(walk.edits) > 0)) this.#addHits(hits, walk, mayBeUnloaded);
          if (this.#beginnings.has(walk.key) || this.#unloaded.hasBeginning(walk.key)) next.push(walk);
        }
      }
      if (step !== 'exact' && at === from && token.isWord) this.#addJoined(hits, token.word);
      // Wola is a district of Warsaw, and how villages begin that are loaded.
      const isUnloaded = hits.length > 0 && hits.every(({ isLoaded }) => !isLoaded);
      if (isUnloaded || (step === 'misspelt' && hits.length === 0 && hasWord)) this.#addBegun(hits, next);
      if (step !== 'exact' && hits.length === 0 && at === from) this.#addEnded(hits, token.word);
      if (hits.length > 0) spans.push({ from, to: at + 1, hits: nearestHits(hits) });
      walks = next.slice(0, MOST_WALKS);
    }
    return spans;
  }

  /** "JP II" */
  #initialsFrom(tokens: readonly Token[], from: number): Span[] {
    const found = this.#initials.at(tokens, from);
    if (!found) return [];
    const { keys, to } = found;
    const hits = keys.slice(0, MOST_BEGUN).map((key): Hit => {
      const places = this.#placesOf(key).filter((place) => place.kind === 'street');
      const edit: Edit = { kind: 'abbreviated', typed: wordsOf(tokens, from, to), read: key };
      return { key, places, edits: [edit], cost: COST.abbreviated, isLoaded: true };
    });
    return [{ from, to, hits }];
  }

  /** "nowaiwiczna" */
  #addJoined(hits: Hit[], word: string): void {
    if (word.length > MOST_LETTERS || this.#words.has(word)) return;
    for (let at = LEAST_JOINED; at <= word.length - LEAST_JOINED; at++) {
      if (!this.#beginnings.has(word.slice(0, at))) continue;
      const key = `${word.slice(0, at)} ${word.slice(at)}`;
      const places = this.#placesOf(key);
      const joined: Edit = { kind: 'joined', typed: word, read: key };
      if (places.length > 0) hits.push({ key, places, edits: [joined], cost: COST.joined, isLoaded: true });
    }
  }

  /** "Zalesie" for Zalesie Dolne and Zalesie Górne, where no place is named so. */
  #addBegun(hits: Hit[], walks: readonly Walk[]): void {
    for (const { key: begun, edits, cost } of walks) {
      if (hits.length >= MOST_BEGUN) return;
      if (typosIn(edits) > 0 && hits.length > 0) continue;
      for (const key of this.keysFrom(`${begun} `, MOST_BEGUN)) {
        const edit: Edit = { kind: 'begun', typed: begun, read: key };
        const places = this.#placesOf(key);
        hits.push({ key, places, edits: [...edits, edit], cost: cost + COST.begun, isLoaded: true });
      }
    }
  }

  /** "Iwiczna" for Nowa Iwiczna and Stara Iwiczna. */
  #addEnded(hits: Hit[], word: string): void {
    const keys = [word, ...lemmasOf(word)].flatMap((form) => this.#endings.endingWith(form));
    for (const key of new Set(keys)) {
      const edit: Edit = { kind: 'ended', typed: word, read: key };
      hits.push({ key, places: this.#placesOf(key), edits: [edit], cost: COST.ended, isLoaded: true });
    }
  }

  /** The first names in alphabetical order that begin so. */
  keysFrom(prefix: string, most: number): string[] {
    const from = firstAtLeast(this.#sorted, prefix);
    const keys = this.#sorted.slice(from, from + most);
    return keys.filter((key) => key.startsWith(prefix));
  }

  #variantsOf(token: Token, step: Step, isInside: boolean): Variant[] {
    const { word } = token;
    const exact: Variant[] = this.hasWord(word) ? [{ word, edit: null }] : [];
    if (step === 'exact' || !token.isWord || word.length > MOST_LETTERS) return exact;
    const isCut = token.isCut || word.length === 1 || COMPASS.has(word);
    const cut = isCut ? this.#completionsOf(word) : [];
    // A label in another case is still a label: "gminie" is no village. Inside a name it may be a word cut short.
    if (token.labels.length > 0 && !has(token, 'locality')) return isInside ? [...exact, ...cut] : exact;
    const key = `${step} ${word}`;
    let found = this.#variants.get(key);
    if (!found) {
      found = this.#respell(word, step, exact);
      if (this.#variants.size >= REMEMBERED_WORDS) this.#variants.clear();
      this.#variants.set(key, found);
    }
    return cut.length > 0 ? [...found, ...cut] : found;
  }

  #respell(word: string, step: Step, exact: Variant[]): Variant[] {
    const lemmas = lemmasOf(word).filter((lemma) => this.hasWord(lemma));
    const inflected = lemmas.map(
      (read): Variant => ({ word: read, edit: { kind: 'inflected', typed: word, read } }),
    );
    if (step === 'inflected' && exact.length > 0) return [...exact, ...inflected];
    // A case of one name may be a misspelling of another: both are kept, so that neither is picked silently.
    const known = new Set(lemmas);
    const isShort = word.length === LEAST_TYPED;
    if (isShort && step === 'inflected') return [...exact, ...inflected];
    const misspelt = this.#words
      .near(word, step === 'inflected' ? 1 : MOST_TYPOS)
      .filter((near) => !known.has(near.word))
      .slice(0, MOST_WALKS)
      .map(({ word: read, typos }): Variant => {
        const kind = isShort ? 'short_typo' : typos === 1 ? 'one_typo' : 'two_typos';
        return { word: read, edit: { kind, typed: word, read } };
      });
    return [...exact, ...inflected, ...misspelt];
  }

  #completionsOf(word: string): Variant[] {
    const whole = COMPASS.get(word);
    const words = whole === undefined ? this.#words.completions(word) : [whole];
    return words
      .filter((read) => this.hasWord(read))
      .map((read) => ({ word: read, edit: { kind: 'abbreviated', typed: `${word}.`, read } }));
  }
}

function voivodeshipsOf(gminy: readonly Gmina[]): Map<string, string> {
  return new Map(gminy.map((gmina) => [gmina.voivodeship, gmina.voivodeship_name]));
}

const wordsOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ');
