// Reads of one version of the dataset, through one connection inside one transaction. Statements are sent without waiting for each
// other (pipeline) and name the partitions they read. Knows nothing of who reads.

import type { CorpusParts, MpzpCover, Plan } from '../../domain/corpus/corpus.ts';
import type { SourceState } from '../../domain/corpus/registers.ts';
import type { Box, Position } from '../../domain/geometry/types.ts';
import type { EvidenceRole } from '../../domain/layers/layer-table.ts';
import type { PermitPlace } from '../../domain/layers/permits.ts';
import type { Obreb, TercUnit } from '../../domain/places/admin-units.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import type { BoundaryLevel } from '../../domain/publish/staged-rows.ts';
import type { Completion, CompletionKey } from '../../domain/text/completions.ts';
import type { AddressedPlace } from '../../domain/text/place.ts';
import { EventCounts } from '../event-counts.ts';
import type {
  BoundaryShape,
  EventCount,
  EventFilter,
  EventSelection,
  EvidenceShape,
  ListedParcel,
  LookedUp,
  Lookups,
  Pause,
  SoughtCell,
  StoredEvent,
  StoredParcel,
  StoreReads,
} from '../reads.ts';
import {
  addressOf,
  type BoundaryCells,
  boundaryShapeOf,
  CORPUS_QUERIES,
  computedOf,
  coversOf,
  type EvidenceCells,
  eventOf,
  evidenceShapeOf,
  hasSideIn,
  LAST_ID,
  type ListedCells,
  listedOf,
  meetingExactly,
  obrebFrom,
  type ParcelCells,
  type PermitCells,
  parcelOf,
  permitOf,
  planOf,
  rangeOf,
  stateOf,
  tercOf,
} from '../rows.ts';
import { completeKeys, findPositions } from './completion-statements.ts';
import { lookUpKeys } from './lookup-statements.ts';
import { meetsBox, type PartitionGround, partsBeginning, sidesOf } from './partition-ground.ts';
import { PARCEL_CELLS, type ReadSnapshot } from './snapshot.ts';

/** Keys of one statement: some milliseconds of reading. */
const KEYS = 500;

export class PostgisReads implements StoreReads {
  readonly version: number;
  readonly opening: number;
  readonly #snapshot: ReadSnapshot;

  constructor(snapshot: ReadSnapshot) {
    this.version = snapshot.version;
    this.opening = snapshot.opening;
    this.#snapshot = snapshot;
  }

