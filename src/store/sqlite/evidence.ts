// Evidence as it will be once a stage is published: what is served, less what the stage removes, plus what it brings.
// Opened read-only, once per worker. Selects by id, box and role; what lies where exactly is the caller's to tell.

import { DatabaseSync } from 'node:sqlite';
import type { Box } from '../../domain/geometry/types.ts';
import { EVIDENCE_ROLES, type EvidenceRole } from '../../domain/layers/layer-table.ts';
import { countingPlaces, type ObjectDrawing } from '../../domain/publish/shared-objects.ts';
import { outlineOf } from '../rows.ts';
import type { EvidenceAddress, EvidenceParcel, EvidencePiece, EvidenceReads } from '../writer.ts';

/** Tiles are read once: pages are seldom wanted again, and the operating system has them. */
const CACHE_KIB = 8_192;

/** Objects on the border of two places that are remembered with the places that count. */
const MOST_SHARED = 10_000;

/** Rows of an index that meet one of the boxes ?1; each row once, since it is looked for with IN. */
const meeting = (index: string): string =>
  `SELECT r.id FROM json_each(?1) b CROSS JOIN ${index} r
     ON r.maxx >= b.value ->> 0 AND r.minx <= b.value ->> 2 AND r.maxy >= b.value ->> 1 AND r.miny <= b.value ->> 3`;

const PARCELS = `
  SELECT w.value, CASE WHEN n.id IS NULL THEN p.land_use ELSE n.land_use END, coalesce(n.geom, p.geom)
  FROM json_each(?) w LEFT JOIN stage.parcels n ON n.id = w.value
    LEFT JOIN main.parcels p ON p.id = w.value AND NOT EXISTS (SELECT 1 FROM stage.gone_parcels x WHERE x.ref = p.fid)
  WHERE n.id IS NOT NULL OR p.id IS NOT NULL`;

const PARCELS_AROUND = `
  SELECT p.id, p.land_use, p.geom FROM main.parcels p WHERE p.fid IN (${meeting('main.rtree_parcels_geom')})
    AND NOT EXISTS (SELECT 1 FROM stage.gone_parcels x WHERE x.ref = p.fid)
  UNION ALL
  SELECT n.id, n.land_use, n.geom FROM stage.parcels n WHERE n.rowid IN (${meeting('stage.rtree_fresh_parcels')})`;

/** Whether another place draws the object, too, be it that the stage takes one of them away. */
const isShared = (row: string, source: string): string =>
  `(EXISTS (SELECT 1 FROM main.evidence o WHERE (o.source, o.role, o.key) = (${source}, ${row}.role, ${row}.key) AND o.place <> ${row}.place)
    OR (${source} = ?3 AND EXISTS (SELECT 1 FROM stage.evidence o WHERE (o.role, o.key) = (${row}.role, ${row}.key) AND o.place <> ${row}.place)))`;

/** The source of what is staged is ?3. */
const EVIDENCE_AROUND = `
  SELECT e.role, e.source, e.key, e.place, e.attributes, e.geom, ${isShared('e', 'e.source')} FROM main.evidence e
    WHERE e.fid IN (${meeting('main.rtree_evidence_geom')}) AND e.role IN (SELECT value FROM json_each(?2))
    AND NOT EXISTS (SELECT 1 FROM stage.gone_evidence x WHERE x.ref = e.fid)
  UNION ALL
  SELECT n.role, ?3, n.key, n.place, n.attributes, n.geom, ${isShared('n', '?3')} FROM stage.evidence n
    WHERE n.rowid IN (${meeting('stage.rtree_fresh_evidence')}) AND n.role IN (SELECT value FROM json_each(?2))`;

