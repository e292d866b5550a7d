// The administrative directory: which gmina, powiat and voivodeship a code belongs to, and their names.
// Built once per dataset from TERC rows and obręb names; pure lookups after that. Units that only the package knows
// (known-units.ts) are found by their codes and are not listed.

import { foldName } from '../text/fold.ts';
import { partitionOf, unitOf } from './parcel-id.ts';

/** A row of TERC: 2, 4 or 7 digits. */
export interface TercUnit {
  readonly code: string;
  readonly name: string;
  /** NAZWA_DOD of the register: "gmina wiejska", "miasto na prawach powiatu" … */
  readonly kind: string;
}

export interface Obreb {
  readonly id: string;
  readonly name: string | null;
}

export interface Gmina {
  readonly teryt: string;
  readonly name: string;
  readonly kind: string;
  readonly powiat: string;
  readonly powiat_name: string;
  readonly voivodeship: string;
  readonly voivodeship_name: string;
}

/** A part of a city that has parcels of its own and a name that people use: a dzielnica of Warsaw, a delegatura elsewhere. */
export interface District {
  readonly name: string;
  readonly gmina: Gmina;
}

/** Units that exist and that no loaded register lists. */
export interface UnloadedUnits {
  readonly gminy: readonly Gmina[];
  readonly districts: readonly District[];
  /** Names by code. */
  readonly powiaty: ReadonlyMap<string, string>;
  /** Names in small letters, by code. */
  readonly voivodeships: ReadonlyMap<string, string>;
}

export class AdminDirectory {
  readonly gminy: readonly Gmina[];
  readonly obreby: ReadonlyMap<string, Obreb>;
  /** Names by code. */
  readonly powiaty: ReadonlyMap<string, string>;
  /** Of cities of which obręby are held. */
  readonly districts: readonly District[];
  /** Names in small letters, by code. */
  readonly voivodeships: ReadonlyMap<string, string>;
  readonly unloaded: UnloadedUnits;
  readonly #bySix = new Map<string, Gmina>();
  readonly #byCode = new Map<string, Gmina>();
  readonly #cityByPowiat = new Map<string, Gmina>();
  readonly #obrebyOfGmina = new Map<string, Obreb[]>();
  readonly #names: ReadonlyMap<string, string>;
  readonly #gminyByName = new Map<string, Gmina[]>();

  /** `beyond` are units that exist, be they loaded or not. */
  constructor(units: readonly TercUnit[], obreby: readonly Obreb[], beyond: readonly TercUnit[] = []) {
    const names = new Map([...beyond, ...units].map((unit) => [unit.code, unit.name]));
    this.#names = names;
    this.powiaty = powiatyAmong(units);
    this.voivodeships = voivodeshipsAmong(units);
    this.obreby = new Map(obreby.map((obreb) => [obreb.id, obreb]));
    this.gminy = gminyAmong(units, names);
    const told = new Set(this.gminy.map(({ teryt }) => teryt.slice(0, 6)));
    // A gmina that changed its type keeps six digits: what TERC tells of it counts.
    const untold = gminyAmong(beyond, names).filter(({ teryt }) => !told.has(teryt.slice(0, 6)));
    for (const gmina of [...untold, ...this.gminy]) {
      this.#byCode.set(gmina.teryt, gmina);
      this.#bySix.set(gmina.teryt.slice(0, 6), gmina);
      if (gmina.teryt.endsWith('1')) this.#cityByPowiat.set(gmina.powiat, gmina);
    }
    for (const obreb of obreby) {
      const gmina = this.gminaOfUnit(unitOf(obreb.id));
      if (!gmina) continue;
      const list = this.#obrebyOfGmina.get(gmina.teryt);
      if (list) list.push(obreb);
      else this.#obrebyOfGmina.set(gmina.teryt, [obreb]);
    }
    const districts = new Map([...beyond, ...units].map((unit) => [unit.code, unit]));
    const all = [...districts.values()].flatMap(({ code, name }): District[] => {
      const gmina =
        /[89]$/.test(code) && code.length === 7 ? this.#cityByPowiat.get(partitionOf(code)) : undefined;
      return gmina ? [{ name, gmina }] : [];
    });
    const isHeld = ({ gmina }: District) => this.obrebyOf(gmina.teryt).length > 0;
    this.districts = all.filter(isHeld);
    this.unloaded = {
      gminy: untold,
      districts: all.filter((district) => !isHeld(district)),
      powiaty: without(powiatyAmong(beyond), this.powiaty),
      voivodeships: without(voivodeshipsAmong(beyond), this.voivodeships),
    };
    const named = [...untold, ...this.gminy].map((gmina) => ({ name: gmina.name, gmina }));
    for (const { name, gmina } of [...named, ...all]) {
      const key = foldName(name);
      const same = this.#gminyByName.get(key);
      if (same) same.push(gmina);
      else this.#gminyByName.set(key, [gmina]);
    }
  }

