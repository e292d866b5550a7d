import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { areaOf } from '../../domain/geometry/rings.ts';
import type { Position } from '../../domain/geometry/types.ts';
import { encodeGeoPackageGeometry } from '../../domain/geometry/wkb.ts';
import { egib } from './egib.ts';
import { readFiles, readPaths } from './test-load.ts';

const SAMPLE = new URL('../../../../shared/data/egib/dane-EGiB.redacted.gml', import.meta.url);
const sample = { skip: !existsSync(SAMPLE) && 'official samples absent' };

/** A square of 100 m in EPSG:2178, northing first. */
const GEOMETRY = `<egb:geometria><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2178"><gml:exterior><gml:LinearRing>
  <gml:posList>5770000 7500000 5770100 7500000 5770100 7500100 5770000 7500100 5770000 7500000</gml:posList>
  </gml:LinearRing></gml:exterior></gml:Polygon></egb:geometria>`;
const CROSSED = GEOMETRY.replace(
  '5770000 7500000 5770100 7500000 5770100 7500100 5770000 7500100',
  '5770000 7500000 5770100 7500100 5770100 7500000 5770000 7500100',
);

function contour(id: string, symbol: string, geometry = GEOMETRY): string {
  return `<egb:EGB_KonturKlasyfikacyjny>${geometry}<egb:idKonturu>${id}</egb:idKonturu>${symbol}
    </egb:EGB_KonturKlasyfikacyjny>`;
}

function parcel(id: string): string {
  return `<egb:EGB_DzialkaEwidencyjna><egb:startWersjaObiekt>2024-05-06T00:00:00</egb:startWersjaObiekt>
    <egb:idDzialki>${id}</egb:idDzialki>${GEOMETRY}<egb:numerKW>WA1I/00000001/1</egb:numerKW>
    <egb:poleEwidencyjne uom="ha">1.0000</egb:poleEwidencyjne><egb:klasouzytek><egb:EGB_Klasouzytek>
    <egb:OFU>S</egb:OFU><egb:OZU>R</egb:OZU><egb:OZK>IIIa</egb:OZK></egb:EGB_Klasouzytek></egb:klasouzytek>
    </egb:EGB_DzialkaEwidencyjna>`;
}

const OBREB = `<egb:EGB_ObrebEwidencyjny><egb:idObrebu>141803_2.0009</egb:idObrebu>
  <egb:nazwaWlasna>Wola</egb:nazwaWlasna></egb:EGB_ObrebEwidencyjny>`;

const collection = (...objects: string[]) => `<gml:FeatureCollection xmlns:gml="g" xmlns:egb="e">
${objects.map((object) => `<gml:featureMember>${object}</gml:featureMember>`).join('\n')}</gml:FeatureCollection>`;

const symbol = (use: string, soil?: string) =>
  `<egb:OZU>${use}</egb:OZU>${soil === undefined ? '' : `<egb:OZK>${soil}</egb:OZK>`}`;

