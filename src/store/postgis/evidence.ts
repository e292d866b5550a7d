// Evidence as it will be once a stage is published: what is served, less what the stage removes, plus what it brings. One
// connection a worker. Selects by id, box and role; what lies where exactly is the caller's to tell.

import type { Box } from '../../domain/geometry/types.ts';
import type { EvidenceRole } from '../../domain/layers/layer-table.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import { countingPlaces } from '../../domain/publish/shared-objects.ts';
import { outlineOf } from '../rows.ts';
import type { EvidenceAddress, EvidenceParcel, EvidencePiece, EvidenceReads } from '../writer.ts';
import { meetsBox, type PartitionGround, sidesOf } from './partition-ground.ts';
import { readGround } from './served-corpus.ts';
import { Session } from './session.ts';
import { tableOf } from './stage-schema.ts';

/** Objects on the border of two places that are remembered with the places that count. */
const MOST_SHARED = 10_000;

/** What this back end calls an address of evidence. */
export interface PostgisEvidenceAddress {
  readonly url: string;
  readonly run: number;
  /** The source whose load is staged. */
  readonly source: string;
}

export const isPostgisAddress = (address: EvidenceAddress): boolean =>
  typeof address === 'object' && address !== null && 'url' in address;

type ParcelCells = [id: string, land_use: string | null, geom: Uint8Array];
type PieceCells = [
  fid: number,
  role: EvidenceRole,
  source: string,
  key: string,
  place: string,
  attributes: string,
  geom: Uint8Array,
  is_shared: boolean,
];

const BOXES = `unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) b(minx, miny, maxx, maxy)`;
const inBoxes = (row: string) => meetsBox(row, 'b.minx', 'b.miny', 'b.maxx', 'b.maxy');

