// Lookups of many targets in one call: their statements are sent together and answered in turn. Knows the indexes of the
// dataset, not who asks.

import type { Box, Position } from '../../domain/geometry/types.ts';
import { wkbContainsPoint } from '../../domain/geometry/wkb-contains.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import { type Descent, type Removal, traceDescent } from '../../domain/publish/descent.ts';
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
  type ParcelCells,
  parcelOf,
} from '../rows.ts';
import { meetsBox, type ParcelTable } from './partition-ground.ts';
import { PARCEL_CELLS, type ReadSnapshot } from './snapshot.ts';

type FindParcels = (ids: readonly string[]) => Promise<Map<string, StoredParcel>>;

const LOCATED = 'p.id, p.lng, p.lat';
/** Statements that wait for their answers at the same time: a batch of a thousand lets others in between. */
const AT_ONCE = 100;

export async function lookUpKeys(
  snapshot: ReadSnapshot,
  wanted: Lookups,
  findParcels: FindParcels,
  pause?: Pause,
): Promise<LookedUp> {
  const each = async <K, V>(keys: readonly K[] = [], find: (key: K) => Promise<V>): Promise<Map<K, V>> => {
    const found = new Map<K, V>();
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE);
      const finds = await Promise.all(some.map(find));
      for (const [position, key] of some.entries()) found.set(key, finds[position] as V);
      await pause?.();
    }
    return found;
  };
  const [ids, numbers, addresses, points, around, boundaries, gone] = await Promise.all([
    wanted.ids?.length ? findParcels(wanted.ids) : new Map<string, StoredParcel>(),
    each(wanted.numbers, (key) => byNumber(snapshot, key)),
    each(wanted.addresses, (key) => byAddress(snapshot, key)),
    each(wanted.points, (point) => holding(snapshot, point)),
    each(wanted.around, (point) => near(snapshot, point)),
    each(wanted.boundaries, (key) => boundariesAt(snapshot, key)),
    wanted.gone?.length ? descents(snapshot, wanted.gone, findParcels) : new Map(),
  ]);
  return { ids, numbers, addresses, points, around, boundaries, gone };
}

async function byNumber(snapshot: ReadSnapshot, { obreb_ids, number }: NumberKey): Promise<LocatedParcel[]> {
  if (obreb_ids.length === 0) return [];
  const table = (await snapshot.ground()).parcelTable([...new Set(obreb_ids.map(partitionOf))]);
  if (table === null) return [];
  const [plain, onSheets] = await Promise.all([
    snapshot.cells<LocatedCells>(
      `SELECT ${LOCATED} FROM ${table.from} WHERE ${table.isIn} AND p.id = ANY($2)`,
      [table.parts, obreb_ids.map((obreb_id) => `${obreb_id}.${number}`)],
    ),
    byNumberOnSheets(snapshot, table, obreb_ids, number),
  ]);
  const plainById = new Map(plain.map((cells) => [cells[0], cells]));
  const sheetsByObreb = Map.groupBy(onSheets, (cells) => cells[3]);
  return obreb_ids.flatMap((obreb_id) => {
    const one = plainById.get(`${obreb_id}.${number}`);
    const more = sheetsByObreb.get(obreb_id) ?? [];
    return [...(one ? [one] : []), ...more.map(([id, lng, lat]): LocatedCells => [id, lng, lat])].map(
      locatedOf,
    );
  });
}

async function byNumberOnSheets(
  snapshot: ReadSnapshot,
  { from, isIn, parts }: ParcelTable,
  obreb_ids: readonly string[],
  number: string,
): Promise<[...LocatedCells, obreb_id: string][]> {
  const sheeted = await Promise.all(parts.map((part) => snapshot.sheeted(part)));
  const wanted = obreb_ids.filter((obreb_id) => sheeted.some((obreby) => obreby.has(obreb_id)));
  if (wanted.length === 0) return [];
  return snapshot.cells(
    `SELECT ${LOCATED}, p.obreb_id FROM ${from}
     WHERE ${isIn} AND p.obreb_id = ANY($2) AND p.number = $3 AND p.id LIKE '%.AR\\_%' ORDER BY p.fid`,
    [parts, wanted, number],
  );
}

