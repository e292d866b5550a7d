import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { EvidenceRow } from '../../domain/publish/staged-rows.ts';
import { FormatError } from '../formats/format-error.ts';
import { rcn } from './rcn.ts';
import { type Made, readFiles, readPaths } from './test-load.ts';
import { PLAIN, PRICE_CANARIES, type RcnRow, writeRcnGpkg } from './test-rcn.ts';

const folder = mkdtempSync(join(tmpdir(), 'rcn-'));
after(() => rmSync(folder, { recursive: true }));
const NAME = '1418_transakcje_ceny.gpkg';

function readRows(rows: readonly RcnRow[], others: readonly RcnRow[] = [], name = NAME): Promise<Made> {
  const path = join(folder, name);
  writeRcnGpkg(path, rows, others);
  return readPaths(rcn, [path], name);
}

/** A hundred square metres. */
const SOLD: RcnRow = { tran_lokalny_id_iip: 'a', at: [637_010, 470_020], dzi_cena_brutto: '12345.00' };

function assertNothingForbidden(made: Made): void {
  const text = JSON.stringify([made.staged, made.issues]);
  for (const canary of PRICE_CANARIES) assert.ok(!text.includes(canary), canary);
  assert.doesNotMatch(text, /Kanar|12345|637010|470020/);
}

const pricesOf = (made: Made) => (made.rows as EvidenceRow[]).map(({ attributes }) => attributes.pln_m2);
const leftOut = (made: Made) => made.issues.find(({ kind }) => kind === 'left_out')?.message;

describe('what is kept of a sale', () => {
  it('is a rounded price in a cell of the grid and a month', async () => {
    const made = await readRows([SOLD]);
    const [row] = made.rows as EvidenceRow[];
    assert.deepEqual(row, {
      role: 'price',
      key: row?.key,
      place: '1418',
      attributes: { pln_m2: 120, months_back: 0 },
      geometry: { type: 'Point', coordinates: [637_125, 470_125] },
    });
    assert.match(row?.key ?? '', /^[0-9a-f]{16}$/);
    assert.deepEqual([made.as_of, made.scopes, made.kinds], ['2026-05-06', ['1418'], []]);
    assertNothingForbidden(made);
  });

  it('counts months back from the newest sale, on or off the market', async () => {
    const newest = {
      ...SOLD,
      tran_lokalny_id_iip: 'n',
      dok_data: '2026-07-31',
      tran_rodzaj_trans: 'przetarg',
    };
    const rows = ['2026-07-01', '2026-06-30', '2023-08-01', '2023-07-31'].map((dok_data, at) => ({
      ...SOLD,
      tran_lokalny_id_iip: `s${at}`,
      dok_data,
    }));
    const made = await readRows([newest, ...rows]);
    assert.deepEqual(
      (made.rows as EvidenceRow[]).map(({ attributes }) => attributes.months_back),
      [0, 1, 35],
    );
    assert.equal(
      leftOut(made),
      'of 5 transactions are left out: not of the free market: 1; older than the widest window: 1',
    );
    assert.equal(made.as_of, '2026-07-31');
  });

  it('does not believe impossible days', async () => {
    const wrong = ['9202-05-06', '0209-05-06', '2026-02-31', null].map((dok_data, at) => ({
      ...SOLD,
      tran_lokalny_id_iip: `w${at}`,
      dok_data,
    }));
    const made = await readRows([SOLD, ...wrong]);
    assert.equal(made.rows.length, 1);
    assert.deepEqual(made.kinds, Array(4).fill('unusable_sale'));
    assert.equal(made.as_of, '2026-05-06');
  });
});

