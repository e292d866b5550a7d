// Later files: what differs is published with its events and nothing else moves; what cannot be right is refused.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { before, beforeEach, describe, it } from 'node:test';
import type { ParcelRecord } from '../../src/contract/answers.ts';
import type { ChangeEvent } from '../../src/contract/change-events.ts';
import { startClient } from '../client.ts';
import { buildSampleData, LAND, type Sample, temporaryFolder } from '../sample.ts';
import { blobOf, editBulk, movedBy, polygonsIn } from './bulk-file.ts';
import { loadOne, query, snapshot, versionOf } from './load-file.ts';
import { recounted } from './registry-file.ts';

const MOVED = '141803_2.0009.123/4';
const REMOVED = '141803_2.0009.123/5';
const ADDED = '141803_2.0009.9999';
const UNTOUCHED = '141803_2.0009.123/1';

const root = temporaryFolder();
let sample: Sample;
let data: string;
let files: string;

before(async () => {
  sample = await buildSampleData(1_000, { only: LAND });
});

/** Each test starts from the loaded world. */
beforeEach(() => {
  const folder = mkdtempSync(join(root, 'case-'));
  data = join(folder, 'data');
  files = join(folder, 'files');
  cpSync(sample.data, data, { recursive: true });
});

const edit = (change: (db: DatabaseSync) => void) => editBulk(sample.files, files, '1418', change);

function rowOf(db: DatabaseSync, id: string) {
  const row = db.prepare('SELECT * FROM dzialki WHERE id_dzialki = ?').get(id);
  assert.ok(row, `${id} is not in the file`);
  return row;
}

function changeThree(db: DatabaseSync): void {
  const moved = movedBy(polygonsIn(rowOf(db, MOVED).geom), 0.5, 0);
  db.prepare('UPDATE dzialki SET geom = ? WHERE id_dzialki = ?').run(blobOf(moved), MOVED);
  db.prepare(
    `INSERT INTO dzialki (geom, id_dzialki, nazwa_obrebu, pole_ewidencyjne, czas_pozyskania)
     SELECT geom, ?, nazwa_obrebu, pole_ewidencyjne, czas_pozyskania FROM dzialki WHERE id_dzialki = ?`,
  ).run(ADDED, REMOVED);
  db.prepare('DELETE FROM dzialki WHERE id_dzialki = ?').run(REMOVED);
}

const factsOf = (where: string, id: string) => {
  const [row] = query(
    where,
    'SELECT id, area_official_m2, area_geometry_m2 AS geometry_m2 FROM parcels WHERE id = ?',
    id,
  );
  return row;
};

