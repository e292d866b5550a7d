// Finds where in a text which names of the country stand, however they were spelt. The names themselves are in name-table.ts;
// knows no parcels.

import type { AdminDirectory, Gmina } from '../places/admin-units.ts';
import { unitOf } from '../places/parcel-id.ts';
import { rememberByText } from '../remember-by-text.ts';
import type { AddressPlaces } from './address-places.ts';
import { bestCover, isExplained } from './cover.ts';
import { lemmasOf } from './inflection.ts';
import { saysNear } from './name-labels.ts';
import { NameTable } from './name-table.ts';
import type { NameMemory } from './named-span.ts';
import type { Locality, LocalityPlace, NamedUnit, Place, StreetPlace } from './place.ts';
import { PostalAreas } from './postal-areas.ts';
import {
  COST,
  type Edit,
  type Hit,
  isGuessed,
  isPartial,
  nearestHits,
  type Span,
  typosIn,
  type Walk,
  walkOn,
} from './spelling.ts';
import { finish, type Steps } from './steps.ts';
import type { StreetsByInitials } from './street-initials.ts';
import { has, type Token } from './token.ts';
import type { Label } from './vocabulary.ts';
import {
  MOST_LETTERS,
  MOST_TYPOS,
  MOST_WALKS,
  REMEMBERED_WORDS,
  SPELLING_STEPS,
  type SpellingStep,
  WordVariants,
} from './word-variants.ts';

/** Names have at most so many words that matter for finding them. */
const LONGEST_NAME = 6;
/** A name of initials alone says nothing: one of its words must have this many letters. */
const LEAST_LETTERS = 3;
/** Beginnings of names that are followed in one text, whatever stands in it; each takes about a microsecond. */
const MOST_STEPS = 2_000;
/** A text that gives no more than the beginning of a name is offered so many. */
const MOST_BEGUN = 12;
/** Two words written as one have no fewer letters each. */
const LEAST_JOINED = 3;

/** A shorter word in small letters says too little. */
const LEAST_APART = 4;

const START: Walk = { key: '', edits: [], cost: 0 };
const NOWHERE: never[] = [];

const UNIT_LABELS: readonly Label[] = ['gmina', 'town', 'powiat', 'voivodeship', 'district'];

/** Written or announced as the name of a unit. In a text without small letters a word that announces is no name by its capitals: "KOŁO". */
function isProper(tokens: readonly Token[], from: number, to: number): boolean {
  const [before, token] = [tokens[from - 1], tokens[from]];
  if (before && (UNIT_LABELS.some((label) => has(before, label)) || saysNear(before))) return true;
  if (/^\p{Lu}/u.test(token?.text ?? ''))
    return token?.labels.length === 0 || tokens.some(({ text }) => /\p{Ll}/u.test(text));
  return standsApart(tokens, from, to);
}

/** "mroków, tarczyn", "z koszalina": in small letters a name of a unit counts where it stands by itself, as names of units do. */
function standsApart(tokens: readonly Token[], from: number, to: number): boolean {
  const [before, first, next] = [tokens[from - 1], tokens[from], tokens[to]];
  if (!first || first.word.length < LEAST_APART || first.labels.length > 0) return false;
  const isBegun = !before || first.afterBreak || /^(?:z|ze|w|we|na)$/.test(before.word);
  return isBegun && (!next || next.afterBreak);
}

const isAny = () => true;

/** What one text may still take; others may be read between its steps. */
interface Effort {
  walks_left: number;
  /** A name that is not loaded was passed over, because it is not written as one. */
  hasPassedOver: boolean;
}

/** How a stretch of text is written, as far as names of units go that are not loaded. */
interface WrittenAs {
  readonly mayBeUnloaded: boolean;
  /** Announced as a gmina. */
  readonly isGmina: boolean;
}

export type StreetsOfPlaces = Pick<AddressPlaces, 'isIn'>;

export class NameIndex {
  readonly #admin: AdminDirectory;
  readonly #table: NameTable;
  readonly #variants: WordVariants;

