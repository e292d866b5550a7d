// The facts of parcels from the evidence around them: what meets each parcel, on how much of it, per layer. Runs in
// workers and, for a handful of parcels, in place.

import { AreaDistances } from '../domain/distance.ts';
import { areaOf, LoadedArea, PreparedArea } from '../domain/geo.ts';
import type { Geometry } from '../domain/geometry.ts';
import {
  EVIDENCE_OF,
  type EvidenceRole,
  type FactLayer,
  INFLUENCE_M,
  type Overlap,
} from '../domain/layers/facts.ts';
import { COLLECT } from '../domain/layers/index.ts';
import type { EvidenceParcel, EvidenceReads, FactRow } from '../store/store.ts';
import { Ground } from './ground.ts';
import { ParcelVicinity } from './surroundings.ts';

interface OpenEvidence extends Omit<Overlap, 'overlap_m2'> {
  readonly shape: PreparedArea | Geometry;
}

/** Neighbouring parcels meet the same zones: the last ones stay open, indexed. */
const KEPT_OPEN = 2_000;

export class FactCollector implements Disposable {
  readonly #evidence: EvidenceReads;
  readonly #layers: readonly FactLayer[];
  readonly #ground: Ground;
  readonly #open = new Map<string, OpenEvidence>();

  constructor(evidence: EvidenceReads, layers: readonly FactLayer[]) {
    this.#evidence = evidence;
    this.#layers = layers;
    const roles: EvidenceRole[] = layers.flatMap((layer) => EVIDENCE_OF[layer]);
    this.#ground = new Ground(
      evidence,
      roles.filter((role) => INFLUENCE_M[role] === undefined),
    );
  }

  collect(ids: readonly string[]): FactRow[] {
    return this.#evidence.parcels(ids).map((parcel) => ({ id: parcel.id, facts: this.#factsOf(parcel) }));
  }

  #factsOf(parcel: EvidenceParcel): FactRow['facts'] {
    const { land_use, geometry } = parcel;
    const ground = { area_m2: areaOf(geometry), land_use };
    const distances = new AreaDistances(geometry);
    const vicinity = new ParcelVicinity(parcel, distances, this.#ground);
    const overlaps = this.#overlapsOf(parcel, distances);
    return Object.fromEntries(
      this.#layers.map((layer) => {
        const fact = COLLECT[layer](ground, {
          overlaps: overlaps.filter((overlap) => EVIDENCE_OF[layer].includes(overlap.role)),
          within: (role, distance_m) => vicinity.within(role, distance_m),
          neighbours: (role, isWanted) => vicinity.neighbours(role, isWanted),
          get open_boundary_m() {
            return vicinity.open_boundary_m;
          },
        });
        return [layer, fact === null ? null : JSON.stringify(fact)];
      }),
    );
  }

  /** Pieces of one polygon are one overlap. */
  #overlapsOf({ geometry }: EvidenceParcel, distances: AreaDistances): Overlap[] {
    const found = new Map<string, Overlap>();
    using area = new LoadedArea(geometry);
    for (const { reference } of this.#ground.overlapping.meeting(distances.box)) {
      const { shape, ...item } = this.#opened(reference);
      if (shape instanceof PreparedArea) {
        const overlap_m2 = shape.overlapWith(area);
        if (overlap_m2 <= 0) continue;
        const name = nameOf(item);
        found.set(name, { ...item, overlap_m2: overlap_m2 + (found.get(name)?.overlap_m2 ?? 0) });
      } else if (distances.touches(shape)) {
        found.set(nameOf(item), { ...item, overlap_m2: null });
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

const nameOf = ({ source, role, key }: Omit<Overlap, 'overlap_m2'>): string => `${source} ${role} ${key}`;
