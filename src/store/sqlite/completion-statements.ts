// Completions of what is typed, by the indexes of the dataset: each is a range of one of them, read no further than it is asked for.

import type { StatementSync } from 'node:sqlite';
import type { Position } from '../../domain/geometry/types.ts';
import { numberOf } from '../../domain/places/parcel-id.ts';
import {
  byCounting,
  type Completion,
  type CompletionKey,
  MOST_IN_RANGE,
  type NumberRange,
  rangesOfKey,
} from '../../domain/text/completions.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import { type AddressCells, addressOf } from '../rows.ts';

const ADDRESS =
  'SELECT e.place, e.attributes, e.geom, a.number, a.fid FROM addresses a CROSS JOIN evidence e ON e.fid = a.fid';
type HouseCells = [...AddressCells, number: string, fid: number];
type ParcelCells = [id: string, lng: number, lat: number];
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
      if (key.kind === 'parcels') return { parcels: this.#parcelsFrom(key, limit), addresses: [] };
      const rows = key.kind === 'houses' ? this.#housesFrom(key, limit) : this.#streetsFrom(key, limit);
      return { parcels: [], addresses: rows.map(addressOf) };
    });
  }

  /** Of any parcel of each obręb; null where none is held. */
  positions(obreb_ids: readonly string[]): (Position | null)[] {
    return obreb_ids.map((obreb_id) => {
      const [first] = rowsOf(this.#parcels, `${obreb_id}.`, `${obreb_id}.${END}`, 1) as ParcelCells[];
      return first ? [first[1], first[2]] : null;
    });
  }

  #parcelsFrom(key: CompletionKey & { kind: 'parcels' }, limit: number): LocatedParcel[] {
    const { obreb_id } = key;
    const read = ({ low, high }: NumberRange) => [
      ...(rowsOf(this.#parcels, `${obreb_id}.${low}`, `${obreb_id}.${high}`, MOST_IN_RANGE) as ParcelCells[]),
      ...(rowsOf(this.#onSheets, obreb_id, low, high, MOST_IN_RANGE) as ParcelCells[]),
    ];
    const cells = readInOrder(rangesOfKey(key), limit, read, ([id]) => [numberOf(id), id]);
    return cells.map(([id, lng, lat]) => ({ id, centroid: [lng, lat] }));
  }

  #housesFrom(key: CompletionKey & { kind: 'houses' }, limit: number): AddressCells[] {
    const { gmina, locality, street } = key;
    const read = ({ low, high }: NumberRange): HouseCells[] =>
      (gmina !== null && locality !== null
        ? rowsOf(this.#houses, gmina, locality, street, low, high, MOST_IN_RANGE)
        : rowsOf(this.#housesAnywhere, street, low, high, limit)) as HouseCells[];
    const cells = readInOrder(rangesOfKey(key), limit, read, ([, , , number, fid]) => [number, String(fid)]);
    return cells.map(([place, attributes, geom]): AddressCells => [place, attributes, geom]);
  }

  #streetsFrom(key: CompletionKey & { kind: 'streets' }, limit: number): AddressCells[] {
    const rows = rowsOf(this.#streets, key.gmina, key.locality, key.prefix, `${key.prefix}${END}`, limit);
    return rows as AddressCells[];
  }
}

/** Reads ranges until there are enough, each row once; `keyOf` tells its number and what it is. */
function readInOrder<Row>(
  ranges: readonly NumberRange[],
  limit: number,
  read: (range: NumberRange) => readonly Row[],
  keyOf: (row: Row) => [number: string, id: string],
): Row[] {
  const found = new Map<string, Row>();
  for (const range of ranges) {
    if (found.size >= limit) break;
    const keyed = read(range).map((row) => ({ row, key: keyOf(row) }));
    keyed.sort((a, b) => byCounting(a.key[0], b.key[0]) || byCounting(a.key[1], b.key[1]));
    for (const { row, key } of keyed) if (!found.has(key[1])) found.set(key[1], row);
  }
  return [...found.values()].slice(0, limit);
}

function rowsOf(statement: StatementSync, ...cells: (string | number)[]): unknown[] {
  return statement.all(...cells);
}