describe('soil contours of EGiB GML', () => {
  const TABLE: [string, string, string, string | null][] = [
    ['141803_2.0009.KL.1', symbol('R', 'IIIa'), 'RIIIa', null],
    ['141803_2.0009.KL.12', symbol('Ps', 'IV'), 'PsIV', null],
    ['141803_2.0009.KL.2', symbol('N'), 'N', null],
    ['141803_2.0009.AR_3.KL.2', symbol('Ł', 'V'), 'ŁV', null],
    ['141803_2.0009.UG.2', symbol('R', 'V'), '', 'bad_id'],
    ['KL.2', symbol('R', 'V'), '', 'bad_id'],
    ['141803_2.0009.KL.3', '<egb:OZK>V</egb:OZK>', '', 'missing_symbol'],
  ];
  for (const [id, inside, expected, kind] of TABLE) {
    it(`${id} ${expected || kind}`, async () => {
      const { staged, kinds } = await readFiles(egib, { 'egib.gml': collection(contour(id, inside)) });
      assert.deepEqual(kinds, kind === null ? [] : [kind]);
      const found = staged.map((item) =>
        item.kind === 'soil_contour' ? [item.row.contour_id, item.row.obreb_id, item.row.symbol] : item.kind,
      );
      assert.deepEqual(found, kind === null ? [[id, '141803_2.0009', expected]] : []);
    });
  }

  it('judges their geometry as that of parcels', async () => {
    const at = (n: number, geometry: string) => contour(`141803_2.0009.KL.${n}`, symbol('R', 'V'), geometry);
    const unknown = GEOMETRY.replace('EPSG::2178', 'EPSG::3120');
    const text = collection(at(1, ''), at(2, CROSSED), at(3, unknown), at(4, GEOMETRY));
    const { rows, issues } = await readFiles(egib, { 'egib.gml': text });
    assert.deepEqual(
      issues.map(({ kind, value }) => [kind, value]),
      [
        ['empty_geometry', '141803_2.0009.KL.1'],
        ['repaired_geometry', '141803_2.0009.KL.2'],
        ['unreadable_geometry', '141803_2.0009.KL.3'],
      ],
    );
    assert.equal(rows.length, 2);
  });
});

describe('the recorded area of a parcel of one hectare', () => {
  const TABLE: [written: string, m2: number | null][] = [
    ['1.0000', 10_000],
    ['1,0000', 10_000],
    ['10000', 10_000],
    ['1.0000 ha', 10_000],
    ['1,0000ha', 10_000],
    ['0.9990 HA', 9_990],
    ['10000 m2', 10_000],
    ['10 000,50 m²', 10_000.5],
    ['10\u00a0000 m kw.', 10_000],
    ['1.0000 m2', null],
    ['10000 ha', null],
    ['1.0000 ar', null],
    ['0', null],
    ['-1', null],
    ['ha', null],
  ];
  for (const [written, m2] of TABLE) {
    it(`"${written}" is ${m2 === null ? 'not believed' : `${m2} m²`}`, async () => {
      const feature = `<ms:dzialki xmlns:ms="m"><ms:ID_DZIALKI>141803_2.0009.1</ms:ID_DZIALKI><ms:geom>${GEOMETRY}</ms:geom>
        <ms:POLE_EWIDENCYJNE>${written}</ms:POLE_EWIDENCYJNE></ms:dzialki>`;
      const { staged, kinds } = await readFiles(egib, { 'dzialki.xml': collection(feature) });
      const areas = staged.flatMap((item) => (item.kind === 'parcel' ? [item.row.area_official_m2] : []));
      assert.deepEqual([areas, kinds], [[m2], m2 === null ? ['area_mismatch'] : []]);
    });
  }
});

