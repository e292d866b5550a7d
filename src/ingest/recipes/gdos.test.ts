import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FormatError } from '../formats/format-error.ts';
import type { ShapefileContent } from '../formats/shp.fixture.ts';
import { FORM_OF_LAYER, gdos } from './gdos.ts';
import { evidenceIn, gmlPolygon, PRJ_2180, readArchive, square, wfsAnswer } from './test-areas.ts';
import { readFiles } from './test-load.ts';

const polygon = gmlPolygon(square(640_000, 480_000));

function feature(layer: string, properties: Record<string, string>, shape = polygon): string {
  const fields = Object.entries(properties).map(([name, value]) => `<GDOS:${name}>${value}</GDOS:${name}>`);
  return `<GDOS:${layer} gml:id="${layer}.fid-1"><GDOS:geom>${shape}</GDOS:geom>${fields.join('')}</GDOS:${layer}>`;
}
const readGml = (...features: string[]) => readFiles(gdos, { 'gdos.gml': wfsAnswer(...features) });

describe('answers of the GDOŚ service', () => {
  for (const [layer, type] of Object.entries(FORM_OF_LAYER)) {
    it(`${layer}: ${type}`, async () => {
      const made = await readGml(
        feature(layer, { gid: '7', nazwa: 'Łęgi', kodinspire: 'PL.ZIPOP.1393.X.1' }),
      );
      const [form, ...more] = evidenceIn(made);
      assert.deepEqual(more, []);
      assert.deepEqual(form?.attributes, { type, code: 'PL.ZIPOP.1393.X.1', name: 'Łęgi', area_m2: 10_000 });
      assert.deepEqual(
        [form?.role, form?.key, form?.place],
        ['protected', `${layer}/PL.ZIPOP.1393.X.1`, `${layer}/`],
      );
      assert.deepEqual([made.as_of, made.scopes], ['2026-11-03', [`${layer}/`]]);
    });
  }

  it('Natura 2000 has a code of its own', async () => {
    const made = await readGml(
      feature('SpecjalneObszaryOchrony', {
        gid: '1',
        nazwa: 'Bagno Całowanie',
        kodinspire: 'PL.N2K.1',
        kod: 'PLH140001',
      }),
    );
    assert.equal(evidenceIn(made)[0]?.attributes.code, 'PLH140001');
  });

  const BUFFERS: [written: string, name: string, isBuffer: boolean][] = [
    ['Kampinoski Park Narodowy - otulina', 'Kampinoski Park Narodowy', true],
    ['Łęgi Czarnej Strugi – Otulina ', 'Łęgi Czarnej Strugi', true],
    ['Otulina', 'Otulina', false],
    ['Mazowiecki Park Krajobrazowy', 'Mazowiecki Park Krajobrazowy', false],
  ];
  for (const [written, name, isBuffer] of BUFFERS) {
    it(`"${written}" is ${isBuffer ? 'a buffer zone' : 'the form'}`, async () => {
      const made = await readGml(feature('ParkiNarodowe', { gid: '1', nazwa: written, kodinspire: 'PN.1' }));
      const [row] = evidenceIn(made);
      assert.deepEqual([row?.attributes.name, row?.attributes.buffer], [name, isBuffer ? true : undefined]);
      assert.equal(row?.key, isBuffer ? 'ParkiNarodowe/PN.1/otulina' : 'ParkiNarodowe/PN.1');
    });
  }

  const NAMES: [name: string, properties: Record<string, string>, expected: string][] = [
    [
      'what stands there',
      { gid: '1', obiekt: 'drzewo', gatunek: 'lipa drobnolistna' },
      'drzewo, lipa drobnolistna',
    ],
    ['its code', { gid: '1', kodinspire: 'PP.1' }, 'PP.1'],
    ['its number', { gid: '235340' }, '235340'],
  ];
  for (const [name, properties, expected] of NAMES) {
    it(`a monument without a name is called by ${name}`, async () => {
      const made = await readGml(feature('PomnikiPrzyrodyPowierzchniowe', properties));
      assert.equal(evidenceIn(made)[0]?.attributes.name, expected);
    });
  }

  it('monuments are points and lines, too', async () => {
    const srsName = 'srsName="urn:ogc:def:crs:EPSG::2180"';
    const point = `<gml:Point ${srsName}><gml:pos>480000 640000</gml:pos></gml:Point>`;
    const line = `<gml:LineString ${srsName}><gml:posList>480000 640000 480010 640020</gml:posList></gml:LineString>`;
    const made = await readGml(
      feature('PomnikiPrzyrodyPunktowe', { gid: '1', nazwa: 'Dąb' }, point),
      feature('PomnikiPrzyrodyLiniowe', { gid: '2', nazwa: 'Aleja' }, line),
    );
    assert.deepEqual(
      evidenceIn(made).map(({ geometry, attributes }) => [geometry, attributes.area_m2]),
      [
        [{ type: 'Point', coordinates: [640_000, 480_000] }, null],
        [
          {
            type: 'MultiLineString',
            coordinates: [
              [
                [640_000, 480_000],
                [640_020, 480_010],
              ],
            ],
          },
          null,
        ],
      ],
    );
  });

  it('pieces of one form keep apart, a form on two pages is taken once', async () => {
    const piece = (gid: string) => feature('Rezerwaty', { gid, nazwa: 'Łęgi', kodinspire: 'RP.1' });
    const made = await readGml(piece('1'), piece('2'), piece('1'));
    assert.deepEqual(
      evidenceIn(made).map(({ key }) => key),
      ['Rezerwaty/RP.1', 'Rezerwaty/RP.1#2'],
    );
  });

  it('a page without forms says that there are none', async () => {
    const made = await readFiles(
      gdos,
      {
        'Rezerwaty-0001.xml': wfsAnswer(feature('Rezerwaty', { gid: '1' })),
        'ParkiNarodowe-0001.xml': wfsAnswer(),
      },
      'gdos.zip',
    );
    assert.deepEqual([made.scopes, made.rows.length], [['ParkiNarodowe/', 'Rezerwaty/'], 1]);
  });

  const FAULTS: [name: string, feature: string, kind: string][] = [
    ['no id', feature('Rezerwaty', { nazwa: 'Łęgi' }), 'bad_id'],
    ['another layer', feature('korytarzeEkologiczne', { gid: '1' }), 'unknown_layer'],
    ['no geometry', feature('Rezerwaty', { gid: '1' }, ''), 'empty_geometry'],
    [
      'outside Poland',
      feature('Rezerwaty', { gid: '1' }, gmlPolygon(square(20_000, 480_000))),
      'outside_poland',
    ],
  ];
  for (const [name, text, kind] of FAULTS) {
    it(`an issue, and no row: ${name}`, async () => {
      const made = await readGml(text, text);
      assert.deepEqual([made.rows, made.kinds[0]], [[], kind]);
    });
  }

  for (const [count, scopes] of [
    ['numberMatched="0" numberReturned="0"', ['Rezerwaty/']],
    ['', []],
  ] as const) {
    it(`an empty answer ${count ? 'that counts 0 says' : 'without a count does not say'} that there is none`, async () => {
      const text = `<wfs:FeatureCollection xmlns:wfs="w" ${count}/>`;
      const made = await readFiles(gdos, { 'Rezerwaty.xml': text });
      assert.deepEqual([made.kinds, made.scopes], [['empty_layer'], scopes]);
    });
  }

  it('an exception with status 200 is no empty answer', async () => {
    const report =
      '<ows:ExceptionReport xmlns:ows="o"><ows:Exception exceptionCode="MissingParameterValue"/></ows:ExceptionReport>';
    await assert.rejects(readFiles(gdos, { 'gdos.xml': report }), FormatError);
  });
});

