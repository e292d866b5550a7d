// Completions of what is typed, by the indexes of the dataset: each is a range of one of them, read no further than it is asked for.

import type { StatementSync } from 'node:sqlite';
import type { Position } from '../../domain/geometry/types.ts';
import type { Completion, CompletionKey } from '../../domain/text/completions.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import { type AddressCells, addressOf } from '../rows.ts';

const ADDRESS =
  'SELECT e.place, e.attributes, e.geom FROM addresses a CROSS JOIN evidence e ON e.fid = a.fid';
/** A bare parameter as the limit makes SQLite prepare the statement anew each time it is bound: twice what the rows take. */
const UP_TO = 'LIMIT CAST(? AS INTEGER)';
/** Sorts behind every text that begins so. */
const END = '\u{10ffff}';

export class SqliteCompletions {
  readonly #parcels: StatementSync;
  readonly #onSheets: StatementSync;
  readonly #houses: StatementSync;
  readonly #housesAnywhere: StatementSync;
  readonly #streets: StatementSync;

  /** `prepare` makes statements of the database whose rows are arrays. */
  constructor(prepare: (sql: string) => StatementSync) {
    this.#parcels = prepare(`SELECT id, lng, lat FROM parcels WHERE id >= ? AND id < ? ORDER BY id ${UP_TO}`);
    this.#onSheets = prepare(
      `SELECT id, lng, lat FROM parcels INDEXED BY parcels_on_sheets
       WHERE obreb_id = ? AND number >= ? AND number < ? AND id LIKE '%.AR\\_%' ESCAPE '\\' ORDER BY number ${UP_TO}`,
    );
    this.#houses = prepare(
      `${ADDRESS} WHERE a.gmina = ? AND a.locality = ? AND a.street = ? AND a.number >= ? AND a.number < ?
       ORDER BY a.number ${UP_TO}`,
    );
    this.#housesAnywhere = prepare(
      `${ADDRESS} WHERE a.street = ? AND a.number >= ? AND a.number < ? ORDER BY a.number ${UP_TO}`,
    );
    this.#streets = prepare(
      `SELECT e.place, e.attributes, e.geom FROM (SELECT min(fid) AS fid FROM addresses
         WHERE gmina = ? AND locality = ? AND street >= ? AND street < ? GROUP BY street ${UP_TO}) a
       CROSS JOIN evidence e ON e.fid = a.fid`,
    );
  }

  complete(keys: readonly CompletionKey[], limit: number): Completion[] {
    return keys.map((key) => {
      if (key.kind === 'parcels')
        return { parcels: this.#parcelsFrom(key.obreb_id, key.prefix, limit), addresses: [] };
      const rows = key.kind === 'houses' ? this.#housesFrom(key, limit) : this.#streetsFrom(key, limit);
      return { parcels: [], addresses: rows.map(addressOf) };
    });
  }

  /** Of any parcel of each obręb; null where none is held. */
  positions(obreb_ids: readonly string[]): (Position | null)[] {
    return obreb_ids.map((obreb_id) => this.#parcelsFrom(obreb_id, '', 1)[0]?.centroid ?? null);
  }

  #parcelsFrom(obreb_id: string, prefix: string, limit: number): LocatedParcel[] {
    const plain = rowsOf(this.#parcels, `${obreb_id}.${prefix}`, `${obreb_id}.${prefix}${END}`, limit);
    const onSheets =
      plain.length < limit
        ? rowsOf(this.#onSheets, obreb_id, prefix, `${prefix}${END}`, limit - plain.length)
        : [];
    const found = new Map<string, LocatedParcel>();
    for (const [id, lng, lat] of [...plain, ...onSheets] as [string, number, number][])
      found.set(id, { id, centroid: [lng, lat] });
    return [...found.values()];
  }

  #housesFrom(key: CompletionKey & { kind: 'houses' }, limit: number): AddressCells[] {
    const range = [key.prefix, `${key.prefix}${END}`, limit] as const;
    return key.gmina !== null && key.locality !== null
      ? (rowsOf(this.#houses, key.gmina, key.locality, key.street, ...range) as AddressCells[])
      : (rowsOf(this.#housesAnywhere, key.street, ...range) as AddressCells[]);
  }

  #streetsFrom(key: CompletionKey & { kind: 'streets' }, limit: number): AddressCells[] {
    const rows = rowsOf(this.#streets, key.gmina, key.locality, key.prefix, `${key.prefix}${END}`, limit);
    return rows as AddressCells[];
  }
}

function rowsOf(statement: StatementSync, ...cells: (string | number)[]): unknown[] {
  return statement.all(...cells);
}