describe('buildings of EGiB', () => {
  const SURFACE = GEOMETRY.replace(
    '<gml:Polygon',
    '<gml:MultiSurface><gml:surfaceMember><gml:Polygon',
  ).replace('</gml:Polygon>', '</gml:Polygon></gml:surfaceMember></gml:MultiSurface>');
  const building = (id: string, geometry = SURFACE) => `<egb:EGB_Budynek><egb:idIIP><egb:EGB_IdentyfikatorIIP>
    <egb:lokalnyId>UUID-1</egb:lokalnyId></egb:EGB_IdentyfikatorIIP></egb:idIIP><egb:idBudynku>${id}</egb:idBudynku>
    ${geometry}<egb:rodzajWgKST>m</egb:rodzajWgKST><egb:numerKW>WA1I/00000001/1</egb:numerKW></egb:EGB_Budynek>`;

  const TABLE: [id: string, key: string | null, issues: string[]][] = [
    ['141803_2.0009.12/3.1_BUD', '141803_2.0009.12/3.1_BUD', []],
    ['141803_2.0009.201_BUD', '141803_2.0009.201_BUD', []],
    ['141803_2.0009.AR_2.12.1_BUD', '141803_2.0009.AR_2.12.1_BUD', []],
    ['141803_2.0009.0', 'UUID-1', ['bad_id']],
    ['12_BUD', null, ['bad_id']],
    ['', null, ['bad_id']],
  ];
  for (const [id, key, expected] of TABLE) {
    it(`"${id}" is kept as ${key}`, async () => {
      const text = collection(parcel('141803_2.0009.12/3'), building(id));
      const { staged, kinds } = await readFiles(egib, { 'egib.gml': text });
      assert.deepEqual(kinds, expected);
      const found = staged.flatMap((item) => (item.kind === 'evidence' ? item.row : []));
      assert.deepEqual(
        found.map((row) => [row.role, row.key, row.place, row.attributes.kst]),
        key === null ? [] : [['building', key, '141803_2.0009', 'm']],
      );
      // 100 m on the ground of PL-2000 are some centimetres less in PL-1992.
      for (const row of found) assert.ok(Math.abs(Number(row.attributes.footprint_m2) - 9_990) < 30);
      assert.doesNotMatch(JSON.stringify(staged), /WA1I/);
    });
  }

  it('one without a shape is an issue', async () => {
    const text = collection(parcel('141803_2.0009.12/3'), building('141803_2.0009.1_BUD', ''));
    const { kinds } = await readFiles(egib, { 'egib.gml': text });
    assert.deepEqual(kinds, ['empty_geometry']);
  });

  it('from a WFS, beside the parcels', async () => {
    const geometry = GEOMETRY.replaceAll('egb:geometria', 'ms:geom');
    const files = {
      'dzialki.xml': collection(
        `<ms:dzialki><ms:ID_DZIALKI>141803_2.0009.1</ms:ID_DZIALKI>${geometry}</ms:dzialki>`,
      ),
      'budynki.xml': collection(
        `<ms:budynki>${geometry}<ms:ID_BUDYNKU>141803_2.0009.1.1_BUD</ms:ID_BUDYNKU><ms:RODZAJ>g</ms:RODZAJ></ms:budynki>`,
      ),
    };
    const { staged, kinds, scopes } = await readFiles(egib, files, 'egib.xml.zip');
    assert.deepEqual({ kinds, scopes }, { kinds: [], scopes: ['141803_2.0009'] });
    const [row] = staged.flatMap((item) => (item.kind === 'evidence' ? item.row : []));
    assert.deepEqual([row?.key, row?.attributes.kst], ['141803_2.0009.1.1_BUD', 'g']);
    await assert.rejects(
      readFiles(egib, { 'budynki.xml': files['budynki.xml'] }),
      /found 1 buildings and no parcel; expected parcels and buildings in one load/,
    );
  });

  it('from the bulk file, where it has a layer of them', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'egib-')), '1418.gpkg');
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
      CREATE TABLE dzialki (fid INTEGER PRIMARY KEY, geom BLOB, id_dzialki TEXT);
      CREATE TABLE budynki (fid INTEGER PRIMARY KEY, geom BLOB, id_budynku TEXT, rodzaj TEXT, numer_kw TEXT);
      INSERT INTO gpkg_contents VALUES ('dzialki', 'features', 2180), ('budynki', 'features', 2180);
      INSERT INTO gpkg_geometry_columns VALUES ('dzialki', 'geom', 2180), ('budynki', 'geom', 2180);`);
    const square = (size: number) => {
      const [x, y] = [637_000, 476_000];
      const ring: Position[] = [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
        [x, y],
      ];
      return encodeGeoPackageGeometry({ type: 'MultiPolygon', coordinates: [[ring]] }, 2180);
    };
    database.prepare("INSERT INTO dzialki VALUES (1, ?, '141803_2.0009.1')").run(square(30));
    const insert = database.prepare('INSERT INTO budynki VALUES (?, ?, ?, ?, ?)');
    insert.run(1, square(10), '141803_2.0009.1.1_BUD', 'm', 'WA1I/1/1');
    insert.run(2, null, '141803_2.0009.1.2_BUD', 'g', null);
    database.close();
    const { staged, issues, scopes } = await readPaths(egib, [path], '1418.gpkg');
    rmSync(dirname(path), { recursive: true });
    assert.deepEqual(scopes, ['1418']);
    assert.deepEqual(
      issues.map(({ kind, position }) => [kind, position]),
      [['empty_geometry', 'layer budynki, row 2']],
    );
    const found = staged.flatMap((item) => (item.kind === 'evidence' ? item.row : []));
    assert.deepEqual(
      found.map((row) => [row.key, row.place, row.attributes]),
      [['141803_2.0009.1.1_BUD', '141803_2.0009', { kst: 'm', footprint_m2: 100 }]],
    );
    assert.doesNotMatch(JSON.stringify(staged), /WA1I/);
  });
});

describe('egib loads', () => {
  it('reads several files as one: parcels say which obręby are replaced, contours do not', async () => {
    const files = {
      'a.gml': collection(OBREB, parcel('141803_2.0009.12/3')),
      'b.gml': collection(contour('141803_2.0010.KL.1', symbol('R', 'V')), parcel('141803_2.0009.13')),
      'readme.txt': 'x',
    };
    const { staged, positions, kinds, as_of, scopes } = await readFiles(egib, files, 'egib.gml.zip');
    assert.deepEqual(kinds, []);
    assert.deepEqual(
      staged.map(({ kind }) => kind),
      ['obreb', 'parcel', 'soil_contour', 'parcel'],
    );
    assert.equal(positions[3], 'b.gml, line 6');
    assert.deepEqual({ as_of, scopes }, { as_of: '2024-05-06', scopes: ['141803_2.0009'] });
    const [found] = staged.flatMap((item) => (item.kind === 'parcel' ? item.row : []));
    assert.deepEqual(
      [found?.id, found?.number, found?.land_use, found?.area_official_m2],
      ['141803_2.0009.12/3', '12/3', 'S-RIIIa', 10_000],
    );
    assert.doesNotMatch(JSON.stringify(staged), /WA1I/);
  });

  it('reads the official training file', sample, async () => {
    const { staged, kinds, scopes } = await readPaths(egib, [fileURLToPath(SAMPLE)], 'dane-EGiB.gml');
    const contours = staged.flatMap((item) => (item.kind === 'soil_contour' ? item.row : []));
    // Of 47 parcels 18 are earlier versions.
    assert.equal(staged.filter(({ kind }) => kind === 'parcel').length, 29);
    assert.deepEqual(scopes, ['061304_5.0012']);
    // Its buildings all have the same unfinished id, and are told apart by that of the object.
    assert.deepEqual([...new Set(kinds)], ['area_mismatch', 'bad_id']);
    const buildings = staged.flatMap((item) => (item.kind === 'evidence' ? item.row : []));
    assert.equal(new Set(buildings.map(({ key }) => key)).size, 49);
    assert.ok(buildings.every(({ role, place }) => role === 'building' && place === '061304_5.0012'));
    assert.doesNotMatch(JSON.stringify(buildings), /REDACTED/);

    const symbols = contours.map((row) => row.symbol).sort();
    assert.deepEqual(symbols, ['RIVa', 'RIVa', 'RIVb', 'RIVb', 'RIVb', 'RV', 'RV']);
    assert.ok(
      contours.every(({ obreb_id, geometry }) => obreb_id === '061304_5.0012' && areaOf(geometry) > 100),
    );
  });
});

it('a stray parcel of another powiat in an extract is an issue, and its obręb is not replaced', async () => {
  const own = Array.from({ length: 20 }, (_, at) => parcel(`141803_2.0009.${at + 1}`));
  const { kinds, scopes, rows } = await readFiles(egib, {
    'egib.gml': collection(...own, parcel('120601_2.0001.7')),
  });
  assert.deepEqual([kinds, scopes, rows.length], [['other_place'], ['141803_2.0009'], 20]);
});
