// The transaction of one publish: what is served is read in pages and replaced. In the caller's transaction; what is read and written
// when is decided by whoever publishes. What is staged beside it is read by staged-changes.ts.

import type { CorpusParts, MpzpCover } from '../../domain/corpus/corpus.ts';
import type { SourceId, SourceState } from '../../domain/corpus/registers.ts';
import type { Box, MultiPolygon, Position } from '../../domain/geometry/types.ts';
import type { FactLayer, Facts } from '../../domain/layers/facts.ts';
import { packFacts, unpackFacts } from '../../domain/layers/packed-facts.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import type { RowKind } from '../../domain/publish/compare.ts';
import type { AwaitedRow, DatedEvent } from '../../domain/publish/event-rows.ts';
import type { PlacedPermit, ReferenceCount } from '../../domain/publish/permit-places.ts';
import type { PlanOutline } from '../../domain/publish/plan-cover.ts';
import type { IssueRow } from '../../domain/publish/staged-rows.ts';
import { seekPages } from '../row-pages.ts';
import { planOf, polygonsOf, type Row, rangeOf } from '../rows.ts';
import type { Publication, ToldRecord } from '../writer.ts';
import { MarkedRows } from './apply-marks.ts';
import { CHANNEL } from './news.ts';
import { partsBeginning, refOf, splitRefs } from './partition-ground.ts';
import { readServedCorpus } from './served-corpus.ts';
import { mapPages, type Session } from './session.ts';
import { type StagedName, tableOf } from './stage-schema.ts';
import { pagesById, partsIn, StagedChanges } from './staged-changes.ts';

const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

export class PostgisPublication implements Publication {
  readonly #session: Session;
  readonly #source: SourceId;
  readonly #run: number;
  readonly #marked: MarkedRows;
  readonly #staged: StagedChanges;
  /** By kind: rows with a higher number were brought by this publish. */
  readonly #newest = new Map<RowKind, number>();

  constructor(session: Session, source: SourceId, run: number) {
    this.#session = session;
    this.#source = source;
    this.#run = run;
    this.#marked = new MarkedRows(session, run, source);
    this.#staged = new StagedChanges(session, run);
  }

  #table(name: StagedName | `${'fresh' | 'gone'}_${RowKind}`): string {
    return tableOf(this.#run, name);
  }

