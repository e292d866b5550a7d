// Completions of what is typed, by the indexes of the dataset: each is a range of one of them, read no further than it is asked for.

import type { Position } from '../../domain/geometry/types.ts';
import { numberOf, partitionOf } from '../../domain/places/parcel-id.ts';
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
import type { ReadSnapshot } from './snapshot.ts';

/** Sorts behind every text that begins so. */
const END = '\u{10ffff}';

export function completeKeys(
  snapshot: ReadSnapshot,
  keys: readonly CompletionKey[],
  limit: number,
): Promise<Completion[]> {
  return Promise.all(
    keys.map(async (key) => {
      if (key.kind === 'parcels') return { parcels: await parcelsFrom(snapshot, key, limit), addresses: [] };
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
      const table = (await snapshot.ground()).parcelTable([partitionOf(obreb_id)]);
      if (table === null) return null;
      const [first] = await snapshot.cells<[lng: number, lat: number]>(
        `SELECT p.lng, p.lat FROM ${table.from} WHERE ${table.isIn} AND p.id >= $2 AND p.id < $3 ORDER BY p.id LIMIT 1`,
        [table.parts, `${obreb_id}.`, `${obreb_id}.${END}`],
      );
      return first ?? null;
    }),
  );
}

async function parcelsFrom(
  snapshot: ReadSnapshot,
  key: CompletionKey & { kind: 'parcels' },
  limit: number,
): Promise<LocatedParcel[]> {
  const { obreb_id } = key;
  type Cells = [at: number, id: string, lng: number, lat: number];
  const part = partitionOf(obreb_id);
  const table = (await snapshot.ground()).parcelTable([part]);
  if (table === null) return [];
  const ranges = rangesOfKey(key);
  const select = `SELECT p.id, p.lng, p.lat FROM ${table.from} WHERE ${table.isIn}`;
  const plain = await snapshot.cells<Cells>(
    ofEachRange(`${select} AND p.id >= r.low AND p.id < r.high ORDER BY p.id LIMIT $4`),
    [
      table.parts,
      ranges.map(({ low }) => `${obreb_id}.${low}`),
      ranges.map(({ high }) => `${obreb_id}.${high}`),
      MOST_IN_RANGE,
    ],
  );
  const hasSheets = (await snapshot.sheeted(part)).has(obreb_id);
  const onSheets = hasSheets
    ? await snapshot.cells<Cells>(
        ofEachRange(
          `${select} AND p.obreb_id = $5 AND p.number >= r.low AND p.number < r.high AND p.id LIKE '%.AR\\_%'
           ORDER BY p.number, p.fid LIMIT $4`,
        ),
        [table.parts, ...boundsOf(ranges), MOST_IN_RANGE, obreb_id],
      )
    : [];
  const cells = inOrder([...plain, ...onSheets], limit, ([, id]) => [numberOf(id), id]);
  return cells.map(([, id, lng, lat]) => ({ id, centroid: [lng, lat] }));
}

async function housesFrom(
  snapshot: ReadSnapshot,
  key: CompletionKey & { kind: 'houses' },
  limit: number,
): Promise<AddressCells[]> {
  const { gmina, locality, street } = key;
  type Cells = [at: number, ...AddressCells, number: string, fid: string];
  const select = 'SELECT a.gmina, a.attributes, a.geom, a.number, a.fid FROM addresses a';
  const range = 'a.street = $1 AND a.number >= r.low AND a.number < r.high ORDER BY a.number, a.fid LIMIT $4';
  const bounds = boundsOf(rangesOfKey(key));
  const cells =
    gmina !== null && locality !== null
      ? await snapshot.cells<Cells>(
          ofEachRange(`${select} WHERE a.gmina = $5 AND a.locality = $6 AND ${range}`),
          [street, ...bounds, MOST_IN_RANGE, gmina, locality],
        )
      : await snapshot.cells<Cells>(ofEachRange(`${select} WHERE ${range}`), [street, ...bounds, limit]);
  return inOrder(cells, limit, ([, , , , number, fid]) => [number, String(fid)]).map(
    ([, place, attributes, geom]): AddressCells => [place, attributes, geom],
  );
}

/** The rows of ranges ($2 and $3), each with the number of its range, in one statement. */
const ofEachRange = (select: string): string =>
  `SELECT r.at::int, x.* FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS r(low, high, at)
   CROSS JOIN LATERAL (${select}) x`;

const boundsOf = (ranges: readonly NumberRange[]): [low: string[], high: string[]] => [
  ranges.map(({ low }) => low),
  ranges.map(({ high }) => high),
];

/** Range by range, within each as one counts, each row once; `keyOf` tells its number and what it is. */
function inOrder<Row extends readonly [at: number, ...unknown[]]>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => [number: string, id: string],
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort(
    (a, b) => a.row[0] - b.row[0] || byCounting(a.key[0], b.key[0]) || byCounting(a.key[1], b.key[1]),
  );
  const found = new Map<string, Row>();
  for (const { row, key } of keyed) if (!found.has(key[1])) found.set(key[1], row);
  return [...found.values()].slice(0, limit);
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
