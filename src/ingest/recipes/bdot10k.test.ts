import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Geometry, Position } from '../../domain/geometry/types.ts';
import { encodeGeoPackageGeometry } from '../../domain/geometry/wkb.ts';
import type { StagedRow } from '../../domain/publish/staged-rows.ts';
import { writeShapefile } from '../formats/shp.fixture.ts';
import { bdot10k } from './bdot10k.ts';
import { readFiles, readPaths } from './test-load.ts';

const EXCERPT = new URL(
  '../../../../shared/data/bdot10k/bdot10k_OT_SKJZ_L_1261_EXCERPT.xml',
  import.meta.url,
);
const official = { skip: !existsSync(EXCERPT) && 'official samples absent' };

const folder = mkdtempSync(join(tmpdir(), 'bdot10k-'));
after(() => rmSync(folder, { recursive: true }));

const FILE = 'PL.PZGiK.283.1418__OT_SKJZ_L.xml';
const LINE: readonly Position[] = [
  [637_000, 476_000],
  [637_100, 476_050],
];
const SQUARE: readonly Position[] = [
  [637_000, 476_000],
  [637_000, 476_010],
  [637_010, 476_010],
  [637_010, 476_000],
  [637_000, 476_000],
];
const posList = (positions: readonly Position[]) => positions.flat().join(' ');
const CURVE = `<ot:geometria><gml:Curve srsName="EPSG:2180" srsDimension="2"><gml:segments><gml:LineStringSegment>
  <gml:posList>${posList(LINE)}</gml:posList></gml:LineStringSegment></gml:segments></gml:Curve></ot:geometria>`;
const SURFACE = `<ot:geometria><gml:Polygon srsName="EPSG:2180"><gml:exterior><gml:LinearRing>
  <gml:posList>${posList(SQUARE)}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ot:geometria>`;

const object = (type: string, columns: Readonly<Record<string, string>>, geometry: string) =>
  `<gml:featureMember><ot:${type}>${Object.entries(columns)
    .map(([name, text]) => `<ot:${name}>${text}</ot:${name}>`)
    .join('')}${geometry}</ot:${type}></gml:featureMember>`;
const collection = (...objects: string[]) =>
  `<gml:FeatureCollection xmlns:gml="g" xmlns:ot="o">\n${objects.join('\n')}</gml:FeatureCollection>`;

const ROAD = {
  lokalnyId: 'A-1',
  wersja: '2025-06-01T00:00:00',
  kategoriaIstnienia: 'eksploatowany',
  kategoriaZarzadzania: 'gminna',
  klasaDrogi: 'droga lokalna',
  numerDrogi: '281102W',
};
const evidenceOf = (staged: readonly StagedRow[]) =>
  staged.map((item) => {
    assert.equal(item.kind, 'evidence');
    return item.kind === 'evidence' ? item.row : null;
  });

