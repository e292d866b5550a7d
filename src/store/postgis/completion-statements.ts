// Completions of what is typed, by the indexes of the dataset: each is a range of one of them, read no further than it is asked for.

import type { Position } from '../../domain/geometry/types.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import type { Completion, CompletionKey } from '../../domain/text/completions.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import { type AddressCells, addressOf } from '../rows.ts';
import type { ReadSnapshot } from './snapshot.ts';

const ADDRESS = 'SELECT a.gmina, a.attributes, a.geom FROM addresses a';
/** Sorts behind every text that begins so. */
const END = '\u{10ffff}';

export function completeKeys(
  snapshot: ReadSnapshot,
  keys: readonly CompletionKey[],
  limit: number,
): Promise<Completion[]> {
  return Promise.all(
    keys.map(async (key) => {
      if (key.kind === 'parcels')
        return { parcels: await parcelsFrom(snapshot, key.obreb_id, key.prefix, limit), addresses: [] };
      const rows =
        key.kind === 'houses'
          ? await housesFrom(snapshot, key, limit)
          : await streetsFrom(snapshot, key, limit);
      return { parcels: [], addresses: rows.map(addressOf) };
    }),
  );
}

/** Of any parcel of each obręb; null where none is held. */
export function findPositions(
  snapshot: ReadSnapshot,
  obreb_ids: readonly string[],
): Promise<(Position | null)[]> {
  return Promise.all(
    obreb_ids.map(async (obreb_id) => {
      const [parcel] = await parcelsFrom(snapshot, obreb_id, '', 1);
      return parcel?.centroid ?? null;
    }),
  );
}

async function parcelsFrom(
  snapshot: ReadSnapshot,
  obreb_id: string,
  prefix: string,
  limit: number,
): Promise<LocatedParcel[]> {
  type Cells = [id: string, lng: number, lat: number];
  const part = partitionOf(obreb_id);
  const table = (await snapshot.ground()).parcelTable([part]);
  if (table === null) return [];
  const select = `SELECT p.id, p.lng, p.lat FROM ${table.from} WHERE ${table.isIn}`;
  const plain = await snapshot.cells<Cells>(`${select} AND p.id >= $2 AND p.id < $3 ORDER BY p.id LIMIT $4`, [
    table.parts,
    `${obreb_id}.${prefix}`,
    `${obreb_id}.${prefix}${END}`,
    limit,
  ]);
  const hasMore = plain.length < limit && (await snapshot.sheeted(part)).has(obreb_id);
  const onSheets = hasMore
    ? await snapshot.cells<Cells>(
        `${select} AND p.obreb_id = $2 AND p.number >= $3 AND p.number < $4 AND p.id LIKE '%.AR\\_%'
         ORDER BY p.number, p.fid LIMIT $5`,
        [table.parts, obreb_id, prefix, `${prefix}${END}`, limit - plain.length],
      )
    : [];
  const found = new Map<string, LocatedParcel>();
  for (const [id, lng, lat] of [...plain, ...onSheets]) found.set(id, { id, centroid: [lng, lat] });
  return [...found.values()];
}

function housesFrom(
  snapshot: ReadSnapshot,
  { gmina, locality, street, prefix }: CompletionKey & { kind: 'houses' },
  limit: number,
): Promise<AddressCells[]> {
  const range = [prefix, `${prefix}${END}`, limit];
  return gmina !== null && locality !== null
    ? snapshot.cells(
        `${ADDRESS} WHERE a.gmina = $1 AND a.locality = $2 AND a.street = $3 AND a.number >= $4 AND a.number < $5
         ORDER BY a.number, a.fid LIMIT $6`,
        [gmina, locality, street, ...range],
      )
    : snapshot.cells(
        `${ADDRESS} WHERE a.street = $1 AND a.number >= $2 AND a.number < $3 ORDER BY a.number, a.fid LIMIT $4`,
        [street, ...range],
      );
}

function streetsFrom(
  snapshot: ReadSnapshot,
  { gmina, locality, prefix }: CompletionKey & { kind: 'streets' },
  limit: number,
): Promise<AddressCells[]> {
  return snapshot.cells(
    `SELECT DISTINCT ON (a.street) a.gmina, a.attributes, a.geom FROM addresses a
     WHERE a.gmina = $1 AND a.locality = $2 AND a.street >= $3 AND a.street < $4 ORDER BY a.street, a.fid LIMIT $5`,
    [gmina, locality, prefix, `${prefix}${END}`, limit],
  );
}
