// Polygons that nobody draws, each kind made to cost a part of a search as much as it can: stars, combs, spirals, hairs over half a
// country, parts that touch and rings that cross. All are within the limits of vertices and area, or nearly so.

import type { Random } from '../world/random.ts';

type Ring = [number, number][];
type Polygons = Ring[][];

export interface DrawnShape {
  readonly what: string;
  readonly polygon: { readonly type: 'MultiPolygon'; readonly coordinates: Polygons };
}

const M_A_DEGREE = 111_320;
const MOST_AREA_M2 = 3_900_000;

/** In metres around the origin, with so many corners and about so much reach; `chance` is a number in [0, 1). */
type Draw = (corners: number, reach_m: number, chance: number) => Polygons;

const turn = (share: number, radius_m: number): [number, number] => [
  radius_m * Math.cos(2 * Math.PI * share),
  radius_m * Math.sin(2 * Math.PI * share),
];
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.floor(count)) }, (_, at) => make(at));

/** How wide a strip of some length may be, with room for what its corners add. */
const widthOf = (length_m: number, most_m: number) => Math.min(most_m, (0.6 * MOST_AREA_M2) / length_m);

const star: Draw = (corners, reach_m, chance) => {
  // The area of a star is its inner radius times its reach, about; inner and outer corners take turns.
  const inner_m = Math.min(reach_m * (0.05 + 0.9 * chance), MOST_AREA_M2 / (3.2 * reach_m));
  return [[times(corners, (at) => turn(at / corners, at % 2 === 0 ? reach_m : inner_m))]];
};

const circle: Draw = (corners, reach_m) => {
  const radius_m = Math.min(reach_m, Math.sqrt(MOST_AREA_M2 / 3.15));
  return [[times(corners, (at) => turn(at / corners, radius_m))]];
};

/** Teeth on one side. */
const comb: Draw = (corners, reach_m, chance) => {
  const teeth = Math.floor(corners / 4);
  const step_m = (2 * reach_m) / teeth;
  const width_m = widthOf(2 * reach_m * teeth, step_m * (0.1 + 0.8 * chance));
  const ring: Ring = times(teeth, (at) => at).flatMap((at): Ring => {
    const x = -reach_m + at * step_m;
    return [
      [x, -reach_m],
      [x, reach_m],
      [x + width_m, reach_m],
      [x + width_m, -reach_m],
    ];
  });
  return [[[...ring, [reach_m, -reach_m - 1], [-reach_m, -reach_m - 1]]]];
};

/** A strip that goes up and down; some are thinner than a hand. */
const zigzag: Draw = (corners, reach_m, chance) => {
  const turns = Math.floor(corners / 2) - 1;
  const high_m = chance < 0.3 ? 0.01 : widthOf(2 * reach_m, reach_m * chance);
  const along = (shift_m: number): Ring =>
    times(turns, (at) => [
      -reach_m + (2 * reach_m * at) / turns,
      (at % 2 === 0 ? -reach_m : reach_m) + shift_m,
    ]);
  return [[[...along(0), ...along(high_m).reverse()]]];
};

const spiral: Draw = (corners, reach_m, chance) => {
  const steps = Math.floor(corners / 2);
  const rounds = 2 + Math.floor(chance * 80);
  const gap_m = reach_m / rounds;
  const width_m = widthOf(Math.PI * reach_m * rounds, gap_m / 2);
  const along = (shift_m: number): Ring =>
    times(steps, (at) => turn((rounds * at) / steps, (reach_m * (at + 1)) / steps + shift_m));
  return [[[...along(0), ...along(width_m).reverse()]]];
};

/** One strip, straight across. */
const hair: Draw = (_corners, reach_m, chance) => {
  const width_m = widthOf(2.9 * reach_m, 1_000);
  const slope = chance * reach_m;
  return [
    [
      [
        [-reach_m, -slope],
        [reach_m, slope],
        [reach_m, slope + width_m],
        [0, width_m * 0.9],
        [-reach_m, -slope + width_m],
      ],
    ],
  ];
};