describe('roads of BDOT10k', () => {
  const TABLE: [string, Readonly<Record<string, string>>, boolean | 'may be' | null, string[]][] = [
    ['krajowa', { kategoriaZarzadzania: 'krajowa' }, true, []],
    ['wojewódzka', { kategoriaZarzadzania: 'wojewódzka' }, true, []],
    ['powiatowa', { kategoriaZarzadzania: 'powiatowa' }, true, []],
    ['gminna', {}, true, []],
    ['wewnętrzna', { kategoriaZarzadzania: 'wewnętrzna' }, false, []],
    ['zakładowa', { kategoriaZarzadzania: 'zakładowa' }, false, []],
    ['no category', { kategoriaZarzadzania: '' }, 'may be', ['unknown_category']],
    ['a category of no list', { kategoriaZarzadzania: 'nieznana' }, 'may be', ['unknown_category']],
    ['in construction', { kategoriaIstnienia: 'w budowie' }, null, []],
    ['out of use', { kategoriaIstnienia: 'nieczynny' }, null, []],
    ['destroyed', { kategoriaIstnienia: 'zniszczony' }, null, []],
    ['unsaid whether it exists', { kategoriaIstnienia: '' }, 'may be', ['missing_existence']],
    ['existing in some other way', { kategoriaIstnienia: 'inny stan' }, 'may be', ['unknown_existence']],
    [
      'internal, unsaid whether it exists',
      { kategoriaIstnienia: '', kategoriaZarzadzania: 'wewnętrzna' },
      false,
      ['missing_existence'],
    ],
    ['without an id', { lokalnyId: '' }, null, ['missing_id']],
  ];
  for (const type of ['OT_SKJZ_L', 'OT_SKDR_L']) {
    for (const [name, changes, isPublic, issues] of TABLE) {
      it(`${type} ${name}`, async () => {
        const text = collection(object(type, { ...ROAD, ...changes }, CURVE));
        const { staged, kinds } = await readFiles(bdot10k, { [FILE]: text });
        assert.deepEqual(kinds, issues);
        const found = evidenceOf(staged).map((row) => [row?.role, row?.attributes.public ?? 'may be']);
        assert.deepEqual(found, isPublic === null ? [] : [['road', isPublic]]);
      });
    }
  }

  it('keeps the line in the order of the file, east before north', async () => {
    const { staged, as_of, scopes } = await readFiles(bdot10k, {
      [FILE]: collection(object('OT_SKJZ_L', ROAD, CURVE)),
    });
    assert.deepEqual({ as_of, scopes }, { as_of: '2025-06-01', scopes: ['1418'] });
    assert.deepEqual(evidenceOf(staged), [
      {
        role: 'road',
        key: 'A-1',
        place: '1418',
        version: '20250601000000',
        attributes: { category: 'gminna', class: 'droga lokalna', number: '281102W', public: true },
        geometry: { type: 'MultiLineString', coordinates: [LINE] },
      },
    ]);
  });

  it('says what is wrong with a geometry', async () => {
    const text = collection(
      object('OT_SKJZ_L', { ...ROAD, lokalnyId: 'A-1' }, SURFACE),
      object('OT_SKJZ_L', { ...ROAD, lokalnyId: 'A-2' }, ''),
      object('OT_SKJZ_L', { ...ROAD, lokalnyId: 'A-3' }, CURVE.replace('EPSG:2180', 'EPSG:3120')),
      object('OT_SKJZ_L', { ...ROAD, lokalnyId: 'A-4' }, CURVE.replace('637100', '9637100')),
    );
    const { staged, issues } = await readFiles(bdot10k, { [FILE]: text });
    assert.deepEqual(staged, []);
    assert.deepEqual(
      issues.map(({ kind, value }) => [kind, value]),
      [
        ['wrong_geometry', 'A-1'],
        ['empty_geometry', 'A-2'],
        ['unreadable_geometry', 'A-3'],
        ['outside_poland', 'A-4'],
      ],
    );
  });

  it('reads the official excerpt', official, async () => {
    const path = fileURLToPath(EXCERPT);
    const { staged, kinds, as_of, scopes } = await readPaths(bdot10k, [path], 'excerpt.xml');
    assert.deepEqual({ kinds, as_of, scopes }, { kinds: [], as_of: '2026-01-17', scopes: ['1261'] });
    assert.deepEqual(
      evidenceOf(staged).map((row) => [
        row?.attributes.category,
        row?.attributes.number,
        row?.attributes.public,
      ]),
      [
        ['powiatowa', '2272K', true],
        ['gminna', '603278K', true],
        ['gminna', '603467K', true],
        ['wewnętrzna', null, false],
      ],
    );
  });
});

describe('buildings of BDOT10k', () => {
  const BUILDING = { lokalnyId: 'B-1', kategoriaIstnienia: 'eksploatowany', kodKst: '110' };
  const TABLE: [string, boolean][] = [
    ['eksploatowany', true],
    ['nieczynny', true],
    ['tymczasowy', true],
    ['w budowie', false],
    ['zniszczony', false],
  ];
  for (const [kategoriaIstnienia, stands] of TABLE) {
    it(kategoriaIstnienia, async () => {
      const text = collection(object('OT_BUBD_A', { ...BUILDING, kategoriaIstnienia }, SURFACE));
      const { staged } = await readFiles(bdot10k, { 'PL.PZGiK.283.1418__OT_BUBD_A.xml': text });
      const expected = {
        role: 'building',
        key: 'B-1',
        place: '1418',
        version: '',
        attributes: { kst: '110', footprint_m2: 100 },
      };
      assert.deepEqual(
        evidenceOf(staged).map((row) => row && { ...row, geometry: undefined }),
        stands ? [{ ...expected, geometry: undefined }] : [],
      );
    });
  }
});

