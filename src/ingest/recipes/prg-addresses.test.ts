import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { FormatError } from '../formats/format-error.ts';
import { RECIPES } from './index.ts';
import { prgAddresses } from './prg-addresses.ts';
import { readFiles, readPaths } from './test-load.ts';

const SAMPLE = new URL('../../../../shared/data/prg/sample_model2021.xml', import.meta.url);
const sample = { skip: !existsSync(SAMPLE) && 'official samples absent' };

const NAME = '14_mazowieckie_11.09.2026_11.35.23.gml';
const V1 = '2025-10-14T14_04_04_02_00';
const V2 = '2024-01-01T00_00_00_02_00';

const collection = (members: readonly string[], attributes = '') =>
  `<gml:FeatureCollection xmlns:gml="g" xmlns:p="p" xmlns:bt="b" xmlns:xlink="x" ${attributes}>
${members.map((member) => `<gml:featureMember>${member}</gml:featureMember>`).join('\n')}</gml:FeatureCollection>`;

/** The model of 2021. */
const locality = (
  gmina = '1418043',
) => `<p:AD_Miejscowosc gml:id="PL.EMUiA_0005_${V1}"><p:nazwa>Żabieniec</p:nazwa>
  <p:identyfikatorSIMC>0005338</p:identyfikatorSIMC><p:TERYTGminy>${gmina}</p:TERYTGminy></p:AD_Miejscowosc>`;
const STREET = `<p:AD_UlicaPlac gml:id="PL.EMUiA_u1_${V1}"><p:nazwaPelna>Plac Kasztanowy</p:nazwaPelna>
  <p:identyfikatorULIC>08173</p:identyfikatorULIC><p:miejsce xlink:href="#PL.EMUiA_0005_${V2}"/></p:AD_UlicaPlac>`;
const iip = (id: string) => `<p:idIIP><p:X><p:lokalnyId>${id}</p:lokalnyId>
  <p:przestrzenNazw>PL.PZGIK.200</p:przestrzenNazw></p:X></p:idIIP>`;

interface Point {
  readonly id?: string;
  readonly number?: string;
  readonly pos?: string;
  readonly srs?: string;
  readonly postcode?: string;
  readonly links?: string;
  readonly more?: string;
}
const TO_LOCALITY = `<p:miejscowosc xlink:href="#PL.EMUiA_0005_${V1}"/>`;
const TO_STREET = `<p:ulica2 xlink:href="#PL.EMUiA_u1_${V1}"/>`;

function point({
  id = 'a1',
  number = '21A',
  pos = '637000.1234 470000.5',
  srs = 'EPSG:2180',
  postcode = '05-500',
  links = TO_LOCALITY,
  more = '',
}: Point): string {
  return `<p:AD_PunktAdresowy gml:id="PL.EMUiA_${id}_${V1}">${iip(id)}
    <p:poczatekWersjiObiektu>2025-10-14T14:05:46</p:poczatekWersjiObiektu><p:numerPorzadkowy>${number}</p:numerPorzadkowy>
    <p:georeferencja><gml:Point srsName="${srs}"><gml:pos>${pos}</gml:pos></gml:Point></p:georeferencja>
    <p:kodPocztowy>${postcode}</p:kodPocztowy>${links}${more}</p:AD_PunktAdresowy>`;
}

const ROW = {
  address_id: 'PL.PZGIK.200/a1',
  gmina: '1418043',
  locality: 'Żabieniec',
  simc: '0005338',
  street: null,
  ulic: null,
  house_number: '21A',
  postcode: '05-500',
  position: [637_000.123, 470_000.5],
};
const ON_STREET = { ...ROW, street: 'Plac Kasztanowy', ulic: '08173' };

