import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FormatError } from '../formats/format-error.ts';
import type { ShapefileContent } from '../formats/shp.fixture.ts';
import { flood } from './flood.ts';
import { evidenceIn, gmlPolygon, PRJ_2180, readArchive, square, wfsAnswer } from './test-areas.ts';
import { readFiles, readPaths } from './test-load.ts';

const SAMPLE = new URL('../../../../shared/data/flood/isok_hazardarea.xml', import.meta.url);
const sample = { skip: !existsSync(SAMPLE) && 'official samples absent' };

const HTTP_2180 = 'http://www.opengis.net/def/crs/EPSG/0/2180';

interface Area {
  readonly id?: string | null;
  readonly words?: string | null;
  readonly years?: string;
  readonly edition?: string;
  readonly ring?: string;
}

function hazardArea({ id = 'ID_1', words = null, years = '', edition = '2022-09-07', ring }: Area): string {
  const qualitative = words === null ? '' : `<nz:qualitativeLikelihood>${words}</nz:qualitativeLikelihood>`;
  return `<nz:HazardArea>
    ${id === null ? '' : `<nz:inspireId><base:Identifier><base:localId>${id}</base:localId></base:Identifier></nz:inspireId>`}
    <nz:validityPeriod><gml:TimePeriod><gml:beginPosition>${edition}</gml:beginPosition><gml:endPosition>2025-12-22</gml:endPosition></gml:TimePeriod></nz:validityPeriod>
    <nz:geometry>${ring ?? gmlPolygon(square(640_000, 480_000), HTTP_2180)}</nz:geometry>
    <nz:likelihoodOfOccurrence><nz:LikelihoodOfOccurrence>${qualitative}<nz:quantitativeLikelihood><nz:QuantitativeLikelihood>
      <nz:probabilityOfOccurrence>0.02</nz:probabilityOfOccurrence><nz:returnPeriod>${years}</nz:returnPeriod>
    </nz:QuantitativeLikelihood></nz:quantitativeLikelihood></nz:LikelihoodOfOccurrence></nz:likelihoodOfOccurrence>
  </nz:HazardArea>`;
}

const readAreas = (...areas: Area[]) =>
  readFiles(flood, { 'mzp-isok.gml': wfsAnswer(...areas.map(hazardArea)) });

