// npm run soak [-- --seconds N]: the long form, 64 connections for a minute with all layers and two publishes.

import { parseArgs } from 'node:util';
import { table } from '../../src/commands/table.ts';
import { buildSampleData } from '../sample.ts';
import { growthOf } from './flat.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
if (!/^[1-9]\d{0,4}$/.test(values.seconds))
  throw new Error(`--seconds must be a whole number from 1, got "${values.seconds}"`);

const say = (line: string) => process.stdout.write(`${line}\n`);
const report = await soak({
  sample: await buildSampleData(),
  connections: 64,
  duration_ms: Number(values.seconds) * 1_000,
  publishes: 2,
  say,
});
say(
  table(
    [...report.counts].sort().map(([name, count]) => [...name.split(' '), String(count)]),
    ['operation', 'edition', 'answers'],
  ),
);
const failures = [...report.failures, ...growthOf(report)];
for (const failure of failures) say(`FAILED: ${failure}`);
say(`${report.requests} requests, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;
