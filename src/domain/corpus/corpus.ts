// What is loaded, in memory: units and their names, plans, source states. Everything an answer depends on beside the
// facts of its parcel. Built once per dataset version; pure lookups after that.

import type { CorpusCoverage } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import type { SourceRef } from '../../contract/sources.ts';
import type { PlanProcess } from '../law/plan-status.ts';
import type { FactLayer } from '../layers/facts.ts';
import type { AdminDirectory, Gmina } from '../places/admin-units.ts';
import { obrebOf, partitionOf, unitOf } from '../places/parcel-id.ts';
import { CORPUS_NOTES } from '../sentences/corpus-sentences.ts';
import { leftOutClaim, placeLeftOut } from './lacking-classes.ts';
import { LoadedGround } from './loaded-ground.ts';
import { partsOfRegister, type RegisterPart } from './register-parts.ts';
import { type SourceId, type SourceState, sourceRef } from './registers.ts';
import { readScope } from './scope.ts';
import type { ServedPlaces } from './source-entry.ts';

/** An act of planning: a general plan or a local plan, with the dates its status follows from. Where it lies is in the facts. */
export interface Plan {
  /** Namespace and local id (the first two parts of idIIP, which never change): PL.ZIPPZP.10011/226401-POG/1POG. */
  readonly plan_id: string;
  readonly source: SourceId;
  readonly kind: 'pog' | 'mpzp';
  /** WWPPGG: boundaries and ids are joined on six digits, the type of a gmina changes. */
  readonly gmina6: string;
  readonly title: string | null;
  readonly process: PlanProcess;
  readonly effective_from: string | null;
  readonly effective_to: string | null;
  readonly adopted_on: string | null;
  readonly resolution_url: string | null;
  /**
   * How many of the zones that the act names are not held; null where it names none, so that nobody can tell. Of a local plan
   * 1 where its outline is not held: it lies somewhere in its gmina.
   */
  readonly lacks_zones: number | null;
  /** The same of its infill areas (OUZ); 0 also of a plan that has none. Only then "not in OUZ" can be said (held-parts.ts). */
  readonly lacks_ouz: number | null;
}

/** How much of a gmina its local plans cover, by the day from which that holds. */
export interface MpzpCover {
  readonly gmina6: string;
  readonly steps: readonly { readonly from: string; readonly pct: number }[];
}

export interface CorpusParts {
  readonly version: number;
  readonly admin: AdminDirectory;
  readonly states: readonly SourceState[];
  readonly plans: readonly Plan[];
  readonly mpzp_cover: readonly MpzpCover[];
  /** Layers whose answers are worked out, by powiat. */
  readonly computed: readonly { readonly layer: FactLayer; readonly powiat: string }[];
}

/** 141803_2.0009 */
const OBREB_ID_LENGTH = 13;
/** 141803 */
const GMINA_LENGTH = 6;

export class Corpus {
  readonly version: number;
  /** In which answers from it are told. */
  readonly language: Language;
  readonly admin: AdminDirectory;
  readonly states: readonly SourceState[];
  readonly coverage: CorpusCoverage;
  /** What there is to load in the voivodeships that are served. */
  readonly served: ServedPlaces;
  /** By source, then by scope. */
  readonly #state = new Map<SourceId, Map<string, SourceState>>();
  /** The same by place, as they were asked for: a record asks for dozens. */
  readonly #stateAt = new Map<SourceId, Map<string, SourceState | null>>();
  /** What loads of the place say that they publish, likewise. */
  readonly #published = new Map<SourceId, Map<string, ReadonlySet<string>>>();
  /** Obręby that were loaded by themselves. */
  readonly #obreby = new Set<string>();
  /** Of registers that are loaded by part. */
  readonly #parts = new Map<SourceId, { part: string; place: string; state: SourceState }[]>();
  readonly #missing = new Map<string, readonly RegisterPart[]>();
  readonly #refs = new Map<SourceState | string, SourceRef>();
  readonly #plans = new Map<SourceId, Map<string, Plan>>();
  readonly #plansOfGmina = new Map<SourceId, Map<string, readonly Plan[]>>();
  readonly #ground: LoadedGround;
  readonly #computed = new Map<FactLayer, Set<string>>();
  readonly #mpzpCover: ReadonlyMap<string, MpzpCover>;
  readonly #made_of: CorpusParts;
  /** As far as anybody asked. */
  readonly #heldGminy = new Map<string, boolean>();

