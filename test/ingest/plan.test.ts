// What is loaded from a path, in which order, and what a person is told who names something else.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { ingestPath } from '../../src/commands/ingest-files.ts';
import { UsageError } from '../../src/config.ts';
import { planFiles } from '../../src/ingest/plan-files.ts';
import { temporaryFolder } from '../sample.ts';

const folder = temporaryFolder();
const NAMES = [
  '1418.gpkg.zip',
  '1418_GML.zip',
  '1418_transakcje_ceny.gpkg.zip',
  '1438.gpkg',
  '14_mazowieckie_08.11.2026_adresy.gml',
  'A06_Granice_obrebow_ewidencyjnych.xml',
  'PRG_A02_Granice_powiatow.xml',
  'TERC_Urzedowy_2026-01-01.xml',
  'dane-EGiB.gml',
  'gdos.zip',
  'mpzp-1418.zip',
  'mpzp-141803.geojson',
  'mzp-flood.gml',
  'mzp-zasieg.geojson',
  'notes.txt',
  'pog-1418.zip',
  'pog_fallback-2026-10.geojson',
  'sopo-obszary-2026-11-08.json',
  'sopo-stan-2026-11-08.json',
  'synthetic.json',
  'wynik_mazowieckie.zip',
];
for (const name of NAMES) writeFileSync(join(folder, name), 'x');
const nowhere = join(folder, 'data');

const planOf = (path: string, source?: string) =>
  planFiles(path, source).map((planned) => `${planned.recipe.source} ${basename(planned.path)}`);

describe('the plan of a load', () => {
  it('takes the known files of a folder: units, boundaries, parcels, then what lies on them', () => {
    assert.deepEqual(planOf(folder), [
      'terc TERC_Urzedowy_2026-01-01.xml',
      'prg A06_Granice_obrebow_ewidencyjnych.xml',
      'prg PRG_A02_Granice_powiatow.xml',
      'egib 1418.gpkg.zip',
      'egib 1438.gpkg',
      'egib dane-EGiB.gml',
      'prg_addresses 14_mazowieckie_08.11.2026_adresy.gml',
      'pog pog-1418.zip',
      'pog_fallback pog_fallback-2026-10.geojson',
      'mpzp mpzp-1418.zip',
      'mpzp_symbols mpzp-141803.geojson',
      'flood mzp-flood.gml',
      'flood mzp-zasieg.geojson',
      'sopo sopo-obszary-2026-11-08.json',
      'sopo sopo-stan-2026-11-08.json',
      'gdos gdos.zip',
      'bdot10k 1418_GML.zip',
      'rwdz wynik_mazowieckie.zip',
      'rcn 1418_transakcje_ceny.gpkg.zip',
    ]);
  });

  it('takes the files of one source', () => {
    assert.deepEqual(planOf(folder, 'terc'), ['terc TERC_Urzedowy_2026-01-01.xml']);
  });

  it('takes a single file by its name, or by the source that is named', () => {
    assert.deepEqual(planOf(join(folder, '1418.gpkg.zip')), ['egib 1418.gpkg.zip']);
    assert.deepEqual(planOf(join(folder, 'notes.txt')), []);
    assert.deepEqual(planOf(join(folder, 'notes.txt'), 'egib'), ['egib notes.txt']);
  });
});

describe('a load that cannot start', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const KNOWN =
    'terc, prg, egib, prg_addresses, pog, pog_fallback, mpzp, mpzp_symbols, flood, sopo, gdos, bdot10k, rwdz, rcn';
  const CASES: [string, string, string | undefined, RegExp][] = [
    [
      'an unknown source',
      folder,
      'kataster',
      new RegExp(`^"kataster" is not a source; sources are ${KNOWN}$`),
    ],
    ['a path that is not there', join(folder, 'none'), undefined, /^there is nothing at .*none$/],
    [
      'a file that no source claims',
      join(folder, 'notes.txt'),
      undefined,
      /notes\.txt has a name that a source claims \(found notes\.txt; /,
    ],
    ['a folder without known files', empty, undefined, new RegExp(`name the source: ${KNOWN}$`)],
    [
      'a folder without files of the source',
      empty,
      'egib',
      /^no file at .*empty has a name that egib claims \(it is empty\); its files are called \{powiat\}\.gpkg\.zip \(1418\.gpkg\.zip\)/,
    ],
  ];
  for (const [name, path, source, message] of CASES) {
    it(`says so: ${name}`, async () => {
      await assert.rejects(ingestPath(path, source, nowhere), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
