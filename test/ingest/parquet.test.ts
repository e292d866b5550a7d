// GeoParquet through the whole chain: what comes of a voivodeship's file is what comes of the GeoPackages of its powiaty.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ingestPath } from '../../src/commands/ingest-files.ts';
import type { Geometry } from '../../src/domain/geometry/types.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { type ParquetRowToWrite, rowsOfLayer, writeGeoParquet } from '../parquet-file.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { zipFiles } from './bulk-file.ts';
import { query, snapshot } from './load-file.ts';

const PARCELS = 1_000;
const UNITS = /^(TERC_|PRG_|synthetic)/;
const PRICES = /_transakcje_ceny/;
/** What a publisher might add and nobody may keep. */
const CANARIES = { numer_kw: 'WA1I/00099999/9', wlasciciel: 'Kanarek Właściciel', dzi_adres: 'Kanarkowa 7' };

const root = temporaryFolder();
const files = join(root, 'files');
/** Units and boundaries, nothing else. */
const units = join(root, 'units');
let byGpkg: string;
/** GeoPackages of the powiaty. */
let land: string[];

const quietly = async <T>(work: () => Promise<T>): Promise<T> => {
  const write = process.stderr.write;
  process.stderr.write = () => true;
  try {
    return await work();
  } finally {
    process.stderr.write = write;
  }
};
const ingest = (path: string, data: string, powiaty: string[] | null = null, source?: string) =>
  quietly(() => ingestPath(path, source, data, { powiaty }));

before(async () => {
  const only = /^(TERC_|PRG_|\d{4}\.gpkg|\d{4}_transakcje)/;
  const sample = await buildSampleData(PARCELS, { only });
  byGpkg = sample.data;
  mkdirSync(files);
  for (const name of readdirSync(sample.files))
    if (UNITS.test(name)) cpSync(join(sample.files, name), join(files, name));
  await ingest(files, units);
  const unpacked: string[] = [];
  for (const name of readdirSync(sample.files)) {
    if (/\.gpkg\.zip$/.test(name))
      unpacked.push(...(await unpackZip(join(sample.files, name), join(root, 'gpkg'))));
  }
  const prices = unpacked.filter((path) => PRICES.test(path));
  land = unpacked.filter((path) => !PRICES.test(path));
  const write = (name: string, rows: ParquetRowToWrite[]) =>
    writeGeoParquet(join(files, name), rows, { rowGroupSize: 150 });
  write('14_dzialki.parquet', rowsOfLayer(land, 'dzialki', CANARIES));
  write('14_budynki.parquet', rowsOfLayer(land, 'budynki', CANARIES));
  write('14_transakcje_ceny_dzialki.parquet', rowsOfLayer(prices, 'transakcje_dzialki', CANARIES));
  // The world sells land alone.
  const others = [{ values: { tran_lokalny_id_iip: 'none' }, geometry: null }];
  for (const kind of ['budynki', 'lokale']) write(`14_transakcje_ceny_${kind}.parquet`, others);
});

/** Everything but how it was loaded. */
function servedIn(data: string) {
  const { parcels, index, obreby, evidence, facts } = snapshot(data);
  const withoutRow = ({ fid, ...row }: Record<string, unknown>) => row;
  return {
    parcels: parcels?.map(withoutRow),
    index: index?.length,
    obreby,
    evidence,
    facts: facts?.map(withoutRow),
  };
}