describe('the price', () => {
  const plot = (changes: RcnRow): RcnRow => ({ ...SOLD, dzi_cena_brutto: null, ...changes });
  const next: RcnRow = { at: [637_100, 470_020] };
  const CASES: [name: string, rows: RcnRow[], others: RcnRow[], prices: number[], left?: string][] = [
    [
      'of the parcel',
      [plot({ dzi_cena_brutto: '5000', nier_cena_brutto: '9', tran_cena_brutto: '9' })],
      [],
      [50],
    ],
    [
      'of the property with one parcel',
      [plot({ nier_cena_brutto: '5000', tran_cena_brutto: '9' })],
      [],
      [50],
    ],
    ['of the transaction with one object', [plot({ tran_cena_brutto: '5 000,00' })], [], [50]],
    [
      'of a property with two parcels is none of theirs',
      [plot({ nier_cena_brutto: '5000' }), plot({ nier_cena_brutto: '5000', ...next })],
      [],
      [],
      'no price of its own',
    ],
    [
      'of two properties, each with a parcel and a price',
      [plot({ nier_cena_brutto: '5000' }), plot({ nier_cena_brutto: '7000', ...next })],
      [],
      [60],
    ],
    [
      'of a transaction with two parcels is none of theirs',
      [plot({ tran_cena_brutto: '5000' }), plot({ tran_cena_brutto: '5000', ...next })],
      [],
      [],
      'no price of its own',
    ],
    [
      'of two parcels with prices is one comparable over both',
      [plot({ dzi_cena_brutto: '1000' }), plot({ dzi_cena_brutto: '8000', ...next, side_m: 20 })],
      [],
      [18],
    ],
    [
      'of a transaction with a building is not that of the land',
      [plot({ tran_cena_brutto: '5000' })],
      [{ tran_lokalny_id_iip: 'a' }],
      [],
      'no price of its own',
    ],
    [
      'a building sold under another version does not count',
      [plot({ tran_cena_brutto: '5000' })],
      [{ tran_lokalny_id_iip: 'a', tran_wersja_id: '2020-01-01' }],
      [50],
    ],
    [
      'built land',
      [plot({ dzi_cena_brutto: '5000', nier_rodzaj: 'nieruchomoscGruntowaZabudowana' })],
      [],
      [],
      'not unbuilt land alone',
    ],
    [
      'a flat with its share of the ground',
      [plot({ dzi_cena_brutto: '5000', nier_rodzaj: 'nieruchomoscLokalowa' })],
      [],
      [],
      'not unbuilt land alone',
    ],
    ['a share', [plot({ dzi_cena_brutto: '5000', nier_udzial: '1/2' })], [], [], 'a share'],
    ['a share that is not said', [plot({ dzi_cena_brutto: '5000', nier_udzial: null })], [], [], 'a share'],
    ['all shares', [plot({ dzi_cena_brutto: '5000', nier_udzial: '2/2' })], [], [50]],
    ['a price of nothing', [plot({ dzi_cena_brutto: '0' })], [], [], 'no price of its own'],
    ['no geometry', [plot({ dzi_cena_brutto: '5000', at: null })], [], [], 'no area'],
    [
      'not of the free market',
      [plot({ dzi_cena_brutto: '5000', tran_rodzaj_trans: 'przetarg' })],
      [],
      [],
      'not of the free market',
    ],
    [
      'a doubled row is sold once',
      [plot({ tran_cena_brutto: '5000' }), plot({ tran_cena_brutto: '5000' })],
      [],
      [50],
    ],
    [
      'the newest version of a transaction',
      [
        plot({ dzi_cena_brutto: '5000', tran_wersja_id: '2026-02-01' }),
        plot({ dzi_cena_brutto: '7000', tran_wersja_id: '2026-03-01' }),
        plot({ dzi_cena_brutto: '9000', tran_wersja_id: '2026-01-01' }),
      ],
      [],
      [70],
    ],
  ];
  for (const [name, rows, others, prices, left] of CASES) {
    it(name, async () => {
      const made = await readRows(rows, others);
      assert.deepEqual(pricesOf(made), prices);
      const said = left === undefined ? undefined : `of 1 transactions are left out: ${left}: 1`;
      assert.equal(leftOut(made), said);
    });
  }

  it('that cannot be is reported without being told', async () => {
    const made = await readRows([
      { ...SOLD, tran_lokalny_id_iip: 'low', dzi_cena_brutto: '9' },
      { ...SOLD, tran_lokalny_id_iip: 'high', dzi_cena_brutto: '10000001' },
      { ...SOLD, tran_lokalny_id_iip: 'least', dzi_cena_brutto: '10' },
      { ...SOLD, tran_lokalny_id_iip: 'most', dzi_cena_brutto: '10000000' },
    ]);
    assert.deepEqual(pricesOf(made), [0.1, 100_000]);
    assert.deepEqual(made.kinds, ['implausible_price', 'implausible_price']);
    assert.deepEqual(
      made.issues.map(({ position, value }) => [position, value]),
      [
        ['row 1', null],
        ['row 2', null],
      ],
    );
  });
});

