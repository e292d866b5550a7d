// How fast the bulk files of the cadastre are loaded, against GDAL copying the same layers (a plain copy: no checks, no
// ids, no history), and whether four times the rows take four times as long.

import { bulkFilesIn, copyByGdal, costOf, hasGdal, inFolder } from './cost.ts';
import { filesOf } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';
import type { Cost } from './work.ts';

const SIZES = [50_000, 200_000] as const;
const ROUNDS = 3;
const MOST_TIMES_GDAL = 4;
/** Four times the rows may cost a little more than four times: trees grow deeper. */
const LINEAR = 0.8;
const MOST_MB = 600;

interface Round {
  readonly ours: Cost;
  readonly gdal: Pick<Cost, 'wall_s' | 'cpu_s'> | null;
}

export async function benchIngest(): Promise<void> {
  const isThere = hasGdal();
  const rounds = new Map<number, Round[]>(SIZES.map((parcels) => [parcels, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const parcels of SIZES) {
      const files = bulkFilesIn(await filesOf(parcels));
      process.stderr.write(
        `  ingest: round ${round} of ${ROUNDS}, ${parcels.toLocaleString('en')} parcels\n`,
      );
      const ours = await inFolder((folder) => costOf(['load', folder, ...files]));
      const gdal = isThere ? await inFolder((folder) => copyByGdal(files, folder)) : null;
      rounds.get(parcels)?.push({ ours, gdal });
    }
  }
  for (const [parcels, done] of rounds) tell(parcels, done);
  const rates = SIZES.map((parcels) => (rounds.get(parcels) ?? []).map(({ ours }) => parcels / ours.cpu_s));
  const ratio = figureOf((rates[1] ?? []).map((rate, round) => rate / (rates[0]?.[round] ?? 0)));
  say('rate per core at 200,000 / at 50,000', showFigure(ratio, 2), {
    text: `≥ ${LINEAR} (linear)`,
    met: ratio.median >= LINEAR,
  });
}

function tell(parcels: number, rounds: readonly Round[]): void {
  const size = parcels.toLocaleString('en');
  const figure = (of: (round: Round) => number) => figureOf(rounds.map(of));
  say(
    `${size} parcels, rows per second`,
    showFigure(
      figure(({ ours }) => parcels / ours.wall_s),
      0,
    ),
  );
  say(
    `${size} parcels, rows per second of a core`,
    showFigure(
      figure(({ ours }) => parcels / ours.cpu_s),
      0,
    ),
  );
  if (rounds.every(({ gdal }) => gdal === null))
    say('against ogr2ogr', 'not measured: GDAL is not installed');
  else {
    const wall = figure(({ ours, gdal }) => ours.wall_s / (gdal?.wall_s ?? Number.NaN));
    const cpu = figure(({ ours, gdal }) => ours.cpu_s / (gdal?.cpu_s ?? Number.NaN));
    const copied = figure(({ gdal }) => parcels / (gdal?.wall_s ?? Number.NaN));
    say(`${size} parcels, time / ogr2ogr`, showFigure(wall, 2), {
      text: `≤ ${MOST_TIMES_GDAL}`,
      met: wall.median <= MOST_TIMES_GDAL,
    });
    say(`${size} parcels, processor time / ogr2ogr`, showFigure(cpu, 2));
    say('ogr2ogr, rows per second', showFigure(copied, 0));
  }
  const peak = figure(({ ours }) => ours.peak_mb);
  say(`${size} parcels, highest resident MB`, showFigure(peak, 0), {
    text: `< ${MOST_MB}`,
    met: peak.max < MOST_MB,
  });
}
