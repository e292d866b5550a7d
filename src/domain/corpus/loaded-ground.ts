// Which ground parcels are loaded of, whatever the format they came in: a bulk file is a whole powiat, an extract (GML, WFS) an
// obręb each. Which obręby there are, boundaries tell: a powiat is whole where all that they name are loaded.

import type { AdminDirectory } from '../places/admin-units.ts';
import { partitionOf, unitOf } from '../places/parcel-id.ts';
import { heldObreby } from './held-obreby.ts';
import type { SourceState } from './registers.ts';
import { readScope } from './scope.ts';

/** Of the country, a voivodeship, a powiat, a gmina (six digits) and an obręb. */
const CODE_LENGTHS = [0, 2, 4, 6, 13] as const;

export class LoadedGround {
  /** Powiaty of which parcels are loaded, in their order, with the number of obręby that were loaded by themselves. */
  readonly powiaty: ReadonlyMap<string, number>;
  /** Gminy (seven digits) of which an obręb was loaded by itself. */
  readonly gminy: ReadonlySet<string>;
  readonly #shares: ReadonlyMap<string, number>;
  /** Obręby that were loaded by themselves. */
  readonly #apart: ReadonlySet<string>;
  /** Powiaty of which a bulk file is loaded. */
  readonly #inBulk: ReadonlySet<string>;
  /** Obręby of those of which it has no parcel. */
  readonly #lacking: ReadonlySet<string>;
  /** Units, gminy (seven digits) and powiaty of which an obręb is known and loaded. */
  readonly #withParcels: ReadonlySet<string>;
  readonly #admin: AdminDirectory;
  /** Codes of places (obręby, gminy of six digits, powiaty, voivodeships) inside which all obręby are told. */
  readonly #told: ReadonlySet<string>;

  constructor(admin: AdminDirectory, states: readonly SourceState[]) {
    const loads = states.filter(({ source }) => source === 'egib');
    const scopes = loads.map(({ scope }) => scope);
    const obreby = new Set(scopes.filter((scope) => scope.length > 4));
    const byPowiat = Map.groupBy(obreby, partitionOf);
    const codes = [...new Set(scopes.map(partitionOf))].sort();
    this.powiaty = new Map(codes.map((code) => [code, byPowiat.get(code)?.length ?? 0]));
    this.gminy = new Set([...obreby].flatMap((id) => admin.gminaOfUnit(unitOf(id))?.teryt ?? []));
    this.#told = new Set(
      states.flatMap(({ source, scope }) => {
        const { part, place } = readScope(scope);
        return source === 'prg' && part === 'obreb' ? [place] : [];
      }),
    );
    const known = Map.groupBy(admin.obreby.keys(), partitionOf);
    const toldOf = (code: string) => (known.get(code) ?? []).filter((id) => this.isTold(id));
    const bulk = loads.filter(({ scope }) => scope.length === 4);
    this.#admin = admin;
    this.#apart = obreby;
    this.#inBulk = new Set(bulk.map(({ scope }) => scope));
    this.#lacking = new Set(
      bulk.flatMap((state) => {
        const held = heldObreby(state);
        return held === null ? [] : toldOf(state.scope).filter((id) => !held.has(id) && !obreby.has(id));
      }),
    );
    const loaded = [...admin.obreby.keys().filter((id) => this.#isIn(id)), ...obreby];
    this.#withParcels = new Set(
      [...new Set(loaded.map(unitOf))].flatMap((unit) => [
        unit,
        partitionOf(unit),
        admin.gminaOfUnit(unit)?.teryt ?? unit,
      ]),
    );
    this.#shares = new Map(
      codes.map((code) => {
        const told = toldOf(code);
        if (this.#inBulk.has(code)) return [code, told.length === 0 ? 1 : this.#shareHeld(told)];
        if (this.isTold(code)) return [code, this.#shareHeld(told)];
        // Of the other gminy nobody tells what there is: they count as not held.
        const gminy = admin.gminyOf(code);
        const shares = gminy.map(({ teryt }) =>
          this.isTold(teryt) ? this.#shareHeld(admin.obrebyOf(teryt).map(({ id }) => id)) : 0,
        );
        return [code, shares.reduce((sum, share) => sum + share, 0) / Math.max(1, gminy.length)];
      }),
    );
  }

  #shareHeld(obreby: readonly string[]): number {
    return obreby.filter((id) => this.holds(id)).length / Math.max(1, obreby.length);
  }

  /** Whether the parcels of an obręb are loaded, by their powiat or by an extract of just that obręb. */
  holds(obreb_id: string): boolean {
    return this.#isIn(obreb_id) && (this.#apart.has(obreb_id) || !this.#isOfUnitWithout(unitOf(obreb_id)));
  }

  #isIn(obreb_id: string): boolean {
    if (this.#apart.has(obreb_id)) return true;
    return this.#inBulk.has(partitionOf(obreb_id)) && !this.#lacking.has(obreb_id);
  }

  /**
   * Whether the file of the powiat has no parcel of a gmina, or of a town, rural area or district, that the register of units
   * knows. Such a unit is not loaded, and never empty, whatever the boundaries name of it.
   */
  #isOfUnitWithout(unit: string): boolean {
    const gmina = this.#admin.gminaOfUnit(unit);
    if (!gmina || !this.#withParcels.has(partitionOf(unit))) return false;
    if (!this.#withParcels.has(gmina.teryt)) return true;
    return this.#admin.isPartOfGmina(unit) && !this.#withParcels.has(unit);
  }

  /** The gminy of a powiat of which its file has parcels, where it has none of others; null otherwise, and where there is no file. */
  gminyInFile(powiat: string): { held: readonly string[]; all: number } | null {
    if (!this.#inBulk.has(powiat)) return null;
    const gminy = this.#admin.gminyOf(powiat);
    const held = gminy.filter(({ teryt }) => this.#withParcels.has(teryt)).map(({ name }) => name);
    return held.length === 0 || held.length === gminy.length ? null : { held, all: gminy.length };
  }

  /** How many obręby of a powiat the boundaries name and its bulk file lacks; null where none is loaded. */
  lackingIn(powiat: string): number | null {
    if (!this.#inBulk.has(powiat)) return null;
    return [...this.#lacking].filter((id) => id.startsWith(powiat)).length;
  }

  /** Of the obręby of a powiat, 0 to 1; 0 also where nobody tells how many there are. */
  shareOf(powiat: string): number {
    return this.#shares.get(powiat) ?? 0;
  }

  isWhole(powiat: string): boolean {
    return this.shareOf(powiat) === 1;
  }

  /** Whether the boundaries tell which obręby there are in a powiat or gmina, or that there is this obręb. */
  isTold(code: string): boolean {
    return CODE_LENGTHS.some((length) => code.length >= length && this.#told.has(code.slice(0, length)));
  }
}
