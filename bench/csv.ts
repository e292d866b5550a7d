// What reading the CSV of permits costs, as a part of loading it, and against csv-parse where that is installed
// (npm install --no-save csv-parse@7.0.3). Decision 0022 says why it is not a dependency.

import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openCsv } from '../src/ingest/formats/csv.ts';
import { randomFor } from '../world/random.ts';
import { RWDZ_COLUMNS, RWDZ_LAYOUTS } from '../world/write-rwdz.ts';
import { costOf, inFolder } from './cost.ts';
import { cachedFolder, SEED } from './data.ts';
import { figureOf, say, showFigure } from './figures.ts';

const MEGABYTES = 200;
const ROUNDS = 3;

const LAYOUTS = [
  { ...RWDZ_LAYOUTS.current, quotes: 'every cell quoted', delimiter: ';' },
  { ...RWDZ_LAYOUTS.older, quotes: 'no cell quoted', delimiter: '#' },
];
type Layout = (typeof LAYOUTS)[number];

export async function benchCsv(): Promise<void> {
  const files = await cachedFolder('permits-csv', async (folder) => {
    for (const layout of LAYOUTS)
      await pipeline(Readable.from(textsOf(layout)), createWriteStream(join(folder, layout.name)));
  });
  const theirs = await findCsvParse();
  for (const layout of LAYOUTS) {
    const { name, quotes, delimiter } = layout;
    const file = join(files, name);
    const [ours, other, loads]: [number[], number[], number[]] = [[], [], []];
    for (let round = 1; round <= ROUNDS; round += 1) {
      process.stderr.write(`  csv: round ${round} of ${ROUNDS}, ${name}\n`);
      ours.push(await processorTime(async () => count((await openCsv(file)).rows)));
      if (theirs) other.push(await processorTime(() => count(theirs(file, delimiter))));
      loads.push((await inFolder((folder) => costOf(['load', folder, file]))).cpu_s);
    }
    say(`${MEGABYTES} MB, ${quotes}: reading, processor s`, showFigure(figureOf(ours), 2));
    say('  the whole load, processor s', showFigure(figureOf(loads), 2));
    if (!theirs) continue;
    say('  reading with csv-parse, processor s', showFigure(figureOf(other), 2));
    const dearer = loads.map((load, round) => (load - (ours[round] ?? 0) + (other[round] ?? 0)) / load);
    say('  the load with its reading / with ours', showFigure(figureOf(dearer), 2));
  }
}

type Reader = (file: string, delimiter: string) => AsyncIterable<unknown>;

async function findCsvParse(): Promise<Reader | null> {
  const packageName = 'csv-parse';
  try {
    const { parse }: { parse: (options: object) => Transform } = await import(packageName);
    return (file, delimiter) =>
      createReadStream(file).pipe(
        parse({ delimiter, record_delimiter: ['\r\n', '\n'], relax_quotes: true, relax_column_count: true }),
      );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function count(rows: AsyncIterable<unknown>): Promise<void> {
  let found = 0;
  for await (const _ of rows) found += 1;
  if (found < 1_000) throw new Error(`only ${found} rows were read`);
}

function* textsOf({ opening, write }: Layout): Generator<string> {
  const random = randomFor(SEED, 'permits of the bench');
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  let text = opening + write(RWDZ_COLUMNS);
  for (let number = 1, bytes = 0; bytes < MEGABYTES * 1e6; number += 1) {
    const year = 2015 + upTo(10);
    const day = `${year}-0${upTo(9)}-1${upTo(9)} 00:00:00`;
    text += write([
      ...[`AB.6740.${number}.${year}`, `ST-MZ-PI/WNIOSEK/${number}/${year}`, 'Starosta Powiatu Piaseczno'],
      ...['ul. Chyliczkowska 14, 05-500 Piaseczno', day, `Nr ${number}.${year}`, day, 'X', 'mazowieckie'],
      ...['Wola Mrokowska', '1418032', '', 'ul.', 'Górskiego', '', `${upTo(99)}`],
      ...['Budynek mieszkalny jednorodzinny', 'I', 'budowa nowego/nowych obiektów budowlanych'],
      ...['Budowa budynku "A" wraz z instalacją gazową', `${300 + upTo(900)}`, 'X', 'X', 'X', '141803_2'],
      ...[`${upTo(60)}`.padStart(4, '0'), `${upTo(900)}/${upTo(40)}`, '', '', '', ''],
    ]);
    if (text.length < 1 << 16) continue;
    bytes += Buffer.byteLength(text);
    yield text;
    text = '';
  }
  yield text;
}
