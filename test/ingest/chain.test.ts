// The whole chain on a small world: every row of the official files arrives as it should, every planted fault is
// reported where it stands, and loading the same files again changes nothing.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fromWgs84 } from '../../src/domain/geometry/projection.ts';
import { containsPoint } from '../../src/domain/geometry/rings.ts';
import { parseParcelId } from '../../src/domain/places/parcel-id.ts';
import { describeCell, digestKey } from '../../src/ingest/forbidden-text.ts';
import { FAULTS, FAULTY_BUILDINGS } from '../../world/faults.ts';
import { GMINY, POWIATY, VOIVODESHIPS } from '../../world/places.ts';
import { startClient } from '../client.ts';
import { ASKED_AT, buildSampleData, LAND } from '../sample.ts';
import { polygonsIn } from './bulk-file.ts';
import { load, query, type Row, snapshot } from './load-file.ts';
import { type TrueRow, trueBuildings, trueObreby, trueRows } from './world-truth.ts';

const PARCELS = 1_000;
/** Rows with these faults give no parcel; a duplicate gives none the second time. */
const LOST = ['empty-geometry', 'no-geometry', 'broken-id'];

let data: string;
let truth: TrueRow[];
let stored: Map<string, Row>;

before(async () => {
  ({ data } = await buildSampleData(PARCELS, { only: LAND }));
  truth = trueRows(PARCELS);
  stored = new Map(query(data, 'SELECT * FROM parcels').map((row) => [String(row.id), row]));
});

const count = (sql: string) => Number(query(data, sql)[0]?.n);
const faultOf = (item: TrueRow) => FAULTS[item.parcel.id];
const kept = () => truth.filter((item) => !LOST.includes(faultOf(item) ?? ''));

