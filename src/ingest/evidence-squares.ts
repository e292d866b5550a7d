// Evidence of one role by squares of the ground. Parcels next to each other ask for the same surroundings: a square is
// read once and kept while it is asked for. Must not know what is asked, only where.

import type { Box, Geometry } from '../domain/geometry.ts';
import { boundsOf } from '../domain/geopackage-binary.ts';
import type { EvidenceRole } from '../domain/layers/facts.ts';
import type { EvidenceReads } from '../store/store.ts';

export interface PlacedEvidence {
  readonly source: string;
  readonly key: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry;
  readonly box: Box;
}

const SQUARE_M = 1_000;
/** What a circle of 5 km needs, for the parcels of several places. */
const KEPT_SQUARES = 1_000;

const squareOf = (coordinate: number) => Math.floor(coordinate / SQUARE_M);

export class EvidenceSquares {
  readonly #evidence: EvidenceReads;
  readonly #kept = new Map<string, PlacedEvidence[]>();

  constructor(evidence: EvidenceReads) {
    this.#evidence = evidence;
  }

  /** Evidence of a role whose box meets the box, each once. */
  *meeting(role: EvidenceRole, [minX, minY, maxX, maxY]: Box): Iterable<PlacedEvidence> {
    const [fromX, fromY] = [squareOf(minX), squareOf(minY)];
    for (let x = fromX; x <= squareOf(maxX); x += 1) {
      for (let y = fromY; y <= squareOf(maxY); y += 1) {
        for (const item of this.#square(role, x, y)) {
          const [itemMinX, itemMinY, itemMaxX, itemMaxY] = item.box;
          if (itemMaxX < minX || itemMinX > maxX || itemMaxY < minY || itemMinY > maxY) continue;
          // What reaches over several squares is told by the first that is asked.
          const isFirst =
            x === Math.max(fromX, squareOf(itemMinX)) && y === Math.max(fromY, squareOf(itemMinY));
          if (isFirst) yield item;
        }
      }
    }
  }

  #square(role: EvidenceRole, x: number, y: number): PlacedEvidence[] {
    const name = `${role} ${x} ${y}`;
    const items = this.#kept.get(name) ?? this.#read(role, x, y);
    // The last one asked for stands last: the first is the one to forget.
    this.#kept.delete(name);
    this.#kept.set(name, items);
    if (this.#kept.size > KEPT_SQUARES) this.#kept.delete(this.#kept.keys().next().value ?? name);
    return items;
  }

  #read(role: EvidenceRole, x: number, y: number): PlacedEvidence[] {
    const box: Box = [x * SQUARE_M, y * SQUARE_M, (x + 1) * SQUARE_M, (y + 1) * SQUARE_M];
    return this.#evidence.near(box, [role]).map((reference) => {
      const { source, key, attributes, geometry } = this.#evidence.open(reference);
      return { source, key, attributes, geometry, box: boundsOf(geometry) };
    });
  }
}
