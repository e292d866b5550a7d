// The facts of parcels from the evidence around them: what meets each parcel, on how much of it, per layer. Runs in
// workers and, for a handful of parcels, in place.

import { AreaDistances } from '../domain/distance.ts';
import { areaOf, PreparedArea } from '../domain/geo.ts';
import type { Geometry, MultiPolygon } from '../domain/geometry.ts';
import {
  EVIDENCE_OF,
  type EvidenceRole,
  type FactLayer,
  INFLUENCE_M,
  type Overlap,
} from '../domain/layers/facts.ts';
import { COLLECT } from '../domain/layers/index.ts';
import type { EvidenceReads, FactRow } from '../store/store.ts';
import { EvidenceSquares } from './evidence-squares.ts';
import { ParcelVicinity } from './surroundings.ts';

interface OpenEvidence extends Omit<Overlap, 'overlap_m2'> {
  readonly shape: PreparedArea | Geometry;
}

/** Neighbouring parcels meet the same zones: the last ones stay open, indexed. */
const KEPT_OPEN = 2_000;

export class FactCollector implements Disposable {
  readonly #evidence: EvidenceReads;
  readonly #layers: readonly FactLayer[];
  readonly #squares: EvidenceSquares;
  /** Roles that count where they meet a parcel; the others are asked for by distance. */
  readonly #roles: readonly EvidenceRole[];
  readonly #open = new Map<string, OpenEvidence>();

  constructor(evidence: EvidenceReads, layers: readonly FactLayer[]) {
    this.#evidence = evidence;
    this.#layers = layers;
    this.#squares = new EvidenceSquares(evidence);
    this.#roles = layers
      .flatMap((layer) => EVIDENCE_OF[layer])
      .filter((role) => INFLUENCE_M[role] === undefined);
  }

  collect(ids: readonly string[]): FactRow[] {
    return this.#evidence.parcels(ids).map((parcel) => {
      const { id, land_use, geometry } = parcel;
      const ground = { area_m2: areaOf(geometry), land_use };
      const vicinity = new ParcelVicinity(parcel, this.#evidence, this.#squares);
      let overlaps: Overlap[] | null = null;
      const overlapsOf = (layer: FactLayer) => {
        overlaps ??= this.#overlapsOf(geometry);
        return overlaps.filter((overlap) => EVIDENCE_OF[layer].includes(overlap.role));
      };
      const facts = Object.fromEntries(
        this.#layers.map((layer) => {
          const fact = COLLECT[layer](ground, {
            get overlaps() {
              return overlapsOf(layer);
            },
            within: (role, distance_m) => vicinity.within(role, distance_m),
            neighbours: (role, isWanted) => vicinity.neighbours(role, isWanted),
            get open_boundary_m() {
              return vicinity.open_boundary_m;
            },
          });
          return [layer, fact === null ? null : JSON.stringify(fact)];
        }),
      );
      return { id, facts };
    });
  }

  /** Pieces of one polygon are one overlap. */
  #overlapsOf(geometry: MultiPolygon): Overlap[] {
    const found = new Map<string, Overlap>();
    const ground = new AreaDistances(geometry);
    for (const reference of this.#evidence.near(ground.box, this.#roles)) {
      const { shape, ...item } = this.#opened(reference);
      const name = `${item.source} ${item.role} ${item.key}`;
      if (shape instanceof PreparedArea) {
        const overlap_m2 = shape.intersectionArea(geometry);
        if (overlap_m2 > 0)
          found.set(name, { ...item, overlap_m2: overlap_m2 + (found.get(name)?.overlap_m2 ?? 0) });
      } else if (ground.touches(shape)) {
        found.set(name, { ...item, overlap_m2: null });
      }
    }
    // In the order of their names: the same evidence gives the same facts, however it is stored.
    return [...found.keys()].sort().flatMap((name) => found.get(name) ?? []);
  }

  #opened(reference: string): OpenEvidence {
    const known = this.#open.get(reference);
    if (known) return known;
    const { geometry, ...item } = this.#evidence.open(reference);
    const shape = geometry.type === 'MultiPolygon' ? new PreparedArea(geometry.coordinates) : geometry;
    const opened = { ...item, shape };
    this.#open.set(reference, opened);
    if (this.#open.size > KEPT_OPEN) this.#closeOldest();
    return opened;
  }

  #closeOldest(): void {
    const [oldest] = this.#open;
    if (!oldest) return;
    const [reference, { shape }] = oldest;
    if (shape instanceof PreparedArea) shape[Symbol.dispose]();
    this.#open.delete(reference);
  }

  [Symbol.dispose](): void {
    while (this.#open.size > 0) this.#closeOldest();
    this.#evidence[Symbol.dispose]();
  }
}
