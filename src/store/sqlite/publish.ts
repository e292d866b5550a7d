// Publishing: what was staged becomes what is served, with its facts and its events, in the caller's transaction. Only
// what differs is written, so that an unchanged row keeps its hash and costs nothing.

import type { DatabaseSync } from 'node:sqlite';
import type { FactLayer } from '../../domain/layers/facts.ts';
import { isPlanning } from '../../domain/layers/layer-registers.ts';
import { FACT_LAYERS } from '../../domain/layers/layer-table.ts';
import { packFacts, replaceFacts, unpackFacts } from '../../domain/layers/packed-facts.ts';
import { partitionOf } from '../../domain/places/parcel-id.ts';
import { hashRecord } from '../../domain/record.ts';
import type {
  AwaitedRow,
  Load,
  PublishReport,
  RunStart,
  StageCounts,
  TellEvents,
  TouchedParcel,
} from '../writer.ts';
import { EventWriter } from './event-writer.ts';
import { measureCover } from './mpzp-cover.ts';
import { traceLineage } from './parcel-lineage.ts';
import { publishPermits } from './publish-permits.ts';
import { type Row, rangeOf, readCorpus } from './rows.ts';
import { nextVersion } from './transaction.ts';

export interface Publication {
  readonly db: DatabaseSync;
  readonly run: RunStart;
  readonly id: number;
  readonly load: Load;
  readonly layers: readonly FactLayer[];
  readonly counts: StageCounts;
  readonly tell: TellEvents;
}

const IN_SCOPE = 'EXISTS (SELECT 1 FROM stage.scopes s WHERE p.id >= s.low AND p.id < s.high)';
const IN_FILE = 'EXISTS (SELECT 1 FROM stage.parcels n WHERE n.id = p.id)';
const IS_LIVE = 'EXISTS (SELECT 1 FROM main.parcels live WHERE live.id = p.id)';
/** What an event says of a parcel as it was, and as it is: also which parcels its land went to and came from. */
const factsOfParcel = (alias: string, kin: 'successors' | 'predecessors') => {
  const [own, other] = kin === 'successors' ? ['old', 'new'] : ['new', 'old'];
  return `json_object('id', ${alias}.id, 'area_official_m2', ${alias}.area_official_m2,
    'geometry_m2', ${alias}.area_geometry_m2,
    '${kin}', (SELECT json_group_array(k.${other} ORDER BY k.${other}) FROM temp.kin k WHERE k.${own} = ${alias}.id))`;
};
const WAS = factsOfParcel('p', 'successors');
const IS = (alias: string) => factsOfParcel(alias, 'predecessors');

export function publish(publication: Publication): PublishReport {
  const { db, run, id, load, counts, tell } = publication;
  const all = (sql: string): Row[] => db.prepare(sql).all();
  const events = new EventWriter(publication);
  const before = readCorpus(all, 0);
  db.exec(
    `CREATE TEMP TABLE was AS SELECT t.id, f.facts FROM stage.touched t JOIN main.parcels p ON p.id = t.id LEFT JOIN main.parcel_facts f ON f.fid = p.fid`,
  );

  // A file without parcels (boundaries, plans, addresses) says nothing about parcels: none of them is gone.
  const holdsParcels = has(db, 'stage.parcels');
  const parcels = holdsParcels
    ? publishParcels(db, events, counts.live > 0)
    : { created: 0, changed: 0, removed: 0 };
  publishBoundaries(db);
  publishTerc(db);
  db.exec(`INSERT INTO main.obreby SELECT id, name FROM stage.obreby WHERE true
    ON CONFLICT (id) DO UPDATE SET name = coalesce(excluded.name, name)`);
  publishPlans(publication);
  const evidence = publishEvidence(publication);
  const permits = publishPermits(publication, holdsParcels);
  events.add(permits.events);
  publishFacts(publication);
  publishStates(publication, events);
  publishComputed(publication);
  if (run.source === 'mpzp') measureCover(db);

  if (load.calendar_day !== undefined) {
    db.prepare("INSERT OR REPLACE INTO main.meta VALUES ('calendar_day', ?)").run(load.calendar_day);
  }

  const after = readCorpus(all, 0);
  // All of it first: events are written to the connection that the parcels are read from.
  const told = [...tell(before, after, touched(db))];
  events.add(told.filter((row) => 'event' in row));
  keepAwaited(
    db,
    told.filter((row) => 'awaited' in row),
  );
  db.exec('DROP TABLE temp.was');
  const issues = counts.issues + permits.issues;
  db.exec(`INSERT INTO main.issues (run, position, field, kind, value, message)
    SELECT ${id}, position, field, kind, value, message FROM stage.issues`);
  db.prepare(
    "UPDATE main.runs SET outcome = 'published', finished_at = ?, rows = ?, issues = ? WHERE run = ?",
  ).run(load.at, counts.staged, issues, id);
  const created = parcels.created + evidence.created + permits.created;
  return {
    run: id,
    created,
    changed: parcels.changed,
    removed: parcels.removed + evidence.removed + permits.removed,
    unchanged: Math.max(0, counts.staged - created - parcels.changed),
    issues,
    events: events.written,
    version: nextVersion(db),
  };
}

