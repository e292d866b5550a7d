// The administrative directory: which gmina, powiat and voivodeship a code belongs to, and their names.
// Built once per dataset from TERC rows and obręb names; pure lookups after that.

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

export class AdminDirectory {
  readonly gminy: readonly Gmina[];
  readonly obreby: ReadonlyMap<string, Obreb>;
  readonly powiaty: ReadonlyMap<string, string>;
  /** Names in small letters, by code. */
  readonly voivodeships: ReadonlyMap<string, string>;
  readonly #bySix = new Map<string, Gmina>();
  readonly #byCode = new Map<string, Gmina>();
  readonly #cityByPowiat = new Map<string, Gmina>();
  readonly #obrebyOfGmina = new Map<string, Obreb[]>();

  constructor(units: readonly TercUnit[], obreby: readonly Obreb[]) {
    const names = new Map(units.map((unit) => [unit.code, unit.name]));
    this.powiaty = new Map(
      units.filter((unit) => unit.code.length === 4).map((unit) => [unit.code, unit.name]),
    );
    this.voivodeships = new Map(
      units.filter((unit) => unit.code.length === 2).map((unit) => [unit.code, unit.name.toLowerCase()]),
    );
    this.obreby = new Map(obreby.map((obreb) => [obreb.id, obreb]));
    this.gminy = units
      .filter((unit) => /^\d{6}[123]$/.test(unit.code))
      .map((unit) => ({
        teryt: unit.code,
        name: unit.name,
        kind: unit.kind,
        powiat: partitionOf(unit.code),
        powiat_name: names.get(partitionOf(unit.code)) ?? partitionOf(unit.code),
        voivodeship: unit.code.slice(0, 2),
        voivodeship_name: this.voivodeships.get(unit.code.slice(0, 2)) ?? '',
      }));
    for (const gmina of this.gminy) {
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

  obrebyOf(gmina_teryt: string): readonly Obreb[] {
    return this.#obrebyOfGmina.get(gmina_teryt) ?? [];
  }
}