  corpus(): Promise<CorpusParts> {
    return readServedCorpus(this.#session);
  }

  replacedParcels(kept: boolean) {
    return this.#staged.replacedParcels(kept);
  }

  createdParcels() {
    return this.#staged.createdParcels();
  }

  freshMeeting(boxes: readonly Box[]) {
    return this.#staged.freshMeeting(boxes);
  }

  outlines(served: readonly number[], staged: readonly number[]) {
    return this.#staged.outlines(served, staged);
  }

  addedPermits(parts: readonly string[]) {
    return this.#staged.addedPermits(parts);
  }

  obrebNames() {
    return this.#staged.obrebNames();
  }

  async apply(kind: RowKind): Promise<void> {
    this.#newest.set(kind, await this.#marked.apply(kind));
  }

  async nameObreby(names: readonly { id: string; name: string | null }[]): Promise<void> {
    // One obręb may come twice, by the cadastre and by its boundary: the later word holds.
    const last = [...new Map(names.map(({ id, name }) => [id, name]))];
    await this.#session.rows(
      `INSERT INTO obreby SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
      [last.map(([id]) => id), last.map(([, name]) => name)],
    );
  }

  async *permits(of: 'fresh' | readonly string[]): AsyncGenerator<readonly PlacedPermit[]> {
    const columns = 'SELECT fid, parcel_id, x, y FROM permits';
    if (of === 'fresh') {
      const newest = this.#newest.get('permits') ?? Number.MAX_SAFE_INTEGER;
      const pages = seekPages(
        (after: number, limit) =>
          this.#session.rows(`${columns} WHERE fid > $1 ORDER BY fid LIMIT $2`, [after, limit]),
        newest,
        (row) => Number(row.fid),
      );
      yield* mapPages(pages, permitOf);
      return;
    }
    for (const prefix of of) {
      const pages = seekPages<Row, readonly [string, number]>(
        ([parcel_id, fid], limit) =>
          this.#session.rows(
            `${columns} WHERE parcel_id >= $1 AND parcel_id < $2 AND (parcel_id, fid) > ($3, $4)
             ORDER BY parcel_id, fid LIMIT $5`,
            [...rangeOf(prefix), parcel_id, fid, limit],
          ),
        ['', 0],
        (row) => [String(row.parcel_id), Number(row.fid)],
      );
      yield* mapPages(pages, permitOf);
    }
  }

  async points(ids: readonly string[]): Promise<Map<string, Position>> {
    const rows = await this.#session.cells<[id: string, lng: number, lat: number]>(
      'SELECT id, lng, lat FROM parcels WHERE part = ANY($1::text[]) AND id = ANY($2::text[])',
      [distinct(ids.map(partitionOf)), ids],
    );
    return new Map(rows.map(([id, lng, lat]): [string, Position] => [id, [lng, lat]]));
  }

  async placePermits(moved: readonly PlacedPermit[]): Promise<void> {
    await this.#session.rows(
      `UPDATE permits p SET x = w.x, y = w.y
       FROM unnest($1::bigint[], $2::float8[], $3::float8[]) w(fid, x, y) WHERE p.fid = w.fid`,
      [
        moved.map(({ ref }) => ref),
        moved.map(({ position }) => position?.[0] ?? null),
        moved.map(({ position }) => position?.[1] ?? null),
      ],
    );
  }

  async countReferences(places: readonly string[]): Promise<ReferenceCount[]> {
    const ranges = places.map(rangeOf);
    const rows = await this.#session.rows(
      `SELECT substr(p.parcel_id, 1, 4) AS powiat, count(*) AS total, count(p.x) AS placed
       FROM unnest($1::text[], $2::text[]) s(low, high) JOIN permits p ON p.place >= s.low AND p.place < s.high
       GROUP BY powiat ORDER BY powiat`,
      [ranges.map(([low]) => low), ranges.map(([, high]) => high)],
    );
    return rows.map((row) => ({
      powiat: String(row.powiat),
      total: Number(row.total),
      placed: Number(row.placed),
    }));
  }

  async #evidenceParts(prefix: string): Promise<string[]> {
    const parts = await this.#session.cells<[string]>("SELECT part FROM partitions WHERE kind = 'evidence'");
    return partsBeginning(
      parts.map(([part]) => part),
      prefix,
    );
  }

  async rolesIn(scope: string): Promise<string[]> {
    const rows = await this.#session.cells<[string]>(
      `SELECT DISTINCT role FROM evidence WHERE part = ANY($4::text[]) AND source = $1 AND place >= $2 AND place < $3
       ORDER BY role`,
      [this.#source, ...rangeOf(scope), await this.#evidenceParts(scope)],
    );
    return rows.map(([role]) => role);
  }

  async saveStates(states: readonly SourceState[]): Promise<void> {
    await this.#session.rows('DELETE FROM sources WHERE source = $1', [this.#source]);
    for (const { scope, as_of, last_success_at, file_sha256, rows, synthetic, ...state } of states) {
      const flags = [synthetic ? 1 : 0, JSON.stringify(state.publishes), state.observed_since];
      await this.#session.rows('INSERT INTO sources VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        this.#source,
        scope,
        as_of,
        last_success_at,
        file_sha256,
        rows,
        ...flags,
      ]);
    }
  }

  async saveComputed(
    layers: readonly FactLayer[],
    powiaty: readonly string[],
    at: string | null,
  ): Promise<void> {
    const every = 'unnest($1::text[]) layer CROSS JOIN unnest($2::text[]) powiat';
    if (at === null)
      await this.#session.rows(
        'DELETE FROM computed WHERE layer = ANY($1::text[]) AND powiat = ANY($2::text[])',
        [layers, powiaty],
      );
    else
      await this.#session.rows(
        `INSERT INTO computed SELECT layer, powiat, $3 FROM ${every}
         ON CONFLICT (layer, powiat) DO UPDATE SET at = excluded.at`,
        [distinct(layers), distinct(powiaty), at],
      );
  }

  async planOutlines(places: readonly string[]): Promise<PlanOutline[]> {
    const outlines: PlanOutline[] = [];
    for (const place of places) {
      const rows = await this.#session.rows(
        `SELECT p.*, e.geom FROM plans p JOIN evidence e ON e.part = ANY($3::text[]) AND e.source = 'mpzp'
           AND e.role = 'mpzp_act' AND e.key = p.plan_id AND e.place = p.gmina6
         WHERE p.source = 'mpzp' AND p.gmina6 >= $1 AND p.gmina6 < $2 ORDER BY p.gmina6, p.plan_id, e.piece`,
        [...rangeOf(place), await this.#evidenceParts(place)],
      );
      outlines.push(...rows.map((row) => ({ plan: planOf(row), geometry: polygonsOf(row.geom) })));
    }
    return outlines;
  }

  async gminaOutline(gmina6: string): Promise<MultiPolygon | null> {
    const [row] = await this.#session.rows(
      "SELECT geom FROM boundaries WHERE level = 'gmina' AND code >= $1 AND code < $2 ORDER BY fid LIMIT 1",
      [...rangeOf(gmina6)],
    );
    return row ? polygonsOf(row.geom) : null;
  }

  async saveCover(places: readonly string[], covers: readonly MpzpCover[]): Promise<void> {
    for (const place of places)
      await this.#session.rows('DELETE FROM mpzp_cover WHERE gmina6 >= $1 AND gmina6 < $2', [
        ...rangeOf(place),
      ]);
    const steps = covers.flatMap(({ gmina6, steps }) =>
      steps.map(({ from, pct }) => ({ gmina6, from, pct })),
    );
    await this.#session.rows(
      'INSERT INTO mpzp_cover SELECT * FROM unnest($1::text[], $2::text[], $3::float8[])',
      [steps.map(({ gmina6 }) => gmina6), steps.map(({ from }) => from), steps.map(({ pct }) => pct)],
    );
  }

  async *touched(): AsyncGenerator<readonly ToldRecord[]> {
    const newest = this.#newest.get('parcels') ?? Number.MAX_SAFE_INTEGER;
    await this.#session.exec(`ANALYZE ${this.#table('touched')}; ANALYZE ${this.#table('facts')}`);
    yield* pagesById<ToldRecord>(
      this.#session,
      `SELECT t.id, p.part, p.fid, p.hash, p.record_hash, p.facts, w.facts AS worked, a.known AS awaited
       FROM ${this.#table('touched')} t JOIN parcels p ON p.part = ANY($1::text[]) AND p.part = t.part AND p.id = t.id
       LEFT JOIN ${this.#table('facts')} w ON w.id = t.id LEFT JOIN awaited a ON a.id = t.id
       WHERE (p.fid <= ${newest} OR w.id IS NOT NULL) AND t.id > $2 ORDER BY t.id LIMIT $3`,
      [await partsIn(this.#session, this.#table('touched'))],
      (row) => ({
        ref: refOf(String(row.part), Number(row.fid)),
        id: String(row.id),
        hash: String(row.hash),
        record_hash: String(row.record_hash),
        facts: unpackFacts(row.facts as string | null),
        worked: row.worked === null ? null : unpackFacts(String(row.worked)),
        awaited: row.awaited === null ? null : JSON.parse(String(row.awaited)),
        is_new: Number(row.fid) > newest,
      }),
      ({ id }) => id,
    );
  }

  async saveFacts(rows: readonly { ref: number; facts: Facts; record_hash: string }[]): Promise<void> {
    if (rows.length === 0) return;
    const { parts, fids } = splitRefs(rows.map(({ ref }) => ref));
    await this.#session.rows(
      `UPDATE parcels p SET facts = w.facts, record_hash = w.record_hash
       FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) w(part, fid, facts, record_hash)
       WHERE p.part = ANY($1::text[]) AND p.part = w.part AND p.fid = w.fid`,
      [
        distinct(parts),
        parts,
        fids,
        rows.map(({ facts }) => packFacts(facts)),
        rows.map(({ record_hash }) => record_hash),
      ],
    );
  }

  async saveAwaited(rows: readonly AwaitedRow[]): Promise<void> {
    const gone = rows.filter(({ awaited }) => awaited === null);
    const kept = rows.filter(({ awaited }) => awaited !== null);
    if (gone.length > 0)
      await this.#session.rows('DELETE FROM awaited WHERE id = ANY($1::text[])', [
        gone.map(({ parcel }) => parcel),
      ]);
    if (kept.length > 0)
      await this.#session.rows(
        `INSERT INTO awaited SELECT * FROM unnest($1::text[], $2::text[])
         ON CONFLICT (id) DO UPDATE SET known = excluded.known`,
        [kept.map(({ parcel }) => parcel), kept.map(({ awaited }) => JSON.stringify(awaited))],
      );
  }

