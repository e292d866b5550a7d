// Makes the sample world: a folder of files in the official formats, which the importer loads like real ones.
// The same seed and count give the same bytes.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildingsOf } from './buildings.ts';
import { layLand, obrebyOf } from './land.ts';
import { parcelsOf } from './parcels.ts';
import { ISLANDS } from './regions.ts';
import { startAddresses } from './write-addresses.ts';
import { startBdot10k } from './write-bdot10k.ts';
import { startEgib } from './write-egib.ts';
import { writeEgibGml } from './write-egib-gml.ts';
import { writeFlood, writeFloodReach } from './write-flood.ts';
import { startGdos } from './write-gdos.ts';
import { writeDesignations, writeMpzp } from './write-mpzp.ts';
import { writePog } from './write-pog.ts';
import { writePogFallback } from './write-pog-fallback.ts';
import { writePrg } from './write-prg.ts';
import { startRcn } from './write-rcn.ts';
import { startRwdz } from './write-rwdz.ts';
import { startSopo, writeSopoExtent } from './write-sopo.ts';
import { writeTerc } from './write-terc.ts';

export const DEFAULT_PARCELS = 20_000;
export const DEFAULT_SEED = 1;

export interface WorldOptions {
  readonly folder: string;
  /** 1,000 to 5,000,000. */
  readonly parcels?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/** `parcels` counts the rows of the parcel files: as many as asked for, and the planted duplicates. */
export async function generateWorld(options: WorldOptions): Promise<{ files: string[]; parcels: number }> {
  const { folder, parcels = DEFAULT_PARCELS, seed = DEFAULT_SEED, onProgress = () => {} } = options;
  const land = layLand(seed, parcels);
  await mkdir(folder, { recursive: true });
  const files = [
    await writeTerc(folder),
    ...(await writePrg(folder, land)),
    await writeEgibGml(folder, land),
    await writePogFallback(folder, land),
    await writeDesignations(folder, land),
    await writeFlood(folder, land),
    await writeFloodReach(folder, land),
    await writeSopoExtent(folder, land),
  ];

  const ofAll = [startAddresses, startSopo, startGdos, startRwdz].map((start) => start(folder, land));
  let done = 0;
  let rows = 0;
  for (const { powiat } of ISLANDS) {
    files.push(await writePog(folder, land, powiat), await writeMpzp(folder, land, powiat));
    const egib = startEgib(folder, land, powiat);
    const ofPowiat = [egib, startBdot10k(folder, land, powiat), startRcn(folder, land, powiat)];
    for (const obreb of obrebyOf(land, powiat)) {
      const its = parcelsOf(land, obreb);
      const content = { obreb, parcels: its, buildings: buildingsOf(land, obreb, its) };
      for (const writer of [...ofPowiat, ...ofAll]) writer.add(content);
      done += its.length;
      onProgress(done, parcels, `parcels of ${obreb.id} ${obreb.name}`);
    }
    for (const writer of ofPowiat) files.push(await writer.finish());
    rows += egib.rows();
  }
  for (const writer of ofAll) files.push(await writer.finish());

  // The importer reads this and labels every source of the folder as synthetic.
  const label = join(folder, 'synthetic.json');
  const content = { synthetic: true, seed, parcels, generated_for: 'Miedza sample world' };
  await writeFile(label, `${JSON.stringify(content, null, 2)}\n`);
  return { files: [...files, label], parcels: rows };
}
