// Makes the sample world: a folder of files in the official formats, which the importer loads like real ones.
// The same seed and count give the same bytes.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layLand } from './land.ts';
import { ISLANDS } from './regions.ts';
import { startAddresses } from './write-addresses.ts';
import { writeEgib } from './write-egib.ts';
import { writeEgibGml } from './write-egib-gml.ts';
import { writeDesignations, writeMpzp } from './write-mpzp.ts';
import { writePog } from './write-pog.ts';
import { writePogFallback } from './write-pog-fallback.ts';
import { writePrg } from './write-prg.ts';
import { writeTerc } from './write-terc.ts';

export interface WorldOptions {
  readonly folder: string;
  /** 1,000 to 5,000,000. */
  readonly parcels?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/** `parcels` counts the rows of the parcel files: as many as asked for, and the planted duplicates. */
export async function generateWorld(options: WorldOptions): Promise<{ files: string[]; parcels: number }> {
  const { folder, parcels = 20_000, seed = 1, onProgress = () => {} } = options;
  const land = layLand(seed, parcels);
  await mkdir(folder, { recursive: true });
  const files = [await writeTerc(folder), ...(await writePrg(folder, land))];

  const addresses = startAddresses(folder, land);
  let done = 0;
  let rows = 0;
  for (const { powiat } of ISLANDS) {
    const written = await writeEgib(folder, land, powiat, (obreb, its) => {
      addresses.add(obreb, its);
      done += obreb.parcels;
      onProgress(done, parcels, `parcels of ${obreb.id} ${obreb.name}`);
    });
    files.push(written.file, await writePog(folder, land, powiat), await writeMpzp(folder, land, powiat));
    rows += written.rows;
  }
  files.push(
    addresses.finish(),
    await writeEgibGml(folder, land),
    await writePogFallback(folder, land),
    await writeDesignations(folder, land),
  );

  // The importer reads this and labels every source of the folder as synthetic.
  const label = join(folder, 'synthetic.json');
  const content = { synthetic: true, seed, parcels, generated_for: 'Miedza sample world' };
  await writeFile(label, `${JSON.stringify(content, null, 2)}\n`);
  return { files: [...files, label], parcels: rows };
}
