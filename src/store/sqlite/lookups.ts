// Lookups of many targets in one call: a statement for each key, with a pause now and then, so that a long list lets other
// requests in. Knows the indexes of the dataset, not who asks.

import type { StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  ADDRESS_REACH_M,
  ADDRESSES_A_KEY,
  type AddressKey,
  type NumberKey,
} from '../../domain/text/lookups.ts';
import type { LookedUp, Lookups } from '../reads.ts';
import {
  type AddressCells,
  addressOf,
  boundaryOf,
  type GroundCells,
  groundOf,
  PARCEL_COLUMNS,
  PARCEL_FACTS,
  type ParcelCells,
  parcelOf,
  type ShapedCells,
  shapedOf,
} from './rows.ts';

/** About a millisecond of small reads. */
const KEYS_A_SLICE = 100;

const SHAPED = 'p.id, p.lng, p.lat, p.geom';
const PARCELS_IN_BOX = 'rtree_parcels_geom r CROSS JOIN parcels p ON p.fid = r.id';
const MEETS_BOX = 'r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?';
const ADDRESS =
  'SELECT e.place, e.attributes, e.geom FROM addresses a CROSS JOIN evidence e ON e.fid = a.fid';

export class SqliteLookups {
  readonly #id: StatementSync;
  readonly #number: StatementSync;
  readonly #onSheets: StatementSync;
  readonly #address: StatementSync;
  readonly #addressAnywhere: StatementSync;
  readonly #under: StatementSync;
  readonly #around: StatementSync;
  readonly #boundaries: StatementSync;

  /** `prepare` makes statements whose rows are arrays. */
  constructor(prepare: (sql: string) => StatementSync) {
    this.#id = prepare(`SELECT ${PARCEL_COLUMNS} FROM parcels p ${PARCEL_FACTS} WHERE p.id = ?`);
    this.#number = prepare(`SELECT ${SHAPED} FROM parcels p WHERE p.id = ?`);
    this.#onSheets = prepare(
      `SELECT ${SHAPED} FROM parcels p INDEXED BY parcels_on_sheets
       WHERE p.obreb_id = ? AND p.number = ? AND p.id LIKE '%.AR\\_%' ESCAPE '\\'`,
    );
    // Each form has its own index; a place without streets is never asked for without its locality.
    this.#address = prepare(
      `${ADDRESS} WHERE a.gmina = ? AND a.locality = ? AND a.street = ? AND a.number = ? LIMIT ?`,
    );
    this.#addressAnywhere = prepare(
      `${ADDRESS} WHERE a.street = ?1 AND a.number = ?2 AND (?3 IS NULL OR a.gmina = ?3) AND (?4 IS NULL OR a.locality = ?4) LIMIT ?5`,
    );
    this.#under = prepare(
      `SELECT ${PARCEL_COLUMNS} FROM ${PARCELS_IN_BOX} ${PARCEL_FACTS} WHERE ${MEETS_BOX}`,
    );
    this.#around = prepare(`SELECT ${SHAPED}, p.land_use FROM ${PARCELS_IN_BOX} WHERE ${MEETS_BOX}`);
    this.#boundaries = prepare(
      `SELECT b.code, b.name, b.geom FROM rtree_boundaries_geom r CROSS JOIN boundaries b ON b.fid = r.id
       WHERE ${MEETS_BOX} AND b.level = ?`,
    );
  }

  async read(wanted: Lookups): Promise<LookedUp> {
    return {
      ids: await findEach(wanted.ids, (id) => rowsOf<ParcelCells>(this.#id, id).map(parcelOf)[0]),
      numbers: await findEach(wanted.numbers, (key) => this.#byNumber(key).map(shapedOf)),
      addresses: await findEach(wanted.addresses, (key) => this.#byAddress(key).map(addressOf)),
      points: await findEach(wanted.points, ([x, y]) =>
        rowsOf<ParcelCells>(this.#under, x, x, y, y).map(parcelOf),
      ),
      around: await findEach(wanted.around, ([x, y]) => {
        const reach = ADDRESS_REACH_M;
        return rowsOf<GroundCells>(this.#around, x - reach, x + reach, y - reach, y + reach).map(groundOf);
      }),
      boundaries: await findEach(wanted.boundaries, ({ position: [x, y], level }) =>
        rowsOf<[string, string | null, Uint8Array]>(this.#boundaries, x, x, y, y, level).map(
          ([code, name, geom]) => boundaryOf({ code, level, name, geom }),
        ),
      ),
    };
  }

  #byNumber({ obreb_ids, number }: NumberKey): ShapedCells[] {
    return obreb_ids.flatMap((obreb_id) => [
      ...rowsOf<ShapedCells>(this.#number, `${obreb_id}.${number}`),
      ...rowsOf<ShapedCells>(this.#onSheets, obreb_id, number),
    ]);
  }

  #byAddress({ gmina, locality, street, number }: AddressKey): AddressCells[] {
    return gmina !== null && locality !== null
      ? rowsOf(this.#address, gmina, locality, street, number, ADDRESSES_A_KEY)
      : rowsOf(this.#addressAnywhere, street, number, gmina, locality, ADDRESSES_A_KEY);
  }
}

type Cell = string | number | null;

function rowsOf<Cells extends readonly unknown[]>(statement: StatementSync, ...cells: Cell[]): Cells[] {
  const rows: unknown = statement.all(...cells);
  return rows as Cells[];
}

async function findEach<Key, Find>(
  keys: readonly Key[] | undefined,
  find: (key: Key) => Find | undefined,
): Promise<ReadonlyMap<Key, Find>> {
  const found = new Map<Key, Find>();
  if (!keys) return found;
  for (const [at, key] of keys.entries()) {
    if (at > 0 && at % KEYS_A_SLICE === 0) await nextTurn();
    const one = find(key);
    if (one !== undefined) found.set(key, one);
  }
  return found;
}