describe('packages of BDOT10k', () => {
  it('reads the three classes of an archive and leaves the others', async () => {
    const files = {
      [FILE]: collection(object('OT_SKJZ_L', ROAD, CURVE)),
      'PL.PZGiK.283.1418__OT_BUBD_A.xml': collection(
        object('OT_BUBD_A', { lokalnyId: 'B-1', kategoriaIstnienia: 'eksploatowany' }, SURFACE),
      ),
      'PL.PZGiK.283.1418__OT_PTLZ_A.xml': 'not even XML',
    };
    const { staged, scopes } = await readFiles(bdot10k, files, '1418_GML.zip');
    assert.deepEqual(
      evidenceOf(staged).map((row) => row?.role),
      ['road', 'building'],
    );
    assert.deepEqual(scopes, ['1418']);
  });

  it('says that carriageways are lacking where only axes came, which do not tell of all roads', async () => {
    const [axes, roads] = ['OT_SKDR_L', 'OT_SKJZ_L'].map((type) => ({
      [`PL.PZGiK.283.1418__${type}.xml`]: collection(object(type, { ...ROAD, lokalnyId: type }, CURVE)),
    }));
    const claimed = async (files: Record<string, string> | undefined) =>
      (await readFiles(bdot10k, { ...files }, '1418_GML.zip')).claims;
    assert.deepEqual(await claimed(axes), ['lacks:road']);
    assert.deepEqual(await claimed(roads), []);
    assert.deepEqual(await claimed({ ...axes, ...roads }), []);
  });

  it('takes the powiat from the archive where a file does not say it, and refuses when none does', async () => {
    const files = { 'OT_SKJZ_L.xml': collection(object('OT_SKJZ_L', ROAD, CURVE)) };
    assert.deepEqual((await readFiles(bdot10k, files, '1418_GML.zip')).scopes, ['1418']);
    await assert.rejects(
      readFiles(bdot10k, files, 'roads.zip'),
      /expected the code of the powiat in the name/,
    );
  });

  it('reads shapefiles, whose column names end after ten characters', async () => {
    const text = (name: string) => ({ name, type: 'C', length: 24 });
    writeShapefile(folder, {
      name: 'PL.PZGiK.283.1418__OT_SKJZ_L',
      type: 3,
      shapes: [[LINE]],
      columns: ['LOKALNYID', 'KATEGORIAI', 'KATEGORIAZ', 'KLASADROGI', 'NUMERDROGI', 'WERSJA'].map(text),
      rows: [['A-1', 'eksploatowany', 'powiatowa', 'droga lokalna', '2800W', '2025-06-01']],
      prj: 'PROJCS["ETRF2000-PL / CS92",GEOGCS["ETRF2000-PL",DATUM["ETRF2000_Poland",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",19],PARAMETER["scale_factor",0.9993],PARAMETER["false_easting",500000],PARAMETER["false_northing",-5300000],UNIT["metre",1],AUTHORITY["EPSG","2180"]]',
    });
    const paths = readdirSync(folder)
      .filter((name) => name.includes('OT_SKJZ_L.'))
      .map((name) => join(folder, name));
    const { staged, kinds, as_of } = await readPaths(bdot10k, paths, '1418_SHP.zip');
    assert.deepEqual({ kinds, as_of }, { kinds: [], as_of: '2025-06-01' });
    const [row] = evidenceOf(staged);
    assert.deepEqual(row?.attributes, {
      category: 'powiatowa',
      class: 'droga lokalna',
      number: '2800W',
      public: true,
    });
    assert.deepEqual(row?.geometry, { type: 'MultiLineString', coordinates: [LINE] });
  });

  for (const [file, layer] of [
    ['PL.PZGiK.283.BDOT10k.1418__OT_BUBD_A.gpkg', 'dane'],
    ['1418.gpkg', 'OT_BUBD_A'],
  ] as const) {
    it(`reads the layer ${layer} of ${file}`, async () => {
      const path = join(folder, file);
      const database = new DatabaseSync(path);
      database.exec(`
        CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
        CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
        CREATE TABLE ${layer} (fid INTEGER PRIMARY KEY, geom BLOB, LOKALNYID TEXT, KATEGORIAISTNIENIA TEXT, KODKST INTEGER);
        INSERT INTO gpkg_contents VALUES ('${layer}', 'features', 2180);
        INSERT INTO gpkg_geometry_columns VALUES ('${layer}', 'geom', 2180);`);
      const geometry: Geometry = { type: 'MultiPolygon', coordinates: [[SQUARE]] };
      database
        .prepare(`INSERT INTO ${layer} VALUES (1, ?, 'B-1', 'eksploatowany', 110)`)
        .run(encodeGeoPackageGeometry(geometry, 2180));
      database.close();
      const { staged, kinds } = await readPaths(bdot10k, [path], '1418_GPKG.zip');
      assert.deepEqual(kinds, []);
      assert.deepEqual(
        evidenceOf(staged).map((row) => [row?.key, row?.place, row?.attributes]),
        [['B-1', '1418', { kst: '110', footprint_m2: 100 }]],
      );
    });
  }

  it('claims official names', () => {
    for (const name of ['1418_GML.zip', '1418_SHP.zip', '1418_GPKG.zip', FILE])
      assert.match(name, bdot10k.claims);
    for (const name of ['1418.gpkg.zip', '1418_adresy.zip', 'egib.gml'])
      assert.doesNotMatch(name, bdot10k.claims);
  });
});

describe('a class whose file holds something else', () => {
  const building = object('OT_BUBD_A', { lokalnyId: 'B-1', kategoriaIstnienia: 'eksploatowany' }, SURFACE);
  it('is refused where the file holds other classes alone', async () => {
    const text = collection(object('OT_PTLZ_A', {}, SURFACE));
    await assert.rejects(
      readFiles(bdot10k, { [FILE]: text }),
      /found features of type OT_PTLZ_A; expected OT_SKJZ_L/,
    );
  });

  it('is refused where none of its objects can be used', async () => {
    const roads = object('OT_SKJZ_L', ROAD, SURFACE);
    const files = { [FILE]: collection(roads), 'PL.PZGiK.283.1418__OT_BUBD_A.xml': collection(building) };
    const { lacking } = await readFiles(bdot10k, files, '1418_GML.zip');
    assert.match(lacking ?? '', /^no feature could be used of OT_SKJZ_L \(1 issues: /);
  });
});
