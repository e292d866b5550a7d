// A voivodeship of many powiaty, for benches: the island of powiat 1418 copied side by side under the codes and names of
// the others, each with its own cadastre, plans, roads, buildings and prices, and one file of addresses for all. Neighbours
// share objects: each package of BDOT10k also holds roads and buildings of the next powiat that lie along their border.
// Streams: holds one obręb at a time.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Position } from '../src/domain/geometry/types.ts';
import { UnitGround } from '../src/domain/geometry/unit-ground.ts';
import { buildingsOf } from './buildings.ts';
import { type Land, layLand, type Obreb, obrebyOf } from './land.ts';
import { outlineOf } from './outline.ts';
import { parcelsOf } from './parcels.ts';
import { POWIATY } from './places.ts';
import { pick, type Random, randomFor } from './random.ts';
import { modelOf } from './regions.ts';
import { startAddresses } from './write-addresses.ts';
import { startBdot10k } from './write-bdot10k.ts';
import { startEgib } from './write-egib.ts';
import { writePog } from './write-pog.ts';
import { writePrg } from './write-prg.ts';
import { startRcn } from './write-rcn.ts';
import { writeTerc } from './write-terc.ts';

export interface VoivodeshipOptions {
  readonly folder: string;
  readonly parcels: number;
  /** 1 to 42. */
  readonly powiaty: number;
  readonly seed?: number;
  readonly onProgress?: (done: number, total: number, what: string) => void;
}

const VOIVODESHIP = '14';
const COLUMNS = 7;
/** South-west of the first powiat, and how far apart they lie. */
const ORIGIN: Position = [545_000, 365_000];
const GAP_M = 400;
/** The board is turned by so much (bend.ts): so is the grid of powiaty. */
const [SINE, COSINE] = [9 / 41, 40 / 41];

export async function generateVoivodeship(options: VoivodeshipOptions): Promise<void> {
  const { folder, parcels, powiaty, seed = 1, onProgress = () => {} } = options;
  const codes = POWIATY.filter(([code]) => code.startsWith(VOIVODESHIP)).slice(0, powiaty);
  const lands = codes.map((powiat, at) => layPowiat(seed, Math.round(parcels / codes.length), powiat, at));
  const land: Land = { seed, obreby: lands.flatMap(({ obreby }) => obreby), edition: 'current' };
  await mkdir(folder, { recursive: true });
  const gminy = new Map(land.obreby.map(({ unit: { gmina } }) => [gmina.code, gmina.name]));
  await writeTerc(folder, codes, [...gminy]);
  await writePrg(folder, land);
  const addresses = startAddresses(folder, land);
  let done = 0;
  for (const [at, [powiat]] of codes.entries()) {
    const own = lands[at] ?? land;
    await writePog(folder, own, powiat);
    const bdot10k = startBdot10k(folder, own, powiat);
    const writers = [startEgib(folder, own, powiat), startRcn(folder, own, powiat), addresses, bdot10k];
    for (const obreb of own.obreby) {
      const content = contentOf(own, obreb);
      for (const writer of writers) writer.add(content);
      done += content.parcels.length;
      onProgress(done, parcels, `parcels of ${powiat}`);
    }
    const ground = new UnitGround(powiat, outlineOf(own, own.obreby));
    const beyond = acrossTheBorder(lands, at);
    if (beyond) bdot10k.addNear(contentOf(own, beyond), (shape) => ground.holds(shape));
    for (const writer of writers) if (writer !== addresses) await writer.finish();
  }
  await addresses.finish();
  const label = { synthetic: true, seed, parcels, generated_for: 'Miedza bench voivodeship' };
  await writeFile(join(folder, 'synthetic.json'), `${JSON.stringify(label, null, 2)}\n`);
}

