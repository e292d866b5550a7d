// A second voivodeship beside the first: its files of boundaries, floods, landslides and protected nature replace what they
// brought themselves, and nothing of the first; and those of the first nothing of the second.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { openDataset } from '../../src/dataset.ts';
import { Corpus } from '../../src/domain/corpus/corpus.ts';
import type { Position } from '../../src/domain/geometry/types.ts';
import { gmlPolygon, square, wfsAnswer } from '../../src/ingest/recipes/test-areas.ts';
import { buildSampleData, type Sample, temporaryFolder } from '../sample.ts';
import { loadOne, query } from './load-file.ts';

/** Łódź lies there; the sample lands are a hundred kilometres away. */
const [X, Y] = [530_000, 430_000];

const root = temporaryFolder();
let sample: Sample;
let data: string;

before(async () => {
  sample = await buildSampleData(1_000);
  data = sample.data;
  await loadText('PRG_A02_Granice_powiatow.xml', powiaty(['1061', '1006']));
});

/** Under an official name; a name of a voivodeship may be in it. */
async function loadText(name: string, text: string) {
  const path = join(mkdtempSync(join(root, 'file-')), name);
  writeFileSync(path, text);
  const outcome = await loadOne(path, data, { allowLoss: true });
  assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
  return outcome.report;
}

const powiaty = (codes: readonly string[]) =>
  wfsAnswer(
    ...codes.map(
      (
        code,
        n,
      ) => `<ms:A02_Granice_powiatow xmlns:ms="m"><ms:msGeometry>${gmlPolygon(square(X + n * 20_000, Y, 20_000))}</ms:msGeometry>
        <ms:JPT_KOD_JE>${code}</ms:JPT_KOD_JE><ms:JPT_NAZWA_>powiat ${code}</ms:JPT_NAZWA_></ms:A02_Granice_powiatow>`,
    ),
  );

const reserves = (names: readonly string[], at: Position) =>
  wfsAnswer(
    ...names.map(
      (
        name,
        n,
      ) => `<GDOS:Rezerwaty xmlns:GDOS="GDOS"><GDOS:gid>${name}</GDOS:gid><GDOS:nazwa>${name}</GDOS:nazwa>
        <GDOS:geom>${gmlPolygon(square(at[0] + n * 500, at[1]))}</GDOS:geom></GDOS:Rezerwaty>`,
    ),
  );

const landslides = (numbers: readonly string[]) =>
  JSON.stringify({
    results: numbers.map((number, n) => ({
      layerId: 14,
      layerName: 'osuwisko',
      attributes: { NUMER_IDENTYFIKACYJNY: number },
      geometry: { rings: [square(X + n * 500, Y)], spatialReference: { wkid: 2180 } },
      geometryType: 'esriGeometryPolygon',
    })),
  });

const reach = (sides: readonly number[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2180' } },
    features: sides.map((side, n) => ({
      type: 'Feature',
      properties: { edition: '2022-09-07' },
      geometry: { type: 'Polygon', coordinates: [square(X + n * 2_000, Y, side).toReversed()] },
    })),
  });

const rowsOf = (source: string, place: string) =>
  query(
    data,
    'SELECT role, key, piece, place, hash FROM evidence WHERE source = ? AND place LIKE ? ORDER BY role, key, piece',
    source,
    `%/${place}`,
  );
const keysOf = (source: string, place: string) => rowsOf(source, place).map(({ key }) => key);

