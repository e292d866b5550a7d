import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { after, before, test } from 'node:test';
import { SaxesParser } from 'saxes';
import { openPromise } from 'yauzl';
import type { MultiPolygon } from '../src/domain/geometry/types.ts';
import { decodeGeoPackageGeometry } from '../src/domain/geometry/wkb.ts';
import { CADASTRE_CANARIES } from './canaries.ts';
import { BROKEN_IDS, FAULTS, type Fault } from './faults.ts';
import { generateWorld } from './generate.ts';
import { signedArea } from './outline.ts';
import { EXAMPLE_PARCEL } from './planted.ts';

const PARCELS = 2_000;
const DUPLICATES = Object.values(FAULTS).filter((fault) => fault === 'duplicate-id').length;
const REAL_TERC = new URL('../../shared/data/teryt/TERC_Urzedowy_2025-11-18.xml', import.meta.url);

interface Row {
  geom: Uint8Array | null;
  id_dzialki: string;
  nazwa_gminy: string;
  numer_jednostki: string;
  pole_ewidencyjne: string | null;
  klasouzytki_egib: string | null;
  grupa_rejestrowa: string;
  pozostale_atrybuty: string | null;
  czas_pozyskania: string;
}

let root: string;
let files: string[];
let rows: Row[];
const progress: [done: number, total: number][] = [];

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'world-'));
  const world = await generateWorld({
    folder: join(root, 'first'),
    parcels: PARCELS,
    onProgress: (done, total) => progress.push([done, total]),
  });
  files = world.files;
  rows = (await Promise.all(['1418', '1438'].map(readParcels))).flat();
  assert.equal(world.parcels, rows.length);
});

after(() => rm(root, { recursive: true }));

test('the folder holds the official file names and nothing else', () => {
  assert.deepEqual(files.map((file) => basename(file)).sort(), [
    '1418.gpkg.zip',
    '1418_GML.zip',
    '1418_transakcje_ceny.gpkg.zip',
    '1438.gpkg.zip',
    '1438_GML.zip',
    '1438_transakcje_ceny.gpkg.zip',
    '14_mazowieckie_08.11.2026_adresy.gml',
    'PRG_A02_Granice_powiatow.xml',
    'PRG_A03_Granice_gmin.xml',
    'PRG_A05_Granice_jednostek_ewidencyjnych.xml',
    'PRG_A06_Granice_obrebow_ewidencyjnych.xml',
    'TERC_Urzedowy_2026-01-01.xml',
    'egib-143801_1.0002.gml',
    'gdos.zip',
    'mpzp-1418.zip',
    'mpzp-141803.geojson',
    'mpzp-1438.zip',
    'mzp-flood.gml',
    'mzp-zasieg.geojson',
    'pog-1418.zip',
    'pog-1438.zip',
    'pog_fallback-2026-10.geojson',
    'sopo-obszary-2026-11-08.json',
    'sopo-stan-2026-11-08.json',
    'synthetic.json',
    'wynik_mazowieckie.zip',
  ]);
  assert.deepEqual(
    readdirSync(join(root, 'first')).sort(),
    files.map((file) => basename(file)).sort(),
    'what was unpacked is gone',
  );
  assert.equal(rows.length, PARCELS + DUPLICATES);
  assert.deepEqual(progress.at(-1), [PARCELS, PARCELS]);
});

test('the same seed gives the same bytes in every time zone, another seed does not', async () => {
  const script = `import { generateWorld } from '${new URL('./generate.ts', import.meta.url)}';
    await generateWorld({ folder: process.argv[1], parcels: ${PARCELS} });`;
  const again = join(root, 'again');
  execFileSync(process.execPath, ['--input-type=module', '-e', script, again], {
    env: { ...process.env, TZ: 'Pacific/Auckland' },
  });
  const other = join(root, 'other');
  await generateWorld({ folder: other, parcels: PARCELS, seed: 2 });
  for (const file of files) {
    const bytes = await readFile(file);
    assert.ok(bytes.equals(await readFile(join(again, basename(file)))), basename(file));
    if (!basename(file).startsWith('TERC')) {
      assert.ok(!bytes.equals(await readFile(join(other, basename(file)))), basename(file));
    }
  }
});

test('synthetic.json says what the folder is', async () => {
  assert.deepEqual(JSON.parse(await readFile(join(root, 'first', 'synthetic.json'), 'utf8')), {
    synthetic: true,
    seed: 1,
    parcels: PARCELS,
    generated_for: 'Miedza sample world',
  });
});

test('TERC has the two powiaty whole, Warsaw with its districts, and gminy all over the country', async () => {
  const units = readTerc(await readFile(join(root, 'first', 'TERC_Urzedowy_2026-01-01.xml'), 'utf8'));
  const count = (pattern: RegExp) => [...units.keys()].filter((code) => pattern.test(code)).length;
  assert.equal(count(/^\d\d$/), 16);
  assert.equal(count(/^14\d\d$/), 42);
  assert.equal(count(/^1465..8$/), 18);
  assert.ok(count(/^\d{6}[123]$/) - count(/^(1418|1438|1465)..[123]$/) >= 70);
  assert.equal(units.get('1418044'), 'Piaseczno miasto');
  assert.equal(units.get('1465011'), 'Warszawa gmina miejska, miasto stołeczne');
});

