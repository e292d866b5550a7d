// miedza export: every format holds the same rows, and GDAL, pyarrow, pandas and DuckDB open them where they are installed.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { EXPORT_FORMATS } from '../../src/commands/export-files.ts';
import { EXAMPLE_ID } from '../../src/contract/operations.ts';
import type { Source } from '../../src/contract/sources.ts';
import { buildSampleData, temporaryFolder } from '../sample.ts';
import { runWarm } from './warm-program.ts';

let data: string;
const folder = temporaryFolder();
const files = new Map<string, string>();
before(async () => {
  ({ data } = await buildSampleData());
  for (const what of ['parcels', 'checks', 'zones'])
    for (const format of what === 'parcels' ? EXPORT_FORMATS : (['geojson'] as const)) {
      const out = join(folder, `${what}.${format}`);
      const { code, stderr } = await runWarm([
        'export',
        '--what',
        what,
        '--format',
        format,
        '--partition',
        '1418',
        '--out',
        out,
        '--data',
        data,
      ]);
      assert.deepEqual([code, stderr], [0, '']);
      files.set(`${what} ${format}`, out);
    }
});

const pathOf = (name: string) => files.get(name) ?? assert.fail(name);
const featuresOf = (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8'));

test('the formats hold the same parcels, with sources inside', async () => {
  const { features, sources } = featuresOf('parcels geojson');
  assert.ok(features.length > 1_000);
  assert.ok(features.every(({ id }: { id: string }) => id.startsWith('1418')));
  assert.ok(sources.every(({ licence }: { licence: string }) => licence !== ''));
  const example = features.find(({ id }: { id: string }) => id === EXAMPLE_ID).properties;
  assert.equal(example.pog_zone_symbol, 'SJ');
  const db = new DatabaseSync(pathOf('parcels gpkg'), { readOnly: true });
  const stored = db.prepare('SELECT * FROM parcels WHERE id = ?').get(EXAMPLE_ID);
  assert.deepEqual([stored?.gmina, stored?.pog_in_ouz], [example.gmina, Number(example.pog_in_ouz)]);
  assert.equal(db.prepare('SELECT count(*) AS n FROM parcels').get()?.n, features.length);
  assert.equal(db.prepare('SELECT count(*) AS n FROM sources').get()?.n, sources.length);
  const listed = db.prepare('SELECT id, url, freshness FROM sources ORDER BY fid').all();
  assert.deepEqual(
    listed.map((row) => ({ ...row })),
    sources.map(({ id, url, freshness }: Source) => ({ id, url: url ?? null, freshness })),
  );
  const [{ type } = {}] = db
    .prepare("SELECT type FROM pragma_table_info('parcels') WHERE name = 'pog_effective_from'")
    .all();
  assert.equal(type, 'DATE');
  assert.ok(
    !features.some(({ properties }: { properties: object }) => Object.values(properties).includes('')),
  );
  db.close();
  const lines = readFileSync(pathOf('parcels csv'), 'utf8').trimEnd().split('\r\n');
  assert.equal(lines.length, features.length + 1);
  assert.ok(existsSync(`${pathOf('parcels csv')}.sources.json`));
  const file = await asyncBufferFromFile(pathOf('parcels geoparquet'));
  const rows = await parquetReadObjects({
    file,
    columns: ['id', 'pog_zone_symbol', 'area_geometry_m2', 'pog_effective_from'],
  });
  assert.equal(rows.length, features.length);
  const row = rows.find(({ id }) => id === EXAMPLE_ID);
  assert.deepEqual([row?.pog_zone_symbol, row?.area_geometry_m2], ['SJ', example.area_geometry_m2]);
  assert.deepEqual(row?.pog_effective_from, new Date(`${example.pog_effective_from}T00:00:00Z`));
  const { key_value_metadata = [] } = await parquetMetadataAsync(file);
  assert.deepEqual(
    key_value_metadata.map(({ key }) => key),
    ['geo', 'sources'],
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  );
});

test('checks have verdicts, zones have symbols', () => {
  const checks = featuresOf('checks geojson').features;
  const verdicts = new Set(
    checks.map(({ properties }: { properties: { verdict: string } }) => properties.verdict),
  );
  assert.ok(verdicts.size > 1 && verdicts.has('conditional'));
  assert.ok(checks[0].properties.flood_q100);
  const zones = featuresOf('zones geojson').features;
  assert.ok(zones.every(({ properties }: { properties: { gmina_name: string } }) => properties.gmina_name));
  const statuses = new Set(
    zones.map(({ properties }: { properties: { status: string } }) => properties.status),
  );
  // The other plan of the powiat comes into force later, and the program has the real clock.
  assert.ok(statuses.has('in_force') && statuses.isSubsetOf(new Set(['in_force', 'adopted'])));
  assert.ok(
    zones.length > 5 &&
      zones.every(({ properties }: { properties: { symbol: string } }) => properties.symbol),
  );
});

test('sources are those of the rows: of zones the general plans alone, and of a powiat its own days', () => {
  const idsOf = (name: string) => featuresOf(name).sources.map(({ id }: Source) => id);
  assert.ok(idsOf('parcels geojson').includes('flood'));
  const zones = new Set(
    featuresOf('zones geojson').features.map(
      ({ properties }: { properties: { source: string } }) => properties.source,
    ),
  );
  assert.deepEqual(new Set(idsOf('zones geojson')), zones);
  const [egib] = featuresOf('parcels geojson').sources.filter(({ id }: Source) => id === 'egib');
  assert.equal(egib.as_of, '2026-11-08');
});

test('what is asked wrongly is said', async () => {
  for (const [words, message] of [
    [['--format', 'shp', '--out', 'x'], /--format must be one of geoparquet/],
    [['--what', 'owners', '--out', 'x'], /--what must be one of parcels/],
    [['--partition', '14', '--out', 'x'], /--partition must be the 4-digit code/],
    [['--partition', '9999', '--out', 'x'], /no parcel of powiat 9999 is loaded; loaded are powiaty 1418/],
    [
      ['--what', 'zones', '--partition', '9999', '--out', 'x'],
      /no general plan of powiat 9999 is loaded; loaded are powiaty 1418/,
    ],
    [['--out', '-'], /--out must be a file/],
    [[], /name the file with --out/],
  ] as const) {
    const { code, stderr } = await runWarm(['export', ...words, '--data', data]);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});

const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0;
test('GDAL reads GeoPackage, GeoJSON and CSV', { skip: !hasGdal && 'there is no ogrinfo here' }, () => {
  for (const [name, outline] of [
    ['parcels gpkg', 'Multi Polygon'],
    ['parcels geojson', 'Multi Polygon'],
    ['checks geojson', 'Multi Polygon'],
    ['zones geojson', 'Multi Polygon'],
    ['parcels csv', 'None'],
  ] as const) {
    const told = execFileSync('ogrinfo', ['-so', '-al', pathOf(name)], { encoding: 'utf8' });
    assert.match(told, new RegExp(`Geometry: ${outline}\\nFeature Count: [1-9]`), name);
  }
});

/** A Python with the readers, where the machine's own has none: .ci/run makes one. */
const PYTHON = process.env.MIEDZA_TEST_PYTHON ?? 'python3';

/** Each prints the number of rows, of zones SJ and of parcels in the flood of a hundred years, and the type of the outline. */
const READERS = {
  pyarrow: `
import pyarrow.parquet, pyarrow.compute as c
t = pyarrow.parquet.read_table(path)
zones = c.sum(c.equal(t['pog_zone_symbol'], 'SJ')).as_py()
told = [t.num_rows, zones, c.sum(t['flood_q100']).as_py(), str(t.schema.field('geometry').type)]
json.loads(t.schema.metadata[b'sources'])[0]['licence']`,
  pandas: `
import pandas
t = pandas.read_parquet(path)
told = [len(t), int((t.pog_zone_symbol == 'SJ').sum()), int(t.flood_q100.eq(True).sum()), type(t.geometry[0]).__name__]`,
  duckdb: `
import duckdb
t = f"read_parquet('{path}')"
counts = duckdb.sql(f"SELECT count(*), count_if(pog_zone_symbol = 'SJ'), count_if(flood_q100) FROM {t}")
told = [*counts.fetchall()[0], duckdb.sql(f"SELECT typeof(geometry) FROM {t} LIMIT 1").fetchall()[0][0]]`,
} as const;

for (const [reader, program] of Object.entries(READERS)) {
  const isThere = spawnSync(PYTHON, ['-c', `import ${reader}`]).status === 0;
  test(`${reader} reads GeoParquet`, { skip: !isThere && `there is no ${reader} here` }, () => {
    const whole = `import json, sys\npath = sys.argv[1]\n${program}\nprint(json.dumps(told))`;
    const told = execFileSync(PYTHON, ['-c', whole, pathOf('parcels geoparquet')], { encoding: 'utf8' });
    const [rows, zones, flooded, outline] = JSON.parse(told);
    const { features } = featuresOf('parcels geojson');
    const having = (name: string, value: unknown) =>
      features.filter(
        ({ properties }: { properties: Record<string, unknown> }) => properties[name] === value,
      );
    const expected = [having('pog_zone_symbol', 'SJ').length, having('flood_q100', true).length];
    assert.deepEqual([rows, zones, flooded], [features.length, ...expected]);
    assert.ok(zones > 0);
    assert.match(outline, /^(?:binary|bytes|BLOB|GEOMETRY\b.*)$/);
  });
}
