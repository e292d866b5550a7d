// What stands on the parcels: houses on three plots of five, some two on one plot, some across a boundary, and one that
// only touches it. Footprints are plain rectangles. Knows no file format.

import type { Polygon, Position } from '../src/domain/geometry/types.ts';
import { FAULTY_BUILDINGS } from './faults.ts';
import { isInside, pointOn } from './inside.ts';
import type { Land, Obreb } from './land.ts';
import type { Parcel } from './parcels.ts';
import { PLANTED_BUILDINGS, SHOWCASE } from './planted.ts';
import { pick, type Random, randomFor } from './random.ts';

/** Letters of the EGiB schema of 2021 for the kinds of KŚT. */
export type BuildingKind = 'm' | 'g' | 't' | 'k' | 'z' | 'b' | 'h' | 'p' | 's' | 'i';

export interface Building {
  /** As in EGiB: …NDZ.n_BUD, or …n_BUD where buildings are numbered within the obręb. */
  readonly id: string;
  readonly kind: BuildingKind;
  readonly floors_above: number;
  readonly floors_below: number;
  readonly footprint: Polygon;
  readonly parcel: Parcel;
}

const ON_PLOT_SHARE = 0.6;
const TWO_SHARE = 0.06;
const ON_STRIP_SHARE = 0.03;
const STRADDLING_SHARE = 0.02;
const OTHER_KINDS = ['g', 'g', 'g', 'h', 'h', 'i', 't', 'k', 'z', 'b', 'p', 's'] as const;
const HOUSES_SHARE = 0.7;
const TOUCHING_DEPTH_M = 6;
/** Tried in turn until a footprint lies within its parcel. */
const SIZES = [1, 0.7, 0.5, 0.3, 0.15] as const;

export function buildingsOf(land: Land, obreb: Obreb, parcels: readonly Parcel[]): Building[] {
  const random = randomFor(land.seed, `buildings ${obreb.id}`);
  const { isTown } = obreb.unit;
  const touchedFrom = touchingNeighbour(parcels);
  let inObreb = 0;
  return parcels.flatMap((parcel, index) => {
    const footprints =
      parcel === touchedFrom?.parcel
        ? [touchedFrom.footprint]
        : footprintsOn(parcel, parcels[index + 1], random);
    return footprints.map((footprint, place): Building => {
      inObreb += 1;
      const number = isTown ? `${obreb.id}.${inObreb}` : `${parcel.id}.${place + 1}`;
      const isHouse = place === 0 && random() < HOUSES_SHARE;
      return spoil({
        id: `${number}_BUD`,
        kind: isHouse ? 'm' : pick(random, OTHER_KINDS),
        floors_above: 1 + Math.floor(random() * (isTown ? 5 : 2)),
        floors_below: random() < 0.2 ? 1 : 0,
        footprint,
        parcel,
      });
    });
  });
}

function footprintsOn(parcel: Parcel, next: Parcel | undefined, random: Random): Polygon[] {
  const chance = random();
  const planted = PLANTED_BUILDINGS[parcel.id];
  const size: [number, number] = [9 + 5 * random(), 8 + 3 * random()];
  if (planted === undefined && parcel.kind === 'plot' && chance < STRADDLING_SHARE) {
    const edge = next && PLANTED_BUILDINGS[next.id] === undefined ? sharedEdge(parcel, next) : undefined;
    if (edge !== undefined) return [rectangleAround(middleOf(edge), edge, size)];
  }
  const count = planted ?? countFor(parcel, chance);
  return Array.from({ length: count }, (_, place) => {
    const centre = pointOn(parcel.geometry, (place + 1) / (count + 1));
    const scale = place === 0 ? 1 : 0.5;
    return fitInto(parcel, centre, [size[0] * scale, size[1] * scale]);
  }).filter((footprint) => footprint !== undefined);
}

function countFor({ kind }: Parcel, chance: number): number {
  if (kind === 'strip') return chance < ON_STRIP_SHARE ? 1 : 0;
  if (kind !== 'plot' || chance > ON_PLOT_SHARE) return 0;
  return chance < STRADDLING_SHARE + TWO_SHARE ? 2 : 1;
}

function fitInto(parcel: Parcel, centre: Position, [length, width]: [number, number]): Polygon | undefined {
  const [from = centre, to = centre] = parcel.geometry[0]?.[0] ?? [];
  return SIZES.map((scale) => rectangleAround(centre, [from, to], [length * scale, width * scale])).find(
    ([ring = []]) => ring.every((corner) => isInside(parcel.geometry, corner)),
  );
}

type Edge = readonly [from: Position, to: Position];

/** The longest edge that two parcels have in common, with the first on its left. */
function sharedEdge(parcel: Parcel, other: Parcel): Edge | undefined {
  const theirs = new Set(edgesOf(other).map(([from, to]) => `${to} ${from}`));
  const length = ([[x1, y1], [x2, y2]]: Edge) => Math.hypot(x2 - x1, y2 - y1);
  return edgesOf(parcel)
    .filter(([from, to]) => theirs.has(`${from} ${to}`))
    .sort((a, b) => length(b) - length(a))[0];
}

function edgesOf({ geometry }: Parcel): Edge[] {
  return geometry.flat().flatMap((ring) => ring.slice(1).map((to, index): Edge => [ring[index] ?? to, to]));
}

/** The building that touches the showcase stands beside it, one wall exactly along their common edge. */
function touchingNeighbour(parcels: readonly Parcel[]): { parcel: Parcel; footprint: Polygon } | undefined {
  const index = parcels.findIndex(({ id }) => id === SHOWCASE.building_touching);
  const touched = parcels[index];
  if (touched === undefined) return undefined;
  for (const parcel of [parcels[index + 1], parcels[index - 1]]) {
    const edge = parcel && sharedEdge(touched, parcel);
    if (parcel === undefined || edge === undefined) continue;
    const [from, to] = edge;
    const [dx, dy] = along(edge);
    const outwards = ([x, y]: Position): Position =>
      roundToCm([x + dy * TOUCHING_DEPTH_M, y - dx * TOUCHING_DEPTH_M]);
    return { parcel, footprint: [[to, from, outwards(from), outwards(to), to]] };
  }
  return undefined;
}

function rectangleAround([x, y]: Position, edge: Edge, [length, width]: [number, number]): Polygon {
  const [dx, dy] = along(edge);
  const corner = (forwards: number, left: number): Position =>
    roundToCm([
      x + (dx * length * forwards - dy * width * left) / 2,
      y + (dy * length * forwards + dx * width * left) / 2,
    ]);
  const first = corner(-1, -1);
  return [[first, corner(1, -1), corner(1, 1), corner(-1, 1), first]];
}

function along([[x1, y1], [x2, y2]]: Edge): Position {
  const length = Math.hypot(x2 - x1, y2 - y1);
  return [(x2 - x1) / length, (y2 - y1) / length];
}

function middleOf([[x1, y1], [x2, y2]]: Edge): Position {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

function roundToCm([x, y]: Position): Position {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}

function spoil(building: Building): Building {
  const { parcel, footprint } = building;
  if (parcel.id === FAULTY_BUILDINGS.broken_id) return { ...building, id: `${parcel.obreb.id}..BUD` };
  if (parcel.id !== FAULTY_BUILDINGS.self_crossing) return building;
  const [a, b, c, d] = footprint[0] ?? [];
  return a && b && c && d ? { ...building, footprint: [[a, c, b, d, a]] } : building;
}
