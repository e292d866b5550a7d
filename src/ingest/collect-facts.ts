// The facts of parcels from the evidence around them: what meets each parcel, on how much of it, per layer. Runs in
// workers and, for a single chunk of parcels, in place. `collect` reads, `factsOf` works out.

import { areaOf } from '../domain/geometry/rings.ts';
import { decodeMultiPolygon } from '../domain/geometry/wkb.ts';
import type { FactLayer } from '../domain/layers/facts.ts';
import { collectLayer, evidenceOf } from '../domain/layers/layer-table.ts';
import type { EvidenceParcel, EvidenceReads, FactRow } from '../store/writer.ts';
import { EvidenceTiles } from './evidence-tiles.ts';
import { ParcelVicinity } from './vicinity.ts';

interface LayerRoles {
  readonly layer: FactLayer;
  readonly roles: ReadonlySet<string>;
}

export class FactCollector implements AsyncDisposable {
  readonly #evidence: EvidenceReads;
  readonly #layers: readonly LayerRoles[];
  readonly #tiles: EvidenceTiles;

  constructor(evidence: EvidenceReads, layers: readonly FactLayer[]) {
    this.#evidence = evidence;
    this.#layers = layers.map((layer) => ({ layer, roles: new Set<string>(evidenceOf(layer)) }));
    this.#tiles = new EvidenceTiles(evidence, layers.flatMap(evidenceOf));
  }

  async collect(ids: readonly string[]): Promise<FactRow[]> {
    const rows: FactRow[] = [];
    for await (const run of this.#tiles.runs(await this.#evidence.parcels(ids))) {
      for (const parcel of run) {
        rows.push({ id: parcel.id, facts: factsOf(parcel, this.#tiles, this.#layers) });
      }
    }
    return rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#evidence[Symbol.asyncDispose]();
  }
}

/** What lies around the parcel is held in the tiles by now. */
function factsOf(
  { id, land_use, wkb }: EvidenceParcel,
  tiles: EvidenceTiles,
  layers: readonly LayerRoles[],
): FactRow['facts'] {
  const polygons = decodeMultiPolygon(wkb);
  const ground = { area_m2: areaOf(polygons), land_use };
  const vicinity = new ParcelVicinity(id, polygons, tiles);
  const overlaps = vicinity.overlaps();
  return Object.fromEntries(
    layers.map(({ layer, roles }) => {
      const fact = collectLayer(layer, ground, {
        overlaps: overlaps.filter((overlap) => roles.has(overlap.role)),
        divide: (groups) => vicinity.divide(groups),
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