  /** Of names that end with a word or what it may be a case of. */
  readonly #keysEnding = rememberByText(
    (word) => new Set([word, ...lemmasOf(word)].flatMap((form) => this.#table.endings.endingWith(form))),
    REMEMBERED_WORDS,
  );

  /** Filled with the names. */
  readonly postal = new PostalAreas();
  /** Null where every text is read anew. */
  readonly memory: NameMemory | null;

  /** Which streets a village has; null where that is not known. */
  readonly streets: StreetsOfPlaces | null;

  /** Localities and streets are many, and added as they are read. */
  constructor(
    admin: AdminDirectory,
    memory: NameMemory | null = null,
    streets: StreetsOfPlaces | null = null,
  ) {
    this.memory = memory;
    this.streets = streets;
    this.#admin = admin;
    this.#table = new NameTable(admin);
    this.#variants = new WordVariants(this.#table);
  }

  /** May be told again; null where its gmina is not known. */
  addLocality(locality: Locality): LocalityPlace | null {
    return this.#table.addLocality(locality);
  }

  /** May be told again. */
  addStreet(name: string): StreetPlace {
    return this.#table.addStreet(name);
  }

  /** After the last name: makes, step by step, what the first misspelt word would otherwise wait for. */
  prepare(): Generator<void> {
    return this.#table.prepare();
  }

  get size(): number {
    return this.#table.size;
  }

  /** All names, folded, each once, in the order of their letters' codes; once they are prepared. */
  keys(): Generator<string> {
    return this.#table.keys();
  }

  /** The first names in alphabetical order that begin so. */
  keysFrom(prefix: string, most: number): string[] {
    return this.#table.keysFrom(prefix, most);
  }

  placesNamed(key: string): readonly Place[] {
    return this.#table.placesOf(key);
  }

  /** With the gminy of that name that are not loaded. */
  placesAnywhere(key: string): readonly Place[] {
    const loaded = this.#table.loadedPlaces(key);
    const unloaded = this.#table.unloaded.placesNamed(key);
    return loaded.length > 0 && unloaded.length > 0 ? [...loaded, ...unloaded] : this.#table.placesOf(key);
  }

  /** The streets whose initials stand at a token; null where there are none. */
  streetsByInitials(tokens: readonly Token[], from: number): StreetsByInitials | null {
    return this.#table.initials.at(tokens, from);
  }

  hasWord(word: string): boolean {
    return this.#table.hasWord(word);
  }

  /** Whether names that are loaded have the word. */
  isPartOfNames(word: string): boolean {
    return this.#table.words.has(word);
  }

  /** Gminy that are not loaded and bear the name that a village here has, or a longer one. */
  namesakesOf({ hits: [hit] }: Span): readonly Gmina[] {
    const isPlace = ({ kind }: Place) => kind === 'obreb' || kind === 'locality' || kind === 'street';
    if (!hit || isGuessed(hit) || !hit.places.some(isPlace)) return NOWHERE;
    const listed = this.keysFrom(`${hit.key} `, MOST_BEGUN).flatMap((key) => this.#table.placesOf(key));
    const unlisted = [
      ...this.#table.unloaded.placesNamed(hit.key),
      ...this.#table.unloaded.placesBegun(hit.key),
    ];
    return [...listed, ...unlisted].flatMap((place) =>
      place.kind === 'gmina' && !this.#table.isHere(place) ? [place.gmina] : [],
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

  /** Whether some name stands in the text as it is written; far cheaper than to look for misspelt ones. */
  hasNameIn(tokens: readonly Token[]): boolean {
    const effort: Effort = { walks_left: MOST_STEPS, hasPassedOver: false };
    return tokens.some((_, from) => this.#spansFrom(tokens, from, 'exact', isProper, effort).length > 0);
  }

  /** The same, a token a step. */
  *findInSteps(tokens: readonly Token[]): Steps<readonly Span[]> {
    const effort: Effort = { walks_left: MOST_STEPS, hasPassedOver: false };
    const initials = tokens.map((_, from) => this.#initialsFrom(tokens, from));
    const spans = yield* this.#cover(tokens, initials, isProper, effort);
    // In small letters "dobra" and "nowe" are gminy only where nothing else is named whole; "wola" may be Nowa Wola or the district.
    return spans.some(({ hits }) => !hits.every(isPartial)) || !effort.hasPassedOver
      ? spans
      : yield* this.#cover(tokens, initials, isAny, effort);
  }

  /** `initials` are names by token; `mayBeUnloaded` says which stretches may be names that are not loaded. */
  *#cover(
    tokens: readonly Token[],
    initials: readonly (Span | null)[],
    mayBeUnloaded: typeof isProper,
    effort: Effort,
  ): Steps<readonly Span[]> {
    let spans: readonly Span[] = [];
    for (const step of SPELLING_STEPS) {
      const spansAt: Span[][] = [];
      for (let from = 0; from < tokens.length; from++) {
        const at = this.#spansFrom(tokens, from, step, mayBeUnloaded, effort);
        const abbreviated = initials[from];
        if (abbreviated) at.push(abbreviated);
        spansAt.push(at);
        yield;
      }
      spans = bestCover(tokens, spansAt);
      if (isExplained(tokens, spans)) break;
    }
    return spans;
  }

  /** "gm. Łazy" is a gmina that is not loaded, whatever else has the name here. */
  #addHits(
    hits: Hit[],
    { key, edits, cost }: Walk,
    { mayBeUnloaded, isGmina }: WrittenAs,
    effort: Effort,
  ): void {
    const loaded = this.#table.loadedPlaces(key);
    const isLoaded = loaded.length > 0;
    const isHeldGmina = (place: Place) => place.kind === 'gmina' && this.#table.isHere(place);
    const isOther = !isLoaded || (isGmina && !loaded.some(isHeldGmina));
    const unloaded = isOther ? this.#table.unloaded.placesNamed(key) : NOWHERE;
    const places = unloaded.length > 0 ? [...loaded, ...unloaded] : loaded;
    const isHere = mayBeUnloaded || loaded.some((place) => this.#table.isHere(place));
    if (isHere && places.length > 0) hits.push({ key, places, edits, cost, isLoaded });
    else effort.hasPassedOver ||= places.length > 0;
    for (const whole of this.#table.streetsShortened(key)) {
      const street = this.#table.placesOf(whole).find((place) => place.kind === 'street');
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
    step: SpellingStep,
    mayBeUnloaded: typeof isProper,
    effort: Effort,
  ): Span[] {
    const spans: Span[] = [];
    let hasWord = false;
    let walks: readonly Walk[] = [START];
    for (let at = from; at < from + LONGEST_NAME && (walks.length > 0 || at === from + 1); at++) {
      const token = tokens[at];
      if (!token || !(token.isWord || /^\d{1,4}$/.test(token.word))) break;
      // What a comma or a dash parts is one name only as it is written: "3 - mapa" is not 3 Maja.
      if (at > from && token.afterBreak && step !== 'exact') break;
      hasWord ||= token.word.length >= LEAST_LETTERS;
      const written: WrittenAs = {
        mayBeUnloaded: mayBeUnloaded(tokens, from, at + 1),
        isGmina: has(tokens[from - 1], 'gmina'),
      };
      const next: Walk[] = [];
      const hits: Hit[] = [];
      // What is, as it stands, the name of a gmina that is not loaded is no misspelling of a village that is.
      const isOwnName =
        step !== 'exact' && this.#table.unloaded.placesNamed(wordsOf(tokens, from, at + 1)).length > 0;
      for (const variant of this.#variants.of(token, step, at > from)) {
        for (const before of walks) {
          if (effort.walks_left-- <= 0) continue;
          const walk = walkOn(before, variant);
          if (typosIn(walk.edits) > MOST_TYPOS) continue;
          if (hasWord && !(isOwnName && typosIn(walk.edits) > 0)) this.#addHits(hits, walk, written, effort);
          if (this.#table.isBeginning(walk.key)) next.push(walk);
        }
      }
      if (step !== 'exact' && at === from && token.isWord) this.#addJoined(hits, token.word);
      if (step !== 'exact' && at === from + 1) this.#addTurned(hits, tokens[from], token);
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
  #initialsFrom(tokens: readonly Token[], from: number): Span | null {
    const found = this.#table.initials.at(tokens, from);
    if (!found) return null;
    const { keys, to } = found;
    const hits = keys.slice(0, MOST_BEGUN).map((key): Hit => {
      const places = this.#table.placesOf(key).filter((place) => place.kind === 'street');
      const edit: Edit = { kind: 'abbreviated', typed: wordsOf(tokens, from, to), read: key };
      return { key, places, edits: [edit], cost: COST.abbreviated, isLoaded: true };
    });
    return { from, to, hits };
  }

  /** "nowaiwiczna" */
  #addJoined(hits: Hit[], word: string): void {
    if (word.length > MOST_LETTERS || this.#table.words.has(word)) return;
    for (let at = LEAST_JOINED; at <= word.length - LEAST_JOINED; at++) {
      if (!this.#table.isLoadedBeginning(word.slice(0, at))) continue;
      const key = `${word.slice(0, at)} ${word.slice(at)}`;
      const places = this.#table.placesOf(key);
      const joined: Edit = { kind: 'joined', typed: word, read: key };
      if (places.length > 0) hits.push({ key, places, edits: [joined], cost: COST.joined, isLoaded: true });
    }
  }

  /** "Mrokowska Wola" */
  #addTurned(hits: Hit[], first: Token | undefined, second: Token): void {
    if (!first?.isWord || !second.isWord || !this.#table.isLoadedBeginning(second.word)) return;
    const key = `${second.word} ${first.word}`;
    const places = this.#table.placesOf(key);
    const turned: Edit = { kind: 'turned', typed: `${first.word} ${second.word}`, read: key };
    if (places.length > 0) hits.push({ key, places, edits: [turned], cost: COST.turned, isLoaded: true });
  }

  /** "Zalesie" for Zalesie Dolne and Zalesie Górne, where no place is named so. */
  #addBegun(hits: Hit[], walks: readonly Walk[]): void {
    for (const { key: begun, edits, cost } of walks) {
      if (hits.length >= MOST_BEGUN) return;
      if (typosIn(edits) > 0 && hits.length > 0) continue;
      for (const key of this.keysFrom(`${begun} `, MOST_BEGUN)) {
        const edit: Edit = { kind: 'begun', typed: begun, read: key };
        const places = this.#table.placesOf(key);
        hits.push({ key, places, edits: [...edits, edit], cost: cost + COST.begun, isLoaded: true });
      }
    }
  }

  /** "Iwiczna" for Nowa Iwiczna and Stara Iwiczna. */
  #addEnded(hits: Hit[], word: string): void {
    for (const key of this.#keysEnding(word)) {
      const edit: Edit = { kind: 'ended', typed: word, read: key };
      hits.push({ key, places: this.#table.placesOf(key), edits: [edit], cost: COST.ended, isLoaded: true });
    }
  }
}

const wordsOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ');