describe('a first load', () => {
  it('fills every table', () => {
    assert.equal(
      count('SELECT count(*) AS n FROM parcels'),
      new Set(kept().map(({ parcel }) => parcel.id)).size,
    );
    assert.equal(count('SELECT count(*) AS n FROM rtree_parcels_geom'), stored.size);
    const levels = query(data, 'SELECT level, count(*) AS n FROM boundaries GROUP BY level ORDER BY level');
    assert.deepEqual(levels, [
      { level: 'gmina', n: 5 },
      { level: 'obreb', n: 33 },
      { level: 'powiat', n: 2 },
      { level: 'unit', n: 7 },
    ]);
    assert.equal(count('SELECT count(*) AS n FROM rtree_boundaries_geom'), 47);
    assert.ok(count('SELECT count(*) AS n FROM terc') >= VOIVODESHIPS.length + POWIATY.length + GMINY.length);
    assert.deepEqual(query(data, "SELECT name, kind FROM terc WHERE code = '1418032'"), [
      { name: 'Lesznowola', kind: 'gmina wiejska' },
    ]);
    const runs = query(data, 'SELECT DISTINCT outcome FROM runs');
    assert.deepEqual(runs, [{ outcome: 'published' }]);
  });

  it('keeps every building of the powiat that publishes them', () => {
    const keys = query(data, "SELECT key FROM evidence WHERE role = 'building' AND piece = 0");
    // Of what is no id of a building nobody knows what it holds.
    const truly = trueBuildings(PARCELS).map(({ id, parcel }) =>
      parcel.id === FAULTY_BUILDINGS.broken_id ? digestKey(id) : id,
    );
    assert.ok(truly.length > 100);
    assert.deepEqual(keys.map(({ key }) => key).sort(), truly.sort());
  });

  it('tells no events: nothing was known before', () =>
    assert.equal(count('SELECT count(*) AS n FROM events'), 0));

  it('keeps number, obręb and land use of every parcel', () => {
    for (const { parcel, row } of kept()) {
      const found = stored.get(parcel.id);
      assert.ok(found, `${parcel.id} is missing`);
      assert.equal(found.obreb_id, parcel.obreb.id);
      assert.equal(found.number, parcel.number);
      assert.equal(found.land_use, row.klasouzytki_egib === 'None' ? null : row.klasouzytki_egib, parcel.id);
    }
  });

  it('knows the unit of recorded areas: hectares in Lesznowola, m² in Piaseczno, nothing in powiat 1438', () => {
    const seen = new Set<string>();
    for (const item of kept()) {
      const { parcel, row } = item;
      if (faultOf(item) === 'area-10x' || faultOf(item) === 'bow-tie') continue;
      const gmina = parcel.obreb.unit.gmina.name;
      const written = Number(row.pole_ewidencyjne);
      const expected = {
        Lesznowola: Math.round(written * 10_000),
        Piaseczno: written,
        Wiskitki: null,
        'Puszcza Mariańska': null,
        Żyrardów: null,
      }[gmina];
      assert.equal(stored.get(parcel.id)?.area_official_m2, expected, parcel.id);
      seen.add(gmina);
    }
    assert.equal(seen.size, 5);
  });

  it('measures the area of the geometry itself', () => {
    for (const item of kept()) {
      if (faultOf(item) === 'bow-tie') continue;
      const { parcel } = item;
      assert.ok(
        Math.abs(Number(stored.get(parcel.id)?.area_geometry_m2) - parcel.area_m2) < 0.011,
        parcel.id,
      );
    }
  });

  it('stores easting before northing, vertex by vertex as in the world', () => {
    for (const item of kept()) {
      if (faultOf(item) === 'bow-tie') continue;
      assert.deepEqual(polygonsIn(stored.get(item.parcel.id)?.geom), item.parcel.geometry, item.parcel.id);
    }
  });

  it('reads the boundaries, written north before east, into the same place as the parcels', () => {
    const outlines = new Map(
      query(data, "SELECT code, geom FROM boundaries WHERE level IN ('obreb', 'unit', 'powiat')").map(
        (row) => [row.code, polygonsIn(row.geom)],
      ),
    );
    for (const [id, row] of stored) {
      const parsed = parseParcelId(id);
      assert.ok(parsed.ok);
      const at = fromWgs84(2180, [Number(row.lng), Number(row.lat)]);
      assert.ok(containsPoint(polygonsIn(row.geom), at), `the centroid of ${id} is not on it`);
      const { obreb_id, unit, powiat } = parsed.value;
      for (const code of [obreb_id, unit, powiat]) {
        assert.ok(containsPoint(outlines.get(code) ?? [], at), `${id} is not in ${code}`);
      }
    }
  });

  it('names the obręby', () => {
    assert.deepEqual(
      query(data, 'SELECT id, name FROM obreby ORDER BY id'),
      trueObreby(PARCELS).map(({ id, name }) => ({ id, name })),
    );
  });

  it('knows the date of each load and that all of it is synthetic', () => {
    assert.deepEqual(
      query(data, 'SELECT source, scope, as_of, synthetic FROM sources ORDER BY source, scope'),
      [
        { source: 'egib', scope: '1418', as_of: '2026-11-08', synthetic: 1 },
        { source: 'egib', scope: '1438', as_of: '2026-11-09', synthetic: 1 },
        // Of the powiaty the sample has some gminy, and of the voivodeship two powiaty: they are all it speaks for.
        ...[
          ...['141803', '141804', '143801', '143803', '143805'].map((gmina) => `gmina/${gmina}`),
          ...['141803', '141804', '143801', '143803', '143805'].map((gmina) => `obreb/${gmina}`),
          ...['powiat/1418', 'powiat/1438'],
          ...['141803', '141804', '143801', '143803', '143805'].map((gmina) => `unit/${gmina}`),
        ].map((scope) => ({ source: 'prg', scope, as_of: '2026-11-08', synthetic: 1 })),
        { source: 'terc', scope: '', as_of: '2026-01-01', synthetic: 1 },
      ],
    );
  });
});