describe('files of a second voivodeship', () => {
  const TABLE: [string, string, string, string, string[], string[]][] = [
    [
      'gdos',
      'Rezerwaty.xml',
      reserves(['A', 'B'], [X, Y]),
      reserves(['B'], [X, Y]),
      ['Rezerwaty/A', 'Rezerwaty/B'],
      ['Rezerwaty/B'],
    ],
    ['sopo', 'sopo-obszary.json', landslides(['X1', 'X2']), landslides(['X2']), ['X1', 'X2'], ['X2']],
    [
      'flood',
      'mzp-zasieg.geojson',
      reach([900, 800]),
      reach([700]),
      ['10/mzp-zasieg/1', '10/mzp-zasieg/2'],
      ['10/mzp-zasieg/1'],
    ],
  ];
  for (const [source, name, text, later, keys, left] of TABLE) {
    it(`${source}: replace themselves alone`, async () => {
      const first = rowsOf(source, '14');
      assert.ok(first.length > 0);
      await loadText(name, text);
      assert.deepEqual(keysOf(source, '10'), keys);
      assert.deepEqual(rowsOf(source, '14'), first);
      await loadText(name, later);
      assert.deepEqual(keysOf(source, '10'), left);
      assert.deepEqual(rowsOf(source, '14'), first);
    });
  }

  it('boundaries: by their codes', async () => {
    const codes = () =>
      query(data, "SELECT code FROM boundaries WHERE level = 'powiat' ORDER BY code").map(({ code }) => code);
    assert.deepEqual(codes(), ['1006', '1061', '1418', '1438']);
    // A file with one powiat of a voivodeship says nothing of the others.
    const { removed } = await loadText('PRG_A02_Granice_powiatow.xml', powiaty(['1061']));
    assert.deepEqual([codes(), removed], [['1006', '1061', '1418', '1438'], 0]);
  });

  it('a file of the first replaces what the first has, and leaves the second', async () => {
    const second = rowsOf('gdos', '10');
    const [powiat] = query(
      data,
      "SELECT r.minx, r.miny FROM boundaries b JOIN rtree_boundaries_geom r ON r.id = b.fid WHERE b.code = '1418'",
    );
    await loadText(
      'Rezerwaty.xml',
      reserves(['C'], [Number(powiat?.minx) + 100, Number(powiat?.miny) + 100]),
    );
    const reservesOf = (place: string) =>
      keysOf('gdos', place).filter((key) => String(key).startsWith('Rezerwaty/'));
    assert.deepEqual(reservesOf('14'), ['Rezerwaty/C']);
    assert.deepEqual(rowsOf('gdos', '10'), second);
  });

  it('what both files hold stays with each of them', async () => {
    const first = rowsOf('gdos', '14');
    await loadText('gdos-Rezerwaty-lodzkie.xml', reserves(['B', 'C'], [X, Y]));
    assert.deepEqual(keysOf('gdos', '10'), ['Rezerwaty/B', 'Rezerwaty/C']);
    assert.deepEqual(rowsOf('gdos', '14'), first);
    assert.ok(keysOf('gdos', '14').includes('Rezerwaty/C'));
  });

  it('are known as loads of their own, and the voivodeship is served once its parcels are', async () => {
    await using dataset = openDataset(data);
    const corpus = new Corpus(await dataset.writer.corpus());
    const scopes = corpus.statesOf('sopo').map(({ scope }) => scope);
    assert.ok(scopes.includes('landslide/10') && scopes.includes('landslide/14'));
    const lacks = (part: string, gmina6: string) =>
      corpus.missingParts('sopo', gmina6).some((missing) => missing.part === part);
    assert.ok(!lacks('landslide', '106101'));
    assert.ok(lacks('landslide_mapped', '106101'));
    assert.ok(lacks('landslide', '126101'));
    assert.deepEqual(corpus.coverage.voivodeships, ['14']);
  });

  it('that lie in no boundary that is held and do not name their voivodeship are refused', async () => {
    const path = join(mkdtempSync(join(root, 'file-')), 'Rezerwaty.xml');
    writeFileSync(path, reserves(['D'], [300_000, 500_000]));
    const outcome = await loadOne(path, data);
    assert.ok(outcome.outcome === 'failed');
    assert.match(outcome.reason, /nothing tells which voivodeship the file covers/);
    const named = join(mkdtempSync(join(root, 'file-')), 'Rezerwaty-wielkopolskie.xml');
    cpSync(path, named);
    assert.equal((await loadOne(named, data)).outcome, 'published');
    assert.deepEqual(keysOf('gdos', '30'), ['Rezerwaty/D']);
  });
});