/** What each place draws of the object ?1 ?2 ?3; the source of what is staged is ?4. */
const DRAWINGS = `
  SELECT place, version, min(minx), min(miny), max(maxx), max(maxy) FROM (
    SELECT e.place, e.version, r.minx, r.miny, r.maxx, r.maxy
    FROM main.evidence e CROSS JOIN main.rtree_evidence_geom r ON r.id = e.fid
    WHERE (e.source, e.role, e.key) = (?1, ?2, ?3) AND NOT EXISTS (SELECT 1 FROM stage.gone_evidence x WHERE x.ref = e.fid)
    UNION ALL
    SELECT n.place, n.version, n.minx, n.miny, n.maxx, n.maxy
    FROM stage.evidence n CROSS JOIN stage.fresh_evidence f ON f.ref = n.rowid
    WHERE ?1 = ?4 AND (n.role, n.key) = (?2, ?3))
  GROUP BY place, version`;

const HELD_ROLES = `
  SELECT w.value FROM json_each(?) w
  WHERE EXISTS (SELECT 1 FROM stage.evidence n WHERE n.role = w.value)
    OR EXISTS (SELECT 1 FROM main.sources s CROSS JOIN main.evidence e ON e.source = s.source AND e.role = w.value)`;

type DrawingCells = [place: string, version: string, ...box: Box];

const drawingsIn = (rows: unknown): ObjectDrawing[] =>
  (rows as DrawingCells[]).map(([place, version, ...box]) => ({ place, version, box }));

/** What this back end calls an address of evidence. */
export interface SqliteEvidenceAddress {
  readonly dataset: string;
  readonly staging: string;
  /** The source whose load is staged. */
  readonly source: string;
}

/** The address comes from a stage of this back end. */
export function openSqliteEvidence(address: EvidenceAddress): EvidenceReads {
  const { dataset, staging, source } = address as SqliteEvidenceAddress;
  const db = new DatabaseSync(dataset, { readOnly: true, timeout: 10_000 });
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  db.exec(`ATTACH '${staging.replaceAll("'", "''")}' AS stage`);

  /** Rows as arrays cost half of rows as objects. */
  const select = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return (...values: string[]): unknown[] => statement.all(...values);
  };
  const parcels = select(PARCELS);
  const parcelsAround = select(PARCELS_AROUND);
  const evidenceAround = select(EVIDENCE_AROUND);
  // Where parcels are loaded first there is nothing to look for yet: no need to look tile by tile.
  const held = new Set(select(HELD_ROLES)(JSON.stringify(EVIDENCE_ROLES)).flat());

  const drawings = select(DRAWINGS);
  const counting = new Map<string, Set<string>>();
  /** Of what neighbouring places draw in several versions, the newest counts. */
  const doesCount = ([role, own, key, place, , , is_shared]: PieceCells): boolean => {
    if (is_shared === 0) return true;
    const name = JSON.stringify([own, role, key]);
    const known = counting.get(name) ?? countingPlaces(drawingsIn(drawings(own, role, key, source)));
    if (counting.size > MOST_SHARED) counting.clear();
    counting.set(name, known);
    return known.has(place);
  };

  return {
    parcels: async (ids) => (parcels(JSON.stringify(ids)) as ParcelCells[]).map(parcelOf),
    around: async (query) => ({
      parcels: (parcelsAround(JSON.stringify(query.parcels)) as ParcelCells[]).map(parcelOf),
      evidence: query.evidence.map(({ roles, boxes }) => {
        if (!roles.some((role) => held.has(role))) return [];
        const rows = evidenceAround(JSON.stringify(boxes), JSON.stringify(roles), source);
        return (rows as PieceCells[]).filter(doesCount).map(pieceOf);
      }),
    }),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}

type ParcelCells = [id: string, land_use: string | null, geom: Uint8Array];

const parcelOf = ([id, land_use, geom]: ParcelCells): EvidenceParcel => ({
  id,
  land_use,
  ...outlineOf(geom),
});

type PieceCells = [
  role: EvidenceRole,
  source: string,
  key: string,
  place: string,
  attributes: string,
  geom: Uint8Array,
  is_shared: number,
];

const pieceOf = ([role, source, key, place, attributes, geom]: PieceCells): EvidencePiece => ({
  role,
  source,
  key,
  place,
  attributes: JSON.parse(attributes),
  ...outlineOf(geom),
});