describe('planted faults', () => {
  /** For each fault: the issues of its row, as kind, field and which value is shown. */
  type Shown = 'id' | 'written id' | 'area';
  const ISSUES: Record<string, (area: boolean) => [string, string, Shown][]> = {
    'bow-tie': (hasArea) => [
      ['repaired_geometry', 'geometry', 'id'],
      ['several_parts', 'geometry', 'id'],
      // Half of a crossed polygon is gone, so a recorded area cannot fit any more.
      ...(hasArea ? [['area_mismatch', 'pole_ewidencyjne', 'area'] as [string, string, Shown]] : []),
    ],
    'empty-geometry': () => [['empty_geometry', 'geometry', 'id']],
    'no-geometry': () => [['empty_geometry', 'geometry', 'id']],
    'area-10x': () => [['area_mismatch', 'pole_ewidencyjne', 'area']],
    'broken-id': () => [['bad_id', 'id_dzialki', 'written id']],
  };
  const IN_TWO_PARTS = ['141803_2.0008.501', '143805_5.0001.501'];

  function expectedIssues(): string[] {
    const lines: string[] = [];
    const seen = new Set<string>();
    for (const item of truth) {
      const { parcel, row, powiat, fid } = item;
      const fault = faultOf(item);
      const say = (kind: string, field: string, value: string | null) =>
        lines.push([`${powiat}.gpkg.zip`, `row ${fid}`, kind, field, value].join(' | '));
      if (IN_TWO_PARTS.includes(parcel.id)) say('several_parts', 'geometry', parcel.id);
      if (fault === 'duplicate-id') {
        if (seen.has(parcel.id)) say('duplicate_id', 'id', parcel.id);
        seen.add(parcel.id);
        continue;
      }
      const hasArea = powiat === '1418';
      for (const [kind, field, shown] of (fault && ISSUES[fault]?.(hasArea)) || []) {
        const values = { id: parcel.id, 'written id': row.id_dzialki, area: row.pole_ewidencyjne };
        say(kind, field, values[shown]);
      }
    }
    for (const { parcel, id, fid } of trueBuildings(PARCELS)) {
      const say = (kind: string, field: string) =>
        lines.push(['1418.gpkg.zip', `layer budynki, row ${fid}`, kind, field, describeCell(id)].join(' | '));
      if (parcel.id === FAULTY_BUILDINGS.self_crossing) say('repaired_geometry', 'geometry');
      if (parcel.id === FAULTY_BUILDINGS.broken_id) say('bad_id', 'id_budynku');
    }
    return lines;
  }

  it('become exactly the expected issues, with position, field, kind and value', () => {
    const issues = query(
      data,
      'SELECT r.file, i.position, i.kind, i.field, i.value FROM issues i JOIN runs r USING (run)',
    );
    const lines = issues.map((row) => Object.values(row).join(' | '));
    assert.deepEqual(lines.sort(), expectedIssues().sort());
  });

  it('leave the recorded area unknown, never guessed', () => {
    for (const [id, fault] of Object.entries(FAULTS)) {
      if (fault === 'area-10x') assert.equal(stored.get(id)?.area_official_m2, null, id);
      if (LOST.includes(fault)) assert.equal(stored.has(id), false, id);
      if (fault === 'duplicate-id') assert.equal(stored.has(id), true, id);
    }
  });

  it('are counted in the runs', () => {
    const runs = query(data, "SELECT file, issues FROM runs WHERE source = 'egib' ORDER BY run");
    const expected = expectedIssues();
    assert.deepEqual(
      runs,
      ['1418.gpkg.zip', '1438.gpkg.zip'].map((file) => ({
        file,
        issues: expected.filter((line) => line.startsWith(file)).length,
      })),
    );
  });
});

describe('the same folder again, with all of its sources', () => {
  it('is unchanged: same rows, hashes and ETags, no event; only the time of the last load moves', async () => {
    const { data, files } = await buildSampleData(1_000);
    const client = await startClient(data);
    const id = '141803_2.0009.123/4';
    try {
      const earlier = snapshot(data);
      const etag = (await client.get(`/v1/parcel?id=${id}`)).headers.get('etag');
      const later = new Date(ASKED_AT.getTime() + 3_600_000);
      const outcomes = await load(files, data, { now: later });
      assert.deepEqual(new Set(outcomes.map((outcome) => outcome.outcome)), new Set(['unchanged']));
      assert.equal(outcomes.length, 25);
      assert.deepEqual(snapshot(data), earlier);
      const again = await client.get(`/v1/parcel?id=${id}`, { 'If-None-Match': etag ?? '' });
      assert.equal(again.http, 304);
      assert.deepEqual(query(data, 'SELECT DISTINCT last_success_at FROM sources'), [
        { last_success_at: later.toISOString() },
      ]);
      const { body } = await client.get<{ id: string; last_success_at: string }[]>('/v1/sources');
      const egib = body.result?.find((source) => source.id === 'egib');
      assert.equal(egib?.last_success_at, later.toISOString());
    } finally {
      await client.close();
    }
  });
});