describe('GML', () => {
  interface Parts {
    transaction?: string;
    property?: string;
    parcel?: string;
    document?: string;
  }
  /** A parcel of 40 m by 25 m in EPSG:2178, northing first; references without # and, for the property, with one. */
  const gml = ({
    transaction = '',
    property = '',
    parcel = '',
    document,
  }: Parts = {}) => `<gml:FeatureCollection
 xmlns:gml="g" xmlns:rcn="r" xmlns:xlink="x">
<gml:featureMember><rcn:RCN_Transakcja gml:id="t1"><rcn:IdRCN><rcn:RCN_IdentyfikatorIIP>
  <rcn:przestrzenNazw>PL.PZGiK.1418.RCN</rcn:przestrzenNazw><rcn:lokalnyId>a</rcn:lokalnyId>
  <rcn:wersjaId>2026-01-01T00:00:00</rcn:wersjaId></rcn:RCN_IdentyfikatorIIP></rcn:IdRCN>
  <rcn:oznaczenieTransakcji>77</rcn:oznaczenieTransakcji><rcn:rodzajTransakcji>1</rcn:rodzajTransakcji>
  <rcn:stronaSprzedajaca>Kanarek Sprzedający</rcn:stronaSprzedajaca>
  <rcn:cenaTransakcjiBrutto>60000</rcn:cenaTransakcjiBrutto>
  <rcn:podstawaPrawna xlink:href="d1"/><rcn:nieruchomosc xlink:href="#n1"/>${transaction}</rcn:RCN_Transakcja></gml:featureMember>
<gml:featureMember><rcn:RCN_Nieruchomosc gml:id="n1"><rcn:rodzajNieruchomosci>1</rcn:rodzajNieruchomosci>
  <rcn:udzialWPrawieDoNieruchomosci>1/1</rcn:udzialWPrawieDoNieruchomosci><rcn:dzialka xlink:href="p1"/>${property}
  <rcn:opis>Kanarek Notariusz</rcn:opis></rcn:RCN_Nieruchomosc></gml:featureMember>
<gml:featureMember><rcn:RCN_Dzialka gml:id="p1"><rcn:idDzialki>141803_2.0099.77</rcn:idDzialki><rcn:geometria>
  <gml:Polygon srsName="urn:ogc:def:crs:EPSG::2178"><gml:exterior><gml:LinearRing><gml:posList>
  5770000 7500000 5770000 7500040 5770025 7500040 5770025 7500000 5770000 7500000</gml:posList>
  </gml:LinearRing></gml:exterior></gml:Polygon></rcn:geometria>
  <rcn:polePowierzchniEwidencyjnej uom="ha">0.1000</rcn:polePowierzchniEwidencyjnej>${parcel}</rcn:RCN_Dzialka></gml:featureMember>
${document ?? '<gml:featureMember><rcn:RCN_Dokument gml:id="d1"><rcn:dataSporzadzeniaDokumentu>2026-05-06</rcn:dataSporzadzeniaDokumentu><rcn:tworcaDokumentu>Kanarek Notariusz</rcn:tworcaDokumentu></rcn:RCN_Dokument></gml:featureMember>'}
</gml:FeatureCollection>`;
  const readGml = (parts?: Parts, name = '1418_RCN.gml') => readFiles(rcn, { [name]: gml(parts) });

  it('gives the same comparable', async () => {
    const made = await readGml();
    const [row] = made.rows as EvidenceRow[];
    assert.deepEqual(row?.attributes, { pln_m2: 60, months_back: 0 });
    assert.equal(row?.geometry.type, 'Point');
    assert.deepEqual([made.as_of, made.scopes, made.kinds], ['2026-05-06', ['1418'], []]);
    const [other] = (await readRows([SOLD])).rows as EvidenceRow[];
    assert.equal(row?.key, other?.key, 'a transaction has one key in both forms');
    assertNothingForbidden(made);
    assert.deepEqual((await readGml({}, 'rcn.gml')).scopes, ['1418'], 'the powiat is read from the parcels');
  });

  const CASES: [name: string, parts: Parts, prices: number[], kinds: string[]][] = [
    [
      'a price of the parcel',
      { parcel: '<rcn:cenaDzialkiEwidencyjnejBrutto>9000</rcn:cenaDzialkiEwidencyjnejBrutto>' },
      [9],
      [],
    ],
    [
      'a price of the property',
      { property: '<rcn:cenaNieruchomosciBrutto>8000</rcn:cenaNieruchomosciBrutto>' },
      [8],
      [],
    ],
    [
      'a property that is not in the file',
      { transaction: '<rcn:nieruchomosc xlink:href="n9"/>' },
      [],
      ['left_out'],
    ],
    ['a parcel that is not in the file', { property: '<rcn:dzialka xlink:href="p9"/>' }, [], ['left_out']],
    ['a building', { property: '<rcn:budynek xlink:href="b1"/>' }, [], ['left_out']],
    ['a document that is not in the file', { document: '' }, [], ['unusable_sale']],
  ];
  for (const [name, parts, prices, kinds] of CASES) {
    it(name, async () => {
      const made = await readGml(parts);
      assert.deepEqual([pricesOf(made), made.kinds], [prices, kinds]);
      assertNothingForbidden(made);
    });
  }
});