describe('shapefiles of GDOŚ', () => {
  const text = (name: string) => ({ name, type: 'C', length: 40 });
  /** windows-1250, as the service writes without saying so. */
  const LEGI = Buffer.from([0xa3, 0xea, 0x67, 0x69]);
  const reserves: ShapefileContent = {
    name: 'RezerwatyPolygon',
    type: 5,
    shapes: [[square(640_000, 480_000)], [square(641_000, 480_000)]],
    columns: [{ name: 'gid', type: 'N', length: 10 }, text('nazwa'), text('kodinspire')],
    rows: [
      ['1', LEGI, 'RP.1'],
      ['2', Buffer.concat([LEGI, Buffer.from(' - otulina')]), 'RP.1'],
    ],
    prj: PRJ_2180,
  };
  const trees: ShapefileContent = {
    name: 'PomnikiPrzyrodyPunktowePoint',
    type: 1,
    shapes: [[[[640_000, 480_000]]]],
    columns: [text('kodinspire'), text('gatunek')],
    rows: [['PP.1', 'sosna']],
    prj: PRJ_2180,
  };

  it('forms by the names of their files', async () => {
    const made = await readArchive(gdos, 'gdos.zip', [reserves, trees]);
    assert.deepEqual(
      evidenceIn(made).map(({ attributes: { type, name, buffer } }) => [type, name, buffer]),
      [
        ['pomnik_przyrody', 'sosna', undefined],
        ['rezerwat', 'Łęgi', undefined],
        ['rezerwat', 'Łęgi', true],
      ],
    );
    assert.deepEqual([made.scopes, made.kinds], [['PomnikiPrzyrodyPunktowe/', 'Rezerwaty/'], []]);
  });

  const WRITTEN: [string, [number, number, number], string, string | null][] = [
    ['when the service wrote them', [126, 11, 3], 'gdos.zip', '2026-11-03'],
    ['of their name where that is later', [126, 11, 3], 'gdos-2026-11-04.zip', '2026-11-04'],
    ['of nobody where nothing is written', [0, 0, 0], 'gdos.zip', null],
    ['of nobody where the year has two digits', [26, 11, 3], 'gdos.zip', null],
    ['of nobody where there is no such day', [126, 2, 30], 'gdos.zip', null],
  ];
  for (const [whose, written, name, as_of] of WRITTEN) {
    it(`are of the day ${whose}`, async () => {
      assert.equal((await readArchive(gdos, name, [{ ...reserves, written }])).as_of, as_of);
    });
  }

  it('letters that are none are left out, and told', async () => {
    const rows = [
      ['1', Buffer.from([0x42, 0x81, 0x90, 0x61]), 'RP.1'],
      ['2', 'B', 'RP.2'],
    ];
    const made = await readArchive(gdos, 'gdos.zip', [{ ...reserves, rows }]);
    assert.deepEqual([evidenceIn(made)[0]?.attributes.name, made.kinds], ['B a', ['bad_name']]);
  });

  it('without a coordinate system are refused', async () => {
    const { prj: _, ...bare } = reserves;
    await assert.rejects(readArchive(gdos, 'gdos.zip', [bare]), /no .prj beside it/);
  });
});