describe('an edited file: one parcel moved, one removed, one added', () => {
  it('gives exactly their events and new hashes, and nothing else changes', async () => {
    const earlier = snapshot(data);
    const zip = await edit(changeThree);
    const outcome = await loadOne(zip, data);
    assert.equal(outcome.outcome, 'published');
    const { created, changed, removed, unchanged, events } = outcome.report;
    const parcels = earlier.parcels?.filter((row) => String(row.id).startsWith('1418')) ?? [];
    const buildings = earlier.evidence?.filter((row) => row.role === 'building') ?? [];
    assert.ok(parcels.length > 400 && buildings.length > 100);
    const total = parcels.length + buildings.length;
    assert.deepEqual([created, changed, removed, unchanged, events], [1, 1, 1, total - 2, 3]);

    const facts = (text: unknown) => JSON.parse(String(text));
    const told = query(
      data,
      'SELECT event, subject, before, after, as_of, source, scope FROM events ORDER BY seq',
    );
    assert.deepEqual(
      told.map((row) => ({ ...row, before: facts(row.before), after: facts(row.after) })),
      [
        {
          event: 'parcel_removed',
          subject: REMOVED,
          before: { ...factsOf(sample.data, REMOVED), successors: [ADDED] },
          after: null,
        },
        {
          event: 'parcel_geometry_changed',
          subject: MOVED,
          // It moved and did not grow: no member differs.
          before: factsOf(sample.data, MOVED),
          after: factsOf(data, MOVED),
        },
        {
          event: 'parcel_created',
          subject: ADDED,
          before: null,
          after: { ...factsOf(data, ADDED), predecessors: [REMOVED] },
        },
      ].map((event) => ({ ...event, as_of: '2026-11-08', source: 'egib', scope: '1418' })),
    );

    const later = snapshot(data);
    const edited = [MOVED, REMOVED, ADDED];
    const others = (rows: typeof earlier.parcels) => rows?.filter((row) => !edited.includes(String(row.id)));
    assert.deepEqual(others(later.parcels), others(earlier.parcels));
    for (const table of ['boundaries', 'terc', 'obreby', 'sources'])
      assert.deepEqual(later[table], earlier[table]);
    const hash = (where: string) =>
      query(where, 'SELECT record_hash FROM parcels WHERE id = ?', MOVED)[0]?.record_hash;
    assert.notEqual(hash(data), hash(sample.data));
  });

  it('keeps the index of boxes true to the geometries', async () => {
    await loadOne(await edit(changeThree), data);
    const rows = query(
      data,
      'SELECT p.id, p.geom, r.minx, r.maxx, r.miny, r.maxy FROM parcels p LEFT JOIN rtree_parcels_geom r ON r.id = p.fid',
    );
    for (const { id, geom, minx, maxx, miny, maxy } of rows) {
      const xs = polygonsIn(geom).flat(2);
      const inside = xs.every(
        ([x, y]) => x >= Number(minx) && x <= Number(maxx) && y >= Number(miny) && y <= Number(maxy),
      );
      assert.ok(inside && minx !== null, `the box of ${id} does not hold it`);
    }
    assert.equal(query(data, 'SELECT count(*) AS n FROM rtree_parcels_geom')[0]?.n, rows.length);
  });

  it('is seen by a running server: new ETags for what changed alone', async () => {
    const client = await startClient(data);
    const etag = async (id: string) =>
      (await client.get<ParcelRecord>(`/v1/parcel?id=${encodeURIComponent(id)}`)).headers.get('etag');
    try {
      const earlier = { moved: await etag(MOVED), untouched: await etag(UNTOUCHED) };
      await loadOne(await edit(changeThree), data);
      assert.notEqual(await etag(MOVED), earlier.moved);
      assert.equal(await etag(UNTOUCHED), earlier.untouched);
      assert.equal((await client.get(`/v1/parcel?id=${ADDED}`)).http, 200);
      assert.equal((await client.get(`/v1/parcel?id=${encodeURIComponent(REMOVED)}`)).http, 404);
      const { body } = await client.get<ChangeEvent[]>(`/v1/events?id=${encodeURIComponent(MOVED)}`);
      assert.deepEqual(
        body.result?.map(({ event, as_of }) => [event, as_of]),
        [['parcel_geometry_changed', '2026-11-08']],
      );
    } finally {
      await client.close();
    }
  });

  it('and back again restores the old hashes', async () => {
    const earlier = snapshot(data);
    await loadOne(await edit(changeThree), data);
    const outcome = await loadOne(join(sample.files, '1418.gpkg.zip'), data);
    assert.equal(outcome.outcome, 'published');
    const facts = (rows: typeof earlier.parcels) => rows?.map(({ fid: _fid, ...row }) => row);
    assert.deepEqual(facts(snapshot(data).parcels), facts(earlier.parcels));
  });
});

