// Which ground parcels are loaded of, whatever the format they came in: a bulk file is a whole powiat, an extract (GML, WFS) an
// obręb each. A powiat is whole, too, where all its obręby are loaded and the boundaries tell which there are.

import type { AdminDirectory } from '../places/admin-units.ts';
import { partitionOf, unitOf } from '../places/parcel-id.ts';
import type { SourceState } from './registers.ts';
import { readScope } from './scope.ts';

export class LoadedGround {
  /** Powiaty of which parcels are loaded, in their order, with the number of obręby that were loaded by themselves. */
  readonly powiaty: ReadonlyMap<string, number>;
  /** Gminy (seven digits) of which an obręb was loaded by itself. */
  readonly gminy: ReadonlySet<string>;
  readonly #shares: ReadonlyMap<string, number>;
  /** Beginnings of codes inside which all obręby are told. */
  readonly #told: readonly string[];

  constructor(admin: AdminDirectory, states: readonly SourceState[]) {
    const scopes = states.filter(({ source }) => source === 'egib').map(({ scope }) => scope);
    const obreby = new Set(scopes.filter((scope) => scope.length > 4));
    const byPowiat = Map.groupBy(obreby, partitionOf);
    const codes = [...new Set(scopes.map(partitionOf))].sort();
    this.powiaty = new Map(codes.map((code) => [code, byPowiat.get(code)?.length ?? 0]));
    this.gminy = new Set([...obreby].flatMap((id) => admin.gminaOfUnit(unitOf(id))?.teryt ?? []));
    this.#told = states.flatMap(({ source, scope }) => {
      const { part, place } = readScope(scope);
      return source === 'prg' && part === 'obreb' ? [place] : [];
    });
    const inBulk = new Set(scopes.filter((scope) => scope.length === 4));
    const known = Map.groupBy(admin.obreby.keys(), partitionOf);
    this.#shares = new Map(
      codes.map((code) => {
        if (inBulk.has(code)) return [code, 1];
        const all = this.areObrebyTold(code) ? (known.get(code) ?? []) : [];
        return [code, all.filter((id) => obreby.has(id)).length / Math.max(1, all.length)];
      }),
    );
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