  get #ground(): Promise<PartitionGround> {
    return this.#snapshot.ground();
  }

  async parcels(ids: readonly string[]): Promise<Map<string, StoredParcel>> {
    const pieces = Array.from({ length: Math.ceil(ids.length / KEYS) }, (_, at) =>
      ids.slice(at * KEYS, (at + 1) * KEYS),
    );
    const found = await Promise.all(pieces.map((some) => this.#parcelsOf(some)));
    return new Map(found.flat().map((cells) => [cells[0], parcelOf(cells)]));
  }

  async #parcelsOf(ids: readonly string[]): Promise<ParcelCells[]> {
    const table = (await this.#ground).parcelTable([...new Set(ids.map(partitionOf))]);
    if (table === null) return [];
    return this.#snapshot.cells<ParcelCells>(
      `SELECT ${PARCEL_CELLS} FROM ${table.from} WHERE ${table.isIn} AND p.id = ANY($2)`,
      [table.parts, ids],
    );
  }

  /** Powiat by powiat: in the order of ids, they follow each other. */
  async parcelsFrom(prefix: string, after: string, limit: number): Promise<StoredParcel[]> {
    const [from, to] = rangeOf(prefix);
    const found: StoredParcel[] = [];
    for (const part of partsBeginning((await this.#ground).all('parcels'), prefix)) {
      if (part < partitionOf(after)) continue;
      const rows = await this.#snapshot.cells<ParcelCells>(
        `SELECT ${PARCEL_CELLS} FROM parcels p
         WHERE p.part = $1 AND p.id >= $2 AND p.id < $3 AND p.id > $4 ORDER BY p.id LIMIT $5`,
        [part, from, to, after, limit - found.length],
      );
      found.push(...rows.map(parcelOf));
      if (found.length >= limit) break;
    }
    return found;
  }

  async countParcels(prefix: string): Promise<number> {
    const [from, to] = rangeOf(prefix);
    let count = 0;
    for (const part of partsBeginning((await this.#ground).all('parcels'), prefix)) {
      const sql = 'SELECT count(*)::int FROM parcels WHERE part = $1 AND id >= $2 AND id < $3';
      const [row] = await this.#snapshot.cells<[number]>(sql, [part, from, to]);
      count += row?.[0] ?? 0;
    }
    return count;
  }

  async firstParcel(): Promise<string | null> {
    for (const part of (await this.#ground).all('parcels')) {
      const [row] = await this.#snapshot.cells<[string]>(
        'SELECT id FROM parcels WHERE part = $1 ORDER BY id LIMIT 1',
        [part],
      );
      if (row) return row[0];
    }
    return null;
  }

  lookup(wanted: Lookups, pause?: Pause): Promise<LookedUp> {
    return lookUpKeys(this.#snapshot, wanted, (ids) => this.parcels(ids), pause);
  }

  async *parcelsInCells(
    cells: Iterable<SoughtCell> | AsyncIterable<SoughtCell>,
    after: string,
    limit: number,
  ): AsyncGenerator<ListedParcel[]> {
    for await (const { box, inner, up_to = LAST_ID } of cells) {
      const parts = (await this.#ground).at(['parcels'], [box]);
      const rows =
        parts.length === 0
          ? []
          : await this.#snapshot.cells<ListedCells>(
              `SELECT p.id, p.area_official_m2, p.lng, p.lat,
                 CASE WHEN ${hasSideIn('p', ['$6', '$7', '$8', '$9'])} THEN NULL ELSE p.geom END
               FROM parcels p WHERE p.part = ANY($1) AND ${meetsBox('p', '$2', '$3', '$4', '$5')} AND p.id > $10
                 AND p.id <= $11 ORDER BY p.id LIMIT $12`,
              [parts, ...box, ...inner, after, up_to, limit],
            );
      yield rows.map(listedOf);
    }
  }

  async evidenceIn(box: Box, roles: readonly EvidenceRole[]): Promise<EvidenceShape[]> {
    const parts = (await this.#ground).at(roles, [box]);
    if (parts.length === 0) return [];
    const rows = await this.#snapshot.cells<EvidenceCells>(
      `SELECT e.role, e.source, e.key, e.place, e.piece, e.attributes, e.geom
       FROM evidence e WHERE e.part = ANY($1) AND ${meetsBox('e', '$2', '$3', '$4', '$5')} AND e.role = ANY($6)
       ORDER BY e.fid`,
      [parts, ...box, roles],
    );
    return meetingExactly(rows.map(evidenceShapeOf), box);
  }

  async boundariesIn(box: Box, level: BoundaryLevel): Promise<BoundaryShape[]> {
    const rows = await this.#snapshot.cells<BoundaryCells>(
      `SELECT b.code, b.name, b.geom FROM boundaries b
       WHERE ${meetsBox('b', '$1', '$2', '$3', '$4')} AND b.level = $5 ORDER BY b.code`,
      [...box, level],
    );
    return meetingExactly(rows.map(boundaryShapeOf), box);
  }

  /** One statement for all boxes: a request looks into some twenty squares around its parcel. */
  async permitsIn(boxes: readonly Box[]): Promise<PermitPlace[][]> {
    const rows = await this.#snapshot.cells<[at: number, ...PermitCells]>(
      `SELECT w.at, p.permit_id, p.kind, p.decision_date, p.object_category, p.x, p.y
       FROM unnest($1::float8[], $2::float8[], $3::float8[], $4::float8[]) WITH ORDINALITY w(minx, miny, maxx, maxy, at)
       JOIN permits p ON p.x IS NOT NULL
         AND ST_MakeEnvelope(p.x, p.y, p.x, p.y, 2180) && ST_MakeEnvelope(w.minx, w.miny, w.maxx, w.maxy, 2180)
         AND p.x BETWEEN w.minx AND w.maxx AND p.y BETWEEN w.miny AND w.maxy
       ORDER BY w.at, p.fid`,
      sidesOf(boxes),
    );
    const found: PermitPlace[][] = boxes.map(() => []);
    for (const [at, ...cells] of rows) found[at - 1]?.push(permitOf(cells));
    return found;
  }

  complete(keys: readonly CompletionKey[], limit: number): Promise<Completion[]> {
    return completeKeys(this.#snapshot, keys, limit);
  }

  positions(obreb_ids: readonly string[]): Promise<(Position | null)[]> {
    return findPositions(this.#snapshot, obreb_ids);
  }

  /** From name to name through the index, so that no statement takes long however many addresses there are. */
  async *addressedPlaces(): AsyncIterable<AddressedPlace[]> {
    type Cells = [gmina: string, locality: string, street: string, attributes: string, geom: Uint8Array];
    let last: [string, string, string] = ['', '', ''];
    for (;;) {
      const rows = await this.#snapshot.cells<Cells>(
        `WITH RECURSIVE names AS (
           (SELECT gmina, locality, street FROM addresses WHERE (gmina, locality, street) > ($1, $2, $3)
            ORDER BY gmina, locality, street LIMIT 1)
           UNION ALL
           SELECT next.* FROM names n CROSS JOIN LATERAL (SELECT a.gmina, a.locality, a.street FROM addresses a
             WHERE (a.gmina, a.locality, a.street) > (n.gmina, n.locality, n.street)
             ORDER BY a.gmina, a.locality, a.street LIMIT 1) next)
         SELECT n.gmina, n.locality, n.street, a.attributes, a.geom FROM (SELECT * FROM names LIMIT ${NAMES}) n
         CROSS JOIN LATERAL (SELECT attributes, geom FROM addresses WHERE gmina = n.gmina AND locality = n.locality
           AND street = n.street ORDER BY fid LIMIT 1) a`,
        last,
      );
      const end = rows.at(-1);
      if (!end) return;
      last = [end[0], end[1], end[2]];
      yield rows.map(([gmina, , , attributes, geom]) => addressOf([gmina, attributes, geom]));
    }
  }

  async terc(): Promise<TercUnit[]> {
    return (await this.#snapshot.rows(CORPUS_QUERIES.terc)).map(tercOf);
  }

  async obreby(): Promise<Obreb[]> {
    return (await this.#snapshot.rows(CORPUS_QUERIES.obreby)).map(obrebFrom);
  }

  async sourceStates(): Promise<SourceState[]> {
    return (await this.#snapshot.rows(CORPUS_QUERIES.states)).map(stateOf);
  }

  async plans(): Promise<Plan[]> {
    return (await this.#snapshot.rows(CORPUS_QUERIES.plans)).map(planOf);
  }

  async mpzpCover(): Promise<MpzpCover[]> {
    return coversOf(await this.#snapshot.rows(CORPUS_QUERIES.covers));
  }

  async computed(): Promise<CorpusParts['computed']> {
    return (await this.#snapshot.rows(CORPUS_QUERIES.computed)).map(computedOf);
  }

  async events(filter: EventFilter): Promise<StoredEvent[]> {
    const before_seq = filter.before_seq ?? Number.MAX_SAFE_INTEGER;
    const found = await this.#selectEvents(filter, 'e.seq < $2', before_seq, 'DESC', filter.limit);
    return found.sort((a, b) => b.seq - a.seq).slice(0, filter.limit);
  }

  async eventsAfter(selection: EventSelection, after_seq: number, limit: number): Promise<StoredEvent[]> {
    const found = await this.#selectEvents(selection, 'e.seq > $2', after_seq, 'ASC', limit);
    return found.sort((a, b) => a.seq - b.seq).slice(0, limit);
  }

  async newestEvent(): Promise<number> {
    const [row] = await this.#snapshot.cells<[number]>('SELECT coalesce(max(seq), 0) FROM events');
    return Number(row?.[0]);
  }

  async #selectEvents(
    { subjects, places, since, types }: EventSelection,
    bound: string,
    seq: number,
    order: 'ASC' | 'DESC',
    limit: number,
  ): Promise<StoredEvent[]> {
    const narrow = [seq, since ?? '', types, limit];
    const narrowed = `${bound} AND e.detected_at >= $3 AND ($4::text[] IS NULL OR e.event = ANY($4))
      ORDER BY e.seq ${order} LIMIT $5`;
    // Each place by itself: the index gives them in order, and no more of them are read than are wanted.
    const found = await Promise.all([
      this.#snapshot.rows(`SELECT e.* FROM events e WHERE e.subject = ANY($1) AND ${narrowed}`, [
        subjects,
        ...narrow,
      ]),
      ...places.map((place) =>
        this.#snapshot.rows(`SELECT e.* FROM events e WHERE e.place = $1 AND ${narrowed}`, [
          place,
          ...narrow,
        ]),
      ),
    ]);
    return [...new Map(found.flat().map((row) => [row.seq, eventOf(row)])).values()];
  }

  async countEvents({ subjects, places, since, types }: EventSelection): Promise<EventCount[]> {
    const counted =
      'e.event, e.layer, count(*) AS count, min(e.detected_at) AS first, max(e.detected_at) AS last';
    const told = 'e.detected_at >= $2 AND ($3::text[] IS NULL OR e.event = ANY($3))';
    const grouped = 'GROUP BY e.event, e.layer ORDER BY e.event, e.layer NULLS FIRST';
    const narrow = [since ?? '', types];
    const found = await Promise.all([
      this.#snapshot.rows(
        `SELECT ${counted} FROM events e WHERE e.subject = ANY($1) AND ${told} AND e.place <> ALL($4) ${grouped}`,
        [subjects, ...narrow, places],
      ),
      ...places.map((place) =>
        this.#snapshot.rows(`SELECT ${counted} FROM events e WHERE e.place = $1 AND ${told} ${grouped}`, [
          place,
          ...narrow,
        ]),
      ),
    ]);
    const counts = new EventCounts();
    for (const rows of found) counts.add(rows);
    return counts.list();
  }
}

const NAMES = 2_000;