describe('hazard areas of the ISOK service', () => {
  it('the official sample', sample, async () => {
    const made = await readPaths(flood, [fileURLToPath(SAMPLE)], 'isok_hazardarea.xml');
    const [area, ...more] = evidenceIn(made);
    assert.ok(area);
    assert.deepEqual(
      [area.role, area.key, area.place, area.attributes, more],
      ['flood_q500', 'ID_R2.02-773', 'flood_q500/', { edition: '2022-09-07' }, []],
    );
    // Its rings were cut to a few points: what is left of them must lie by the Vistula south of Puławy, easting first.
    assert.ok(area.geometry.type === 'MultiPolygon');
    const [x, y] = area.geometry.coordinates[0]?.[0]?.[0] ?? assert.fail();
    assert.ok(x > 698_000 && x < 699_000 && y > 374_000 && y < 375_000, `${x} ${y}`);
    assert.deepEqual([made.as_of, made.scopes], ['2022-09-07', ['flood_q500/']]);
    assert.deepEqual(made.kinds, ['repaired_geometry']);
  });

  const CLASSES: [words: string | null, years: string, role: string | null][] = [
    ['scenariusz Q 10% (raz na 10 lat)', '10.0', 'flood_q10'],
    ['scenariusz Q 1% (raz na 100 lat)', '100.0', 'flood_q100'],
    ['scenariusz Q 0,2% (raz na 500 lat)', '500.0', 'flood_q500'],
    ['scenariusz Q0.2 %', '', 'flood_q500'],
    ['scenariusz Q 1% (raz na 100 lat)', '10.0', 'flood_q100'],
    [null, '10', 'flood_q10'],
    [null, '100.0', 'flood_q100'],
    ['inny opis', '500', 'flood_q500'],
    [null, '', null],
    ['scenariusz Q 5% (raz na 20 lat)', '20.0', null],
    ['scenariusz zniszczenia wału przeciwpowodziowego', '100.0', null],
  ];
  for (const [words, years, role] of CLASSES) {
    it(`"${words}", once in "${years}" years: ${role ?? 'no class'}`, async () => {
      const made = await readAreas({ words, years });
      assert.deepEqual(
        evidenceIn(made).map((row) => row.role),
        role === null ? [] : [role],
      );
      const kind = words?.includes('wału') ? 'other_scenario' : 'unknown_class';
      assert.deepEqual(made.kinds, role === null ? [kind] : []);
    });
  }

  it('northing first, the newest edition as the day, a scope for each class that occurs', async () => {
    const made = await readAreas(
      { id: 'A', years: '100', edition: '2020-10-22' },
      { id: 'B', years: '10', edition: '2022-09-07T00:00:00' },
    );
    assert.deepEqual([made.as_of, made.scopes], ['2022-09-07', ['flood_q10/', 'flood_q100/']]);
    assert.deepEqual(
      evidenceIn(made).map(({ key, attributes, geometry }) => [
        key,
        attributes.edition,
        geometry.type === 'MultiPolygon' && geometry.coordinates[0]?.[0]?.[0],
      ]),
      [
        ['A', '2020-10-22', [640_000, 480_000]],
        ['B', '2022-09-07', [640_000, 480_000]],
      ],
    );
  });

  it('degrees, as the service answers when it is not asked for metres', async () => {
    const ring: [number, number][] = [
      [21, 52],
      [21, 52.001],
      [21.001, 52.001],
      [21, 52],
    ];
    const made = await readAreas({ years: '100', ring: gmlPolygon(ring, 'urn:ogc:def:crs:EPSG::4258') });
    const [area] = evidenceIn(made);
    assert.ok(area?.m2 && Math.abs(area.m2 - 3_820) < 20, String(area?.m2));
  });

  it('an area as long as a river', async () => {
    const count = 75_000;
    const bank = (offset: number) =>
      Array.from({ length: count }, (_, i): [number, number] => [640_000 + i, 480_000 + offset + (i % 2)]);
    const ring = [...bank(0), ...bank(100).toReversed(), [640_000, 480_000] as [number, number]];
    const made = await readAreas({ years: '100', ring: gmlPolygon(ring, HTTP_2180) });
    const [area] = evidenceIn(made);
    assert.ok(area?.geometry.type === 'MultiPolygon');
    assert.equal(area.geometry.coordinates[0]?.[0]?.length, 2 * count + 1);
    assert.ok(Math.abs((area.m2 ?? 0) - 100 * (count - 1)) < 100);
  });

  const FAULTS: [name: string, area: Area, kinds: string[]][] = [
    ['no id', { id: null, years: '100' }, ['bad_id']],
    ['no geometry', { years: '100', ring: '<nz:none/>' }, ['empty_geometry']],
    [
      'an unknown system',
      { years: '100', ring: gmlPolygon(square(640_000, 480_000), 'EPSG:3857') },
      ['unreadable_geometry'],
    ],
    ['outside Poland', { years: '100', ring: gmlPolygon(square(40_000, 480_000)) }, ['outside_poland']],
    [
      'a word among the numbers',
      { years: '100', ring: gmlPolygon(square(640_000, 480_000)).replace('480000', 'x') },
      ['unreadable_geometry'],
    ],
  ];
  for (const [name, area, kinds] of FAULTS) {
    it(`an issue, and no row: ${name}`, async () => {
      const made = await readAreas(area);
      assert.deepEqual([made.kinds, made.rows, made.scopes], [kinds, [], []]);
    });
  }

  const BROKEN: [name: string, text: string][] = [
    [
      'an exception with status 200',
      '<ows:ExceptionReport xmlns:ows="o"><ows:ExceptionText>x</ows:ExceptionText></ows:ExceptionReport>',
    ],
    ['a web page', '<html><body/></html>'],
    ['half a file', wfsAnswer(hazardArea({ years: '100' })).slice(0, -60)],
    ['nothing', ''],
  ];
  for (const [name, text] of BROKEN) {
    it(`refused: ${name}`, () => assert.rejects(readFiles(flood, { 'mzp-isok.gml': text }), FormatError));
  }
});

const layer = (name: string, changes: Partial<ShapefileContent> = {}): ShapefileContent => ({
  name,
  type: 5,
  shapes: [[square(640_000, 480_000)], [square(641_000, 480_000, 50)]],
  columns: [{ name: 'DATA_OD', type: 'D', length: 8 }],
  rows: [['20201022'], ['']],
  prj: PRJ_2180,
  ...changes,
});
const mapping = (text: object | string) => (folder: string) =>
  writeFileSync(join(folder, 'mapping.json'), typeof text === 'string' ? text : JSON.stringify(text));

