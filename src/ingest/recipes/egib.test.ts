import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { areaOf } from '../../domain/geo.ts';
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
    assert.equal(staged.filter(({ kind }) => kind === 'parcel').length, 47);
    assert.deepEqual(scopes, ['061304_5.0012']);
    assert.deepEqual([...new Set(kinds)], ['area_mismatch']);
    const symbols = contours.map((row) => row.symbol).sort();
    assert.deepEqual(symbols, ['RIVa', 'RIVa', 'RIVb', 'RIVb', 'RIVb', 'RV', 'RV']);
    assert.ok(
      contours.every(({ obreb_id, geometry }) => obreb_id === '061304_5.0012' && areaOf(geometry) > 100),
    );
  });
});
