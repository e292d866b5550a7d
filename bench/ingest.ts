// How fast files are loaded, whether ten times the rows take ten times as long, and how that compares with GDAL
// copying the same layers (a plain copy: no checks, no ids, no history).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestPath } from '../src/commands/ingest.ts';
import { generateWorld } from '../world/generate.ts';
import { cachedFolder, SAMPLE_SIZE, SEED } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';

const SIZES = [SAMPLE_SIZE, 10 * SAMPLE_SIZE] as const;
const ROUNDS = 3;
/** Ten times the rows may cost a little more than ten times: trees grow deeper. */
const LINEAR = 0.8;

export async function benchIngest(): Promise<void> {
  const worlds = await Promise.all(SIZES.map(filesOf));
  const rates: number[][] = SIZES.map(() => []);
  const copies: number[][] = SIZES.map(() => []);
  const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [at, parcels] of SIZES.entries()) {
      process.stderr.write(
        `  ingest: round ${round} of ${ROUNDS}, ${parcels.toLocaleString('en')} parcels\n`,
      );
      const files = worlds[at] ?? '';
      rates[at]?.push(parcels / (await seconds((folder) => ingestPath(files, undefined, folder))));
      if (hasGdal) copies[at]?.push(parcels / (await seconds((folder) => copyByGdal(files, folder))));
    }
  }
  const [small = [], large = []] = rates;
  say('20,000 parcels, rows per second', showFigure(figureOf(small), 0));
  say('200,000 parcels, rows per second', showFigure(figureOf(large), 0));
  const ratio = figureOf(large.map((rate, round) => rate / (small[round] ?? 0)));
  say('rate at 200,000 / at 20,000', showFigure(ratio, 2), {
    text: `≥ ${LINEAR} (linear)`,
    met: ratio.median >= LINEAR,
  });
  if (!hasGdal) say('against ogr2ogr', 'not measured: GDAL is not installed');
  for (const [at, parcels] of hasGdal ? SIZES.entries() : []) {
    const ratios = (rates[at] ?? []).map((rate, round) => rate / (copies[at]?.[round] ?? 0));
    say(`${parcels.toLocaleString('en')} parcels, rate / ogr2ogr`, showFigure(figureOf(ratios), 2));
  }
}

const filesOf = (parcels: number) =>
  cachedFolder(`files-${parcels}`, async (folder) => {
    await generateWorld({ folder, parcels, seed: SEED });
  });

/** How long `work` takes in an empty folder, which is removed again. */
async function seconds(work: (folder: string) => unknown): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'miedza-bench-ingest-'));
  try {
    const began = performance.now();
    await work(folder);
    return (performance.now() - began) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyByGdal(files: string, folder: string): void {
  for (const name of readdirSync(files).filter((file) => file.endsWith('.gpkg.zip'))) {
    const source = `/vsizip/${join(files, name)}/${name.replace(/\.zip$/, '')}`;
    const copied = spawnSync('ogr2ogr', ['-f', 'GPKG', join(folder, `${name}.copy.gpkg`), source, 'dzialki']);
    if (copied.status !== 0) throw new Error(`ogr2ogr failed on ${name}: ${copied.stderr}`);
  }
}
