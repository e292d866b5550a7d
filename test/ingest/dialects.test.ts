// The dialects of county services: whatever the server calls its geometry, its system and its axes, the same parcels and
// buildings come of it. Real answers, where they are at hand, load as they are.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toWgs84 } from '../../src/domain/geometry/projection.ts';
import { buildSampleData, type Sample, temporaryFolder } from '../sample.ts';
import { polygonsIn, zipFiles } from './bulk-file.ts';
import { type Dialect, writeDialect } from './dialect-gml.ts';
import { loadOne, query } from './load-file.ts';
import { type TrueRow, trueRows } from './world-truth.ts';

const PARCELS = 1_000;
const OBREB = '141803_2.0010';
const root = temporaryFolder();
let sample: Sample;
let rows: TrueRow[];

before(async () => {
  sample = await buildSampleData(PARCELS, { only: /^(TERC_|PRG_)/ });
  rows = trueRows(PARCELS).filter(({ parcel }) => parcel.obreb.id === OBREB);
});

function dataFolder(hasBoundaries: boolean): string {
  const data = join(mkdtempSync(join(root, 'data-')), 'data');
  if (hasBoundaries) cpSync(sample.data, data, { recursive: true });
  else mkdirSync(data);
  return data;
}

function write(name: string, text: string): string {
  const path = join(mkdtempSync(join(root, 'file-')), name);
  writeFileSync(path, text);
  return path;
}

const named = (name: string) => (gml: string) => `<x:${name}>${gml}</x:${name}>`;
const X = { prefix: 'x', property: named('msGeometry') };
const DIALECTS: Readonly<Record<string, Dialect>> = {
  'geoportal2.pl in degrees': {
    ...{ prefix: 'ewns', property: (gml) => `<ewns:geometria>${gml}</ewns:geometria>` },
    ...{ srsName: 'urn:ogc:def:crs:EPSG::4326', epsg: 4326, axes: 'yx' },
  },
  'geoportal2.pl in PL-1992': {
    ...{ prefix: 'ewns', property: (gml) => `<ewns:geometria>${gml}</ewns:geometria>` },
    ...{ srsName: 'urn:ogc:def:crs:EPSG::2180', epsg: 2180, axes: 'yx' },
  },
  'GeoServer of Warsaw in degrees': {
    ...{ prefix: 'Q1', property: (gml) => `<Q1:GEOMETRY>${gml}</Q1:GEOMETRY>` },
    ...{ srsName: 'http://www.opengis.net/gml/srs/epsg.xml#4326', epsg: 4326, axes: 'xy' },
  },
  'GeoServer of Warsaw in PL-2000': {
    ...{ prefix: 'Q1', property: (gml) => `<Q1:GEOMETRY>${gml}</Q1:GEOMETRY>` },
    ...{ srsName: 'http://www.opengis.net/gml/srs/epsg.xml#2178', epsg: 2178, axes: 'xy' },
  },
  'epodgik, latitude first': { ...X, srsName: 'EPSG:4326', epsg: 4326, axes: 'yx' },
  'epodgik, longitude first': { ...X, srsName: 'EPSG:4326', epsg: 4326, axes: 'xy' },
  'ArcGIS of Katowice, wrapped and with heights': {
    ...{ prefix: 'x', property: (gml) => named('SHAPE')(named('part')(gml)), heights: 'told' },
    ...{ srsName: 'urn:ogc:def:crs:EPSG::2178', epsg: 2178, axes: 'yx' },
  },
  'heights that nobody tells of': {
    ...{ prefix: 'x', property: named('geom'), heights: 'untold' },
    ...{ srsName: 'http://www.opengis.net/def/crs/EPSG/0/2178', epsg: 2178, axes: 'yx' },
  },
  'WFS 1.1 of MapServer': { ...X, srsName: 'EPSG:2180', epsg: 2180, axes: 'yx', version: '1.1' },
  'a label beside the outline': {
    ...{
      prefix: 'x',
      property: (gml) => `<x:label><gml:Point><gml:pos>1 2</gml:pos></gml:Point></x:label><x:g>${gml}</x:g>`,
    },
    ...{ srsName: 'urn:ogc:def:crs:EPSG::2180', epsg: 2180, axes: 'yx' },
  },
};

/** Each vertex within 1 mm of the truth, whether parcel or building. */
function assertPlaced(data: string): void {
  const parcels = new Map(query(data, 'SELECT id, geom FROM parcels').map((row) => [row.id, row.geom]));
  const buildings = new Map(
    query(data, "SELECT key, geom FROM evidence WHERE role = 'building'").map((row) => [row.key, row.geom]),
  );
  assert.equal(parcels.size, rows.length);
  assert.ok(rows.length > 20);
  for (const { row, parcel } of rows) {
    const truth = (row.geom ?? []).flat(2);
    for (const blob of [parcels.get(parcel.id), buildings.get(`${parcel.id}.1_BUD`)]) {
      const found = polygonsIn(blob).flat(2);
      assert.ok(found.length > 0);
      for (const [x, y] of found) {
        const near = Math.min(...truth.map(([x1, y1]) => Math.hypot(x - x1, y - y1)));
        assert.ok(near <= 0.0015, `${parcel.id}: a vertex is ${near} m off`);
      }
    }
  }
  const kinds = query(data, "SELECT DISTINCT json_extract(attributes, '$.kst') AS kst FROM evidence");
  assert.deepEqual(kinds, [{ kst: 'm' }]);
}