const square = (x: number, y: number, side_m: number): Ring => [
  [x, y],
  [x + side_m, y],
  [x + side_m, y + side_m],
  [x, y + side_m],
];

/** Parts in rows that touch (mended), or stand apart and far from one another. */
const parts: Draw = (corners, reach_m, chance) => {
  const rows = Math.floor(Math.sqrt(Math.min(495, corners / 4)));
  const step_m = (2 * reach_m) / rows;
  const side_m = Math.min(chance < 0.5 ? step_m : step_m * chance, Math.sqrt(MOST_AREA_M2) / rows);
  return times(rows * rows, (at) => [
    square(-reach_m + (at % rows) * step_m, -reach_m + Math.floor(at / rows) * step_m, side_m),
  ]);
};

/** A strip whose two sides cross again and again. */
const crossings: Draw = (corners, reach_m, chance) => {
  const steps = Math.min(Math.floor(corners / 2), 20 + Math.floor(chance * 330));
  const wide_m = Math.min(50, MOST_AREA_M2 / (4 * reach_m));
  const side = (sign: number): Ring =>
    times(steps, (at) => [-reach_m + (2 * reach_m * at) / steps, sign * (at % 2 === 0 ? wide_m : -wide_m)]);
  return [[[...side(1), ...side(-1).reverse()]]];
};

/** A star whose corners are joined across it. */
const pentagram: Draw = (corners, reach_m, chance) => {
  const count = 5 + 2 * Math.floor(chance * 10);
  const radius_m = Math.min(reach_m, 1_000);
  const tips = times(count, (at) => turn((at * Math.floor(count / 2)) / count, radius_m));
  const each = Math.max(1, Math.floor(Math.min(corners, 4_000) / count));
  return [
    [
      tips.flatMap(([x, y], at): Ring => {
        const [nextX, nextY] = tips[(at + 1) % count] ?? [x, y];
        return times(each, (part) => [x + ((nextX - x) * part) / each, y + ((nextY - y) * part) / each]);
      }),
    ],
  ];
};

const holes: Draw = (corners, reach_m, chance) => {
  const half_m = Math.min(reach_m, 900);
  const rows = Math.floor(Math.sqrt(Math.min(490, corners / 4)));
  const step_m = (2 * half_m) / rows;
  const side_m = step_m * (0.1 + 0.8 * chance);
  return [
    [
      square(-half_m - 1, -half_m - 1, 2 * half_m + 2),
      ...times(rows * rows, (at) =>
        square(-half_m + (at % rows) * step_m, -half_m + Math.floor(at / rows) * step_m, side_m),
      ),
    ],
  ];
};

export const SHAPES = { star, circle, comb, zigzag, spiral, hair, parts, crossings, pentagram, holes };
export type ShapeKind = keyof typeof SHAPES;

/** Around a place; corners and reach by chance, both often at their largest. */
export function drawShape(
  kind: ShapeKind,
  random: Random,
  at: { readonly lng: number; readonly lat: number },
  most_corners: number,
): DrawnShape {
  const corners = random() < 0.6 ? most_corners - 10 : 20 + Math.floor(random() * most_corners * 0.9);
  const reach_m = random() < 0.5 ? 300 + random() * 900 : 1_000 * 200 ** random();
  const across = 1 / (M_A_DEGREE * Math.cos((at.lat * Math.PI) / 180));
  const round = (degrees: number) => Math.round(degrees * 1e9) / 1e9;
  const placed = SHAPES[kind](corners, reach_m, random()).map((polygon) =>
    polygon.map((ring) => {
      const drawn = ring.map(([x, y]): [number, number] => [
        round(at.lng + x * across),
        round(at.lat + y / M_A_DEGREE),
      ]);
      return [...drawn, drawn[0] ?? [0, 0]];
    }),
  ) as Polygons;
  return {
    what: `${kind}, ${corners.toLocaleString('en')} corners, reach ${Math.round(reach_m).toLocaleString('en')} m`,
    polygon: { type: 'MultiPolygon', coordinates: placed },
  };
}