/** The address comes from a stage of this back end. */
export function openPostgisEvidence(address: EvidenceAddress): EvidenceReads {
  const { url, run, source } = address as PostgisEvidenceAddress;
  let opened: Promise<{ session: Session; ground: PartitionGround; stagedRoles: Set<string> }> | null = null;
  const open = () => {
    opened ??= (async () => {
      const session = await Session.open(url);
      const staged = await session.cells<[string]>(`SELECT DISTINCT role FROM ${evidence}`);
      return {
        session,
        ground: await readGround(session),
        stagedRoles: new Set(staged.map(([role]) => role)),
      };
    })();
    return opened;
  };
  const [parcels, evidence] = [tableOf(run, 'parcels'), tableOf(run, 'evidence')];
  const isGone = (kind: 'parcels' | 'evidence', row: string) =>
    `EXISTS (SELECT 1 FROM ${tableOf(run, `gone_${kind}`)} x WHERE x.fid = ${row}.fid)`;
  const isFresh = (kind: 'parcels' | 'evidence', row: string) =>
    `EXISTS (SELECT 1 FROM ${tableOf(run, `fresh_${kind}`)} f WHERE f.ref = ${row}.ref)`;

  const PARCELS = `
    SELECT n.id, n.land_use, n.geom FROM ${parcels} n WHERE n.id = ANY($2::text[])
    UNION ALL
    SELECT p.id, p.land_use, p.geom FROM parcels p WHERE p.part = ANY($1::text[]) AND p.id = ANY($2::text[])
      AND NOT ${isGone('parcels', 'p')} AND NOT EXISTS (SELECT 1 FROM ${parcels} n WHERE n.id = p.id)`;
  const PARCELS_AROUND = `
    SELECT p.id, p.land_use, p.geom FROM ${BOXES} JOIN parcels p ON p.part = ANY($1::text[]) AND ${inBoxes('p')}
      WHERE NOT ${isGone('parcels', 'p')}
    UNION ALL
    SELECT n.id, n.land_use, n.geom FROM ${BOXES} JOIN ${parcels} n ON ${inBoxes('n')} WHERE ${isFresh('parcels', 'n')}`;

  /** Whether another place draws the object, too, be it that the stage takes one of them away; $8: partitions nearby. */
  const isShared = (row: string, of: string) =>
    `(EXISTS (SELECT 1 FROM evidence o WHERE o.part = ANY($8::text[])
        AND (o.source, o.role, o.key) = (${of}, ${row}.role, ${row}.key) AND o.place <> ${row}.place)
      OR (${of} = $7 AND EXISTS (SELECT 1 FROM ${evidence} o
        WHERE (o.role, o.key) = (${row}.role, ${row}.key) AND o.place <> ${row}.place)))`;
  const EVIDENCE_AROUND = `
    SELECT e.fid, e.role, e.source, e.key, e.place, e.attributes, e.geom, ${isShared('e', 'e.source')}
      FROM ${BOXES} JOIN evidence e ON e.part = ANY($1::text[]) AND ${inBoxes('e')} AND e.role = ANY($6::text[])
      WHERE NOT ${isGone('evidence', 'e')}
    UNION ALL
    SELECT -n.ref, n.role, $7, n.key, n.place, n.attributes, n.geom, ${isShared('n', '$7')}
      FROM ${BOXES} JOIN ${evidence} n ON ${inBoxes('n')} AND n.role = ANY($6::text[])
      WHERE ${isFresh('evidence', 'n')}`;

  const DRAWINGS = `
    SELECT place, version, min(minx), min(miny), max(maxx), max(maxy) FROM (
      SELECT e.place, e.version, e.minx, e.miny, e.maxx, e.maxy FROM evidence e
      WHERE e.part = ANY($5::text[]) AND (e.source, e.role, e.key) = ($1, $2, $3) AND NOT ${isGone('evidence', 'e')}
      UNION ALL
      SELECT n.place, n.version, n.minx, n.miny, n.maxx, n.maxy FROM ${evidence} n
      WHERE $1 = $4 AND (n.role, n.key) = ($2, $3) AND ${isFresh('evidence', 'n')}) drawn
    GROUP BY place, version`;
  const counting = new Map<string, Set<string>>();
  /** Of what neighbouring places draw in several versions, the newest counts. */
  async function doesCount(cells: PieceCells, near: readonly string[]): Promise<boolean> {
    const [, role, own, key, place, , , is_shared] = cells;
    if (!is_shared) return true;
    const name = JSON.stringify([own, role, key]);
    let known = counting.get(name);
    if (!known) {
      const { session } = await open();
      const drawings = await session.cells<[place: string, version: string, ...box: Box]>(DRAWINGS, [
        own,
        role,
        key,
        source,
        near,
      ]);
      known = countingPlaces(drawings.map(([where, version, ...box]) => ({ place: where, version, box })));
      if (counting.size > MOST_SHARED) counting.clear();
      counting.set(name, known);
    }
    return known.has(place);
  }

  async function evidenceAround(
    roles: readonly EvidenceRole[],
    boxes: readonly Box[],
  ): Promise<EvidencePiece[]> {
    const { session, ground, stagedRoles } = await open();
    // Where parcels are loaded first there is nothing to look for yet.
    const held = roles.filter((role) => stagedRoles.has(role) || ground.has(role));
    if (held.length === 0 || boxes.length === 0) return [];
    const near = ground.near(boxes, []);
    const rows = await session.cells<PieceCells>(EVIDENCE_AROUND, [
      ground.at(held, boxes),
      ...sidesOf(boxes),
      held,
      source,
      near,
    ]);
    const pieces: EvidencePiece[] = [];
    for (const cells of new Map(rows.map((row) => [row[0], row])).values())
      if (await doesCount(cells, near)) pieces.push(pieceOf(cells));
    return pieces;
  }

  return {
    async parcels(ids) {
      const { session } = await open();
      const parts = [...new Set(ids.map(partitionOf))];
      return (await session.cells<ParcelCells>(PARCELS, [parts, ids])).map(evidenceParcelOf);
    },
    async around(query) {
      const { session, ground } = await open();
      const rows =
        query.parcels.length === 0
          ? []
          : await session.cells<ParcelCells>(PARCELS_AROUND, [
              ground.at(['parcels'], query.parcels),
              ...sidesOf(query.parcels),
            ]);
      const evidence = [];
      for (const { roles, boxes } of query.evidence) evidence.push(await evidenceAround(roles, boxes));
      return {
        parcels: [...new Map(rows.map((row) => [row[0], row])).values()].map(evidenceParcelOf),
        evidence,
      };
    },
    async [Symbol.asyncDispose]() {
      await (await opened)?.session.close();
    },
  };
}

const evidenceParcelOf = ([id, land_use, geom]: ParcelCells): EvidenceParcel => ({
  id,
  land_use,
  ...outlineOf(geom),
});

const pieceOf = ([, role, source, key, place, attributes, geom]: PieceCells): EvidencePiece => ({
  role,
  source,
  key,
  place,
  attributes: JSON.parse(attributes),
  ...outlineOf(geom),
});