describe('the powiat', () => {
  const sale = (at: number, dzi_id_dzialki: string | null, changes: RcnRow = {}): RcnRow => ({
    ...SOLD,
    tran_lokalny_id_iip: `p${at}`,
    dzi_id_dzialki,
    ...changes,
  });
  const many = (count: number, id: string) => Array.from({ length: count }, (_, at) => sale(at, id));
  const placesOf = (made: Made) => [...new Set((made.rows as EvidenceRow[]).map(({ place }) => place))];

  it('is that of the ids, never digits of the name', async () => {
    for (const name of ['RCN_08_09_2026.gpkg', '1465_transakcje_ceny.gpkg']) {
      const made = await readRows([sale(1, '141803_2.0099.77')], [], name);
      assert.deepEqual([made.scopes, placesOf(made)], [['1418'], ['1418']], name);
    }
    const coded = await readRows([sale(1, null, { teryt: '1438012' })]);
    assert.deepEqual(coded.scopes, ['1438'], 'the code of the row where the parcel has no id');
  });

  it('of a stray row is another: it is left out and its powiat is not replaced', async () => {
    const made = await readRows([...many(19, '141803_2.0099.77'), sale(99, '143803_2.0001.5')]);
    assert.deepEqual([made.scopes, made.rows.length, made.kinds], [['1418'], 19, ['other_powiat']]);
    assertNothingForbidden(made);
  });

  it('of a row that says none is that of the others', async () => {
    const made = await readRows([...many(3, '141803_2.0099.77'), sale(9, null, { teryt: null })]);
    assert.deepEqual([made.scopes, made.rows.length, made.kinds], [['1418'], 4, []]);
  });

  it('is one: a file of several is refused', async () => {
    const rows = [...many(18, '141803_2.0099.77'), sale(98, '143803_2.0001.5'), sale(99, '143803_2.0001.6')];
    await assert.rejects(
      readRows(rows),
      /found transactions of 1418 \(18\), 1438 \(2\); expected a file of one powiat/,
    );
  });
});

