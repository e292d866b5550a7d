// Makes the sample world: a folder of files in the official formats, which the importer loads like real ones.
// The same seed and count give the same bytes. Of some files it can make an earlier edition too.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildingsOf } from './buildings.ts';
import { CHANGING_POWIAT } from './editions.ts';
import { type Land, layLand, type Obreb, obrebyOf } from './land.ts';
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
import type { ObrebContent, Writer } from './writer.ts';

export const DEFAULT_PARCELS = 20_000;
export const DEFAULT_SEED = 1;

export interface WorldOptions {
  readonly folder: string;
  /**
   * Two editions: the current one of the files that changed goes here, and `folder` gets the earlier one of them (editions.ts).
   * Without it `folder` gets the current one of all.
   */
  readonly second?: string | undefined;
  /** 1,000 to 5,000,000. */
  readonly parcels?: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

/** Where an edition goes, and what it says. */
interface Version {
  readonly folder: string;
  readonly land: Land;
}

/** `parcels` counts the rows of the parcel files: as many as asked for, and the planted duplicates. */
export async function generateWorld(options: WorldOptions): Promise<{ files: string[]; parcels: number }> {
  const { folder, second, parcels = DEFAULT_PARCELS, seed = DEFAULT_SEED, onProgress = () => {} } = options;
  const land = layLand(seed, parcels);
  const versions: Version[] =
    second === undefined
      ? [{ folder, land }]
      : [
          { folder, land: { ...land, edition: 'earlier' } },
          { folder: second, land },
        ];
  for (const version of versions) await mkdir(version.folder, { recursive: true });
  const files = [
    await writeTerc(folder),
    ...(await writePrg(folder, versions[0]?.land ?? land)),
    await writeEgibGml(folder, land),
    await writePogFallback(folder, land),
    await writeSopoExtent(folder, land),
  ];
  for (const { folder: to, land: its } of versions) {
    files.push(await writeDesignations(to, its), await writeFlood(to, its), await writeFloodReach(to, its));
  }

  const start = (its: readonly Version[], ...starts: ((to: string, of: Land) => Writer)[]) =>
    its.flatMap((version) => starts.map((one) => one(version.folder, version.land)));
  const ofAll = start(versions, startAddresses, startSopo, startGdos, startRwdz);
  let done = 0;
  let rows = 0;
  for (const { powiat } of ISLANDS) {
    const its = powiat === CHANGING_POWIAT ? versions : [{ folder, land }];
    for (const { folder: to, land: of } of its)
      files.push(await writePog(to, of, powiat), await writeMpzp(to, of, powiat));
    const egib = its.map((version) => startEgib(version.folder, version.land, powiat));
    const ofPowiat = [
      ...egib,
      ...start(
        its,
        (to, of) => startBdot10k(to, of, powiat),
        (to, of) => startRcn(to, of, powiat),
      ),
    ];
    for (const obreb of obrebyOf(land, powiat)) {
      const content = contentOf(land, obreb);
      for (const writer of [...ofPowiat, ...ofAll]) writer.add(content);
      done += content.parcels.length;
      onProgress(done, parcels, `parcels of ${obreb.id} ${obreb.name}`);
    }
    for (const writer of ofPowiat) files.push(await writer.finish());
    rows += egib.at(-1)?.rows() ?? 0;
  }
  for (const writer of ofAll) files.push(await writer.finish());

  // The importer reads this and labels every source of the folder as synthetic.
  for (const version of versions) {
    const label = join(version.folder, 'synthetic.json');
    const content = { synthetic: true, seed, parcels, generated_for: 'Miedza sample world' };
    await writeFile(label, `${JSON.stringify(content, null, 2)}\n`);
    files.push(label);
  }
  return { files, parcels: rows };
}

function contentOf(land: Land, obreb: Obreb): ObrebContent {
  const parcels = parcelsOf(land, obreb);
  return { obreb, parcels, buildings: buildingsOf(land, obreb, parcels) };
}