test('every unit is in the true register', {
  skip: !existsSync(REAL_TERC) && `no ${REAL_TERC.pathname}`,
}, async () => {
  const ours = readTerc(await readFile(join(root, 'first', 'TERC_Urzedowy_2026-01-01.xml'), 'utf8'));
  const real = readTerc(await readFile(REAL_TERC, 'utf8'));
  for (const [code, name] of ours) assert.equal(name, real.get(code), code);
  const whole = [...real.keys()].filter((code) => /^(1418|1438|1465)/.test(code));
  for (const code of whole) assert.ok(ours.has(code), code);
});

test('the boundary files are well formed, in the order north east, with the codes of their layer', async () => {
  for (const [layer, pattern, count] of [
    ['A02_Granice_powiatow', /^\d{4}$/, 2],
    ['A03_Granice_gmin', /^\d{7}$/, 5],
    ['A05_Granice_jednostek_ewidencyjnych', /^\d{6}_\d$/, 7],
    ['A06_Granice_obrebow_ewidencyjnych', /^\d{6}_\d\.\d{4}$/, 33],
  ] as const) {
    const texts = readXml(await readFile(join(root, 'first', `PRG_${layer}.xml`), 'utf8'));
    assert.equal(texts.get('ms:JPT_KOD_JE')?.length, count);
    assert.ok(texts.get('ms:JPT_KOD_JE')?.every((code) => pattern.test(code)));
    assert.ok(texts.get('ms:JPT_NAZWA_')?.every((name) => name !== ''));
    for (const list of texts.get('gml:posList') ?? []) {
      const [north, east] = list.split(' ').map(Number) as [number, number];
      assert.ok(north > 460_000 && north < 480_000 && east > 580_000 && east < 650_000, list.slice(0, 30));
    }
  }
});

test('the parcel file is a GeoPackage with the columns of the national file', () => {
  const db = new DatabaseSync(join(root, '1418.gpkg'), { readOnly: true });
  const value = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  assert.equal(value('PRAGMA application_id'), 0x47504b47);
  assert.equal(value('PRAGMA user_version'), 10_300);
  assert.equal(value('PRAGMA integrity_check'), 'ok');
  assert.equal(value('SELECT srs_id FROM gpkg_contents'), 2180);
  assert.equal(value('SELECT column_name FROM gpkg_geometry_columns'), 'geom');
  assert.deepEqual(
    db
      .prepare('PRAGMA table_info(dzialki)')
      .all()
      .map(({ name }) => name)
      .join(' '),
    'fid geom id_dzialki numer_dzialki nazwa_obrebu numer_obrebu numer_jednostki nazwa_gminy data pole_ewidencyjne ' +
      'klasouzytki_egib grupa_rejestrowa pozostale_atrybuty czas_pozyskania',
  );
  db.close();
});

test('GDAL opens the parcel file', {
  skip: spawnSync('ogrinfo', ['--version']).error && 'no ogrinfo here',
}, () => {
  const summary = execFileSync('ogrinfo', ['-so', join(root, '1418.gpkg'), 'dzialki'], { encoding: 'utf8' });
  assert.match(summary, /Geometry: Multi Polygon/);
  assert.match(summary, /2180/);
});

test('recorded areas: hectares in Lesznowola, m² in Piaseczno, none in powiat 1438', () => {
  const seen = new Map<string, number>();
  for (const row of rows.filter(({ id_dzialki }) => !(id_dzialki in FAULTS))) {
    const shape = geometryOf(row);
    if (shape === null) continue;
    const recorded = row.pole_ewidencyjne;
    if (row.numer_jednostki.startsWith('1438')) {
      assert.ok(recorded === null || recorded === 'None');
      assert.equal(row.klasouzytki_egib, recorded);
      continue;
    }
    const unit_m2 = row.nazwa_gminy === 'Lesznowola' ? 10_000 : 1;
    const area = shape.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
    // The scale correction (about 0.1 %) and rounding to a square metre.
    const difference = Number(recorded) * unit_m2 - area;
    assert.ok(
      difference > -0.51 && difference < area * 0.002 + 0.51,
      `${row.id_dzialki}: ${recorded} for ${area} m²`,
    );
    seen.set(row.nazwa_gminy, (seen.get(row.nazwa_gminy) ?? 0) + 1);
  }
  assert.ok((seen.get('Lesznowola') ?? 0) > 300 && (seen.get('Piaseczno') ?? 0) > 300);
});

