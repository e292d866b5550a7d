// Where the ground slides: landslides with their most active part, and threatened terrain, in the one gmina that is
// mapped. Around the showcases, and on every so many strips and woods by the river. Knows no file format.

import type { Polygon, Position } from '../src/domain/geometry/types.ts';
import { pointOn } from './inside.ts';
import type { Land } from './land.ts';
import type { Parcel } from './parcels.ts';
import { SHOWCASE } from './planted.ts';
import { type Random, randomFor } from './random.ts';

export type LandslideKind = 'landslide' | 'active-part' | 'threatened';

export interface SlidingGround {
  /** The parcel it lies on, or begins on. */
  readonly on: string;
  readonly kind: LandslideKind;
  readonly geometry: Polygon;
}

/** Lesznowola is mapped, Piaseczno is being mapped, the rest is not. */
export const MAPPED_GMINA = '1418032';
export const UNFINISHED_GMINA = '1418043';

const LANDSLIDE_M = 20;
const ACTIVE_M = 9;
const THREATENED_M = 25;
const EVERY = 60;
const VERTICES = 24;

const SHOWN: Readonly<Record<string, 'landslide' | 'threatened'>> = {
  [SHOWCASE.landslide]: 'landslide',
  [SHOWCASE.all_covered]: 'landslide',
  [SHOWCASE.landslide_threat]: 'threatened',
};
const SHOWCASES: ReadonlySet<string> = new Set(Object.values(SHOWCASE));

/** Of an obręb; each group lies in one place, the landslide before its active part. */
export function slidingGroundOf(land: Land, parcels: readonly Parcel[]): SlidingGround[][] {
  const [first] = parcels;
  if (first === undefined || first.obreb.unit.gmina.code !== MAPPED_GMINA) return [];
  const random = randomFor(land.seed, `landslides ${first.obreb.id}`);
  const isByRiver = Object.values(first.obreb.borders).includes('river');
  return parcels.flatMap((parcel, index) => {
    const isChosen = isByRiver && index % EVERY === 0 && ['strip', 'wood'].includes(parcel.kind);
    const chance = random() < 0.5 ? 'landslide' : 'threatened';
    const kind = SHOWN[parcel.id] ?? (isChosen && !SHOWCASES.has(parcel.id) ? chance : undefined);
    if (kind === undefined) return [];
    const centre = pointOn(parcel.geometry, 0.5);
    const around = (of: LandslideKind, radius_m: number) => ({
      on: parcel.id,
      kind: of,
      geometry: blob(centre, radius_m, random),
    });
    return kind === 'threatened'
      ? [[around('threatened', THREATENED_M)]]
      : [[around('landslide', LANDSLIDE_M), around('active-part', ACTIVE_M)]];
  });
}

/** A roundish outline, turning left. */
function blob([x, y]: Position, radius_m: number, random: Random): Polygon {
  const ring = Array.from({ length: VERTICES }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / VERTICES;
    const reach = radius_m * (0.9 + 0.2 * random());
    const round = (metres: number) => Math.round(metres * 100) / 100;
    return [round(x + reach * Math.cos(angle)), round(y + reach * Math.sin(angle))];
  });
  return [[...ring, ...ring.slice(0, 1)]];
}
