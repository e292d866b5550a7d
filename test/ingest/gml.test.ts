// The same parcels in other forms: EGiB GML 2021 and answers of county services give the rows that the national bulk
// file gives, and replace no more than the obręby they hold. Real files, where they are at hand, load as they are.

import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fromWgs84 } from '../../src/domain/geometry/projection.ts';
import { unpackFacts } from '../../src/domain/layers/packed-facts.ts';
import { buildSampleData, LAND, type Sample, temporaryFolder } from '../sample.ts';
import { editBulk, polygonsIn } from './bulk-file.ts';
import { loadOne, query, type Row, snapshot } from './load-file.ts';
import { type Klasouzytek, writeGml2021, writeWfs, writeWfs1 } from './parcel-gml.ts';
import { type TrueRow, trueRows } from './world-truth.ts';

const PARCELS = 1_000;
/** Holes, an enclave and a parcel in two parts. */
const HECTARES = ['141803_2.0010', '141803_2.0008'];
const SQUARE_METRES = ['141804_5.0005'];
const NO_AREAS = ['143805_5.0001'];

const root = temporaryFolder();
let sample: Sample;
let truth: TrueRow[];

before(async () => {
  sample = await buildSampleData(PARCELS, { only: LAND });
  truth = trueRows(PARCELS);
});

const parcelsIn = (obreby: readonly string[]) =>
  truth.filter(({ parcel }) => obreby.includes(parcel.obreb.id));

function write(name: string, text: string): string {
  const path = join(mkdtempSync(join(root, 'file-')), name);
  writeFileSync(path, text);
  return path;
}

function emptyData(): string {
  const data = join(mkdtempSync(join(root, 'data-')), 'data');
  mkdirSync(data);
  return data;
}

function copyOfSample(): string {
  const data = emptyData();
  cpSync(sample.data, data, { recursive: true });
  return data;
}

async function published(path: string, data: string, options = {}) {
  const outcome = await loadOne(path, data, options);
  assert.equal(outcome.outcome, 'published', 'reason' in outcome ? outcome.reason : '');
  return outcome.report;
}

const byId = (data: string, obreby: readonly string[]): Map<string, Row> =>
  new Map(
    query(data, 'SELECT * FROM parcels ORDER BY id')
      .filter((row) => obreby.includes(String(row.obreb_id)))
      .map((row) => [String(row.id), row]),
  );

const recordHashes = (data: string) =>
  new Map(query(data, 'SELECT id, record_hash FROM parcels').map((row) => [row.id, row.record_hash]));

/** Whether a building lies on the parcel, by the bulk file. */
const isBuiltUp = (id: string) =>
  query(sample.data, 'SELECT f.facts FROM parcels p JOIN parcel_facts f USING (fid) WHERE p.id = ?', id).some(
    ({ facts }) => (unpackFacts(String(facts)).buildings ?? '[]') !== '[]',
  );

/** Within 1 mm in every vertex, within 1 cm in the centroid, equal in the area on record. */
function assertSameParcels(data: string, obreby: readonly string[], official: 'same' | 'measured'): void {
  const expected = byId(sample.data, obreby);
  const found = byId(data, obreby);
  assert.deepEqual([...found.keys()], [...expected.keys()]);
  assert.ok(found.size > 20);
  for (const [id, row] of found) {
    const wanted = expected.get(id);
    assert.ok(wanted);
    const vertices = polygonsIn(row.geom).flat(2);
    const targets = polygonsIn(wanted.geom).flat(2);
    assert.equal(vertices.length, targets.length, id);
    vertices.forEach(([x, y], at) => {
      const [x1 = 0, y1 = 0] = targets[at] ?? [];
      assert.ok(
        Math.hypot(x - x1, y - y1) <= 0.001,
        `${id}: vertex ${at} is ${Math.hypot(x - x1, y - y1)} m off`,
      );
    });
    const at = fromWgs84(2180, [Number(row.lng), Number(row.lat)]);
    const centre = fromWgs84(2180, [Number(wanted.lng), Number(wanted.lat)]);
    assert.ok(Math.hypot(at[0] - centre[0], at[1] - centre[1]) <= 0.01, `${id}: the centroid moved`);
    assert.ok(Math.abs(Number(row.area_geometry_m2) - Number(wanted.area_geometry_m2)) < 0.5, id);
    if (official === 'same') assert.equal(row.area_official_m2, wanted.area_official_m2, id);
    else assert.ok(Math.abs(Number(row.area_official_m2) - Number(wanted.area_geometry_m2)) < 1, id);
  }
}

