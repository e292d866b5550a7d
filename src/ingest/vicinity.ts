// What lies around one parcel beyond its boundary, worked out when a layer asks and once only: evidence within a
// distance, and the parcels next door with what runs over them.

import type { AreaDistances } from '../domain/geometry/distance.ts';
import { perimeterOf } from '../domain/geometry/rings.ts';
import { areNeighbours, SURVEY_GAP_M, sharedBoundaryLength } from '../domain/geometry/shared-boundary.ts';
import type { Box } from '../domain/geometry/types.ts';
import { NEIGHBOUR_REACH_M, type Nearby, type Neighbour } from '../domain/layers/facts.ts';
import { type EvidenceRole, INFLUENCE_M } from '../domain/layers/layer-table.ts';
import type { EvidenceParcel, PlacedParcel } from '../store/writer.ts';
import type { Ground, PlacedEvidence } from './ground.ts';

export class ParcelVicinity {
  readonly #parcel: EvidenceParcel;
  readonly #ground: Ground;
  readonly #distances: AreaDistances;
  readonly #known = new Map<string, readonly Nearby[]>();

  constructor(parcel: EvidenceParcel, distances: AreaDistances, ground: Ground) {
    this.#parcel = parcel;
    this.#ground = ground;
    this.#distances = distances;
  }

  within(role: EvidenceRole, distance_m: number): readonly Nearby[] {
    const name = `${role} ${distance_m}`;
    const known = this.#known.get(name);
    if (known) return known;
    const items = this.#ground.meeting(role, grown(this.#distances.box, distance_m));
    const nearby = this.#nearest(items, distance_m);
    this.#known.set(name, nearby);
    return nearby;
  }

  neighbours(role: EvidenceRole, isWanted: (land_use: string | null) => boolean): readonly Neighbour[] {
    // What runs over a neighbour is looked up only where the layer wants to know.
    const linesOf = (neighbour: PlacedParcel) => this.#linesOver(neighbour, role);
    return this.#ground.parcels
      .meeting(grown(this.#distances.box, SURVEY_GAP_M))
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
    const shared = this.#ground.parcels
      .meeting(grown(this.#distances.box, NEIGHBOUR_REACH_M))
      .filter(({ id }) => id !== this.#parcel.id)
      .reduce((sum, other) => sum + sharedBoundaryLength(geometry, other.geometry, NEIGHBOUR_REACH_M), 0);
    return Math.max(0, perimeterOf(geometry) - shared);
  }

  /** As far as the role reaches: beyond that a change of it would not come back to this parcel. */
  #linesOver(neighbour: PlacedParcel, role: EvidenceRole): readonly Nearby[] {
    return this.#nearest(this.#ground.over(neighbour, role), INFLUENCE_M[role] ?? 0);
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
