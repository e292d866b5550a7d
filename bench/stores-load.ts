// Loading and computing the same files into each store: a voivodeship with all its registers, as `miedza ingest --from FOLDER` does it,
// each in a process of its own. Takes an hour for a million parcels: it is run by hand.

import { statSync } from 'node:fs';
import { datasetIn } from '../src/data-folder.ts';
import { migrateDatabase } from '../src/store/postgis/migrate.ts';
import { costOf, inFolder } from './cost.ts';
import { cachedFolder } from './data.ts';
import { say } from './figures.ts';
import { findPostgres, type Postgis, startPostgis } from './postgis.ts';
import type { Cost } from './work.ts';

const PARCELS_A_POWIAT = 100_000;

/** One row a step: files are read and published first, then layers are worked out. */
const STEPS = [
  ['loading', 'load-only'],
  ['computing', 'compute-all'],
] as const;

export async function benchStoresLoad(parcels: number): Promise<void> {
  const bin = findPostgres();
  const cluster = bin === null ? null : await startPostgis(bin);
  if (!cluster)
    return void process.stdout.write('skipped: there is no PostgreSQL with PostGIS on this machine\n');
  const powiaty = Math.max(1, Math.round(parcels / PARCELS_A_POWIAT));
  try {
    await migrateDatabase(cluster.url);
    const files = await cachedFolder(`voivodeship-files-${parcels}-in-${powiaty}`, async (folder) => {
      await costOf(['voivodeship', folder, String(parcels), String(powiaty)]);
    });
    process.stdout.write(`${parcels.toLocaleString('en')} parcels in ${powiaty} powiaty\n`);
    await inFolder(async (own) => {
      await inFolder(async (other) => {
        for (const [what, work] of STEPS) {
          tell(`files: ${what}`, parcels, await costOf([work, own, files]));
          const before_s = cluster.cpu_s();
          const cost = await costOf([work, other, files, cluster.url]);
          tell(`database: ${what}`, parcels, cost, cluster.cpu_s() - before_s);
        }
      });
      sayBytes('files', statSync(datasetIn(own)).size, parcels);
      sayBytes('database', sizeOf(cluster), parcels);
    });
  } finally {
    await cluster.stop();
  }
}

function tell(what: string, parcels: number, { wall_s, cpu_s, peak_mb }: Cost, server_s = 0): void {
  const server = server_s === 0 ? '' : ` and ${server_s.toFixed(0)} s of the database`;
  say(
    what,
    `${cpu_s.toFixed(0)} s of the program${server}, ${Math.round(parcels / (cpu_s + server_s))} parcels a second of a core; ${(wall_s / 60).toFixed(1)} min by the clock, highest ${peak_mb.toFixed(0)} MB`,
  );
}

const sayBytes = (of: string, bytes: number, parcels: number) =>
  say(`${of}: disk`, `${(bytes / 2 ** 30).toFixed(2)} GB, ${Math.round(bytes / parcels)} bytes a parcel`);

const sizeOf = (cluster: Postgis): number =>
  Number(cluster.run('SELECT pg_database_size(current_database())')[0]);
