// Circular arcs → points on them, so close that no chord strays from the arc by more than 1 cm. The given
// points stay vertices as they are, so that neighbours who share an arc share its points. Coordinates are metres.
// Knows nothing of files.

import type { Position } from '../../domain/geometry/types.ts';

/** Boundary points are recorded to 0.01 m: finer chords would gain nothing, coarser ones would move the boundary. */
const MAX_SAGITTA_M = 0.01;
/** A full circle needs as many at a radius of 200 km: anything beyond is a misprint, not a boundary. */
const MAX_CHORDS = 10_000;

/** From a through b to c, ends included. Null when no arc of usable size passes through them. */
export function arcThrough(a: Position, b: Position, c: Position): Position[] | null {
  const circle = circumscribe(a, b, c);
  if (circle !== null) return along(circle, [a, b, c]);
  const isStraight = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) > 0;
  return isStraight ? [a, b, c] : null;
}

/** The whole circle, from a through b and c back to a. */
export function circleThrough(a: Position, b: Position, c: Position): Position[] | null {
  const circle = circumscribe(a, b, c);
  return circle === null ? null : along(circle, [a, b, c, a]);
}

/** The whole circle, counter-clockwise from its easternmost point. */
export function circleAround(centre: Position, radius_m: number): Position[] | null {
  if (!(radius_m > 0)) return null;
  const east: Position = [centre[0] + radius_m, centre[1]];
  const west: Position = [centre[0] - radius_m, centre[1]];
  return along({ centre, radius_m, turn: 1 }, [east, west, east]);
}

interface Circle {
  readonly centre: Position;
  readonly radius_m: number;
  /** 1 counter-clockwise, −1 clockwise. */
  readonly turn: 1 | -1;
}

/** Null when the points lie on one line. Computed relative to a: full coordinates would lose the last digits. */
function circumscribe(a: Position, b: Position, c: Position): Circle | null {
  const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
  const cross = bx * cy - by * cx;
  if (cross === 0) return null;
  const bb = bx * bx + by * by;
  const cc = cx * cx + cy * cy;
  const x = (cy * bb - by * cc) / (2 * cross);
  const y = (bx * cc - cx * bb) / (2 * cross);
  return { centre: [a[0] + x, a[1] + y], radius_m: Math.hypot(x, y), turn: cross > 0 ? 1 : -1 };
}

/** Visits the stops in order along the circle. Null when that takes too many chords. */
function along(circle: Circle, stops: readonly Position[]): Position[] | null {
  const { centre, radius_m, turn } = circle;
  // A chord over the angle t has the sagitta r(1 − cos(t/2)) = 2r sin²(t/4).
  const widest = Math.min(Math.PI / 2, 4 * Math.asin(Math.min(1, Math.sqrt(MAX_SAGITTA_M / (2 * radius_m)))));
  const points: Position[] = [];
  let from: Position | null = null;
  for (const to of stops) {
    if (from !== null) {
      const start = Math.atan2(from[1] - centre[1], from[0] - centre[0]);
      const end = Math.atan2(to[1] - centre[1], to[0] - centre[0]);
      const sweep = (turn * (end - start) + 4 * Math.PI) % (2 * Math.PI);
      const chords = Math.ceil(sweep / widest);
      if (points.length + chords > MAX_CHORDS) return null;
      for (let chord = 1; chord < chords; chord++) {
        const angle = start + (turn * sweep * chord) / chords;
        points.push([centre[0] + radius_m * Math.cos(angle), centre[1] + radius_m * Math.sin(angle)]);
      }
    }
    points.push(to);
    from = to;
  }
  return points;
}