describe('the dialect of', () => {
  for (const [name, dialect] of Object.entries(DIALECTS)) {
    it(`${name} gives the parcels and buildings of the bulk file`, async () => {
      const data = dataFolder(false);
      const outcome = await loadOne(write('egib.xml', writeDialect(rows, dialect)), data, { compute: false });
      assert.equal(outcome.outcome, 'published', 'reason' in outcome ? outcome.reason : '');
      assertPlaced(data);
      assert.deepEqual(query(data, "SELECT kind FROM issues WHERE kind NOT IN ('several_parts')"), []);
    });
  }

  it('a server that writes longitude where its srsName promises latitude is read so, and that is said', async () => {
    const data = dataFolder(false);
    const dialect: Dialect = { ...X, srsName: 'urn:ogc:def:crs:EPSG::4326', epsg: 4326, axes: 'xy' };
    const outcome = await loadOne(write('egib.xml', writeDialect(rows, dialect)), data, { compute: false });
    assert.equal(outcome.outcome, 'published');
    assertPlaced(data);
    const kinds = query(
      data,
      "SELECT kind, count(*) AS n FROM issues WHERE kind <> 'several_parts' GROUP BY 1",
    );
    assert.deepEqual(kinds, [{ kind: 'axis_swapped', n: 1 }]);
  });

  for (const axes of ['xy', 'yx'] as const) {
    it(`EPSG:2180 with ${axes} is decided by the boundary of the unit`, async () => {
      const data = dataFolder(true);
      const text = writeDialect(rows, { ...X, srsName: 'EPSG:2180', epsg: 2180, axes });
      const outcome = await loadOne(write('egib.xml', text), data, { compute: false });
      assert.equal(outcome.outcome, 'published', 'reason' in outcome ? outcome.reason : '');
      assertPlaced(data);
    });
  }

  const REFUSED: [name: string, srsName: string, reason: RegExp][] = [
    [
      'an order that its srsName denies, inside Poland either way',
      'urn:ogc:def:crs:EPSG::2180',
      /^\d+ of \d+ rows \(parcel\) lie outside the boundary of the unit that their ids name; the axes look swapped/,
    ],
    [
      'a system that is not known',
      'urn:ogc:def:crs:EPSG::3120',
      /no parcel|no usable row \(\d+ issues, most of them unreadable_geometry: unknown coordinate system "urn:.*3120"; known are EPSG:2180, .*\)/,
    ],
  ];
  for (const [name, srsName, reason] of REFUSED) {
    it(`${name}: nothing is published`, async () => {
      const data = dataFolder(true);
      const text = writeDialect(rows, { ...X, srsName, epsg: 2180, axes: 'xy' });
      const outcome = await loadOne(write('egib.xml', text), data, { compute: false });
      assert.equal(outcome.outcome, 'failed');
      assert.match(outcome.reason, reason);
      assert.deepEqual(query(data, 'SELECT id FROM parcels'), []);
    });
  }
});

describe('real answers', () => {
  const REAL = fileURLToPath(new URL('../../../shared/data/egib/', import.meta.url));
  const real = {
    skip: !existsSync(REAL) && 'the folder of official sample files is not beside the checkout',
  };

  it('buildings of geoportal2.pl, with a parcel of their obręb', real, async () => {
    const path = join(REAL, 'geoportal2_budynki.xml');
    const parcel = readFileSync(path, 'utf8')
      .replaceAll('ewns:budynki', 'ewns:dzialki')
      .replace(
        /<ewns:ID_BUDYNKU>240301_1\.0033\.2_BUD<\/ewns:ID_BUDYNKU>/,
        '<ewns:ID_DZIALKI>240301_1.0033.2</ewns:ID_DZIALKI>',
      )
      .replace(
        /<ewns:ID_BUDYNKU>[^<]*<\/ewns:ID_BUDYNKU>/,
        '<ewns:ID_DZIALKI>240301_1.0033.3</ewns:ID_DZIALKI>',
      );
    const zip = join(mkdtempSync(join(root, 'zip-')), 'egib.xml.zip');
    await zipFiles(zip, [path, write('dzialki.xml', parcel)]);
    const data = dataFolder(false);
    const outcome = await loadOne(zip, data, { compute: false });
    assert.equal(outcome.outcome, 'published', 'reason' in outcome ? outcome.reason : '');
    const found = query(
      data,
      "SELECT key, attributes, geom FROM evidence WHERE role = 'building' ORDER BY key",
    );
    assert.equal(found.length, 2);
    for (const { attributes, geom } of found) {
      assert.match(JSON.parse(String(attributes)).kst, /^[bh]$/);
      const [lng, lat] = toWgs84(2180, polygonsIn(geom)[0]?.[0]?.[0] ?? assert.fail());
      assert.ok(lng > 18.6 && lng < 18.7 && lat > 49.7 && lat < 49.8, `${lng} ${lat} is not in Cieszyn`);
    }
    assert.equal(query(data, 'SELECT id FROM parcels').length, 2);
  });

  it('a parcel in the schema before 2021, with its recorded area', real, async () => {
    const data = dataFolder(false);
    const path = join(REAL, 'old_schema_221101_1.0001.152_3.gml');
    const outcome = await loadOne(path, data, { source: 'egib' });
    assert.equal(outcome.outcome, 'published', 'reason' in outcome ? outcome.reason : '');
    const [parcel] = query(data, 'SELECT id, area_official_m2, area_geometry_m2 FROM parcels');
    assert.deepEqual([parcel?.id, parcel?.area_official_m2], ['221101_1.0001.152/3', 87]);
    assert.ok(Math.abs(Number(parcel?.area_geometry_m2) / 87 - 1) < 0.2);
  });
});