  /** The name of a powiat that exists, be it loaded or not. */
  powiatName(code: string): string | undefined {
    return this.#names.get(code);
  }

  /** Gminy and cities with a district of that name but for signs over letters, loaded or not. */
  gminyNamed(name: string): readonly Gmina[] {
    return this.#gminyByName.get(foldName(name)) ?? [];
  }

  gminaByCode(teryt: string): Gmina | undefined {
    return this.#byCode.get(teryt);
  }

  /**
   * The gmina of a cadastral unit WWPPGG_R. Town and rural area (4, 5) share the six digits of their gmina, and so
   * does a gmina whose type changed; districts (8, 9) belong to the city with powiat rights around them.
   */
  gminaOfUnit(unit: string): Gmina | undefined {
    const type = unit.at(-1);
    if (type === '8' || type === '9') return this.#cityByPowiat.get(partitionOf(unit));
    return this.#bySix.get(unit.slice(0, 6));
  }

  /** Whether a cadastral unit is known as one of several of its gmina: the town or the rural area of an urban-rural one, a district. */
  isPartOfGmina(unit: string): boolean {
    const gmina = this.gminaOfUnit(unit);
    const type = unit.at(-1);
    if (type === '4' || type === '5') return gmina?.teryt.endsWith('3') ?? false;
    return type === '8' && gmina !== undefined && this.#names.has(unit.replace('_', ''));
  }

  /** Codes of the powiaty of a voivodeship: as TERC lists them, else as the package knows them. */
  powiatyOf(voivodeship: string): string[] {
    const within = (codes: Iterable<string>) => [...codes].filter((code) => code.startsWith(voivodeship));
    const told = within(this.powiaty.keys());
    return told.length > 0 ? told : within(this.unloaded.powiaty.keys());
  }

  /** The gminy of a powiat, likewise. */
  gminyOf(powiat: string): readonly Gmina[] {
    const within = (gminy: readonly Gmina[]) => gminy.filter((gmina) => gmina.powiat === powiat);
    const told = within(this.gminy);
    return told.length > 0 ? told : within(this.unloaded.gminy);
  }

  obrebyOf(gmina_teryt: string): readonly Obreb[] {
    return this.#obrebyOfGmina.get(gmina_teryt) ?? [];
  }
}

const powiatyAmong = (units: readonly TercUnit[]): Map<string, string> =>
  new Map(units.filter(({ code }) => code.length === 4).map(({ code, name }) => [code, name]));

const voivodeshipsAmong = (units: readonly TercUnit[]): Map<string, string> =>
  new Map(units.filter(({ code }) => code.length === 2).map(({ code, name }) => [code, name.toLowerCase()]));

const without = (names: ReadonlyMap<string, string>, known: ReadonlyMap<string, string>) =>
  new Map([...names].filter(([code]) => !known.has(code)));

function gminyAmong(units: readonly TercUnit[], names: ReadonlyMap<string, string>): Gmina[] {
  return units
    .filter(({ code }) => /^\d{6}[123]$/.test(code))
    .map(({ code, name, kind }) => ({
      teryt: code,
      name,
      kind,
      powiat: partitionOf(code),
      powiat_name: names.get(partitionOf(code)) ?? partitionOf(code),
      voivodeship: code.slice(0, 2),
      voivodeship_name: names.get(code.slice(0, 2))?.toLowerCase() ?? '',
    }));
}