  async addEvents(events: readonly DatedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const list = (of: (event: DatedEvent) => unknown) => events.map(of);
    await this.#session.rows(
      `WITH last AS (UPDATE counters SET newest = newest + cardinality($1::text[]) WHERE kind = 'events'
         RETURNING newest - cardinality($1::text[]) AS seq)
       INSERT INTO events (seq, event, subject, place, layer, before, after, as_of, detected_at, source, scope)
       SELECT last.seq + w.position, w.event, w.subject, w.place, w.layer, w.before, w.after, w.as_of, w.detected_at,
         w.source, w.scope
       FROM last, unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::text[], $10::text[]) WITH ORDINALITY
         w(event, subject, place, layer, before, after, as_of, detected_at, source, scope, position)`,
      [
        list(({ event }) => event),
        list(({ subject }) => subject),
        list(({ place }) => place),
        list(({ layer }) => layer),
        list(({ before }) => jsonOrNull(before)),
        list(({ after }) => jsonOrNull(after)),
        list(({ as_of }) => as_of),
        list(({ detected_at }) => detected_at),
        list(({ source }) => source),
        list(({ scope }) => scope),
      ],
    );
  }

  async addIssues(issues: readonly IssueRow[]): Promise<void> {
    const list = (of: (issue: IssueRow) => unknown) => issues.map(of);
    await this.#session.rows(
      `INSERT INTO ${this.#table('issues')} SELECT coalesce((SELECT max(ref) FROM ${this.#table('issues')}), 0) + w.at,
         w.position, w.field, w.kind, w.value, w.message
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
         w(position, field, kind, value, message, at)`,
      [
        list(({ position }) => position),
        list(({ field }) => field),
        list(({ kind }) => kind),
        list(({ value }) => value),
        list(({ message }) => message),
      ],
    );
  }

  async saveCalendarDay(day: string): Promise<void> {
    await this.#session.rows(
      "INSERT INTO meta VALUES ('calendar_day', $1) ON CONFLICT (key) DO UPDATE SET value = $1",
      [day],
    );
  }

  async finish({ at, rows, issues, note }: Parameters<Publication['finish']>[0]) {
    await this.#session.rows(
      `INSERT INTO issues (run, position, field, kind, value, message)
       SELECT $1, position, field, kind, value, message FROM ${this.#table('issues')} ORDER BY ref`,
      [this.#run],
    );
    await this.#session.rows(
      "UPDATE runs SET outcome = 'published', finished_at = $2, rows = $3, issues = $4, reason = $5 WHERE run = $1",
      [this.#run, at, rows, issues, note],
    );
    return { run: this.#run, version: await tellNextVersion(this.#session) };
  }
}

/** Told to whoever listens when the transaction commits. */
export async function tellNextVersion(session: Session): Promise<number> {
  const version = await session.number(
    "UPDATE meta SET value = (value::bigint + 1)::text WHERE key = 'version' RETURNING value::bigint",
  );
  await session.rows("SELECT pg_notify($1, current_schema() || ' version')", [CHANNEL]);
  return version;
}

function permitOf(row: Row): PlacedPermit {
  const position: Position | null = row.x === null ? null : [Number(row.x), Number(row.y)];
  return { ref: Number(row.fid), parcel_id: String(row.parcel_id), position };
}
