// Which axis comes first in a file whose srsName leaves it open or proves wrong: all its shapes share one order, so those
// that fit their place only one way decide for those that fit both ways. Knows no feature type.

import { type Epsg, insidePoland, reproject } from '../domain/geometry/projection.ts';
import type { Geometry, Position } from '../domain/geometry/types.ts';
import { STORED_EPSG } from '../domain/geometry/types.ts';
import type { UnitGround } from '../domain/geometry/unit-ground.ts';

export interface VotingShape {
  readonly geometry: Geometry | null;
  readonly epsg: Epsg | null;
  readonly is_order_told: boolean;
}

export class AxisVote {
  #asRead = 0;
  #swapped = 0;

  /**
   * Where the file says its order, only a place outside Poland speaks against it; what is merely in the wrong unit is
   * refused later, as a file whose axes look swapped. Where it says none, the ground of the unit decides.
   */
  add({ geometry, epsg, is_order_told }: VotingShape, unit: UnitGround | null): void {
    const position = geometry && firstPosition(geometry);
    if (!position || epsg === null) return;
    const fits = (written: Position) => {
      const stored = toStored(written, epsg);
      if (stored === null || !insidePoland(stored)) return false;
      return is_order_told || unit === null || unit.reaches(stored);
    };
    const asRead = fits(position);
    const swapped = fits([position[1], position[0]]);
    if (asRead && !swapped) this.#asRead += 1;
    if (swapped && !asRead) this.#swapped += 1;
  }

  get areSwapped(): boolean {
    return this.#swapped > this.#asRead;
  }
}

/** Null so far from the zone that the projection has no answer. */
function toStored(position: Position, epsg: Epsg): Position | null {
  try {
    const local = reproject(epsg, STORED_EPSG, { type: 'Point', coordinates: position });
    return local.type === 'Point' ? local.coordinates : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function firstPosition(geometry: Geometry): Position | undefined {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates;
    case 'MultiLineString':
      return geometry.coordinates[0]?.[0];
    case 'MultiPolygon':
      return geometry.coordinates[0]?.[0]?.[0];
  }
}
