// Lookups of many targets in one call: a statement for each key, with a pause now and then, so that a long list lets other
// requests in. Knows the indexes of the dataset, not who asks.

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Position } from '../../domain/geometry/types.ts';
import { wkbContainsPoint } from '../../domain/geometry/wkb-contains.ts';
import { type Removal, traceDescent } from '../../domain/publish/descent.ts';
import type { BoundaryRow } from '../../domain/publish/staged-rows.ts';
import {
  ADDRESS_REACH_M,
  ADDRESSES_A_KEY,
  type AddressKey,
  type GroundParcel,
  type LocatedParcel,
  type NumberKey,
  type StoredAddress,
} from '../../domain/text/lookups.ts';
import type { BoundaryKey, LookedUp, Lookups, Pause, StoredParcel } from '../reads.ts';
import {
  type AddressCells,
  addressOf,
  boundaryOf,
  type GroundCells,
  groundParcelOf,
  type LocatedCells,
  locatedOf,
  PARCEL_COLUMNS,
  PARCEL_FACTS,
  type ParcelCells,
  parcelOf,
  wkbIn,
} from '../rows.ts';

const LOCATED = 'p.id, p.lng, p.lat';
const IS_ON_SHEET = "p.id LIKE '%.AR\\_%' ESCAPE '\\'";
const PARCELS_IN_BOX = 'rtree_parcels_geom r CROSS JOIN parcels p ON p.fid = r.id';
const MEETS_BOX = 'r.maxx >= ? AND r.minx <= ? AND r.maxy >= ? AND r.miny <= ?';
const ADDRESS =
  'SELECT e.place, e.attributes, e.geom FROM addresses a CROSS JOIN evidence e ON e.fid = a.fid';

export class SqliteLookups {
  readonly #id: StatementSync;
  readonly #located: StatementSync;
  readonly #onSheets: StatementSync;
  readonly #hasSheets: StatementSync;
  readonly #address: StatementSync;
  readonly #addressAnywhere: StatementSync;
  readonly #holds: StatementSync;
  readonly #around: StatementSync;
  readonly #boundaries: StatementSync;
  readonly #removal: StatementSync;
  /** Whether an obręb has map sheets, as far as that was asked of this version. */
  readonly #sheeted = new Map<string, boolean>();
  #version = -1;