const has = (db: DatabaseSync, table: string) =>
  db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
const changesOf = (db: DatabaseSync, sql: string) => Number(db.prepare(sql).run().changes);

/** A first load of a place tells no events of its parcels: nothing was known before (docs/decisions/0006). */
function publishParcels(db: DatabaseSync, events: EventWriter, wasLoaded: boolean) {
  const run = (sql: string) => changesOf(db, sql);
  const gone = `SELECT fid FROM main.parcels p WHERE ${IN_SCOPE} AND NOT ${IN_FILE}`;
  if (wasLoaded) {
    traceLineage(db);
    events.tell(
      'parcel_removed',
      `SELECT p.id, ${WAS}, NULL FROM main.parcels p WHERE ${IN_SCOPE} AND NOT ${IN_FILE}`,
    );
    events.tell(
      'parcel_geometry_changed',
      `SELECT p.id, ${WAS}, ${IS('n')} FROM stage.parcels n JOIN main.parcels p ON p.id = n.id
       WHERE n.hash <> p.hash AND (n.geom <> p.geom OR n.area_official_m2 IS NOT p.area_official_m2)`,
    );
    events.tell('parcel_created', `SELECT p.id, NULL, ${IS('p')} FROM stage.parcels p WHERE NOT ${IS_LIVE}`);
    db.exec('DROP TABLE temp.kin');
  }
  run(`DELETE FROM main.rtree_parcels_geom WHERE id IN (${gone})`);
  run(`DELETE FROM main.parcel_facts WHERE fid IN (${gone})`);
  run(
    `DELETE FROM main.awaited WHERE id IN (SELECT id FROM main.parcels p WHERE ${IN_SCOPE} AND NOT ${IN_FILE})`,
  );
  const removed = run(`DELETE FROM main.parcels AS p WHERE ${IN_SCOPE} AND NOT ${IN_FILE}`);
  run(`INSERT OR REPLACE INTO main.rtree_parcels_geom SELECT p.fid, n.minx, n.maxx, n.miny, n.maxy
    FROM stage.parcels n JOIN main.parcels p ON p.id = n.id WHERE n.hash <> p.hash`);
  const changed = run(`UPDATE main.parcels AS p SET area_official_m2 = n.area_official_m2,
      area_geometry_m2 = n.area_geometry_m2, lng = n.lng, lat = n.lat, record_hash = n.hash, hash = n.hash,
      obreb_id = n.obreb_id, number = n.number, land_use = n.land_use, geom = n.geom
    FROM stage.parcels n WHERE n.id = p.id AND n.hash <> p.hash`);
  const newest = Number(db.prepare('SELECT coalesce(max(fid), 0) AS fid FROM main.parcels').get()?.fid);
  const created = run(`INSERT INTO main.parcels
      (id, area_official_m2, area_geometry_m2, lng, lat, record_hash, hash, obreb_id, number, land_use, geom)
    SELECT id, area_official_m2, area_geometry_m2, lng, lat, hash, hash, obreb_id, number, land_use, geom
    FROM stage.parcels p WHERE NOT ${IS_LIVE}`);
  run(`INSERT INTO main.rtree_parcels_geom SELECT p.fid, n.minx, n.maxx, n.miny, n.maxy
    FROM main.parcels p JOIN stage.parcels n ON n.id = p.id WHERE p.fid > ${newest}`);
  if (created + changed + removed > 0) describeLayer(db, 'parcels');
  return { created, changed, removed };
}