describe('the model of 2021', () => {
  const READ: [string, string[], object][] = [
    ['a point without a street', [locality(), point({})], ROW],
    [
      'a point before what it links to',
      [point({ links: TO_LOCALITY + TO_STREET }), STREET, locality()],
      ON_STREET,
    ],
    ['a link to another version', [locality(), point({ links: TO_LOCALITY.replace(V1, V2) })], ROW],
    ['a locality known by the street alone', [locality(), STREET, point({ links: TO_STREET })], ON_STREET],
    ['a district of Warsaw', [locality('1465028'), point({})], { ...ROW, gmina: '1465011' }],
    ['a town in an urban-rural gmina', [locality('1418044'), point({})], { ...ROW, gmina: '1418043' }],
    ['no postcode', [locality(), point({ postcode: '' })], { ...ROW, postcode: null }],
    [
      'another system',
      [locality(), point({ srs: 'EPSG:2178', pos: '7500000 5770000' })],
      { ...ROW, position: [637_057.843, 468_291.999] },
    ],
  ];
  for (const [name, members, row] of READ) {
    it(`reads ${name}`, async () => {
      const { rows, kinds } = await readFiles(prgAddresses, { [NAME]: collection(members) });
      assert.deepEqual({ rows, kinds }, { rows: [row], kinds: [] });
    });
  }

  const REFUSED: [string, string[], string][] = [
    ['abroad', [locality(), point({ pos: '1 2' })], 'outside_poland'],
    ['no position', [locality(), point({ pos: '' })], 'unreadable_geometry'],
    ['an unknown system', [locality(), point({ srs: 'EPSG:3120' })], 'unreadable_geometry'],
    [
      'a position no projection takes',
      [locality(), point({ srs: 'EPSG:2178', pos: '1e30 1e30' })],
      'unreadable_geometry',
    ],
    [
      'an ended version',
      [locality(), point({ more: '<p:koniecWersjiObiektu>2026-01-01</p:koniecWersjiObiektu>' })],
      'ended',
    ],
    ['no such locality, in a file that places no point', [point({})], 'unknown_locality'],
  ];
  for (const [name, members, kind] of REFUSED) {
    it(`leaves out a point: ${name}`, async () => {
      const { rows, issues } = await readFiles(prgAddresses, { [NAME]: collection(members) });
      assert.deepEqual(rows, []);
      assert.deepEqual(
        issues.map((issue) => issue.kind),
        [kind],
      );
      assert.match(issues[0]?.position ?? '', /^line \d+$/);
    });
  }

  const NO_LOCALITY = TO_LOCALITY.replace('0005', '0009');
  const UNREAD: [string, string, string, string, string][] = [
    ['no number', point({ id: 'x', number: ' ' }), 'missing_number', 'house number', '1418043'],
    ['no such locality', point({ id: 'x', links: NO_LOCALITY }), 'unknown_locality', 'locality', '1418'],
    ['a gmina of no type', point({ id: 'x', links: NO_LOCALITY }), 'unknown_gmina', 'gmina', '1418'],
    [
      'no such street',
      point({ id: 'x', links: TO_LOCALITY + TO_STREET }),
      'unknown_street',
      'street',
      '1418043',
    ],
  ];
  for (const [name, faulty, kind, missing, place] of UNREAD) {
    it(`keeps where a point lies whose address is not told whole: ${name}`, async () => {
      const odd = locality('1418047').replace('_0005_', '_0009_');
      const members = [locality(), ...(kind === 'unknown_gmina' ? [odd] : []), faulty, point({})];
      const { rows, kinds, scopes } = await readFiles(prgAddresses, { [NAME]: collection(members) });
      const unread = {
        role: 'address_unread',
        key: 'PL.PZGIK.200/x',
        place,
        attributes: { missing },
        geometry: { type: 'Point', coordinates: ROW.position },
      };
      assert.deepEqual(new Set(rows), new Set([unread, ROW]));
      assert.deepEqual({ kinds, scopes }, { kinds: [kind], scopes: ['1418'] });
    });
  }

  it('books a point without a gmina where the points around it belong', async () => {
    const members = [
      locality(),
      locality('1465011').replace('_0005_', '_0006_'),
      point({ id: 'far', pos: '637000 485000', links: TO_LOCALITY.replace('0005', '0006') }),
      point({ id: 'x', pos: '637900 484000', links: NO_LOCALITY }),
      point({}),
    ];
    const { rows } = await readFiles(prgAddresses, { [NAME]: collection(members) });
    assert.deepEqual(
      rows.flatMap((row) => ('place' in row ? [row.place] : [])),
      ['1465'],
    );
    // A file of one unit replaces that unit.
    const made = await readFiles(prgAddresses, {
      '141804_adresy.gml': collection([point({ links: NO_LOCALITY })]),
    });
    assert.deepEqual(
      made.rows.flatMap((row) => ('place' in row ? [row.place] : [])),
      ['141804'],
    );
  });

  it('keeps an address without an id and says so', async () => {
    const { rows, kinds } = await readFiles(prgAddresses, {
      [NAME]: collection([locality(), point({ id: '' })]),
    });
    assert.deepEqual(rows, [{ ...ROW, address_id: '637000.123 470000.5 21A' }]);
    assert.deepEqual(kinds, ['bad_id']);
  });

  it('keeps a point with an odd postcode and says so', async () => {
    const { rows, issues } = await readFiles(prgAddresses, {
      [NAME]: collection([locality(), point({ postcode: '5500' })]),
    });
    assert.deepEqual(rows, [{ ...ROW, postcode: null }]);
    assert.deepEqual([issues[0]?.kind, issues[0]?.value], ['bad_postcode', '5500']);
  });
});

