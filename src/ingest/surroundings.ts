// What lies around one parcel beyond its boundary, worked out when a layer asks and once only: evidence within a
// distance, and the parcels next door with what runs over them.

import { AreaDistances } from '../domain/distance.ts';
import { areNeighbours, perimeterOf, SURVEY_GAP_M, sharedBoundaryLength } from '../domain/geo.ts';
import type { Box } from '../domain/geometry.ts';
import {
  type EvidenceRole,
  INFLUENCE_M,
  NEIGHBOUR_REACH_M,
  type Nearby,
  type Neighbour,
} from '../domain/layers/facts.ts';
import type { EvidenceParcel, EvidenceReads } from '../store/store.ts';
import type { EvidenceSquares, PlacedEvidence } from './evidence-squares.ts';

export class ParcelVicinity {
  readonly #parcel: EvidenceParcel;
  readonly #reads: EvidenceReads;
  readonly #squares: EvidenceSquares;
  readonly #distances: AreaDistances;
  readonly #known = new Map<string, readonly Nearby[]>();

  constructor(parcel: EvidenceParcel, reads: EvidenceReads, squares: EvidenceSquares) {
    this.#parcel = parcel;
    this.#reads = reads;
    this.#squares = squares;
    this.#distances = new AreaDistances(parcel.geometry);
  }

  within(role: EvidenceRole, distance_m: number): readonly Nearby[] {
    const name = `${role} ${distance_m}`;
    const known = this.#known.get(name);
    if (known) return known;
    const items = this.#squares.meeting(role, grown(this.#distances.box, distance_m));
    const nearby = this.#nearest(items, distance_m);
    this.#known.set(name, nearby);
    return nearby;
  }

  neighbours(role: EvidenceRole, isWanted: (land_use: string | null) => boolean): readonly Neighbour[] {
    // What runs over a neighbour is looked up only where the layer wants to know.
    const linesOf = (neighbour: EvidenceParcel) => this.#linesOver(neighbour, role);
    return this.#reads
      .parcelsNear(grown(this.#distances.box, SURVEY_GAP_M))
      .filter(({ id, land_use }) => id !== this.#parcel.id && isWanted(land_use))
      .filter(({ geometry }) => areNeighbours(this.#parcel.geometry, geometry))
      .map((neighbour) => ({
        land_use: neighbour.land_use,
        get lines() {
          return linesOf(neighbour);
        },
      }));
  }

  /** Gaps between surveys are no open boundary: wider ones are bridged here than where two parcels must adjoin. */
  get open_boundary_m(): number {
    const { geometry } = this.#parcel;
    const shared = this.#reads
      .parcelsNear(grown(this.#distances.box, NEIGHBOUR_REACH_M))
      .filter(({ id }) => id !== this.#parcel.id)
      .reduce((sum, other) => sum + sharedBoundaryLength(geometry, other.geometry, NEIGHBOUR_REACH_M), 0);
    return Math.max(0, perimeterOf(geometry) - shared);
  }

  /** As far as the role reaches: beyond that a change of it would not come back to this parcel. */
  #linesOver({ geometry }: EvidenceParcel, role: EvidenceRole): readonly Nearby[] {
    const reach_m = INFLUENCE_M[role] ?? 0;
    const over = new AreaDistances(geometry);
    const box = common(over.box, grown(this.#distances.box, reach_m));
    const items = [...this.#squares.meeting(role, box)];
    return this.#nearest(
      items.filter((item) => over.touches(item.geometry)),
      reach_m,
    );
  }

  /** Pieces of one polygon are one thing, as near as the nearest of them. */
  #nearest(items: Iterable<PlacedEvidence>, limit_m: number): readonly Nearby[] {
    const found: Nearby[] = [];
    const areas = new Map<string, Nearby>();
    for (const { source, key, attributes, geometry } of items) {
      const distance_m = this.#distances.to(geometry, limit_m);
      if (distance_m === null) continue;
      const nearby = { source, key, attributes, distance_m };
      if (geometry.type !== 'MultiPolygon') found.push(nearby);
      else if (distance_m < (areas.get(`${source} ${key}`)?.distance_m ?? Infinity)) {
        areas.set(`${source} ${key}`, nearby);
      }
    }
    return [...found, ...areas.values()].sort(
      (a, b) => a.distance_m - b.distance_m || (a.key < b.key ? -1 : 1),
    );
  }
}

const grown = ([minX, minY, maxX, maxY]: Box, by: number): Box => [
  minX - by,
  minY - by,
  maxX + by,
  maxY + by,
];

const common = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
