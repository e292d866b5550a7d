// npm run bench [NAME …]: runs the named benches, or all of them in turn, and says on what they ran. A kind of read is a
// name too: `npm run bench reads check` and `npm run bench check` measure that kind alone. Those of the stores take a number of
// parcels: `npm run bench stores 200000`.

import { availableParallelism, cpus, totalmem } from 'node:os';
import { SAMPLE_SIZE } from './data.ts';
import { benchReads, isReadKind, READ_KINDS } from './reads.ts';

const words = process.argv.slice(2);
const isSize = (word: string) => /^\d+$/.test(word);
const asked = words.filter((word) => !isSize(word));
const size = Number(words.find(isSize) ?? SAMPLE_SIZE);
const kinds = asked.filter(isReadKind);

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  reads: () => benchReads(kinds.length > 0 ? kinds : READ_KINDS),
  batch: async () => (await import('./batch.ts')).benchBatch(),
  bbox: async () => (await import('./bbox.ts')).benchBbox(),
  dearest: async () => (await import('./dearest.ts')).benchDearest(),
  fairness: async () => (await import('./fairness.ts')).benchFairness(),
  resolve: async () => (await import('./resolve.ts')).benchResolve(),
  suggest: async () => (await import('./suggest.ts')).benchSuggest(),
  tiles: async () => (await import('./tiles.ts')).benchTiles(),
  mcp: async () => (await import('./mcp.ts')).benchMcp(),
  start: async () => (await import('./start.ts')).benchStart(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  workers: async () => (await import('./workers.ts')).benchWorkers(),
  scale: async () => (await import('./scale.ts')).benchScale(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  compute: async () => (await import('./compute.ts')).benchCompute(),
  disk: async () => (await import('./disk.ts')).benchDisk(),
  permits: async () => (await import('./permits.ts')).benchPermits(),
  parquet: async () => (await import('./parquet.ts')).benchParquet(),
  export: async () => (await import('./export.ts')).benchExport(),
  csv: async () => (await import('./csv.ts')).benchCsv(),
  stores: async () => (await import('./stores.ts')).benchStores(size),
};

/** Hours of work, or a part of another bench: only when they are named. */
const BY_HAND: Readonly<Record<string, () => Promise<void>>> = {
  'compute-parts': async () => (await import('./compute.ts')).benchParts(),
  'stores-load': async () => (await import('./stores-load.ts')).benchStoresLoad(size),
  voivodeship: async () =>
    (await import('./voivodeship.ts')).benchVoivodeship({ parcels: 5_000_000, powiaty: 42 }),
  'voivodeship-1m': async () =>
    (await import('./voivodeship.ts')).benchVoivodeship({ parcels: 1_000_000, powiaty: 10 }),
};
const ALL_BENCHES = { ...BENCHES, ...BY_HAND };

const names = [...new Set(asked.map((word) => (isReadKind(word) ? 'reads' : word)))];
const unknown = names.find((name) => !Object.hasOwn(ALL_BENCHES, name));
if (unknown !== undefined) {
  process.stderr.write(
    `there is no bench "${unknown}"; benches are ${Object.keys(ALL_BENCHES).join(', ')}; kinds of reads are ${READ_KINDS.join(', ')}\n`,
  );
  process.exit(2);
}
const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  const more = name === 'reads' ? kinds : name.startsWith('stores') ? [size] : [];
  process.stdout.write(
    `\nnpm run bench ${[name, ...more].join(' ')}\n${machine}; median (lowest to highest)\n\n`,
  );
  await ALL_BENCHES[name]?.();
}