describe('shapefiles of flood maps', () => {
  it('are what mapping.json says', async () => {
    const made = await readArchive(
      flood,
      'mzp-2020.zip',
      [layer('mzp20_q1'), layer('mzp20_q10'), layer('mzp20_glebokosc')],
      mapping({
        layers: { mzp20_q1: 'q100', mzp20_q10: 'q10' },
        edition: '2022-09-07',
        edition_column: 'data_od',
      }),
    );
    assert.deepEqual(
      evidenceIn(made).map(({ role, key, attributes, m2 }) => [role, key, attributes.edition, m2]),
      [
        ['flood_q100', 'mzp20_q1/1', '2020-10-22', 10_000],
        ['flood_q100', 'mzp20_q1/2', '2022-09-07', 2_500],
        ['flood_q10', 'mzp20_q10/1', '2020-10-22', 10_000],
        ['flood_q10', 'mzp20_q10/2', '2022-09-07', 2_500],
      ],
    );
    assert.deepEqual([made.as_of, made.scopes], ['2022-09-07', ['flood_q10/', 'flood_q100/']]);
    assert.deepEqual(made.kinds, ['unknown_layer']);
  });

  const BAD: [name: string, text: object | string | null, said: RegExp][] = [
    [
      'none',
      null,
      /found mzp20_q1.shp alone; expected a mapping.json such as \{"layers": \{"mzp20_q1": "q100"\}\}/,
    ],
    [
      'another class',
      { layers: { mzp20_q1: 'q20' } },
      /found "q20" for the layer mzp20_q1; .* q10, q100, q500, reach/,
    ],
    ['no layers', { edition: '2022-09-07' }, /expected a mapping.json/],
    ['no JSON', 'layers: q1', /expected a mapping.json/],
  ];
  for (const [name, text, said] of BAD) {
    it(`a mapping that is no help: ${name}`, async () => {
      const reading = readArchive(
        flood,
        'mzp.zip',
        [layer('mzp20_q1')],
        text === null ? undefined : mapping(text),
      );
      await assert.rejects(reading, (error) => error instanceof FormatError && said.test(error.message));
    });
  }

  it('without a coordinate system are refused', async () => {
    const { prj: _, ...bare } = layer('q1');
    const reading = readArchive(flood, 'mzp.zip', [bare], mapping({ layers: { q1: 'q100' } }));
    await assert.rejects(reading, /no .prj beside it/);
  });
});

describe('the mapped reach', () => {
  const CRS = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2180' } };
  const feature = (x: number, properties = {}) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [square(x, 480_000)] },
  });
  const geojson = (...features: object[]) =>
    JSON.stringify({ type: 'FeatureCollection', features, crs: CRS });
  const REACH = ['flood_reach', 'flood_reach/', 10_000];

  it('as GeoJSON', async () => {
    const text = geojson(feature(640_000, { edycja: '2022-09-07' }), feature(641_000));
    const made = await readFiles(flood, { 'mzp-zasieg.geojson': text });
    assert.deepEqual(
      evidenceIn(made).map(({ role, place, m2 }) => [role, place, m2]),
      [REACH, REACH],
    );
    assert.deepEqual([made.as_of, made.scopes, made.kinds], ['2022-09-07', ['flood_reach/'], []]);
  });

  it('as GML', async () => {
    const made = await readFiles(flood, {
      'mzp-zasieg.gml': wfsAnswer(
        `<ogr:reach><ogr:geom>${gmlPolygon(square(640_000, 480_000))}</ogr:geom></ogr:reach>`,
      ),
    });
    assert.deepEqual(
      evidenceIn(made).map(({ role, place, m2 }) => [role, place, m2]),
      [REACH],
    );
  });

  it('as a shapefile, which needs no mapping', async () => {
    const made = await readArchive(flood, 'mzp-zasieg.zip', [layer('obszar')]);
    assert.deepEqual(
      evidenceIn(made).map(({ role, m2 }) => [role, m2]),
      [
        ['flood_reach', 10_000],
        ['flood_reach', 2_500],
      ],
    );
  });

  it('beside the areas of one archive', async () => {
    const made = await readFiles(
      flood,
      { 'areas.gml': wfsAnswer(hazardArea({ years: '100' })), 'zasieg.geojson': geojson(feature(640_000)) },
      'mzp-all.zip',
    );
    assert.deepEqual(made.scopes, ['flood_q100/', 'flood_reach/']);
  });

  it('a line is no reach', async () => {
    const line = {
      ...feature(640_000),
      geometry: { type: 'LineString', coordinates: square(640_000, 480_000) },
    };
    const made = await readFiles(flood, { 'mzp-zasieg.geojson': geojson(line) });
    assert.deepEqual([made.rows, made.kinds], [[], ['wrong_geometry']]);
  });
});

it('claims its files and no others', () => {
  const names = [
    'mzp-flood.gml',
    'mzp-zasieg.geojson',
    'mzp-isok.zip',
    'isok_hazardarea.xml',
    'MZP_2022.zip',
  ];
  const others = ['mpzp-1418.zip', 'mpzp-141803.geojson', '1418.gpkg.zip', 'mzp-flood.txt'];
  assert.deepEqual(
    [...names, ...others].filter((name) => flood.claims.test(name)),
    names,
  );
});