describe('the model of 2012', () => {
  const URL_BASE = 'http://geoportal.gov.pl/PZGIK/dane';
  const unit = (
    id: string,
    code: string,
  ) => `<p:PRG_JednostkaAdministracyjnaNazwa gml:id="${id}"><p:nazwa>x</p:nazwa>
    <p:idTERYT>${code}</p:idTERYT></p:PRG_JednostkaAdministracyjnaNazwa>`;
  const named = `<p:PRG_MiejscowoscNazwa gml:id="PL.EMUiA_0910140"><p:nazwa>Konotop</p:nazwa>
    <p:idTERYT>0910140</p:idTERYT></p:PRG_MiejscowoscNazwa>`;
  const street = `<p:PRG_UlicaNazwa gml:id="PL.EMUiA_u7"><p:nazwa><p:AD_NazwaUlicy>
    <p:nazwaGlownaCzesc>Podgórna</p:nazwaGlownaCzesc><p:idTERYT>16742</p:idTERYT></p:AD_NazwaUlicy></p:nazwa>
    </p:PRG_UlicaNazwa>`;
  const old = (links: readonly string[], inline = '<p:ulica>Podgórna</p:ulica>') => `<p:PRG_PunktAdresowy>
    <p:idIIP><bt:BT_Identyfikator><bt:lokalnyId>fd9c</bt:lokalnyId><bt:przestrzenNazw>PL.PZGIK.200</bt:przestrzenNazw>
    </bt:BT_Identyfikator></p:idIIP><p:cyklZycia><bt:BT_CyklZyciaInfo>
    <bt:poczatekWersjiObiektu>2022-09-09T18:18:16Z</bt:poczatekWersjiObiektu></bt:BT_CyklZyciaInfo></p:cyklZycia>
    <p:jednostkaAdmnistracyjna>Polska</p:jednostkaAdmnistracyjna><p:miejscowosc>Konotop</p:miejscowosc>${inline}
    <p:numerPorzadkowy>2</p:numerPorzadkowy><p:kodPocztowy>67-416</p:kodPocztowy><p:status>istniejacy</p:status>
    <p:pozycja><gml:Point srsName="urn:ogc:def:crs:EPSG::2180"><gml:pos>456005.140000001 287772.37</gml:pos></gml:Point>
    </p:pozycja>${links.map((id) => `<p:komponent xlink:href="${URL_BASE}/${id}"/>`).join('')}</p:PRG_PunktAdresowy>`;
  const OLD_ROW = {
    address_id: 'PL.PZGIK.200/fd9c',
    gmina: '0804032',
    locality: 'Konotop',
    simc: '0910140',
    street: 'Podgórna',
    ulic: '16742',
    house_number: '2',
    postcode: '67-416',
    position: [287_772.37, 456_005.14],
  };
  const units = [unit('U1', '08'), unit('U2', '0804'), unit('U3', '0804032')];
  const TABLE: [string, string[], object | null, string[]][] = [
    [
      'all links',
      [old(['U1', 'U2', 'U3', 'PL.EMUiA_0910140', 'PL.EMUiA_u7']), ...units, named, street],
      OLD_ROW,
      [],
    ],
    [
      'codes that are not there',
      [old(['U3', 'PL.EMUiA_x']), ...units],
      { ...OLD_ROW, simc: null, ulic: null },
      [],
    ],
    [
      'no street',
      [old(['U3'], ''), ...units, street],
      { ...OLD_ROW, simc: null, street: null, ulic: null },
      [],
    ],
    ['no gmina', [old(['U1', 'U2']), ...units], null, ['unknown_gmina']],
  ];
  for (const [name, members, row, kinds] of TABLE) {
    it(name, async () => {
      const made = await readFiles(prgAddresses, { '08_lubuskie.xml': collection(members) });
      assert.deepEqual({ rows: made.rows, kinds: made.kinds }, { rows: row === null ? [] : [row], kinds });
    });
  }

  it('dates the load by its newest point where nothing else does', async () => {
    const made = await readFiles(prgAddresses, { '08_lubuskie.xml': collection([old(['U3']), ...units]) });
    assert.deepEqual([made.as_of, made.scopes], ['2022-09-09', ['0804']]);
  });
});