describe('an answer of a WFS 2.0', () => {
  const upper = (name: string) => name;
  const lower = (name: string) => name.toLowerCase();
  const FORMS = [
    ['PL-1992, hectares', HECTARES, { epsg: 2180, column: upper, area: 'POLE_EWIDENCYJNE' }],
    ['PL-1992, square metres', SQUARE_METRES, { epsg: 2180, column: upper, area: 'POLE_EWIDENCYJNE' }],
    ['PL-2000', HECTARES, { epsg: 2178, column: upper, area: 'POLE_EWIDENCYJNE' }],
    ['columns in lower case', HECTARES, { epsg: 2180, column: lower, area: 'POLE_EWIDENCYJNE' }],
    ['the misspelt area column', SQUARE_METRES, { epsg: 2178, column: upper, area: 'POLE_EWIDENYJNE' }],
    ['the word None for absent values', NO_AREAS, { epsg: 2180, column: upper, area: 'POLE_EWIDENCYJNE' }],
  ] as const;

  for (const [name, obreby, form] of FORMS) {
    it(`with ${name} gives the parcels of the bulk file`, async () => {
      const data = emptyData();
      const report = await published(write('dzialki.gml', writeWfs(parcelsIn(obreby), form)), data);
      assert.equal(report.created, byId(sample.data, obreby).size);
      assertSameParcels(data, obreby, 'same');
      const uses = (where: string) => [...byId(where, obreby).values()].map((row) => row.land_use);
      assert.deepEqual(uses(data), uses(sample.data));
      // In the stored system not even a hash differs; that of the record tells of buildings, too, which are not here.
      if (form.epsg === 2180) {
        const hashes = (where: string) => [...byId(where, obreby).values()].map((row) => row.hash);
        assert.deepEqual(hashes(data), hashes(sample.data));
        const [found, wanted] = [recordHashes(data), recordHashes(sample.data)];
        const bare = [...byId(data, obreby).keys()].filter((id) => !isBuiltUp(id));
        assert.ok(bare.length > 10);
        for (const id of bare) assert.equal(found.get(id), wanted.get(id), id);
      }
      const states = query(data, 'SELECT scope, as_of FROM sources ORDER BY scope');
      assert.deepEqual(
        states,
        [...obreby].sort().map((scope) => ({ scope, as_of: '2026-11-10' })),
      );
      assert.equal(
        query(data, 'SELECT count(*) AS n FROM obreby WHERE name IS NOT NULL')[0]?.n,
        obreby.length,
      );
    });
  }

  it('1.0, in GML 2 with easting first, gives them too', async () => {
    const data = emptyData();
    await published(write('egib-wfs.xml', writeWfs1(parcelsIn(HECTARES))), data);
    assertSameParcels(data, HECTARES, 'same');
  });

  it('with a position that no projection can take: an issue of that row, the others load', async () => {
    const data = emptyData();
    const rows = parcelsIn(HECTARES);
    const text = writeWfs(rows, { epsg: 2178, column: upper, area: 'POLE_EWIDENCYJNE' });
    // The second vertex, so that the ring stays closed; an easting with a digit too many.
    const second = /(?<=<gml:posList srsDimension="2">\S+ \S+ )\S+ \S+/;
    const broken = text.replace(second, '5770000.00 75000000.00');
    await published(write('dzialki.gml', broken), data);
    const [issue, ...more] = query(
      data,
      "SELECT kind, field, value FROM issues WHERE kind <> 'several_parts' ORDER BY issue",
    );
    assert.equal(more.length, 0);
    assert.deepEqual(issue, { kind: 'outside_poland', field: 'geometry', value: rows[0]?.parcel.id });
    assert.equal(query(data, 'SELECT count(*) AS n FROM parcels')[0]?.n, rows.length - 1);
  });
});