  constructor(parts: CorpusParts, language: Language = 'en') {
    this.#made_of = parts;
    this.version = parts.version;
    this.language = language;
    this.admin = parts.admin;
    this.states = parts.states;
    for (const state of parts.states) {
      const scopes = this.#state.get(state.source) ?? new Map<string, SourceState>();
      this.#state.set(state.source, scopes.set(state.scope, state));
      if (state.scope.length === OBREB_ID_LENGTH) this.#obreby.add(state.scope);
      for (const obreb_id of state.publishes.map(placeLeftOut)) if (obreb_id) this.#obreby.add(obreb_id);
      const { part, place } = readScope(state.scope);
      if (part === null) continue;
      const parts = this.#parts.get(state.source);
      if (parts) parts.push({ part, place, state });
      else this.#parts.set(state.source, [{ part, place, state }]);
    }
    for (const plan of parts.plans) {
      const { source, plan_id, gmina6 } = plan;
      this.#plans.set(source, (this.#plans.get(source) ?? new Map<string, Plan>()).set(plan_id, plan));
      const gminy = this.#plansOfGmina.get(source) ?? new Map<string, readonly Plan[]>();
      this.#plansOfGmina.set(source, gminy.set(gmina6, [...(gminy.get(gmina6) ?? []), plan]));
    }
    for (const { layer, powiat } of parts.computed)
      this.#computed.set(layer, (this.#computed.get(layer) ?? new Set()).add(powiat));
    this.#mpzpCover = new Map(parts.mpzp_cover.map((cover) => [cover.gmina6, cover]));
    this.#ground = new LoadedGround(parts.admin, parts.states);
    this.served = placesServed(parts.admin, parts.states, this.#ground);
    this.coverage = coverageOf(parts.admin, parts.states, this.served, this.#ground, language);
  }

  /** The same, told in another language. What is derived of either is kept apart. */
  inLanguage(language: Language): Corpus {
    return new Corpus(this.#made_of, language);
  }

  /** The place of a parcel as loads tell places apart: its cadastral unit, or its obręb where that was loaded by itself or lacks something. */
  placeOf(parcel_id: string): string {
    const obreb_id = obrebOf(parcel_id);
    return this.#obreby.has(obreb_id) ? obreb_id : unitOf(parcel_id);
  }

  /** Whether the parcels of an obręb are loaded, by their powiat or by an extract of just that obręb. */
  holds(obreb_id: string): boolean {
    return this.#ground.holds(obreb_id);
  }

  /** Whether all parcels of a powiat are loaded, by its bulk file or obręb by obręb. */
  holdsPartition(powiat: string): boolean {
    return this.#ground.isWhole(powiat);
  }

  /** Whether parcels of a powiat are loaded, be it of a single obręb. */
  holdsSomeOf(powiat: string): boolean {
    return this.#ground.powiaty.has(powiat);
  }

  /** Whether parcels of a gmina are loaded, be it of a single obręb. A file of a whole powiat may be without one of its gminy. */
  holdsGmina({ teryt }: Pick<Gmina, 'teryt'>): boolean {
    if (this.#ground.gminy.has(teryt)) return true;
    let isHeld = this.#heldGminy.get(teryt);
    if (isHeld === undefined) {
      isHeld = this.admin.obrebyOf(teryt).some(({ id }) => this.#ground.holds(id));
      this.#heldGminy.set(teryt, isHeld);
    }
    return isHeld;
  }

  /** Whether all parcels of a gmina are loaded: only then it is known how many bear a number. */
  holdsAllOf({ teryt, powiat }: Pick<Gmina, 'teryt' | 'powiat'>): boolean {
    if (this.#ground.isWhole(powiat)) return true;
    const obreby = this.#ground.isTold(teryt) ? this.admin.obrebyOf(teryt) : [];
    return obreby.length > 0 && obreby.every(({ id }) => this.#ground.holds(id));
  }

  /**
   * The load that speaks for a place: the narrowest scope that holds it (obręb, gmina, powiat, voivodeship, country); of
   * a register that is loaded by part the newest of the loads that hold it, of a gmina (six digits) of which only obręby are
   * loaded the newest of theirs.
   */
  stateAt(source: SourceId, place: string): SourceState | undefined {
    return once(this.#stateAt, source, place, () => this.#findState(source, place)) ?? undefined;
  }

  #findState(source: SourceId, place: string): SourceState | null {
    const scopes = this.#state.get(source);
    if (!scopes) return null;
    for (const scope of scopesOf(place)) {
      const state = scopes.get(scope);
      if (state) return state;
    }
    const held = (this.#parts.get(source) ?? []).filter((part) => place.startsWith(part.place));
    const ofObreby =
      place.length === GMINA_LENGTH ? scopes.values().filter((state) => this.#isIn(state, place)) : [];
    let newest: SourceState | null = null;
    for (const state of [...held.map((part) => part.state), ...ofObreby]) {
      if ((newest?.as_of ?? '') <= (state.as_of ?? '')) newest = state;
    }
    return newest;
  }

  /** Whether a load is that of an obręb of the gmina. */
  #isIn({ scope }: SourceState, gmina6: string): boolean {
    if (scope.length !== OBREB_ID_LENGTH) return false;
    return this.admin.gminaOfUnit(unitOf(scope))?.teryt.startsWith(gmina6) ?? scope.startsWith(gmina6);
  }

  /** Those parts of a register that no load has brought whole for the place; a load without a single row of one has brought it. */
  missingParts(source: SourceId, place: string): readonly RegisterPart[] {
    const key = `${source} ${place}`;
    let missing = this.#missing.get(key);
    if (!missing) {
      missing = this.isHeldWhole(source, place)
        ? []
        : partsOfRegister(source).filter((part) => !this.#holdsPart(source, part, place));
      this.#missing.set(key, missing);
    }
    return missing;
  }

  /** Whether a load of the place holds the register, and not one of a part of it. */
  isHeldWhole(source: SourceId, place: string): boolean {
    return scopesOf(place).some((scope) => this.#state.get(source)?.has(scope));
  }

  /** Whether a load of one of its parts holds the place. */
  holdsAPart(source: SourceId, place: string): boolean {
    return (this.#parts.get(source) ?? []).some((held) => place.startsWith(held.place));
  }

  #holdsPart(source: SourceId, { part, within }: RegisterPart, place: string): boolean {
    return (this.#parts.get(source) ?? []).some(
      (held) =>
        (held.part === part || held.part === within) &&
        place.startsWith(held.place) &&
        !held.state.publishes.includes(leftOutClaim(held.part)),
    );
  }

  /** The source as it stands for a place; the same object for the same load. */
  sourceAt(source: SourceId, place: string): SourceRef {
    const state = this.stateAt(source, place);
    const isMixed = state?.synthetic === false && this.#holdsSample(source, place);
    const key = isMixed ? `${source} ${state.scope} mixed` : (state ?? source);
    const known = this.#refs.get(key);
    if (known) return known;
    const told = isMixed ? { ...state, synthetic: true } : state;
    const ref = Object.freeze(sourceRef(source, told, this.language));
    this.#refs.set(key, ref);
    return ref;
  }

  /** Whether rows of the sample are answered beside real ones: of another part, or of another file that stays beside it. */
  #holdsSample(source: SourceId, place: string): boolean {
    const beside = SIDE_BY_SIDE.has(source) ? scopesOf(place) : [];
    return (
      (this.#parts.get(source) ?? []).some((held) => held.state.synthetic && place.startsWith(held.place)) ||
      beside.some((scope) => this.#state.get(source)?.get(scope)?.synthetic)
    );
  }

  statesOf(source: SourceId): SourceState[] {
    return this.states.filter((state) => state.source === source);
  }

  /** The loads that hold a place, narrow or wide, whichever part of a register they bring. */
  loadsAt(place: string): SourceState[] {
    return this.states.filter(({ scope }) => place.startsWith(readScope(scope).place));
  }

  /**
   * Since when each register is watched at a place, by its first load there: of a gmina that of any of its obręby. What a
   * narrower load replaces was watched before, by the wider one. A register in parts is watched when all that are held are.
   */
  watchedAt(place: string): Map<SourceId, string> {
    const since = new Map<SourceId, Map<string | null, string>>();
    for (const { source, scope, observed_since } of this.states) {
      const { place: where, part } = readScope(scope);
      if (!place.startsWith(where) && !where.startsWith(place)) continue;
      const parts = since.get(source) ?? new Map<string | null, string>();
      const known = parts.get(part);
      since.set(
        source,
        parts.set(part, known === undefined || observed_since < known ? observed_since : known),
      );
    }
    return new Map([...since].map(([source, parts]) => [source, [...parts.values()].sort().at(-1) ?? '']));
  }

  planOf(source: SourceId, plan_id: string): Plan | undefined {
    return this.#plans.get(source)?.get(plan_id);
  }

  plansOf(source: SourceId, gmina6: string): readonly Plan[] {
    return this.#plansOfGmina.get(source)?.get(gmina6) ?? [];
  }

  isComputed(layer: FactLayer, place: string): boolean {
    return this.#computed.get(layer)?.has(partitionOf(place)) ?? false;
  }

  publishesLandUse(place: string): boolean {
    return this.stateAt('egib', place)?.publishes.includes('land_use') ?? false;
  }

  /** Whether evidence of a role is held for a place: by its own load, or by that of a wider scope that it left in place. */
  publishes(source: SourceId, place: string, role: string): boolean {
    return once(this.#published, source, place, () => {
      const held = scopesOf(place).map((scope) => this.#state.get(source)?.get(scope));
      return new Set([...held, this.stateAt(source, place)].flatMap((state) => state?.publishes ?? []));
    }).has(role);
  }

  mpzpCoverageOn(day: string, gmina: Gmina): number | null {
    const steps = this.#mpzpCover.get(gmina.teryt.slice(0, 6))?.steps.filter((step) => step.from <= day);
    return steps?.at(-1)?.pct ?? null;
  }
}

/** Registers of which a narrow load leaves what a wider one has brought of its place. */
const SIDE_BY_SIDE: ReadonlySet<SourceId> = new Set(['rwdz']);

/** Worked out when it is first asked for. */
function once<T>(known: Map<SourceId, Map<string, T>>, source: SourceId, place: string, derive: () => T): T {
  let places = known.get(source);
  if (!places) {
    places = new Map();
    known.set(source, places);
  }
  let result = places.get(place);
  if (result === undefined) {
    result = derive();
    places.set(place, result);
  }
  return result;
}

/** Whatever may have been loaded whole and holds the place, the narrowest first. */
const scopesOf = (place: string) => [place, place.slice(0, 6), partitionOf(place), place.slice(0, 2), ''];

/** Voivodeships of which parcels are held; before that those whose boundaries are, or that TERC names. */
export function voivodeshipsServed(admin: AdminDirectory, states: readonly SourceState[]): string[] {
  const loadedOf = (source: SourceId) =>
    states.filter((state) => state.source === source).map(({ scope }) => readScope(scope).place.slice(0, 2));
  const known = [loadedOf('egib'), loadedOf('prg'), [...admin.voivodeships.keys()]].map(
    (codes) => new Set(codes.filter((code) => code !== '')),
  );
  return [...(known.find((codes) => codes.size > 0) ?? [])].sort();
}

function placesServed(
  admin: AdminDirectory,
  states: readonly SourceState[],
  ground: LoadedGround,
): ServedPlaces {
  const voivodeships = voivodeshipsServed(admin, states);
  const isServed = (code: string) => voivodeships.includes(code.slice(0, 2));
  return {
    voivodeships,
    powiaty: [...new Set([...admin.powiaty.keys(), ...ground.powiaty.keys()])].filter(isServed).sort(),
    gminy: [...new Set(admin.gminy.map(({ teryt }) => teryt.slice(0, 6)))].filter(isServed),
    shareLoaded: (powiat) => ground.shareOf(powiat),
  };
}

function coverageOf(
  admin: AdminDirectory,
  states: readonly SourceState[],
  { voivodeships, powiaty }: ServedPlaces,
  ground: LoadedGround,
  language: Language,
): CorpusCoverage {
  const loaded = [...ground.powiaty];
  const named = loaded.map(([code, obreby]) => ({
    name: admin.powiatName(code) ?? '?',
    code,
    gminy: ground.gminyInFile(code),
    part: ground.isWhole(code) ? null : { held: obreby, lacking: ground.lackingIn(code) },
  }));
  const total = powiaty.length;
  const where = voivodeships.map((code) => admin.voivodeships.get(code) ?? code).join(', ');
  const days = states.flatMap(({ source, as_of }) => (source === 'egib' ? (as_of ?? []) : []));
  return {
    voivodeships: [...voivodeships],
    partitions_loaded: loaded.length,
    partitions_total: total,
    as_of: days.sort().at(-1) ?? null,
    note:
      loaded.length === 0
        ? CORPUS_NOTES.nothing[language]
        : CORPUS_NOTES.loaded[language](named, total, where),
  };
}