describe('other changes', () => {
  it('of the land use alone move the hash and are told of the soil', async () => {
    const zip = await edit((db) =>
      db.prepare("UPDATE dzialki SET klasouzytki_egib = 'RVI' WHERE id_dzialki = ?").run(MOVED),
    );
    const outcome = await loadOne(zip, data);
    assert.ok(outcome.outcome === 'published');
    const { created, changed, removed, events } = outcome.report;
    assert.deepEqual([created, changed, removed, events], [0, 1, 0, 1]);
    const [event, ...more] = query(data, 'SELECT event, subject, layer, before, after FROM events');
    assert.equal(more.length, 0);
    assert.deepEqual([event?.event, event?.subject, event?.layer], ['soil_changed', MOVED, 'soil']);
    assert.notDeepEqual(JSON.parse(String(event?.before)), JSON.parse(String(event?.after)));
    assert.deepEqual(JSON.parse(String(event?.after)), { classes: [{ symbol: 'RVI', share_pct: 100 }] });
  });

  it('of the outline below the last digit of coordinates move the hash and are no event', async () => {
    const hash = () =>
      query(data, 'SELECT record_hash FROM parcels WHERE id = ?', MOVED)[0]?.record_hash ?? assert.fail();
    const earlier = hash();
    const zip = await edit((db) => {
      const shifted = movedBy(polygonsIn(rowOf(db, MOVED).geom), 0.006, 0.006);
      db.prepare('UPDATE dzialki SET geom = ? WHERE id_dzialki = ?').run(blobOf(shifted), MOVED);
    });
    const outcome = await loadOne(zip, data);
    assert.ok(outcome.outcome === 'published');
    const { created, changed, removed, events } = outcome.report;
    assert.deepEqual([created, changed, removed, events], [0, 1, 0, 0]);
    assert.notEqual(hash(), earlier);
  });

  it('of the date alone are one event: the source was refreshed', async () => {
    const zip = await edit((db) => db.exec("UPDATE dzialki SET czas_pozyskania = '2026-11-14 03:00:00'"));
    const outcome = await loadOne(zip, data);
    assert.ok(outcome.outcome === 'published');
    assert.equal(outcome.report.changed, 0);
    const told = query(data, 'SELECT event, subject, before, after FROM events');
    assert.deepEqual(told, [
      {
        event: 'source_refreshed',
        subject: 'source egib 1418',
        before: '{"as_of":"2026-11-08"}',
        after: '{"as_of":"2026-11-14","freshness":"fresh"}',
      },
    ]);
    assert.equal(query(data, "SELECT as_of FROM sources WHERE scope = '1418'")[0]?.as_of, '2026-11-14');
  });
});

