// What lies around the parcels that are being worked out, in tiles of ground that are read before they are looked at:
// `runs` asks for all that a run of parcels needs at once, and while the run is worked out nothing is read. Knows where
// things lie, not what the layers make of them.

import { grownBox } from '../domain/geometry/box.ts';
import type { Box } from '../domain/geometry/types.ts';
import { NEIGHBOUR_REACH_M } from '../domain/layers/facts.ts';
import { type EvidenceRole, INFLUENCE_M } from '../domain/layers/layer-table.ts';
import type { EvidenceParcel, EvidencePiece, EvidenceReads } from '../store/writer.ts';
import { EvidenceShapes } from './evidence-shapes.ts';
import { TileCache } from './tile-cache.ts';

/** Tiles of parcels and of what counts where it lies; what reaches farther has tiles as wide as it reaches. */
const NEAR_SIDE_M = 250;
/** A run ends at so many tiles of a kind: 4 km² near by, or 64 km² of roads. It bounds memory, and the calls of the port too. */
const MOST_TILES = 64;
/** Tiles of each kind that are held for the runs to come, as bytes. */
const MOST_BYTES = 8_000_000;
/** Of a thing without its shape. */
const THING_BYTES = 400;

const bytesOf = ({ wkb }: { readonly wkb: Uint8Array }): number => THING_BYTES + wkb.byteLength;

/** Tiles of one kind of thing, read as far around a parcel as it may count. */
interface Kind<Thing extends { readonly box: Box }> {
  readonly reach_m: number;
  readonly cache: TileCache<Thing>;
}

function kindWithin<Thing extends EvidenceParcel | EvidencePiece>(reach_m: number): Kind<Thing> {
  const side_m = Math.max(NEAR_SIDE_M, reach_m);
  // What meets a parcel may lie beside its box by the width of an edge.
  return {
    reach_m: Math.max(NEIGHBOUR_REACH_M, reach_m),
    cache: new TileCache<Thing>(side_m, MOST_BYTES, bytesOf),
  };
}

export class EvidenceTiles {
  readonly shapes = new EvidenceShapes();
  readonly #reads: EvidenceReads;
  readonly #parcels: Kind<EvidenceParcel>;
  /** Roles that reach equally far share their tiles. */
  readonly #evidence: readonly (Kind<EvidencePiece> & { readonly roles: readonly EvidenceRole[] })[];
  readonly #kinds: readonly (Kind<EvidenceParcel> | Kind<EvidencePiece>)[];

  constructor(reads: EvidenceReads, roles: readonly EvidenceRole[]) {
    this.#reads = reads;
    const byReach = Map.groupBy(roles, (role) => INFLUENCE_M[role] ?? 0);
    this.#evidence = [...byReach].map(([reach_m, roles]) => ({
      roles,
      ...kindWithin<EvidencePiece>(reach_m),
    }));
    this.#parcels = kindWithin<EvidenceParcel>(NEIGHBOUR_REACH_M);
    // Layers whose evidence counts only where it lies ask nothing of the parcels next door.
    const looksAround = byReach.keys().some((reach_m) => reach_m > 0);
    this.#kinds = looksAround ? [this.#parcels, ...this.#evidence] : this.#evidence;
  }

  /** The parcels in runs, in any order; what lies around those of a run is held until the next is asked for. */
  async *runs(parcels: readonly EvidenceParcel[]): AsyncIterable<readonly EvidenceParcel[]> {
    let run: EvidenceParcel[] = [];
    for (const parcel of parcels.toSorted(byPlace)) {
      run.push(parcel);
      for (const { reach_m, cache } of this.#kinds) cache.want(grownBox(parcel.box, reach_m));
      if (this.#kinds.every(({ cache }) => cache.wanted_count < MOST_TILES)) continue;
      await this.#hold();
      yield run;
      run = [];
    }
    if (run.length === 0) return;
    await this.#hold();
    yield run;
  }

  async #hold(): Promise<void> {
    const found = await this.#reads.around({
      parcels: this.#parcels.cache.missing(),
      evidence: this.#evidence.map(({ roles, cache }) => ({ roles, boxes: cache.missing() })),
    });
    this.#parcels.cache.hold(found.parcels);
    this.#evidence.forEach(({ cache }, at) => {
      cache.hold(found.evidence[at] ?? []);
    });
  }

  /** Parcels whose box meets the box. */
  parcelsMeeting(box: Box): EvidenceParcel[] {
    return this.#parcels.cache.meeting(box);
  }

  /** Evidence that counts where it lies and whose box meets the box, of all roles. */
  evidenceMeeting(box: Box): EvidencePiece[] {
    const here = this.#evidence.find(({ roles }) => roles.some((role) => INFLUENCE_M[role] === undefined));
    return here?.cache.meeting(box) ?? [];
  }

  /** Evidence of one role whose box meets the box. */
  ofRole(role: EvidenceRole, box: Box): EvidencePiece[] {
    const kind = this.#evidence.find(({ roles }) => roles.includes(role));
    if (!kind) throw new Error(`${role} is asked for by a layer that does not draw on it`);
    const pieces = kind.cache.meeting(box);
    return kind.roles.length === 1 ? pieces : pieces.filter((piece) => piece.role === role);
  }
}

/** Ids follow no order on the ground: strip by strip, the same surroundings are wanted again at once. */
const STRIP_M = 1_000;

function byPlace({ box: a }: EvidenceParcel, { box: b }: EvidenceParcel): number {
  return Math.floor(a[0] / STRIP_M) - Math.floor(b[0] / STRIP_M) || a[1] - b[1];
}
