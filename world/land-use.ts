// Land uses of a parcel, as the cadastre records them: use (OFU) with class (OZK), the dash form where an orchard or
// farmyard keeps the class of the ground below. Symbols: DU-2024-219 § 9 and the EGiB schema.

import { EARLIER_USES } from './editions.ts';
import type { Land } from './land.ts';
import type { Parcel } from './parcels.ts';
import { PLANTED_USES } from './planted.ts';
import { pick, type Random, randomFor } from './random.ts';

export interface LandUse {
  readonly symbol: string;
  /** Of the parcel's area. */
  readonly share: number;
}

const ARABLE = ['RII', 'RIIIa', 'RIIIa', 'RIIIb', 'RIIIb', 'RIVa', 'RIVa', 'RIVb', 'RV', 'RVI'] as const;
const GRASS = ['PsIII', 'PsIV', 'PsIV', 'PsV', 'ŁIII', 'ŁIV', 'ŁV'] as const;
const OTHER_FARMLAND = [
  'S-RIIIa',
  'S-RIVa',
  'Br-RIIIb',
  'Br-PsIV',
  'Lzr-ŁIV',
  'Lzr-RV',
  'W-ŁIV',
  'N',
] as const;
const WOODS = ['LsIII', 'LsIV', 'LsV', 'LsV', 'LsVI'] as const;
const BUILT_UP = ['B', 'B', 'B', 'B', 'Bp', 'Bi', 'Ba', 'Bz'] as const;

export function landUsesOf({ seed, edition }: Land, parcel: Parcel): LandUse[] {
  const random = randomFor(seed, `use ${parcel.id}`);
  const before = edition === 'earlier' ? EARLIER_USES[parcel.id] : undefined;
  const [main, second] = before ?? PLANTED_USES[parcel.id] ?? [];
  if (main !== undefined) return second === undefined ? whole(main) : inTwo(main, second, random);
  switch (parcel.kind) {
    case 'road':
      return whole('dr');
    case 'river':
      return whole('Wp');
    case 'pond':
      return whole('Ws');
    case 'wood':
      return whole(pick(random, WOODS));
    case 'plot':
      return random() < (parcel.obreb.unit.isTown ? 0.85 : 0.5)
        ? whole(pick(random, BUILT_UP))
        : inTwo(pick(random, ARABLE), 'B', random);
    case 'strip': {
      const arable = pick(random, ARABLE);
      const chance = random();
      if (chance < 0.5) return whole(arable);
      return inTwo(arable, pick(random, chance < 0.85 ? GRASS : OTHER_FARMLAND), random);
    }
  }
}

function whole(symbol: string): LandUse[] {
  return [{ symbol, share: 1 }];
}

function inTwo(main: string, second: string, random: Random): LandUse[] {
  const share = 0.5 + 0.4 * random();
  return [
    { symbol: main, share },
    { symbol: second, share: 1 - share },
  ];
}