/** A boundary file holds whole levels: what it holds replaces what was there. */
function publishBoundaries(db: DatabaseSync): void {
  if (!has(db, 'stage.boundaries')) return;
  const levels = 'SELECT DISTINCT level FROM stage.boundaries';
  db.exec(`
    DELETE FROM main.rtree_boundaries_geom WHERE id IN (SELECT fid FROM main.boundaries WHERE level IN (${levels}));
    DELETE FROM main.boundaries WHERE level IN (${levels});
    INSERT INTO main.boundaries (code, level, name, geom) SELECT code, level, name, geom FROM stage.boundaries;
    INSERT INTO main.rtree_boundaries_geom SELECT b.fid, s.minx, s.maxx, s.miny, s.maxy
      FROM stage.boundaries s JOIN main.boundaries b ON b.code = s.code;
    INSERT INTO main.obreby SELECT code, name FROM stage.boundaries WHERE level = 'obreb'
      ON CONFLICT (id) DO UPDATE SET name = coalesce(name, excluded.name);`);
  describeLayer(db, 'boundaries');
}

function publishTerc(db: DatabaseSync): void {
  if (!has(db, 'stage.terc')) return;
  db.exec('DELETE FROM main.terc; INSERT INTO main.terc SELECT code, name, kind FROM stage.terc;');
}

function publishPlans({ db, run }: Publication): void {
  if (!isPlanning(run.source)) return;
  db.prepare(
    `DELETE FROM main.plans WHERE source = ?
     AND EXISTS (SELECT 1 FROM stage.scopes s WHERE gmina6 >= s.low AND gmina6 < s.high)`,
  ).run(run.source);
  db.prepare('INSERT OR REPLACE INTO main.plans SELECT ?, * FROM stage.plans').run(run.source);
}

function publishEvidence({ db, run }: Publication): { created: number; removed: number } {
  db.exec('DELETE FROM main.rtree_evidence_geom WHERE id IN (SELECT fid FROM stage.removed)');
  db.exec('DELETE FROM main.addresses WHERE fid IN (SELECT fid FROM stage.removed)');
  const removed = changesOf(db, 'DELETE FROM main.evidence WHERE fid IN (SELECT fid FROM stage.removed)');
  const newest = Number(db.prepare('SELECT coalesce(max(fid), 0) AS fid FROM main.evidence').get()?.fid);
  const created = Number(
    db
      .prepare(
        `INSERT INTO main.evidence (source, role, key, piece, place, hash, attributes, geom)
         SELECT ?, n.role, n.key, n.piece, n.place, n.hash, n.attributes, n.geom
         FROM stage.rtree_fresh f JOIN stage.evidence n ON n.rowid = f.id ORDER BY f.id`,
      )
      .run(run.source).changes,
  );
  db.prepare(
    `INSERT INTO main.rtree_evidence_geom SELECT e.fid, n.minx, n.maxx, n.miny, n.maxy
     FROM main.evidence e JOIN stage.evidence n ON (n.role, n.key, n.piece) = (e.role, e.key, e.piece)
     WHERE e.fid > ? AND e.source = ?`,
  ).run(newest, run.source);
  const part = (name: string) => `json_extract(attributes, '$.${name}')`;
  db.prepare(
    `INSERT INTO main.addresses SELECT fid, place, fold_name(${part('locality')}),
       fold_name(coalesce(${part('street')}, '')), fold_house(${part('house_number')})
     FROM main.evidence WHERE fid > ? AND role = 'address'`,
  ).run(newest);
  if (created + removed > 0) describeLayer(db, 'evidence');
  return { created, removed };
}

const PAGE = 2_000;

/** Facts of the layers that were worked out; the record hash moves only where they differ. */
function publishFacts({ db, layers }: Publication): void {
  if (layers.length === 0) return;
  // Page by page: what a function of ours makes within one long statement would all be held until its end.
  const page = db.prepare(
    `SELECT t.id, p.fid, p.hash, p.record_hash, f.facts AS known, n.facts AS worked
     FROM stage.touched t JOIN main.parcels p ON p.id = t.id
     LEFT JOIN main.parcel_facts f ON f.fid = p.fid LEFT JOIN temp.facts n ON n.id = t.id
     WHERE t.id > ? ORDER BY t.id LIMIT ${PAGE}`,
  );
  const save = db.prepare('INSERT OR REPLACE INTO main.parcel_facts VALUES (?, ?)');
  const rehash = db.prepare('UPDATE main.parcels SET record_hash = ? WHERE fid = ?');
  let rows = page.all('');
  while (rows.length > 0) {
    for (const row of rows) {
      const [known, worked] = [row.known as string | null, row.worked as string | null];
      const facts = worked === null ? unpackFacts(known) : replaceFacts(known, layers, unpackFacts(worked));
      const packed = packFacts(facts);
      if (worked !== null && packed !== known) save.run(Number(row.fid), packed);
      const renewed = hashRecord(
        String(row.hash),
        FACT_LAYERS.map((layer) => facts[layer]),
      );
      if (renewed !== row.record_hash) rehash.run(renewed, Number(row.fid));
    }
    rows = page.all(String(rows.at(-1)?.id));
  }
}