describe('a voivodeship in GeoParquet', () => {
  it('gives what the GeoPackages of its powiaty give, each powiat a load of its own', async () => {
    const data = join(root, 'whole');
    cpSync(units, data, { recursive: true });
    const outcomes = await ingest(files, data);
    for (const outcome of outcomes) if (outcome.outcome === 'failed') assert.fail(outcome.reason);
    const told = outcomes
      .filter(({ file }) => file.includes('parquet'))
      .map(({ file, outcome }) => [file, outcome]);
    assert.deepEqual(told, [
      ['14_dzialki.parquet (1418)', 'published'],
      ['14_dzialki.parquet (1438)', 'published'],
      ['14_transakcje_ceny_dzialki.parquet (1418)', 'published'],
      ['14_transakcje_ceny_dzialki.parquet (1438)', 'published'],
    ]);
    assert.deepEqual(servedIn(data), servedIn(byGpkg));
    const kinds = (of: string) =>
      query(
        of,
        "SELECT i.kind, count(*) AS n FROM issues i JOIN runs USING (run) WHERE source IN ('egib', 'rcn') GROUP BY 1",
      );
    assert.deepEqual(kinds(data), kinds(byGpkg));

    const again = await ingest(files, data);
    assert.deepEqual([...new Set(again.map(({ outcome }) => outcome))], ['unchanged']);
    for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      for (const canary of Object.values(CANARIES))
        assert.ok(!bytes.includes(canary), `${canary} in ${entry.name}`);
    }
  });

  it('is loaded for one powiat where that is asked for', async () => {
    const data = join(root, 'one');
    cpSync(units, data, { recursive: true });
    const outcomes = await ingest(join(files, '14_dzialki.parquet'), data, ['1438']);
    assert.deepEqual(
      outcomes.map(({ file }) => file),
      ['14_dzialki.parquet (1438)'],
    );
    const powiaty = query(data, 'SELECT DISTINCT substr(id, 1, 4) AS code FROM parcels');
    assert.deepEqual(powiaty, [{ code: '1438' }]);
    const [elsewhere] = await ingest(join(files, '14_dzialki.parquet'), data, ['0201']);
    assert.equal(elsewhere?.outcome, 'failed', 'a powiat that it does not hold');
  });

  it('in an archive is split the same, a stray row of another powiat is an issue and what is not read is told', async () => {
    const data = join(root, 'archive');
    cpSync(units, data, { recursive: true });
    const rows = rowsOfLayer(land, 'dzialki', CANARIES);
    const [first] = rows;
    assert.ok(first);
    const stray = { ...first, values: { ...first.values, id_dzialki: '120601_2.0001.7' } };
    const packed = join(root, 'packed');
    mkdirSync(packed);
    writeGeoParquet(join(packed, '14_dzialki.parquet'), [...rows, stray], { rowGroupSize: 150 });
    writeFileSync(join(packed, 'czytaj.txt'), 'licencja');
    const archive = join(packed, '14_dzialki.parquet.zip');
    await zipFiles(
      archive,
      ['14_dzialki.parquet', 'czytaj.txt'].map((name) => join(packed, name)),
    );
    const outcomes = await ingest(archive, data);
    assert.deepEqual(
      outcomes.map(({ file, outcome }) => [file, outcome]),
      [
        ['14_dzialki.parquet.zip (1418)', 'published'],
        ['14_dzialki.parquet.zip (1438)', 'published'],
      ],
    );
    for (const outcome of outcomes) {
      assert.ok(outcome.outcome === 'published');
      assert.deepEqual(outcome.passed_over, ['czytaj.txt, not read for egib']);
    }
    const issues = query(data, "SELECT kind, value FROM issues WHERE kind = 'other_powiat'");
    assert.deepEqual(issues, [{ kind: 'other_powiat', value: '120601_2.0001.7' }]);
    const scopes = query(data, "SELECT scope FROM sources WHERE source = 'egib' ORDER BY scope");
    assert.deepEqual(scopes, [{ scope: '1418' }, { scope: '1438' }]);
    const ids = (of: string) => query(of, 'SELECT id FROM parcels ORDER BY id');
    assert.deepEqual(ids(data), ids(byGpkg));
    assert.ok(!existsSync(join(data, 'work')));
  });

  it('buildings without their parcels, other columns and another system are refused', async () => {
    const data = join(root, 'refused');
    cpSync(units, data, { recursive: true });
    const square: Geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [637_000, 470_000],
            [637_000, 470_010],
            [637_010, 470_010],
            [637_000, 470_000],
          ],
        ],
      ],
    };
    const [parcelBox] = query(
      byGpkg,
      "SELECT minx, miny FROM parcels p JOIN rtree_parcels_geom r ON r.id = p.fid WHERE p.id LIKE '1418%'",
    );
    const [x, y] = [Number(parcelBox?.minx), Number(parcelBox?.miny)];
    const inPowiat: Geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [x, y],
            [x, y + 10],
            [x + 10, y + 10],
            [x, y],
          ],
        ],
      ],
    };
    const reasonOf = async (name: string, rows: ParquetRowToWrite[], geo: object | null = {}) => {
      writeGeoParquet(join(root, name), rows, { geo });
      const [outcome] = await ingest(join(root, name), data, ['1418']);
      assert.equal(outcome?.outcome, 'failed');
      return outcome.reason;
    };
    const building = { id_budynku: '141803_2.0009.1.1_BUD', rodzaj: 'm' };
    assert.match(
      await reasonOf('14_budynki.parquet', [{ values: building, geometry: inPowiat }]),
      /found 1 buildings and no parcel; expected .*14_dzialki\.parquet beside it/,
    );
    assert.match(
      await reasonOf('15_dzialki.parquet', [{ values: { numer: '1' }, geometry: square }]),
      /found the columns numer, geometry, bbox; expected also id_dzialki/,
    );
    writeFileSync(join(root, '17_dzialki.parquet'), 'PAR1, but nothing of the kind, PAR1');
    const [broken] = await ingest(join(root, '17_dzialki.parquet'), data);
    assert.ok(broken?.outcome === 'failed');
    assert.match(broken.reason, /expected a sound GeoParquet file/);
    const parcel = { values: { id_dzialki: '141803_2.0009.1' }, geometry: square };
    assert.match(
      await reasonOf('16_dzialki.parquet', [parcel], { columns: { geometry: { crs: null } } }),
      /no coordinate system that is known/,
    );
  });
});

