// npm run bench [NAME …]: runs the named benches, or all of them in turn, and says on what they ran.

import { availableParallelism, cpus, totalmem } from 'node:os';

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  parcel: async () => (await import('./parcel.ts')).benchParcel(),
  resolve: async () => (await import('./resolve.ts')).benchResolve(),
  mcp: async () => (await import('./mcp.ts')).benchMcp(),
  start: async () => (await import('./start.ts')).benchStart(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  scale: async () => (await import('./scale.ts')).benchScale(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  compute: async () => (await import('./compute.ts')).benchCompute(),
  disk: async () => (await import('./disk.ts')).benchDisk(),
  permits: async () => (await import('./permits.ts')).benchPermits(),
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  process.stderr.write(`there is no bench "${unknown}"; benches are ${Object.keys(BENCHES).join(', ')}\n`);
  process.exit(2);
}
const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  process.stdout.write(`\nnpm run bench ${name}\n${machine}; median (lowest to highest)\n\n`);
  await BENCHES[name]?.();
}