function publishStates({ db, run, load, counts }: Publication, events: EventWriter): void {
  const before = db.prepare('SELECT as_of, file_sha256 FROM sources WHERE source = ? AND scope = ?');
  // An obręb loaded by itself is gone when its powiat is loaded whole. Where only some scopes of an earlier file are
  // replaced, that file is no longer what is served: loading it again must count.
  const drop = db.prepare(
    `DELETE FROM sources WHERE source = ?1 AND ?2 <> '' AND scope > ?2 AND substr(scope, 1, length(?2)) = ?2`,
  );
  const forget = db.prepare("UPDATE sources SET file_sha256 = '' WHERE source = ? AND file_sha256 = ?");
  const save = db.prepare('INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const roles = db.prepare(
    'SELECT DISTINCT role FROM main.evidence WHERE source = ? AND place >= ? AND place < ? ORDER BY role',
  );
  const landUse = has(db, 'stage.parcels WHERE land_use IS NOT NULL') ? ['land_use'] : [];
  for (const scope of load.scopes) {
    const known = before.get(run.source, scope);
    if (known && known.as_of !== load.as_of) events.refreshed(scope, known.as_of as string | null);
    drop.run(run.source, scope);
    if (known && known.file_sha256 !== run.sha256) forget.run(run.source, known.file_sha256 as string);
    save.run(
      run.source,
      scope,
      load.as_of,
      load.at,
      run.sha256,
      counts.staged,
      run.synthetic ? 1 : 0,
      JSON.stringify([
        ...landUse,
        ...roles.all(run.source, ...rangeOf(scope)).map((row) => row.role as string),
      ]),
    );
  }
}

/** Left for later: the layers are marked as not worked out in the powiaty that the load touches. */
function publishComputed({ db, load, layers }: Publication): void {
  const powiaty = new Set(load.scopes.filter((scope) => /^\d{4}/.test(scope)).map(partitionOf));
  for (const row of db.prepare('SELECT DISTINCT substr(id, 1, 4) AS powiat FROM stage.touched').all()) {
    powiaty.add(String(row.powiat));
  }
  const save = db.prepare('INSERT OR REPLACE INTO main.computed VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM main.computed WHERE layer = ? AND powiat = ?');
  for (const layer of layers) {
    for (const powiat of powiaty) {
      if (load.computed) save.run(layer, powiat, load.at);
      else drop.run(layer, powiat);
    }
  }
}

/** What was known of each touched parcel that stays, and what is known now. */
function* touched(db: DatabaseSync): Iterable<TouchedParcel> {
  const rows = db
    .prepare(
      `SELECT w.id, w.facts AS was, f.facts AS now, a.known FROM temp.was w JOIN main.parcels p ON p.id = w.id
       LEFT JOIN main.parcel_facts f ON f.fid = p.fid LEFT JOIN main.awaited a ON a.id = w.id ORDER BY w.id`,
    )
    .iterate();
  for (const row of rows) {
    const awaited = row.known === null ? null : JSON.parse(row.known as string);
    const facts = (packed: unknown) => unpackFacts(packed as string | null);
    yield { id: row.id as string, before: facts(row.was), after: facts(row.now), awaited };
  }
}

function keepAwaited(db: DatabaseSync, rows: readonly AwaitedRow[]): void {
  const save = db.prepare('INSERT OR REPLACE INTO main.awaited VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM main.awaited WHERE id = ?');
  for (const { parcel, awaited } of rows) {
    if (awaited === null) drop.run(parcel);
    else save.run(parcel, JSON.stringify(awaited));
  }
}

/** The extent and date that GeoPackage readers show. */
function describeLayer(db: DatabaseSync, table: 'parcels' | 'boundaries' | 'evidence'): void {
  db.exec(`UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
    (min_x, max_x, min_y, max_y) = (SELECT min(minx), max(maxx), min(miny), max(maxy) FROM rtree_${table}_geom)
    WHERE table_name = '${table}'`);
}