describe('loads', () => {
  const text = collection([locality(), point({})]);
  const DATES: [string, string, string][] = [
    [NAME, text, '2026-09-11'],
    ['2018_02_26_08_16_11__14_mazowieckie.xml', text, '2018-02-26'],
    ['PRG-punkty_adresowe_2026-01-10.gml', text, '2026-01-10'],
    ['PRG_adresy.gml', collection([locality(), point({})], 'timeStamp="2026-03-04T05:06:07"'), '2026-03-04'],
    ['PRG_adresy.gml', text, '2025-10-14'],
  ];
  for (const [name, content, as_of] of DATES) {
    it(`${name} is of ${as_of}`, async () => {
      assert.equal((await readFiles(prgAddresses, { [name]: content })).as_of, as_of);
    });
  }

  it('follows links across the files of an archive and takes the powiaty that occur', async () => {
    const other = point({ id: 'a2', links: TO_LOCALITY.replace('0005', '0006') });
    const files = {
      '14_mazowieckie_11.09.2026_11.35.23.gml': collection([point({}), other]),
      '06_lubelskie_12.09.2026_10.00.00.gml': collection([
        locality(),
        locality('0601011').replace('_0005_', '_0006_'),
      ]),
    };
    const { rows, positions, as_of, scopes } = await readFiles(
      prgAddresses,
      files,
      'PRG-punkty_adresowe.zip',
    );
    assert.equal(rows.length, 2);
    assert.equal(positions[0], '14_mazowieckie_11.09.2026_11.35.23.gml, line 2');
    assert.deepEqual({ as_of, scopes }, { as_of: '2026-09-12', scopes: ['0601', '1418'] });
  });

  const UNITS: [string, string[], string[]][] = [
    ['1418_adresy.gml', ['1418'], []],
    ['141804_adresy.gml', ['141804'], []],
    ['1418043_adresy_20260911.gml', ['141804'], []],
    ['1465_adresy.gml', ['1465'], ['other_unit']],
  ];
  for (const [name, scopes, kinds] of UNITS) {
    it(`${name} replaces ${scopes} and no more`, async () => {
      const made = await readFiles(prgAddresses, { [name]: text });
      assert.deepEqual({ scopes: made.scopes, kinds: made.kinds }, { scopes, kinds });
    });
  }

  it('claims the names of address files and leaves others to others', () => {
    for (const name of [
      NAME,
      `${NAME}.zip`,
      '14_mazowieckie.xml',
      '10_łódzkie_11.09.2026_11.35.23.gml',
      '2018_02_26_08_16_11__14_mazowieckie.xml',
      'PRG-punkty_adresowe.zip',
      'PRG_adresy_14.xml.zip',
      '1418_adresy.zip',
      '141803_adresy.gml',
    ]) {
      const owners = RECIPES.filter((recipe) => recipe.claims.test(name)).map((recipe) => recipe.source);
      assert.deepEqual(owners, ['prg_addresses'], name);
    }
    for (const name of [
      'PRG_A02_Granice_powiatow.xml',
      '1418.gpkg.zip',
      'dzialki_14.gml',
      'TERC.xml',
      'pog-1418.zip',
    ]) {
      assert.doesNotMatch(name, prgAddresses.claims);
    }
  });

  it('refuses a service error and an archive of something else', async () => {
    const report =
      '<ows:ExceptionReport xmlns:ows="o"><ows:Exception exceptionCode="x"/></ows:ExceptionReport>';
    await assert.rejects(readFiles(prgAddresses, { [NAME]: report }), FormatError);
    const shapefile = { 'PRG_PunktyAdresowe_14.shp': '', 'PRG_PunktyAdresowe_14.dbf': '' };
    await assert.rejects(
      readFiles(prgAddresses, shapefile, 'PRG_adresy.zip'),
      /found the files PRG_PunktyAdresowe_14/,
    );
  });
});

