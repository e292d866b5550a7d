// The same parcels from GeoParquet and from GeoPackage: which is loaded faster. Both sides in turn, by processor time.

import { join } from 'node:path';
import { unpackZip } from '../src/ingest/formats/zip.ts';
import { rowsOfLayer, writeGeoParquet } from '../test/parquet-file.ts';
import { bulkFilesIn, costOf, inFolder } from './cost.ts';
import { cachedFolder, filesOf } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';

const PARCELS = 200_000;
const ROUNDS = 3;
const ROWS_A_GROUP = 50_000;

/** The bulk files of a world, written anew as one GeoParquet file a class. */
async function parquetOf(parcels: number): Promise<string> {
  const archives = bulkFilesIn(await filesOf(parcels));
  const folder = await cachedFolder(`parquet-${parcels}`, (into) =>
    inFolder(async (work) => {
      const gpkgs: string[] = [];
      for (const archive of archives) gpkgs.push(...(await unpackZip(archive, work)));
      for (const layer of ['dzialki', 'budynki']) {
        const rows = rowsOfLayer(gpkgs, layer);
        writeGeoParquet(join(into, `14_${layer}.parquet`), rows, { rowGroupSize: ROWS_A_GROUP });
      }
    }),
  );
  return join(folder, '14_dzialki.parquet');
}

export async function benchParquet(): Promise<void> {
  const parquet = await parquetOf(PARCELS);
  const gpkg = bulkFilesIn(await filesOf(PARCELS));
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    process.stderr.write(`  parquet: round ${round} of ${ROUNDS}\n`);
    const byGpkg = await inFolder((folder) => costOf(['load', folder, ...gpkg]));
    const byParquet = await inFolder((folder) => costOf(['load', folder, parquet]));
    rounds.push({ byGpkg, byParquet });
  }
  const size = PARCELS.toLocaleString('en');
  const cpu = figureOf(rounds.map(({ byGpkg, byParquet }) => byParquet.cpu_s / byGpkg.cpu_s));
  const wall = figureOf(rounds.map(({ byGpkg, byParquet }) => byParquet.wall_s / byGpkg.wall_s));
  say(`${size} parcels, GeoParquet / GeoPackage`, showFigure(cpu, 2), { text: '≤ 1', met: cpu.median <= 1 });
  say('the same by the clock', showFigure(wall, 2));
  const peak = figureOf(rounds.map(({ byParquet }) => byParquet.peak_mb));
  say('GeoParquet, highest resident MB', showFigure(peak, 0));
}