it('claims its files and no others', () => {
  const names = ['gdos.zip', 'gdos-rezerwaty.xml', 'RezerwatyPolygon.shp', 'ParkiNarodowe.xml'];
  assert.deepEqual(
    [...names, 'sopo.zip', 'gdos.csv', 'PRG_A02_Granice_powiatow.xml'].filter((name) =>
      gdos.claims.test(name),
    ),
    names,
  );
});

describe('a layer whose file holds something else', () => {
  const park = feature('ParkiNarodowe', { gid: '1', nazwa: 'Kampinoski', kodinspire: 'PN.1' });

  it('is not taken for one without a form', async () => {
    const made = await readFiles(
      gdos,
      { 'Rezerwaty.xml': wfsAnswer(park), 'UzytkiEkologiczne.xml': wfsAnswer() },
      'gdos.zip',
    );
    assert.deepEqual(made.scopes, ['ParkiNarodowe/', 'UzytkiEkologiczne/']);
  });

  it('is refused where none of its forms can be used', async () => {
    const broken = feature('Rezerwaty', { gid: '1', nazwa: 'Łęgi', kodinspire: 'R.1' }, '');
    const made = await readGml(park, broken);
    assert.match(made.lacking ?? '', /^no feature could be used of Rezerwaty \(1 issues: /);
    assert.equal((await readGml(park)).lacking, null);
  });
});