describe('EGiB GML 2021', () => {
  for (const epsg of [2180, 2178] as const) {
    it(`in EPSG:${epsg} gives the parcels of the bulk file`, async () => {
      const data = emptyData();
      await published(write('egib.gml', writeGml2021(parcelsIn(HECTARES), { epsg })), data);
      assertSameParcels(data, HECTARES, 'measured');
      assert.deepEqual(query(data, 'SELECT id, name FROM obreby ORDER BY id'), [
        { id: '141803_2.0008', name: 'Łazy' },
        { id: '141803_2.0010', name: 'Mroków' },
      ]);
      assert.equal(query(data, 'SELECT max(as_of) AS as_of FROM sources')[0]?.as_of, '2026-10-09');
    });
  }

  const USES: [string, Klasouzytek[], string | null][] = [
    ['none', [], null],
    ['a use alone', [['dr', null, null, null]], 'dr'],
    ['a use and its class', [['R', 'R', 'IIIa', null]], 'RIIIa'],
    ['an area', [['Ps', 'Ps', 'IV', '0.0300']], 'PsIV 0.0300'],
    ['a use on ground classified otherwise', [['S', 'R', 'IIIa', null]], 'S-RIIIa'],
    [
      'several',
      [
        ['R', 'R', 'IIIa', '0.1200'],
        ['Br', 'Ps', 'IV', '0.0300'],
        ['B', null, null, '0.0100'],
      ],
      'RIIIa 0.1200; Br-PsIV 0.0300; B 0.0100',
    ],
  ];
  it('turns klasoużytki into the text of the bulk file', async () => {
    for (const [name, uses, expected] of USES) {
      const data = emptyData();
      const rows = parcelsIn(HECTARES).slice(0, 2);
      await published(write('egib.gml', writeGml2021(rows, { epsg: 2180, uses })), data);
      assert.deepEqual(query(data, 'SELECT DISTINCT land_use FROM parcels'), [{ land_use: expected }], name);
    }
  });
});

describe('earlier versions of a parcel', () => {
  it('are left out, wherever they stand in the file', async () => {
    const rows = parcelsIn(HECTARES);
    const text = writeGml2021(rows, { epsg: 2180 });
    const [first = ''] = /<gml:featureMember><egb:EGB_Dzialka.*?<\/gml:featureMember>/s.exec(text) ?? [];
    const ended = first
      .replace(
        '</egb:startWersjaObiekt>',
        '$&<egb:koniecWersjaObiekt>2026-10-01T08:00:00</egb:koniecWersjaObiekt>',
      )
      .replace(
        /<egb:poleEwidencyjne.*?<\/egb:poleEwidencyjne>/,
        '<egb:poleEwidencyjne uom="ha">77</egb:poleEwidencyjne>',
      );
    assert.notEqual(ended, first);
    const data = emptyData();
    await published(write('egib.gml', text.replace(first, ended + first)), data);
    assertSameParcels(data, HECTARES, 'measured');
    assert.deepEqual(query(data, "SELECT kind FROM issues WHERE kind <> 'several_parts'"), []);
  });
});

describe('an extract of one obręb', () => {
  const OBREB = ['141803_2.0010'];
  const GONE = '141803_2.0010.502';
  const form = { epsg: 2180, column: (name: string) => name, area: 'POLE_EWIDENCYJNE' } as const;
  const extract = (rows: readonly TrueRow[]) => write('dzialki_0010.gml', writeWfs(rows, form));
  const withoutOne = () => extract(parcelsIn(OBREB).filter(({ parcel }) => parcel.id !== GONE));

  it('replaces its obręb and leaves the rest of the powiat as it was', async () => {
    const data = copyOfSample();
    const earlier = snapshot(data).parcels ?? [];
    const report = await published(withoutOne(), data);
    assert.deepEqual([report.created, report.changed, report.removed, report.events], [0, 0, 1, 1]);
    assert.deepEqual(
      snapshot(data).parcels,
      earlier.filter((row) => row.id !== GONE),
    );
    assert.deepEqual(query(data, 'SELECT event, subject, scope FROM events'), [
      { event: 'parcel_removed', subject: GONE, scope: '141803_2.0010' },
    ]);
  });

  it('stays when the same bulk file comes again; a newer one replaces it and forgets it', async () => {
    const data = copyOfSample();
    await published(withoutOne(), data);
    const there = () => query(data, 'SELECT id FROM parcels WHERE id = ?', GONE).length;
    assert.equal((await loadOne(join(sample.files, '1418.gpkg.zip'), data)).outcome, 'unchanged');
    assert.equal(there(), 0);

    const newer = await editBulk(sample.files, mkdtempSync(join(root, 'newer-')), '1418', (db) =>
      db.exec("UPDATE gpkg_contents SET description = 'another edition'"),
    );
    const report = await published(newer, data);
    assert.deepEqual([report.created, report.changed, report.removed], [1, 0, 0]);
    assert.equal(there(), 1);
    // The powiat is whole again, so its obręb has no date of its own any more; and the extract is new again.
    assert.deepEqual(query(data, "SELECT scope FROM sources WHERE source = 'egib'"), [
      { scope: '1418' },
      { scope: '1438' },
    ]);
    assert.equal((await loadOne(withoutOne(), data)).outcome, 'published');
    assert.equal((await loadOne(withoutOne(), data)).outcome, 'unchanged');
  });

  it('with a stray parcel of the next obręb does not wipe that obręb out', async () => {
    const data = copyOfSample();
    const stray = parcelsIn(['141803_2.0009']).slice(0, 1);
    const outcome = await loadOne(extract([...parcelsIn(OBREB), ...stray]), data);
    assert.equal(outcome.outcome, 'failed');
    assert.match(
      outcome.reason,
      /^\d+ of \d+ rows served now for 141803_2\.0009 \(\d+ %\) are not in the file/,
    );
  });
});

