// The facts of parcels from the evidence around them: what meets each parcel, on how much of it, per layer. Runs in
// workers and, for a handful of parcels, in place.

import { AreaDistances } from '../domain/geometry/distance.ts';
import { OverlapArea } from '../domain/geometry/overlap.ts';
import { areaOf } from '../domain/geometry/rings.ts';
import type { Geometry } from '../domain/geometry/types.ts';
import type { FactLayer, Overlap } from '../domain/layers/facts.ts';
import { collectLayer, evidenceOf, INFLUENCE_M } from '../domain/layers/layer-table.ts';
import type { EvidenceParcel, EvidenceReads, FactRow } from '../store/writer.ts';
import { Ground } from './ground.ts';
import { ParcelVicinity } from './vicinity.ts';

interface OpenEvidence extends Omit<Overlap, 'overlap_m2'> {
  readonly shape: OverlapArea | Geometry;
}

/** Neighbouring parcels meet the same zones: they stay open. */
const KEPT_OPEN = 1_000;

export class FactCollector implements Disposable {
  readonly #evidence: EvidenceReads;
  readonly #layers: readonly { readonly layer: FactLayer; readonly roles: readonly string[] }[];
  readonly #ground: Ground;
  readonly #open = new Map<string, OpenEvidence>();

  constructor(evidence: EvidenceReads, layers: readonly FactLayer[]) {
    this.#evidence = evidence;
    this.#layers = layers.map((layer) => ({ layer, roles: evidenceOf(layer) }));
    this.#ground = new Ground(
      evidence,
      layers.flatMap(evidenceOf).filter((role) => INFLUENCE_M[role] === undefined),
    );
  }

  collect(ids: readonly string[]): FactRow[] {
    const parcels = this.#evidence.parcels(ids).map((parcel) => ({ parcel, stands: stripOf(parcel) }));
    // Numbers follow no order on the ground: strip by strip, the same evidence is wanted again at once.
    parcels.sort((a, b) => a.stands.strip - b.stands.strip || a.stands.y - b.stands.y);
    return parcels.map(({ parcel }) => ({ id: parcel.id, facts: this.#factsOf(parcel) }));
  }

  #factsOf(parcel: EvidenceParcel): FactRow['facts'] {
    const { land_use, geometry } = parcel;
    const ground = { area_m2: areaOf(geometry), land_use };
    const distances = new AreaDistances(geometry);
    const vicinity = new ParcelVicinity(parcel, distances, this.#ground);
    const overlaps = this.#overlapsOf(parcel, distances);
    return Object.fromEntries(
      this.#layers.map(({ layer, roles }) => {
        const fact = collectLayer(layer, ground, {
          overlaps: overlaps.filter((overlap) => roles.includes(overlap.role)),
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
    const area = new OverlapArea(geometry);
    for (const { reference } of this.#ground.overlapping.meeting(distances.box)) {
      const { shape, ...item } = this.#opened(reference);
      if (shape instanceof OverlapArea) {
        const overlap_m2 = area.with(shape);
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
    const shape = geometry.type === 'MultiPolygon' ? new OverlapArea(geometry.coordinates) : geometry;
    const opened = { ...item, shape };
    if (this.#open.size >= KEPT_OPEN) this.#open.clear();
    this.#open.set(reference, opened);
    return opened;
  }

  [Symbol.dispose](): void {
    this.#evidence[Symbol.dispose]();
  }
}

/** As wide as the squares of what lies near. */
const STRIP_M = 250;

function stripOf({ geometry }: EvidenceParcel): { strip: number; y: number } {
  const [x = 0, y = 0] = geometry[0]?.[0]?.[0] ?? [];
  return { strip: Math.floor(x / STRIP_M), y };
}

const nameOf = ({ source, role, key }: Omit<Overlap, 'overlap_m2'>): string => `${source} ${role} ${key}`;
