// Files that are something else than their source reads: the reason names what was found and what is wanted, in one line.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { describeFileFault } from '../../src/commands/disk-fault.ts';
import { exampleOf } from '../../src/ingest/file-names.ts';
import { RECIPES } from '../../src/ingest/recipes/index.ts';
import { buildSampleData, type Sample, temporaryFolder } from '../sample.ts';
import { editBulk, zipFiles } from './bulk-file.ts';
import { loadOne } from './load-file.ts';

const root = temporaryFolder();
let sample: Sample;
before(async () => {
  sample = await buildSampleData(1_000, { only: /^(TERC_|PRG_)/ });
});

const fresh = (name: string) => join(mkdtempSync(join(root, 'file-')), name);

function write(name: string, content: string): string {
  const path = fresh(name);
  writeFileSync(path, content);
  return path;
}

/** An archive of texts, by their names. */
async function archive(name: string, texts: Readonly<Record<string, string>>): Promise<string> {
  const zip = fresh(name);
  const paths = Object.entries(texts).map(([inner, text]) => write(inner, text));
  await zipFiles(zip, paths);
  return zip;
}

/** Easting and northing of every position exchanged. */
const swapped = (text: string) =>
  text.replaceAll(/(<gml:posList[^>]*>)([^<]*)/g, (_, tag: string, list: string) => {
    const numbers = list.trim().split(/\s+/);
    return tag + numbers.map((_, at) => numbers[at % 2 === 0 ? at + 1 : at - 1]).join(' ');
  });

const CASES: [string, string | undefined, () => string | Promise<string>, RegExp][] = [
  [
    'a column of ids under another name',
    undefined,
    () =>
      editBulk(sample.files, mkdtempSync(join(root, 'bulk-')), '1418', (db) =>
        db.exec('ALTER TABLE dzialki RENAME COLUMN id_dzialki TO identyfikator'),
      ),
    /layer dzialki: found the columns fid, .*identyfikator.*; expected a column id_dzialki$/,
  ],
  [
    'GeoJSON for boundaries',
    'prg',
    () => write('powiaty.geojson', '{"type":"FeatureCollection","features":[]}'),
    /found JSON; expected a GML feature collection \(XML\)$/,
  ],
  [
    'boundaries with their axes swapped',
    'prg',
    () => {
      const powiaty = readFileSync(join(sample.files, 'PRG_A02_Granice_powiatow.xml'), 'utf8');
      return write('A02_Granice_powiatow.xml', swapped(powiaty));
    },
    /^2 of 2 rows \(boundary\) lie outside .*the axes look swapped[^;]*$/,
  ],
  [
    'boundaries for prices',
    'rcn',
    () => join(sample.files, 'PRG_A02_Granice_powiatow.xml'),
    /no usable row \(0 issues\); found 2 A02_Granice_powiatow; expected RCN prices of land/,
  ],
  [
    'parcels of which every third has no outline',
    undefined,
    () =>
      editBulk(sample.files, mkdtempSync(join(root, 'bulk-')), '1418', (db) =>
        db.exec('UPDATE dzialki SET geom = NULL WHERE fid % 3 = 0'),
      ),
    /rows have a shape that cannot be used \(empty_geometry: the geometry is empty\)/,
  ],
  [
    'flood maps with their axes swapped',
    undefined,
    () => write('mzp-flood.gml', swapped(readFileSync(join(sample.files, 'mzp-flood.gml'), 'utf8'))),
    /the axes look swapped/,
  ],
  [
    'the reach of flood maps with latitudes first',
    undefined,
    () => {
      const text = readFileSync(join(sample.files, 'mzp-zasieg.geojson'), 'utf8');
      return write('mzp-zasieg.geojson', text.replaceAll(/\[(\d+\.\d+),\s*(\d+\.\d+)\]/g, '[$2,$1]'));
    },
    /outside_poland: .* it is written 5\d\.\d+ 2\d\.\d+ \(EPSG:4326\), .* the axes look swapped/,
  ],
  [
    'permits of another voivodeship alone',
    'rwdz',
    () =>
      write(
        'wynik_mazowieckie.csv',
        'numer_urzad;nazwa_organu;data_wplywu_wniosku;numer_decyzji_urzedu;data_wydania_decyzji;terc;kategoria;nazwa_zamierzenia_bud;jednosta_numer_ew;obreb_numer;numer_dzialki;numer_arkusza_dzialki\n1;a;2020-01-01;1;2020-01-02;3021062;I;budowa;302106_2;0001;1;\n',
      ),
    /no usable row \(1 issues, most of them other_voivodeship: none of its 1 rows is of voivodeship 14, but of 30\)/,
  ],
  [
    'parcels in an archive within the archive, beside a document',
    undefined,
    () => archive('1418.gpkg.zip', { '1418.gpkg.zip': 'PK', 'czytaj.pdf': '%PDF' }),
    /found the files czytaj\.pdf; expected a file such as \{powiat\}\.gpkg \(1418\.gpkg\), .*; passed over: 1418\.gpkg\.zip, an archive in the archive; unpack it/,
  ],
  [
    'a register in two forms, of which the one that is read is broken, beside a note',
    undefined,
    () => archive('TERC_Urzedowy.zip', { 'TERC.xml': '<a/>', 'TERC.csv': 'WOJ;POW', 'uwagi.txt': 'x' }),
    /passed over: uwagi\.txt, not read for terc; passed over: TERC\.csv, the same register as TERC\.xml$/,
  ],
];

describe('a file that is something else', () => {
  for (const [name, source, make, said] of CASES) {
    it(name, async () => {
      const data = fresh('data');
      cpSync(sample.data, data, { recursive: true });
      const outcome = await loadOne(await make(), data, source === undefined ? {} : { source });
      assert.ok(outcome.outcome === 'failed', outcome.outcome);
      assert.match(outcome.reason, said);
    });
  }
});

describe('the names of files that people are shown', () => {
  for (const { source, names, claims, files } of RECIPES) {
    it(`are those that ${source} takes`, () => {
      for (const name of names.map(exampleOf)) {
        assert.match(name, claims);
        assert.doesNotMatch(name, /[{}]/);
      }
      assert.ok(
        names.some((name) => files.test(exampleOf(name))),
        'none of a file in an archive',
      );
    });
  }
});

describe('what the system says of a file', () => {
  const fault = (code: string, syscall: string | undefined, path?: string) =>
    Object.assign(new Error(code), { code, syscall, path });
  it('is one line with the file and the cause', () => {
    for (const [code, words] of [
      ['EACCES', 'permission denied'],
      ['EISDIR', 'it is a folder, not a file'],
      ['ENOENT', 'there is no such file or folder'],
    ] as const) {
      assert.equal(describeFileFault(fault(code, 'open', '/a/b.zip')), `/a/b.zip: ${words} (${code})`);
    }
  });

  it('is nothing for a bug', () => {
    for (const error of [new Error('x'), fault('ERR_INVALID_ARG_TYPE', undefined), 'x'])
      assert.equal(describeFileFault(error), null);
  });
});
