// Which objects of a national file lie in a powiat: its outline in small pieces, so that a position is held against a few
// hundred vertices and not against ten thousand.

import { subdivide } from '../../domain/geometry/polygons.ts';
import { type Epsg, reproject } from '../../domain/geometry/projection.ts';
import { containsPoint } from '../../domain/geometry/rings.ts';
import {
  type Box,
  type Geometry,
  type MultiPolygon,
  type Position,
  STORED_EPSG,
} from '../../domain/geometry/types.ts';
import { boundsOf } from '../../domain/geometry/wkb.ts';

const PIECE_VERTICES = 128;

export class IndexedArea {
  readonly #pieces: readonly { readonly box: Box; readonly area: MultiPolygon }[];

  constructor(area: MultiPolygon) {
    this.#pieces = subdivide(area, PIECE_VERTICES).map((piece) => ({
      box: boundsOf({ type: 'MultiPolygon', coordinates: piece }),
      area: piece,
    }));
  }

  /** A building belongs where its first corner stands; a road to every powiat that it passes through. */
  meets(geometry: Geometry, epsg: Epsg): boolean {
    const local = epsg === STORED_EPSG ? geometry : reproject(epsg, STORED_EPSG, geometry);
    switch (local.type) {
      case 'Point':
        return this.#holds(local.coordinates);
      case 'MultiLineString':
        return local.coordinates.some((line) => line.some((position) => this.#holds(position)));
      case 'MultiPolygon': {
        const corner = local.coordinates[0]?.[0]?.[0];
        return corner !== undefined && this.#holds(corner);
      }
    }
  }

  #holds(position: Position): boolean {
    const [x, y] = position;
    return this.#pieces.some(
      ({ box: [minX, minY, maxX, maxY], area }) =>
        x >= minX && x <= maxX && y >= minY && y <= maxY && containsPoint(area, position),
    );
  }
}