async function byAddress(
  snapshot: ReadSnapshot,
  { gmina, locality, street, number }: AddressKey,
): Promise<StoredAddress[]> {
  const rows = await snapshot.cells<AddressCells>(
    `SELECT a.gmina, a.attributes, a.geom FROM addresses a
     WHERE a.street = $1 AND a.number = $2 AND ($3::text IS NULL OR a.gmina = $3) AND ($4::text IS NULL OR a.locality = $4)
     ORDER BY a.fid LIMIT ${ADDRESSES_A_KEY}`,
    [street, number, gmina, locality],
  );
  return rows.map(addressOf);
}

/** Whole rows of the parcels that hold the point, by their references. */
async function holding(snapshot: ReadSnapshot, point: Position): Promise<StoredParcel[]> {
  const [x, y] = point;
  const found = await inBox<ParcelCells>(snapshot, PARCEL_CELLS, [x, y, x, y]);
  return found.map(parcelOf).filter(({ wkb }) => wkbContainsPoint(wkb, point));
}

async function near(snapshot: ReadSnapshot, [x, y]: Position): Promise<GroundParcel[]> {
  const reach = ADDRESS_REACH_M;
  const box: Box = [x - reach, y - reach, x + reach, y + reach];
  return (await inBox<GroundCells>(snapshot, `${LOCATED}, p.geom, p.land_use`, box)).map(groundParcelOf);
}

async function inBox<Cells extends readonly unknown[]>(
  snapshot: ReadSnapshot,
  columns: string,
  box: Box,
): Promise<Cells[]> {
  const parts = (await snapshot.ground()).at(['parcels'], [box]);
  if (parts.length === 0) return [];
  return snapshot.cells<Cells>(
    `SELECT ${columns} FROM parcels p WHERE p.part = ANY($1) AND ${meetsBox('p', '$2', '$3', '$4', '$5')}
     ORDER BY p.fid`,
    [parts, ...box],
  );
}

async function boundariesAt(snapshot: ReadSnapshot, { position: [x, y], level }: BoundaryKey) {
  const rows = await snapshot.cells<[string, string | null, Uint8Array]>(
    `SELECT b.code, b.name, b.geom FROM boundaries b
     WHERE ${meetsBox('b', '$1', '$2', '$1', '$2')} AND b.level = $3 ORDER BY b.fid`,
    [x, y, level],
  );
  return rows.map(([code, name, geom]) => boundaryOf({ code, level, name, geom }));
}

/** Removals and what came of them are read generation by generation, for all ids at once; which count is the domain's. */
async function descents(
  snapshot: ReadSnapshot,
  ids: readonly string[],
  findParcels: FindParcels,
): Promise<Map<string, Descent<StoredParcel>>> {
  const removals = new Map<string, Removal>();
  const held = new Map<string, StoredParcel>();
  const seen = new Set<string>();
  for (let next = [...new Set(ids)]; next.length > 0; ) {
    for (const id of next) seen.add(id);
    const rows = await snapshot.cells<[subject: string, date: string, before: string]>(
      `SELECT DISTINCT ON (e.subject) e.subject, coalesce(e.as_of, substr(e.detected_at, 1, 10)), e.before
       FROM events e WHERE e.subject = ANY($1) AND e.event = 'parcel_removed' ORDER BY e.subject, e.seq DESC`,
      [next],
    );
    for (const [id, date, before] of rows) {
      const { successors = [] }: Partial<Removal> = JSON.parse(before);
      removals.set(id, { id, date, successors });
    }
    const successors = rows.flatMap(([id]) => removals.get(id)?.successors ?? []);
    const fresh = [...new Set(successors)].filter((id) => !seen.has(id)).slice(0, MOST_FOLLOWED * ids.length);
    for (const [id, parcel] of await findParcels(fresh)) held.set(id, parcel);
    next = fresh.filter((id) => !held.has(id));
  }
  // A number that came back may be asked for as a successor of itself.
  for (const [id, parcel] of await findParcels(ids)) held.set(id, parcel);
  const found = new Map<string, Descent<StoredParcel>>();
  for (const id of ids) {
    const descent = traceDescent(
      id,
      (one) => removals.get(one) ?? null,
      (one) => held.get(one),
    );
    if (descent) found.set(id, descent);
  }
  return found;
}

/** As far as a descent is followed (domain/publish/descent.ts), and a few more. */
const MOST_FOLLOWED = 250;
