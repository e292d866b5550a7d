import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { Position } from '../../domain/geometry/types.ts';
import { type ShapefileContent, writeShapefile } from '../formats/shp.fixture.ts';
import { prg } from './prg.ts';
import { readFiles, readPaths } from './test-load.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'prg-test-'));
after(() => rmSync(folder, { recursive: true }));

const PL1992 = `PROJCS["ETRF2000-PL_CS92",GEOGCS["GCS_ETRF2000-PL",DATUM["D_ETRF2000_Poland",SPHEROID["GRS_1980",
6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],
PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",-5300000.0],PARAMETER["Central_Meridian",19.0],
PARAMETER["Scale_Factor",0.9993],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

/** Piaseczno in windows-1250, with a letter that Latin 1 lacks. */
const POWIAT = Buffer.from([...Buffer.from('powiat piaseczy'), 0xf1, ...Buffer.from('ski')]);

const square = (x: number, y: number): Position[] => [
  [x, y],
  [x, y + 1000],
  [x + 1000, y + 1000],
  [x + 1000, y],
  [x, y],
];
const HERE = square(637_000, 470_000);

function layer(
  folderPath: string,
  content: Partial<ShapefileContent> & Pick<ShapefileContent, 'name' | 'rows'>,
) {
  return writeShapefile(folderPath, {
    type: 5,
    shapes: content.rows.map(() => [HERE]),
    columns: [
      { name: 'JPT_KOD_JE', type: 'C', length: 20 },
      { name: 'JPT_NAZWA_', type: 'C', length: 40 },
      { name: 'WERSJA_OD', type: 'D', length: 8 },
    ],
    prj: PL1992,
    ...content,
  });
}

/** All files of a folder, as an archive gives them. */
function readFolder(folderPath: string, name = 'PRG_jednostki_administracyjne_2026.zip') {
  const paths = readdirSync(folderPath).map((file) => path.join(folderPath, file));
  return readPaths(prg, paths, name);
}

const fresh = () => mkdtempSync(path.join(folder, 'package-'));

describe('prg shapefiles', () => {
  it('reads the layers of a package and leaves state, voivodeships and towns aside', async () => {
    const into = fresh();
    layer(into, { name: 'A00_Granice_panstwa', rows: [['']] });
    layer(into, { name: 'A01_Granice_wojewodztw', rows: [['14', 'mazowieckie', '20260101']] });
    layer(into, { name: 'A02_Granice_powiatow', rows: [['1418', POWIAT, '20250301']] });
    layer(into, { name: 'A03_Granice_gmin', rows: [['1418043', 'Piaseczno', '20260102']] });
    layer(into, { name: 'A04_Granice_miast', rows: [['1418044']] });
    layer(into, { name: 'A05_Granice_jednostek_ewidencyjnych', rows: [['141804_4', 'Piaseczno - M', '']] });
    layer(into, { name: 'A06_Granice_obrebow_ewidencyjnych', rows: [['141804_4.0001', '1', '']] });
    writeFileSync(path.join(into, 'A02_Granice_powiatow.shp.xml'), '<metadata/>');
    const { rows, positions, issues, as_of, scopes } = await readFolder(into);
    assert.deepEqual(issues, []);
    assert.deepEqual(
      rows.map((row) => ('level' in row ? [row.level, row.code, row.name] : null)),
      [
        ['powiat', '1418', 'powiat piaseczyński'],
        ['gmina', '1418043', 'Piaseczno'],
        ['unit', '141804_4', 'Piaseczno - M'],
        ['obreb', '141804_4.0001', '1'],
      ],
    );
    const [first] = rows;
    assert.deepEqual(first && 'level' in first && first.geometry, [[HERE]]);
    assert.equal(positions[0], 'A02_Granice_powiatow.shp, row 1');
    assert.deepEqual(
      { as_of, scopes },
      { as_of: '2026-01-02', scopes: ['powiat', 'gmina', 'unit', 'obreb'] },
    );
  });

  it('names bad rows and reads on', async () => {
    const into = fresh();
    const shapes = [[HERE], null, [square(10, 10)], [HERE]];
    const rows = [['141804'], ['1418043'], ['1418053'], ['1418033', 'Lesznowola']];
    layer(into, { name: 'A03_Granice_gmin', shapes, rows });
    layer(into, { name: 'A09_Granice_czegos', rows: [['1']] });
    const made = await readFolder(into);
    assert.deepEqual(
      made.issues.map(({ position, kind, value }) => [position, kind, value]),
      [
        ['A03_Granice_gmin.shp, row 1', 'bad_code', '141804'],
        ['A03_Granice_gmin.shp, row 2', 'empty_geometry', '1418043'],
        ['A03_Granice_gmin.shp, row 3', 'outside_poland', '1418053'],
        ['A09_Granice_czegos.shp', 'unknown_type', 'A09_Granice_czegos'],
      ],
    );
    assert.equal(made.rows.length, 1);
  });

  it('takes a single .shp with what stands beside it', async () => {
    const shpPath = layer(fresh(), { name: 'PRG_A02_Granice_powiatow', rows: [['1418', 'x', '']] });
    const { positions, as_of } = await readPaths(prg, [shpPath], 'PRG_A02_Granice_powiatow.shp');
    assert.deepEqual({ positions, as_of }, { positions: ['row 1'], as_of: null });
  });

  it('refuses a layer whose system is not known', async () => {
    const shpPath = layer(fresh(), { name: 'A02_Granice_powiatow', rows: [['1418']], prj: 'PROJCS["odd"]' });
    await assert.rejects(readPaths(prg, [shpPath], 'a.shp'), /found the system PROJCS\["odd"\]/);
    rmSync(shpPath.replace(/shp$/, 'prj'));
    await assert.rejects(readPaths(prg, [shpPath], 'a.shp'), /found no \.prj beside it/);
  });
});

describe('prg answers of the WFS', () => {
  const answer = (
    type: string,
    code: string,
  ) => `<wfs:FeatureCollection xmlns:wfs="w" xmlns:gml="g" xmlns:ms="m"
    timeStamp="2026-11-08T02:00:00"><wfs:member><ms:${type}><ms:msGeometry>
    <gml:Polygon srsName="urn:ogc:def:crs:EPSG::2180"><gml:exterior><gml:LinearRing><gml:posList>
    ${HERE.map(([x, y]) => `${y} ${x}`).join(' ')}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>
    </ms:msGeometry><ms:JPT_KOD_JE>${code}</ms:JPT_KOD_JE><ms:JPT_NAZWA_>nazwa</ms:JPT_NAZWA_></ms:${type}>
    </wfs:member></wfs:FeatureCollection>`;

  it('reads several answers as one load', async () => {
    const files = {
      'a.xml': answer('A01_Granice_wojewodztw', '14'),
      'b.xml': answer('A02_Granice_powiatow', '1418'),
      'c.gml': answer('A03_Granice_gmin', '1418043'),
      'd.xml': answer('A99_Inne', '1'),
    };
    const { rows, kinds, as_of, scopes, positions } = await readFiles(prg, files, 'PRG_A02_Granice.zip');
    assert.deepEqual(rows, [
      { code: '1418', level: 'powiat', name: 'nazwa', geometry: [[HERE]] },
      { code: '1418043', level: 'gmina', name: 'nazwa', geometry: [[HERE]] },
    ]);
    assert.deepEqual(kinds, ['unknown_type']);
    assert.deepEqual(positions, ['b.xml, line 2', 'c.gml, line 2']);
    assert.deepEqual({ as_of, scopes }, { as_of: '2026-11-08', scopes: ['powiat', 'gmina'] });
  });

  it('claims what GUGiK calls its files', () => {
    for (const name of [
      'A02_Granice_powiatow.xml',
      'PRG_A06_Granice_obrebow_ewidencyjnych.gml.zip',
      'A03_Granice_gmin.shp',
      'PRG_jednostki_administracyjne_2025.zip',
    ]) {
      assert.match(name, prg.claims);
    }
    for (const name of ['A02_Granice_powiatow.dbf', 'PRG_adresy.zip', '1418.gpkg.zip']) {
      assert.doesNotMatch(name, prg.claims);
    }
  });
});