describe('real files', () => {
  const REAL = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
  const real = {
    skip: !existsSync(REAL) && 'the folder of official sample files is not beside the checkout',
  };

  it(
    'of EGiB GML 2021: 47 features are 29 parcels and 18 earlier versions; nothing about owners',
    real,
    async () => {
      const path = join(REAL, 'egib', 'dane-EGiB.redacted.gml');
      const FORBIDDEN = ['REDACTED', 'numerKW'];
      const source = readFileSync(path, 'utf8');
      for (const text of FORBIDDEN)
        assert.ok(source.includes(text), `${text} is not in the source: nothing to find`);
      const data = emptyData();
      const report = await published(path, data);
      assert.equal(source.split('</egb:EGB_DzialkaEwidencyjna>').length - 1, 47);
      const count = (table: string) => query(data, `SELECT count(*) AS n FROM ${table}`)[0]?.n;
      const keys = (role: string) =>
        query(data, 'SELECT DISTINCT key FROM evidence WHERE role = ?', role).length;
      assert.deepEqual([count('parcels'), keys('soil_contour'), keys('building')], [29, 7, 49]);
      assert.equal(count('evidence'), 7 + 49);
      assert.equal(report.created, 29 + 7 + 49);
      assert.deepEqual(query(data, 'SELECT DISTINCT obreb_id FROM parcels'), [{ obreb_id: '061304_5.0012' }]);
      const areas = query(data, 'SELECT id, area_official_m2 / area_geometry_m2 AS ratio FROM parcels');
      const unlike = areas.filter(({ ratio }) => ratio === null || Math.abs(Number(ratio) - 1) > 0.25);
      assert.deepEqual(unlike, [{ id: '061304_5.0012.1058/1', ratio: null }]);
      const issues = query(data, 'SELECT kind, value, count(*) AS n FROM issues GROUP BY 1, 2 ORDER BY 1');
      assert.deepEqual(issues, [
        { kind: 'area_mismatch', value: '0.43', n: 1 },
        // All buildings of the training file have the same unfinished id.
        { kind: 'bad_id', value: '061304_5.0012.0', n: 49 },
      ]);
      for (const name of readdirSync(data, { recursive: true, withFileTypes: true })) {
        if (!name.isFile()) continue;
        const bytes = readFileSync(join(name.parentPath, name.name));
        for (const text of FORBIDDEN) assert.equal(bytes.includes(text), false, `${text} in ${name.name}`);
      }
    },
  );

  it('of TERC as eTeryt delivers it: a web page after the archive, XML and CSV in it', real, async () => {
    const data = emptyData();
    const report = await published(join(REAL, 'teryt', 'TERC_Urzedowy_2025-11-18.zip'), data);
    assert.deepEqual([report.created, report.issues], [4_348, 2]);
    assert.equal(query(data, 'SELECT count(*) AS n FROM terc')[0]?.n, 4_348);
    assert.deepEqual(query(data, 'SELECT kind, message FROM issues ORDER BY rowid'), [
      { kind: 'passed_over', message: '50182 bytes after the end of the archive' },
      {
        kind: 'passed_over',
        message: 'TERC_Urzedowy_2025-11-18.csv, the same register as TERC_Urzedowy_2025-11-18.xml',
      },
    ]);
  });

  it('of TERC: all 4,348 units', real, async () => {
    const data = emptyData();
    await published(join(REAL, 'teryt', 'TERC_Urzedowy_2025-11-18.xml'), data);
    assert.equal(query(data, 'SELECT count(*) AS n FROM terc')[0]?.n, 4_348);
    assert.equal(query(data, 'SELECT count(*) AS n FROM issues')[0]?.n, 0);
    assert.equal(query(data, 'SELECT as_of FROM sources')[0]?.as_of, '2025-01-01');
    assert.deepEqual(query(data, "SELECT name, kind FROM terc WHERE code = '1418032'"), [
      { name: 'Lesznowola', kind: 'gmina wiejska' },
    ]);
  });
});