test('land use is written as the powiat writes it', () => {
  const uses = rows.map(({ klasouzytki_egib }) => klasouzytki_egib ?? '');
  const symbol =
    '(R|Ł|Ps|S-R|Br-R|Br-Ps|Lzr-Ł|Lzr-R|W-Ł|Ls)(II|III|IIIa|IIIb|IV|IVa|IVb|V|VI)|N|B|Bp|Bi|Ba|Bz|dr|Wp|Ws';
  const form = new RegExp(
    `^(None|(${symbol})(, (${symbol}))?|(${symbol}) \\d+\\.\\d{4}; (${symbol}) \\d+\\.\\d{4})?$`,
  );
  assert.deepEqual(
    uses.filter((text) => !form.test(text)),
    [],
  );
  for (const wanted of [/^dr$/, /^Wp$/, /^Ls/, /^R\w+ [\d.]+; Ps\w+ [\d.]+$/, /^R\w+, B$/]) {
    assert.ok(
      uses.some((text) => wanted.test(text)),
      String(wanted),
    );
  }
});

test('each row says when the powiat was harvested', () => {
  assert.ok(rows.every(({ czas_pozyskania }) => /^2026-11-0[89] \d\d:\d\d:\d\d$/.test(czas_pozyskania)));
});

test('register groups and canaries are there to be dropped', () => {
  assert.ok(
    rows.every(({ grupa_rejestrowa }) => Number(grupa_rejestrowa) >= 1 && Number(grupa_rejestrowa) <= 16),
  );
  const marked = rows.filter(({ pozostale_atrybuty }) =>
    CADASTRE_CANARIES.every((text) => pozostale_atrybuty?.includes(text)),
  );
  assert.ok(marked.length > 20 && marked.length < rows.length / 10);
  assert.ok(marked.some(({ id_dzialki }) => id_dzialki === EXAMPLE_PARCEL));
});

test('each planted fault is in its place', () => {
  const check: Record<Fault, (its: Row[]) => void> = {
    'bow-tie': ([row]) => assert.equal(row && geometryOf(row)?.[0]?.[0]?.length, 5),
    'empty-geometry': ([row]) => assert.ok(row?.geom && geometryOf(row) === null),
    'no-geometry': ([row]) => assert.equal(row?.geom, null),
    'area-10x': ([row]) => {
      const area =
        row &&
        geometryOf(row)
          ?.flat()
          .reduce((sum, ring) => sum + signedArea(ring), 0);
      assert.ok(Math.abs((Number(row?.pole_ewidencyjne) * 10_000) / (area ?? 0) - 10) < 0.1);
    },
    'duplicate-id': (its) => assert.equal(its.length, 2),
    'broken-id': (its) => assert.equal(its.length, 1),
  };
  for (const [id, fault] of Object.entries(FAULTS)) {
    const its = rows.filter(({ id_dzialki }) => id_dzialki === (BROKEN_IDS[id] ?? id));
    assert.ok(its.length > 0, id);
    check[fault](its);
  }
  assert.equal(new Set(rows.map(({ id_dzialki }) => id_dzialki)).size, rows.length - DUPLICATES);
});

async function readParcels(powiat: string): Promise<Row[]> {
  const path = join(root, `${powiat}.gpkg`);
  const zip = await openPromise(join(root, 'first', `${powiat}.gpkg.zip`));
  for await (const entry of zip.eachEntry()) {
    assert.equal(entry.fileName, `${powiat}.gpkg`);
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
  const db = new DatabaseSync(path, { readOnly: true });
  const all = db.prepare('SELECT * FROM dzialki ORDER BY fid').all();
  db.close();
  const textOrNull = (value: SQLOutputValue | undefined) => (typeof value === 'string' ? value : null);
  const text = (value: SQLOutputValue | undefined) => textOrNull(value) ?? assert.fail('a text is missing');
  return all.map((row) => ({
    geom: row.geom instanceof Uint8Array ? row.geom : null,
    id_dzialki: text(row.id_dzialki),
    nazwa_gminy: text(row.nazwa_gminy),
    numer_jednostki: text(row.numer_jednostki),
    pole_ewidencyjne: textOrNull(row.pole_ewidencyjne),
    klasouzytki_egib: textOrNull(row.klasouzytki_egib),
    grupa_rejestrowa: text(row.grupa_rejestrowa),
    pozostale_atrybuty: textOrNull(row.pozostale_atrybuty),
    czas_pozyskania: text(row.czas_pozyskania),
  }));
}

function geometryOf({ geom }: Row): MultiPolygon | null {
  const geometry = geom && decodeGeoPackageGeometry(geom).geometry;
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : null;
}

/** The texts of leaf elements by tag; throws where the file is not well formed. */
function readXml(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', ({ name }) => {
    texts.set(name, [...(texts.get(name) ?? []), text.trim()]);
    text = '';
  });
  parser.write(xml).close();
  return texts;
}

function readTerc(xml: string): Map<string, string> {
  const tag = (row: string, name: string) => new RegExp(`<${name}>(.*)</${name}>`).exec(row)?.[1] ?? '';
  const list = xml.split('<row>').slice(1);
  return new Map(
    list.map((row) => [
      ['WOJ', 'POW', 'GMI', 'RODZ'].map((name) => tag(row, name)).join(''),
      `${tag(row, 'NAZWA')} ${tag(row, 'NAZWA_DOD')}`,
    ]),
  );
}