describe('broken files', () => {
  it('another GeoPackage', async () => {
    const path = join(folder, NAME);
    writeRcnGpkg(path, [SOLD]);
    const bytes = readFileSync(path);
    const other = join(folder, '1418_transakcje_ceny_2.gpkg');
    writeFileSync(
      other,
      Buffer.from(bytes.toString('latin1').replaceAll('transakcje_dzialki', 'transakcje_grunty_'), 'latin1'),
    );
    await assert.rejects(readPaths(rcn, [other], NAME), (error) => error instanceof FormatError);
    writeFileSync(other, bytes.subarray(0, bytes.length - 4096));
    await assert.rejects(readPaths(rcn, [other], NAME), /pages of/);
  });

  it('an error of a service, and a file cut short', async () => {
    const refused =
      '<ows:ExceptionReport xmlns:ows="o"><ows:Exception exceptionCode="x"/></ows:ExceptionReport>';
    await assert.rejects(readFiles(rcn, { '1418_RCN.gml': refused }), /ExceptionReport/);
    await assert.rejects(
      readFiles(rcn, { '1418_RCN.gml': '<gml:FeatureCollection xmlns:gml="g">' }),
      FormatError,
    );
  });

  it('rows of no transaction are counted', async () => {
    const made = await readRows([SOLD, { ...SOLD, tran_lokalny_id_iip: null }]);
    assert.deepEqual([made.rows.length, made.kinds], [1, ['missing_id']]);
  });
});

describe('answers of the service', () => {
  const member = (type: string, row: RcnRow, shape = '') =>
    `<wfs:member><ms:${type}>${Object.entries(row)
      .map(([name, value]) => `<ms:${name.toUpperCase()}>${value ?? ''}</ms:${name.toUpperCase()}>`)
      .join('')}${shape}</ms:${type}></wfs:member>`;
  const answer = (...members: string[]) =>
    `<wfs:FeatureCollection xmlns:wfs="w" xmlns:ms="m" xmlns:gml="g" numberMatched="${members.length}" numberReturned="${members.length}">${members.join('')}</wfs:FeatureCollection>`;
  const SHAPE = `<ms:geom><gml:Polygon srsName="urn:ogc:def:crs:EPSG::2180"><gml:exterior><gml:LinearRing><gml:posList>
    470000 640000 470000 640040 470025 640040 470025 640000 470000 640000</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></ms:geom>`;
  const sold: RcnRow = { ...PLAIN, tran_lokalny_id_iip: 'a', tran_cena_brutto: '60000.00' };
  const land = member('dzialki', sold, SHAPE);
  const building = member('budynki', sold);

  it('give the same comparable, with the tables of what else was sold', async () => {
    const files = { 'budynki.xml': answer(), 'dzialki.xml': answer(land), 'lokale.xml': answer() };
    const made = await readFiles(rcn, files, 'rcn-1418.zip');
    assert.deepEqual([pricesOf(made), made.scopes, made.kinds], [[60], ['1418'], []]);
    const [other] = (await readRows([SOLD])).rows as EvidenceRow[];
    assert.equal((made.rows as EvidenceRow[])[0]?.key, other?.key);
    assertNothingForbidden(made);
  });

  it('with a building in the transaction, in whichever order they come, give no price of land', async () => {
    const files = { 'budynki.xml': answer(building), 'dzialki.xml': answer(land), 'lokale.xml': answer() };
    const made = await readFiles(rcn, files, 'rcn-1418.zip');
    assert.deepEqual([pricesOf(made), made.kinds], [[], ['left_out']]);
  });

  it('of land alone use no price of a whole transaction', async () => {
    const made = await readFiles(rcn, { 'rcn_dzialki.xml': answer(land) });
    assert.deepEqual(pricesOf(made), []);
  });
});