describe('the official sample', sample, () => {
  it('is read whole, with the link that names a version not in the file', async () => {
    const { rows, issues, as_of, scopes } = await readPaths(
      prgAddresses,
      [fileURLToPath(SAMPLE)],
      'sample.xml',
    );
    const shown = rows.map(
      (row) => 'house_number' in row && [row.gmina, row.locality, row.street, row.house_number],
    );
    assert.deepEqual(shown, [
      ['0807043', 'Żubrów', null, '21A'],
      ['0805043', 'Rzepin', 'Inwalidów Wojennych', '1A'],
      ['0807023', 'Lubniewice', 'Plac Kasztanowy', '2A'],
    ]);
    assert.deepEqual(issues, []);
    assert.deepEqual({ as_of, scopes }, { as_of: '2025-11-06', scopes: ['0805', '0807'] });
  });

  it('is refused when cut anywhere', async () => {
    const bytes = readFileSync(SAMPLE);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 2), async (length) => {
        await assert.rejects(readFiles(prgAddresses, { [NAME]: bytes.subarray(0, length) }), FormatError);
      }),
      { numRuns: 40 },
    );
  });
});

describe('addresses of other units', () => {
  const elsewhere = (id: string, code: string) => [
    locality(code).replace('_0005_', '_0006_'),
    point({ id, links: TO_LOCALITY.replace('0005', '0006') }),
  ];
  const many = Array.from({ length: 20 }, (_, at) => point({ id: `m${at}` }));
  const CASES: [name: string, file: string, members: string[], scopes: string[], kinds: string[]][] = [
    ['one in the file of a voivodeship', NAME, elsewhere('x', '1206011'), ['1418'], ['other_unit']],
    [
      'one in a file without a place in its name',
      'PRG_adresy.xml',
      elsewhere('x', '1206011'),
      ['1418'],
      ['other_place'],
    ],
    ['one of another powiat of the voivodeship', NAME, elsewhere('x', '1465011'), ['1418'], ['other_place']],
  ];
  for (const [name, file, members, scopes, kinds] of CASES) {
    it(`${name} is an issue, and its powiat is not loaded`, async () => {
      const made = await readFiles(prgAddresses, { [file]: collection([locality(), ...many, ...members]) });
      assert.deepEqual([made.scopes, made.kinds, made.rows.length, made.lacking], [scopes, kinds, 20, null]);
    });
  }

  it('many refuse the file', async () => {
    const others = [...elsewhere('x', '1206011'), elsewhere('y', '1206011')[1] ?? ''];
    const made = await readFiles(prgAddresses, { [NAME]: collection([locality(), ...many, ...others]) });
    assert.match(made.lacking ?? '', /^2 of 22 addresses are of other units than 14/);
  });
});