/** An obręb of the next powiat of the row that lies at the border; the last of a row has none. */
function acrossTheBorder(lands: readonly Land[], at: number): Obreb | undefined {
  const next = (at + 1) % COLUMNS === 0 ? undefined : lands[at + 1];
  const western = next?.obreby.filter(({ column }) => column === 0) ?? [];
  return western.toSorted((a, b) => a.parcels - b.parcels)[0];
}

function contentOf(land: Land, obreb: Obreb) {
  const parcels = parcelsOf(land, obreb);
  return { obreb, parcels, buildings: buildingsOf(land, obreb, parcels) };
}

/** One powiat of the grid with about so many parcels. */
function layPowiat(seed: number, parcels: number, [code, name]: readonly [string, string], at: number): Land {
  const model = modelOf(code);
  const share = sumOf(obrebyOf(layLand(seed, 20_000), model)) / 20_000;
  const obreby = obrebyOf(layLand(seed, Math.max(1_000, Math.round(parcels / share))), model);
  const [west, east] = [
    Math.min(...obreby.map((one) => one.west)),
    Math.max(...obreby.map((one) => one.east)),
  ];
  const height_m = Math.max(...obreby.map((one) => one.north)) / 100;
  const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
  const x = column * ((east - west) / 100 + GAP_M) - west / 100;
  const y = row * (height_m + GAP_M);
  const anchor: Position = [ORIGIN[0] + COSINE * x - SINE * y, ORIGIN[1] + SINE * x + COSINE * y];
  const random = randomFor(seed, `names of ${code}`);
  const gminaName = new Map<string, string>();
  return {
    seed,
    edition: 'current',
    obreby: obreby.map((obreb) => {
      const moved = (text: string) => code + text.slice(4);
      const { unit } = obreb;
      const gmina = { ...unit.gmina, code: moved(unit.gmina.code), name: nameFor(unit.gmina.code) };
      const own = { ...unit, code: moved(unit.code), name: gmina.name, gmina, powiat: { code, name } };
      const named = /^\d/.test(obreb.name) ? obreb.name : inventName(random);
      return { ...obreb, id: moved(obreb.id), name: named, unit: own, anchor };
    }),
  };

  function nameFor(gmina: string): string {
    const known = gminaName.get(gmina) ?? inventName(random);
    gminaName.set(gmina, known);
    return known;
  }
}

const sumOf = (obreby: readonly Obreb[]): number => obreby.reduce((sum, { parcels }) => sum + parcels, 0);

const BEGINNINGS = ['Wola', 'Stara', 'Nowa', 'Mała', 'Wielka', 'Dolna', 'Górna', 'Kolonia', ''] as const;
const ROOTS = [
  ...([
    'Brzez',
    'Dąbr',
    'Grab',
    'Jawor',
    'Kalin',
    'Lip',
    'Sosn',
    'Świerk',
    'Topol',
    'Wierzb',
    'Olsz',
  ] as const),
  ...([
    'Bor',
    'Kamien',
    'Krzyw',
    'Łąk',
    'Młyn',
    'Most',
    'Pias',
    'Rud',
    'Zawad',
    'Żabi',
    'Czarn',
    'Biał',
  ] as const),
  ...([
    'Stani',
    'Woj',
    'Mści',
    'Racib',
    'Sędzi',
    'Tom',
    'Wit',
    'Zbign',
    'Bogu',
    'Dobro',
    'Gost',
    'Jano',
  ] as const),
] as const;
const MIDDLES = ['ow', 'sław', 'mir', 'ni', 'czy', 'ęc', 'or', 'ew', 'iń', 'usz', 'ost', 'ar'] as const;
const ENDINGS = ['ice', 'ka', 'ów', 'owo', 'sko', 'nica', 'in', 'yny', 'ec', 'anka', 'ewo', 'iska'] as const;

/** Names as villages have them, some 47,000 different ones: in truth, too, a few occur several times. */
function inventName(random: Random): string {
  const word = `${pick(random, ROOTS)}${pick(random, MIDDLES)}${pick(random, ENDINGS)}`;
  return `${pick(random, BEGINNINGS)} ${word}`.trim();
}