  /** `prepare` makes statements of the database whose rows are arrays. */
  constructor(db: DatabaseSync, prepare: (sql: string) => StatementSync) {
    // Of the five parcels whose bounds hold a point, one holds it: reading the others whole takes a third longer.
    db.function('holds_point', { deterministic: true }, (geom, x, y) =>
      Number(wkbContainsPoint(wkbIn(geom as Uint8Array), [x as number, y as number])),
    );
    this.#id = prepare(`SELECT ${PARCEL_COLUMNS} FROM parcels p ${PARCEL_FACTS} WHERE p.id = ?`);
    this.#located = prepare(`SELECT ${LOCATED} FROM parcels p WHERE p.id = ?`);
    const onSheets = `FROM parcels p INDEXED BY parcels_on_sheets WHERE ${IS_ON_SHEET} AND p.obreb_id = ?`;
    this.#onSheets = prepare(`SELECT ${LOCATED} ${onSheets} AND p.number = ?`);
    this.#hasSheets = prepare(`SELECT 1 ${onSheets} LIMIT 1`);
    // Each form has its own index; a place without streets is never asked for without its locality.
    this.#address = prepare(
      `${ADDRESS} WHERE a.gmina = ? AND a.locality = ? AND a.street = ? AND a.number = ? LIMIT ${ADDRESSES_A_KEY}`,
    );
    this.#addressAnywhere = prepare(
      `${ADDRESS} WHERE a.street = ?1 AND a.number = ?2 AND (?3 IS NULL OR a.gmina = ?3) AND (?4 IS NULL OR a.locality = ?4) LIMIT ${ADDRESSES_A_KEY}`,
    );
    this.#holds = prepare(
      `SELECT ${PARCEL_COLUMNS} FROM ${PARCELS_IN_BOX} ${PARCEL_FACTS} WHERE ${MEETS_BOX} AND holds_point(p.geom, ?, ?)`,
    );
    this.#around = prepare(`SELECT ${LOCATED}, p.geom, p.land_use FROM ${PARCELS_IN_BOX} WHERE ${MEETS_BOX}`);
    this.#boundaries = prepare(
      `SELECT b.code, b.name, b.geom FROM rtree_boundaries_geom r CROSS JOIN boundaries b ON b.fid = r.id
       WHERE ${MEETS_BOX} AND b.level = ?`,
    );
    this.#removal = prepare(
      `SELECT coalesce(as_of, substr(detected_at, 1, 10)), before FROM events
       WHERE subject = ? AND event = 'parcel_removed' ORDER BY seq DESC LIMIT 1`,
    );
  }

  /** `version` is that of the dataset, in whose transaction it reads. */
  async read(wanted: Lookups, version: number, pause?: Pause): Promise<LookedUp> {
    if (version !== this.#version) this.#sheeted.clear();
    this.#version = version;
    const found: Finds = {
      ids: mapFor(wanted.ids),
      numbers: mapFor(wanted.numbers),
      addresses: mapFor(wanted.addresses),
      points: mapFor(wanted.points),
      around: mapFor(wanted.around),
      boundaries: mapFor(wanted.boundaries),
      gone: mapFor(wanted.gone),
    };
    for (const _ of this.#findEach(wanted, found)) {
      const paused = pause?.();
      if (paused) await paused;
    }
    return found;
  }

  /** A step for each key. */
  *#findEach(wanted: Lookups, found: Finds): Generator<void> {
    for (const id of wanted.ids ?? NO_KEYS) {
      const parcel = this.#byId(id);
      yield parcel && void found.ids.set(id, parcel);
    }
    for (const key of wanted.numbers ?? NO_KEYS) yield void found.numbers.set(key, this.#byNumber(key));
    for (const key of wanted.addresses ?? NO_KEYS) yield void found.addresses.set(key, this.#byAddress(key));
    for (const point of wanted.points ?? NO_KEYS) yield void found.points.set(point, this.#holding(point));
    for (const point of wanted.around ?? NO_KEYS) yield void found.around.set(point, this.#near(point));
    for (const key of wanted.boundaries ?? NO_KEYS)
      yield void found.boundaries.set(key, this.#boundariesAt(key));
    for (const id of wanted.gone ?? NO_KEYS) {
      const descent = traceDescent(
        id,
        (one) => this.#removalOf(one),
        (one) => this.#byId(one),
      );
      yield descent ? void found.gone.set(id, descent) : undefined;
    }
  }

  #byId(id: string): StoredParcel | undefined {
    const row: unknown = this.#id.get(id);
    return row ? parcelOf(row as ParcelCells) : undefined;
  }

  #removalOf(id: string): Removal | null {
    const row: unknown = this.#removal.get(id);
    if (!row) return null;
    const [date, before] = row as [string, string];
    const { successors = [] }: Partial<Removal> = JSON.parse(before);
    return { id, date, successors };
  }

  /** The parcel by its id, and those of the same number on sheets. */
  #byNumber({ obreb_ids, number }: NumberKey): LocatedParcel[] {
    const found: LocatedParcel[] = [];
    for (const obreb_id of obreb_ids) {
      const cells: unknown = this.#located.get(`${obreb_id}.${number}`);
      if (cells) found.push(locatedOf(cells as LocatedCells));
      if (!this.#isOnSheets(obreb_id)) continue;
      for (const more of rowsOf<LocatedCells>(this.#onSheets, obreb_id, number)) found.push(locatedOf(more));
    }
    return found;
  }

  /** Most obręby have no sheets, and those of a gmina are asked for again and again. */
  #isOnSheets(obreb_id: string): boolean {
    const known = this.#sheeted.get(obreb_id);
    if (known !== undefined) return known;
    const isSheeted = this.#hasSheets.get(obreb_id) !== undefined;
    this.#sheeted.set(obreb_id, isSheeted);
    return isSheeted;
  }

  #byAddress({ gmina, locality, street, number }: AddressKey): StoredAddress[] {
    const rows =
      gmina !== null && locality !== null
        ? rowsOf<AddressCells>(this.#address, gmina, locality, street, number)
        : rowsOf<AddressCells>(this.#addressAnywhere, street, number, gmina, locality);
    return rows.map(addressOf);
  }

  #holding([x, y]: Position): StoredParcel[] {
    return rowsOf<ParcelCells>(this.#holds, x, x, y, y, x, y).map(parcelOf);
  }

  #near([x, y]: Position): GroundParcel[] {
    const reach = ADDRESS_REACH_M;
    return rowsOf<GroundCells>(this.#around, x - reach, x + reach, y - reach, y + reach).map(groundParcelOf);
  }

  #boundariesAt({ position: [x, y], level }: BoundaryKey): BoundaryRow[] {
    const rows = rowsOf<[string, string | null, Uint8Array]>(this.#boundaries, x, x, y, y, level);
    return rows.map(([code, name, geom]) => boundaryOf({ code, level, name, geom }));
  }
}

/** What is found, while it is being looked up. */
type Finds = {
  readonly [K in keyof LookedUp]: LookedUp[K] extends ReadonlyMap<infer Key, infer Find>
    ? Map<Key, Find>
    : never;
};

const NO_KEYS: readonly never[] = [];
/** Most requests want one kind. Nothing is found where nothing is wanted, so that all may share it. */
const NO_FINDS = new Map<never, never>();

const mapFor = <K, V>(keys: readonly unknown[] | undefined): Map<K, V> =>
  keys === undefined || keys.length === 0 ? NO_FINDS : new Map();

type Cell = string | number | null;

function rowsOf<Cells extends readonly unknown[]>(statement: StatementSync, ...cells: Cell[]): Cells[] {
  const rows: unknown = statement.all(...cells);
  return rows as Cells[];
}
