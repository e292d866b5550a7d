// The ground that the parcels of a job lie on, read in squares: what one parcel has looked up is at hand for the parcels
// next to it. Knows where things lie, not what the layers make of them.

import { AreaDistances } from '../domain/geometry/distance.ts';
import type { Box, Geometry } from '../domain/geometry/types.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import type { EvidenceReads, EvidenceReference, PlacedParcel } from '../store/writer.ts';
import { Squares } from './squares.ts';

export interface PlacedEvidence {
  readonly source: string;
  readonly key: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry;
  readonly box: Box;
}

/** Parcels and what lies on them are asked for within their own box. */
const NEAR = { side_m: 250, most: 20_000 };
/** Roads and prices are asked for from afar: up to 5 km. */
const FAR = { side_m: 1_000, most: 10_000 };
/** Roads with what runs over them: of all around the parcels being worked out. */
const KEPT_CROSSED = 500;

export class Ground {
  readonly parcels: Squares<PlacedParcel>;
  /** What counts where it meets a parcel, by reference. */
  readonly overlapping: Squares<EvidenceReference>;
  readonly #reads: EvidenceReads;
  readonly #far = new Map<EvidenceRole, Squares<PlacedEvidence>>();
  readonly #over = new Map<string, readonly PlacedEvidence[]>();

  /** `overlapRoles`: roles that count where they meet a parcel; the others are asked for by distance. */
  constructor(reads: EvidenceReads, overlapRoles: readonly EvidenceRole[]) {
    this.#reads = reads;
    this.parcels = new Squares(NEAR.side_m, NEAR.most, (square) => reads.parcelsNear(square));
    this.overlapping = new Squares(NEAR.side_m, NEAR.most, (square) => reads.near(square, overlapRoles));
  }

  /** Evidence of one role whose box meets the box. */
  meeting(role: EvidenceRole, box: Box): PlacedEvidence[] {
    let squares = this.#far.get(role);
    if (!squares) {
      squares = new Squares(FAR.side_m, FAR.most, (square) =>
        this.#reads.near(square, [role]).map((reference) => this.#place(reference)),
      );
      this.#far.set(role, squares);
    }
    return squares.meeting(box);
  }

  /** Evidence of the role that runs over the parcel: worked out once for the road that a hundred plots adjoin. */
  over({ id, geometry }: PlacedParcel, role: EvidenceRole): readonly PlacedEvidence[] {
    const name = `${role} ${id}`;
    const known = this.#over.get(name);
    if (known) return known;
    const distances = new AreaDistances(geometry);
    const items = this.meeting(role, distances.box).filter((item) => distances.touches(item.geometry));
    if (this.#over.size >= KEPT_CROSSED) this.#over.clear();
    this.#over.set(name, items);
    return items;
  }

  #place({ reference, box }: EvidenceReference): PlacedEvidence {
    const { source, key, attributes, geometry } = this.#reads.open(reference);
    return { source, key, attributes, geometry, box };
  }
}
