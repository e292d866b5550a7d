// How fast the facts of layers are worked out: the planning set and all of them, at two sizes, with the memory it takes.
// A rate per core is parcels by processor time of all threads, which a busy machine falsifies least.

import type { FactLayer } from '../src/domain/layers/facts.ts';
import { FACT_LAYERS } from '../src/domain/layers/layer-table.ts';
import { costOf, inFolder } from './cost.ts';
import { copyDataset, loadedOf } from './data.ts';
import { say } from './figures.ts';
import type { Cost } from './work.ts';

const SIZES = [50_000, 200_000] as const;
/** What pog, mpzp, wz, planning, address and soil are answered from, and all ten layers; parcels per second of a core. */
const SETS: Readonly<Record<string, { layers: readonly FactLayer[]; least_per_s: number }>> = {
  'planning set': { layers: ['pog', 'mpzp', 'soil', 'address'], least_per_s: 3_000 },
  'all layers': { layers: FACT_LAYERS, least_per_s: 2_300 },
};
/** Four times the parcels may cost a little more than four times: trees grow deeper. */
const LINEAR = 0.8;
const MOST_MB = 600;
/** Parts of parcels (docs/decisions/0033) may cost so much of the rate, measured in turns. */
const WITH_PARTS = 0.9;
const ROUNDS = 3;

export async function benchCompute(): Promise<void> {
  for (const [name, { layers, least_per_s }] of Object.entries(SETS)) {
    const rates: number[] = [];
    for (const parcels of SIZES) {
      const size = parcels.toLocaleString('en');
      process.stderr.write(`  compute: ${name}, ${size} parcels\n`);
      const cost = await compute(parcels, layers);
      const per_s = parcels / cost.cpu_s;
      rates.push(per_s);
      say(`${name}, ${size}: parcels per second of a core`, per_s.toFixed(0), {
        text: `≥ ${least_per_s.toLocaleString('en')}`,
        met: per_s >= least_per_s,
      });
      say('  parcels per second', (parcels / cost.wall_s).toFixed(0));
      say('  processor seconds a second', (cost.cpu_s / cost.wall_s).toFixed(2));
      const [first = 0, second = 0] = cost.threads;
      say('  parts of the two busiest threads', `${pct(first)} and ${pct(second)}`, {
        text: 'second ≥ half of first (both cores used)',
        met: second >= first / 2,
      });
      say('  highest resident MB', cost.peak_mb.toFixed(0), {
        text: `< ${MOST_MB}`,
        met: cost.peak_mb < MOST_MB,
      });
    }
    const ratio = (rates[1] ?? 0) / (rates[0] ?? Number.NaN);
    say(`${name}, rate per core at 200,000 / at 50,000`, ratio.toFixed(2), {
      text: `≥ ${LINEAR} (linear)`,
      met: ratio >= LINEAR,
    });
  }
  await benchParts();
}

async function compute(parcels: number, layers: readonly FactLayer[]): Promise<Cost> {
  const loaded = await loadedOf(parcels);
  return inFolder((folder) => {
    copyDataset(loaded, folder);
    return costOf(['compute', folder, ...layers]);
  });
}

/** All layers with the parts of parcels and without them, in turn: what others do to the machine happens to both. */
export async function benchParts(): Promise<void> {
  const [parcels] = SIZES;
  const without = FACT_LAYERS.filter((layer) => layer !== 'ground');
  let [with_s, without_s] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    process.stderr.write(`  compute: parts, round ${round + 1} of ${ROUNDS}\n`);
    without_s += (await compute(parcels, without)).cpu_s;
    with_s += (await compute(parcels, FACT_LAYERS)).cpu_s;
  }
  const ratio = without_s / with_s;
  say('all layers with parts: parcels per second of a core', ((ROUNDS * parcels) / with_s).toFixed(0));
  say('all layers, rate per core with parts / without', ratio.toFixed(2), {
    text: `≥ ${WITH_PARTS}`,
    met: ratio >= WITH_PARTS,
  });
}

const pct = (part: number): string => `${(part * 100).toFixed(0)} %`;
