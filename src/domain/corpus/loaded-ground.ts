// Which ground parcels are loaded of, whatever the format they came in: a bulk file is a whole powiat, an extract (GML, WFS) an
// obręb each. Which obręby there are, boundaries tell: a powiat is whole where all that they name are loaded.

import type { AdminDirectory } from '../places/admin-units.ts';
import { partitionOf, unitOf } from '../places/parcel-id.ts';
import { heldObreby } from './held-obreby.ts';
import type { SourceState } from './registers.ts';
import { readScope } from './scope.ts';

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
  /** Beginnings of codes inside which all obręby are told. */
  readonly #told: readonly string[];

  constructor(admin: AdminDirectory, states: readonly SourceState[]) {
    const loads = states.filter(({ source }) => source === 'egib');
    const scopes = loads.map(({ scope }) => scope);
    const obreby = new Set(scopes.filter((scope) => scope.length > 4));
    const byPowiat = Map.groupBy(obreby, partitionOf);
    const codes = [...new Set(scopes.map(partitionOf))].sort();
    this.powiaty = new Map(codes.map((code) => [code, byPowiat.get(code)?.length ?? 0]));
    this.gminy = new Set([...obreby].flatMap((id) => admin.gminaOfUnit(unitOf(id))?.teryt ?? []));
    this.#told = states.flatMap(({ source, scope }) => {
      const { part, place } = readScope(scope);
      return source === 'prg' && part === 'obreb' ? [place] : [];
    });
    const known = Map.groupBy(admin.obreby.keys(), partitionOf);
    const toldOf = (code: string) => (this.areObrebyTold(code) ? (known.get(code) ?? []) : []);
    const bulk = loads.filter(({ scope }) => scope.length === 4);
    this.#apart = obreby;
    this.#inBulk = new Set(bulk.map(({ scope }) => scope));
    this.#lacking = new Set(
      bulk.flatMap((state) => {
        const held = heldObreby(state);
        return held === null ? [] : toldOf(state.scope).filter((id) => !held.has(id) && !obreby.has(id));
      }),
    );
    this.#shares = new Map(
      codes.map((code) => {
        const all = toldOf(code);
        const share = all.filter((id) => this.holds(id)).length / Math.max(1, all.length);
        return [code, all.length === 0 && this.#inBulk.has(code) ? 1 : share];
      }),
    );
  }

  /** Whether the parcels of an obręb are loaded, by their powiat or by an extract of just that obręb. */
  holds(obreb_id: string): boolean {
    if (this.#apart.has(obreb_id)) return true;
    return this.#inBulk.has(partitionOf(obreb_id)) && !this.#lacking.has(obreb_id);
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

  /** Whether the boundaries tell which obręby there are. */
  areObrebyTold(powiat: string): boolean {
    return this.#told.some((place) => powiat.startsWith(place));
  }
}
