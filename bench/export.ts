// miedza export of 200,000 parcels in each format: time and processor time of the whole program, rows a second, size of the file.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXPORT_FORMATS } from '../src/commands/export-files.ts';
import { costOfProgram, inFolder } from './cost.ts';
import { dataOf } from './data.ts';
import { say } from './figures.ts';

const PROGRAM = fileURLToPath(new URL('../bin/miedza.js', import.meta.url));
const PARCELS = 200_000;
const TARGET_S = 60;

export async function benchExport(): Promise<void> {
  const data = await dataOf(PARCELS);
  await inFolder((folder) => {
    for (const what of ['parcels', 'checks'])
      for (const format of EXPORT_FORMATS) {
        process.stderr.write(`  export: ${what} as ${format}\n`);
        const out = join(folder, `${what}.${format}`);
        const words = ['export', '--what', what, '--format', format, '--out', out, '--data', data];
        const { wall_s, cpu_s } = costOfProgram([process.execPath, PROGRAM, ...words]);
        const rows = Math.round(PARCELS / cpu_s).toLocaleString('en');
        const size_mb = Math.round(statSync(out).size / 1e6);
        say(
          `${PARCELS.toLocaleString('en')} ${what} as ${format}`,
          `${wall_s.toFixed(1)} s, processor ${cpu_s.toFixed(1)} s, ${rows} rows a processor second, ${size_mb} MB`,
          // Judged by processor time: it says the same on a busy machine.
          { text: `≤ ${TARGET_S} s of processor time`, met: cpu_s <= TARGET_S },
        );
      }
  });
}