describe('prices in GeoParquet', () => {
  it('without the tables of buildings and flats a price of the whole is not that of the land', async () => {
    const square: Geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [637_000, 470_000],
            [637_000, 470_010],
            [637_010, 470_010],
            [637_010, 470_000],
            [637_000, 470_000],
          ],
        ],
      ],
    };
    const sale = {
      tran_lokalny_id_iip: 'a',
      tran_rodzaj_trans: 'wolnyRynek',
      tran_cena_brutto: '5000',
      dok_data: '2026-05-06',
      nier_udzial: '1/1',
      nier_rodzaj: 'nieruchomoscGruntowaNiezabudowana',
      dzi_id_dzialki: '141803_2.0009.1',
    };
    const folder = join(root, 'prices');
    mkdirSync(folder);
    const path = join(folder, '14_transakcje_ceny_dzialki.parquet');
    writeGeoParquet(path, [{ values: sale, geometry: square }]);
    const [alone] = await ingest(path, join(root, 'prices-alone'));
    assert.equal(alone?.outcome, 'failed');
    for (const kind of ['budynki', 'lokale']) {
      const other = { values: { tran_lokalny_id_iip: 'z' }, geometry: null };
      writeGeoParquet(join(folder, `14_transakcje_ceny_${kind}.parquet`), [other]);
    }
    const [whole] = await ingest(path, join(root, 'prices-whole'));
    assert.equal(whole?.outcome, 'published');
  });
});

describe('buildings of BDOT10k for the country', () => {
  const building = (lokalnyId: string, x: number, y: number): ParquetRowToWrite => ({
    values: {
      LOKALNYID: lokalnyId,
      KATEGORIAISTNIENIA: 'eksploatowany',
      KODKST: '110',
      WERSJA: '2026-03-04',
    },
    geometry: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [x, y],
            [x, y + 10],
            [x + 10, y + 10],
            [x + 10, y],
            [x, y],
          ],
        ],
      ],
    },
  });

  it('are those that stand in a powiat whose boundary is loaded', async () => {
    const data = join(root, 'bdot');
    cpSync(units, data, { recursive: true });
    const path = join(root, 'OT_BUBD_A.parquet');
    const places = query(
      byGpkg,
      'SELECT parcels.id, minx, miny FROM parcels JOIN rtree_parcels_geom r ON r.id = fid ORDER BY 1',
    )
      .filter((_, at) => at % 50 === 0)
      .map(({ id, minx, miny }) => ({ id: String(id), x: Number(minx) + 5, y: Number(miny) + 5 }));
    writeGeoParquet(
      path,
      [...places.map(({ id, x, y }) => building(id, x, y)), building('far', 200_000, 700_000)],
      { rowGroupSize: 3 },
    );
    const outcomes = await ingest(path, data, ['1418', '1438']);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['published', 'published'],
    );
    const stored = query(data, "SELECT place, key FROM evidence WHERE source = 'bdot10k' ORDER BY key");
    assert.ok(stored.length > 15);
    for (const { place, key } of stored)
      assert.equal(String(key).slice(0, 4), place, 'as the parcel it stands on');
    assert.ok(!stored.some(({ key }) => key === 'far'));

    const [refused] = await ingest(path, join(root, 'no-boundaries'), ['1418']);
    assert.ok(refused?.outcome === 'failed');
    assert.match(
      refused.reason,
      /found no boundary of powiat 1418; expected the boundaries of powiaty to be loaded first/,
    );
    await assert.rejects(ingest(path, join(root, 'nothing')), /say them with --partition/);
  });
});