describe('a file that cannot be right', () => {
  async function refused(zip: string, reason: RegExp) {
    const earlier = snapshot(data);
    const version = versionOf(data);
    const outcome = await loadOne(zip, data);
    assert.equal(outcome.outcome, 'failed');
    assert.match(outcome.reason, reason);
    assert.deepEqual(snapshot(data), earlier);
    assert.equal(versionOf(data), version);
    const [run] = query(data, 'SELECT outcome, reason FROM runs ORDER BY run DESC LIMIT 1');
    assert.deepEqual(run, { outcome: 'failed', reason: outcome.reason });
  }

  it('loses more than a fifth of the parcels: refused, unless loss is allowed', async () => {
    const zip = await edit((db) => db.exec('DELETE FROM dzialki WHERE fid % 4 = 0'));
    await refused(zip, /^\d+ of \d+ rows served now for 1418 \(2\d %\) are not in the file; .*--allow-loss$/);
    const earlier = query(data, 'SELECT count(*) AS n FROM parcels')[0]?.n;
    const outcome = await loadOne(zip, data, { allowLoss: true });
    assert.ok(outcome.outcome === 'published');
    assert.ok(outcome.report.removed > 100);
    const later = query(data, 'SELECT count(*) AS n FROM parcels')[0]?.n;
    assert.equal(later, Number(earlier) - outcome.report.removed);
  });

  it('may lose a fifth', async () => {
    const zip = await edit((db) => db.exec('DELETE FROM dzialki WHERE fid % 6 = 0'));
    assert.equal((await loadOne(zip, data)).outcome, 'published');
  });

  const place = (db: DatabaseSync, change: (geom: unknown) => Uint8Array, table = 'dzialki') => {
    const update = db.prepare(`UPDATE ${table} SET geom = ? WHERE fid = ?`);
    for (const { fid, geom } of db.prepare(`SELECT fid, geom FROM ${table} WHERE geom IS NOT NULL`).all()) {
      if (Buffer.from(geom as Uint8Array).length > 50) update.run(change(geom), fid as number);
    }
  };

  it('lies in the place of another powiat', async () => {
    const zip = await edit((db) => place(db, (geom) => blobOf(movedBy(polygonsIn(geom), -60_000, 0))));
    await refused(
      zip,
      /^\d+ of \d+ rows \(parcel\) lie outside the boundary of the unit that their ids name; the coordinate system/,
    );
  });

  it('has its buildings in the place of another powiat, and its parcels where they belong', async () => {
    const away = (geom: unknown) => blobOf(movedBy(polygonsIn(geom), -60_000, 0));
    const zip = await edit((db) => place(db, away, 'budynki'));
    await refused(zip, /^\d+ of \d+ rows \(building\) lie outside the boundary of the unit/);
  });

  it('has its axes swapped', async () => {
    const swap = (geom: unknown) =>
      polygonsIn(geom).map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [y, x] as const)));
    const zip = await edit((db) => place(db, (geom) => blobOf(swap(geom))));
    await refused(zip, /outside the boundary of the unit that their ids name; the axes look swapped/);
  });

  it('lies outside Poland: no row is usable', async () => {
    const zip = await edit((db) => place(db, (geom) => blobOf(movedBy(polygonsIn(geom), 900_000, 0))));
    await refused(zip, /^1418\.gpkg\.zip: found \d+ buildings and no parcel; expected parcels and/);
  });

  it('has a single vertex at the far end of the world: that row is left out, and said', async () => {
    const zip = await edit((db) => {
      const [[outer = []] = []] = polygonsIn(rowOf(db, MOVED).geom);
      const spiked = [[[...outer.slice(0, -1), [0, 0] as const, ...outer.slice(-1)]]];
      db.prepare('UPDATE dzialki SET geom = ? WHERE id_dzialki = ?').run(blobOf(spiked), MOVED);
    });
    assert.equal((await loadOne(zip, data)).outcome, 'published');
    assert.deepEqual(
      query(data, 'SELECT kind, message FROM issues WHERE value = ? ORDER BY issue DESC', MOVED),
      [{ kind: 'outside_poland', message: 'the position 0 0 (EPSG:2180) is outside Poland' }],
    );
  });

  it('is a TERC of which the half is gone; half of the boundaries leaves the others standing', async () => {
    const halve = (name: string, element: string) => {
      const text = readFileSync(join(sample.files, name), 'utf8');
      const parts = text.split(new RegExp(`(?=<${element}[ >])`));
      const [head = '', ...rows] = parts;
      const tail = rows.at(-1)?.split(`</${element}>`)[1] ?? '';
      const half = rows.slice(0, Math.ceil(rows.length / 2)).map((row) => row.split(`</${element}>`)[0]);
      const path = join(root, name);
      writeFileSync(path, recounted(head + half.map((row) => `${row}</${element}>\n`).join('') + tail));
      return path;
    };
    await refused(halve('TERC_Urzedowy_2026-01-01.xml', 'row'), /^\d+ of 334 rows served now \(50 %\)/);
    const obreby = halve('PRG_A06_Granice_obrebow_ewidencyjnych.xml', 'wfs:member');
    const held = () => query(data, "SELECT code FROM boundaries WHERE level = 'obreb' ORDER BY code");
    const before = held();
    assert.equal(before.length, 33);
    assert.equal((await loadOne(obreby, data)).outcome, 'published');
    assert.deepEqual(held(), before);
  });
});
