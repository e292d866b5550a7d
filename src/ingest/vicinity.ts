// What lies around one parcel, worked out from what is held in memory when a layer asks, and once only: evidence that
// meets it, evidence within a distance, and the parcels next door with what runs over them. Reads nothing.

import { commonBox, grownBox } from '../domain/geometry/box.ts';
import { AreaDistances } from '../domain/geometry/distance.ts';
import { type GroundPiece, jointAreas } from '../domain/geometry/joint-areas.ts';
import { OverlapArea } from '../domain/geometry/overlap.ts';
import { areaOf, ON_EDGE_M, perimeterOf } from '../domain/geometry/rings.ts';
import { areNeighbours, SURVEY_GAP_M, sharedBoundaryLength } from '../domain/geometry/shared-boundary.ts';
import type { MultiPolygon } from '../domain/geometry/types.ts';
import { NEIGHBOUR_REACH_M, type Nearby, type Neighbour, type Overlap } from '../domain/layers/facts.ts';
import { type EvidenceRole, evidenceOf, INFLUENCE_M } from '../domain/layers/layer-table.ts';
import type { EvidenceParcel, EvidencePiece } from '../store/writer.ts';
import type { EvidenceTiles } from './evidence-tiles.ts';

/** More is all of a parcel, and less nothing, as far as surveys agree. */
const WHOLE = 0.99995;
const NEARLY_NONE = 0.00005;
/** What divides the ground of a parcel together (layers/ground.ts). */
const DIVIDING: ReadonlySet<string> = new Set(evidenceOf('ground'));

interface Drawn {
  readonly overlap: Overlap;
  /** Not their shapes, which would not fit into memory together where evidence is dense. */
  readonly pieces: EvidencePiece[];
}

export class ParcelVicinity {
  readonly #id: string;
  readonly #polygons: MultiPolygon;
  readonly #tiles: EvidenceTiles;
  readonly #distances: AreaDistances;
  readonly #own: OverlapArea;
  readonly #area_m2: number;
  /** What each overlap is drawn in that ends inside the parcel. */
  readonly #drawn = new Map<Overlap, readonly EvidencePiece[]>();
  #ground: readonly GroundPiece[] | null = null;
  readonly #known = new Map<string, readonly Nearby[]>();

  constructor(id: string, polygons: MultiPolygon, tiles: EvidenceTiles) {
    this.#id = id;
    this.#polygons = polygons;
    this.#tiles = tiles;
    this.#distances = new AreaDistances(polygons);
    this.#own = new OverlapArea(polygons);
    this.#area_m2 = areaOf(polygons);
  }

  /**
   * Pieces of one polygon are one overlap. Where several places draw it, that of the place counts which draws the most of it
   * here: cut at their boundary, each draws its own side; drawn whole by both, it must not count twice.
   */
  overlaps(): Overlap[] {
    const { shapes } = this.#tiles;
    const found = new Map<string, Map<string, Drawn>>();
    const drawn: EvidencePiece[] = [];
    for (const piece of this.#tiles.evidenceMeeting(grownBox(this.#distances.box, ON_EDGE_M))) {
      const { role, source, key, place, attributes } = piece;
      const area = shapes.areaOf(piece);
      const overlap_m2 = area && this.#own.with(area);
      if (overlap_m2 === null ? !this.#distances.touches(shapes.geometryOf(piece)) : overlap_m2 <= 0)
        continue;
      if (drawn.some((other) => isDrawnAgain(piece, other))) continue;
      drawn.push(piece);
      const name = `${source} ${role} ${key}`;
      const byPlace = found.get(name) ?? new Map<string, Drawn>();
      const known = byPlace.get(place);
      const sum_m2 = overlap_m2 === null ? null : overlap_m2 + (known?.overlap.overlap_m2 ?? 0);
      const pieces = known?.pieces ?? [];
      pieces.push(piece);
      const overlap = { role, source, key, attributes, overlap_m2: sum_m2 };
      found.set(name, byPlace.set(place, { overlap, pieces }));
    }
    // In the order of their names: the same evidence gives the same facts, however it is stored.
    return [...found.keys()].sort().flatMap((name) => {
      const largest = largestOf(found.get(name) ?? new Map());
      if (largest && this.#endsInside(largest.overlap)) this.#drawn.set(largest.overlap, largest.pieces);
      return largest ? [largest.overlap] : [];
    });
  }

  /** Most lie on all of the parcel, or nearly none: only those that end inside it are measured, and only if there are several. */
  divide(groups: readonly (readonly Overlap[])[]): readonly GroundPiece[] {
    const whole: number[] = [];
    const partial: { readonly group: number; readonly overlap: Overlap }[] = [];
    groups.forEach((overlaps, group) => {
      if (overlaps.some(({ overlap_m2 }) => (overlap_m2 ?? 0) >= WHOLE * this.#area_m2)) whole.push(group);
      else for (const overlap of overlaps) if (this.#endsInside(overlap)) partial.push({ group, overlap });
    });
    const pieces = new Map<string, { within: number[]; m2: number }>();
    for (const { within, m2 } of this.#dividedBy(partial.map(({ overlap }) => overlap))) {
      const here = new Set([...whole, ...within.map((at) => partial[at]?.group ?? 0)]);
      const names = [...here].sort((a, b) => a - b);
      const known = pieces.get(names.join());
      if (known) known.m2 += m2;
      else pieces.set(names.join(), { within: names, m2 });
    }
    return [...pieces.values()];
  }

  #endsInside({ overlap_m2 }: Overlap): boolean {
    if (overlap_m2 === null) return false;
    return overlap_m2 >= NEARLY_NONE * this.#area_m2 && overlap_m2 < WHOLE * this.#area_m2;
  }

  /** By overlaps that end inside the parcel. Layers ask for the same ones in other groups: they are measured together once. */
  #dividedBy(overlaps: readonly Overlap[]): readonly GroundPiece[] {
    const [first, ...more] = overlaps;
    if (first === undefined) return [{ within: [], m2: this.#area_m2 }];
    if (more.length === 0) {
      const m2 = first.overlap_m2 ?? 0;
      return [
        { within: [0], m2 },
        { within: [], m2: this.#area_m2 - m2 },
      ];
    }
    const isShared = overlaps.every(({ role }) => DIVIDING.has(role));
    if (!isShared) return this.#measure(overlaps);
    const all = [...this.#drawn.keys()].filter(({ role }) => DIVIDING.has(role));
    this.#ground ??= this.#measure(all);
    const places = all.map((one) => overlaps.indexOf(one));
    return this.#ground.map(({ within, m2 }) => ({
      within: within.flatMap((at) => ((places[at] ?? -1) < 0 ? [] : [places[at] ?? 0])),
      m2,
    }));
  }

  #measure(overlaps: readonly Overlap[]): readonly GroundPiece[] {
    const { shapes } = this.#tiles;
    const drawn = overlaps.map((overlap) =>
      (this.#drawn.get(overlap) ?? []).flatMap((piece) => shapes.areaOf(piece)?.edges ?? []),
    );
    return jointAreas(this.#own.edges, drawn);
  }

  within(role: EvidenceRole, distance_m: number): readonly Nearby[] {
    const name = `${role} ${distance_m}`;
    const known = this.#known.get(name);
    if (known) return known;
    const box = grownBox(this.#distances.box, Math.max(distance_m, ON_EDGE_M));
    const nearby = this.#nearest(this.#tiles.ofRole(role, box), distance_m);
    this.#known.set(name, nearby);
    return nearby;
  }

  neighbours(role: EvidenceRole, isWanted: (land_use: string | null) => boolean): readonly Neighbour[] {
    const { shapes } = this.#tiles;
    // What runs over a neighbour is looked up only where the layer wants to know.
    const linesOf = (neighbour: EvidenceParcel) => this.#linesOver(neighbour, role);
    return this.#tiles
      .parcelsMeeting(grownBox(this.#distances.box, SURVEY_GAP_M))
      .filter(({ id, land_use }) => id !== this.#id && isWanted(land_use))
      .filter((other) => areNeighbours(this.#polygons, shapes.polygonsOf(other)))
      .map((neighbour) => ({
        land_use: neighbour.land_use,
        get lines() {
          return linesOf(neighbour);
        },
      }));
  }

  /** Gaps between surveys are no open boundary: wider ones are bridged here than where two parcels must adjoin. */
  get open_boundary_m(): number {
    const { shapes } = this.#tiles;
    const shared_m = this.#tiles
      .parcelsMeeting(grownBox(this.#distances.box, NEIGHBOUR_REACH_M))
      .filter(({ id }) => id !== this.#id)
      .map((other) => sharedBoundaryLength(this.#polygons, shapes.polygonsOf(other), NEIGHBOUR_REACH_M))
      .reduce((sum, length_m) => sum + length_m, 0);
    return Math.max(0, perimeterOf(this.#polygons) - shared_m);
  }

  /** As far as the role reaches: beyond that a change of it would not come back to this parcel. */
  #linesOver(neighbour: EvidenceParcel, role: EvidenceRole): readonly Nearby[] {
    const reach_m = INFLUENCE_M[role] ?? 0;
    const there = commonBox(grownBox(neighbour.box, ON_EDGE_M), grownBox(this.#distances.box, reach_m));
    const over = this.#tiles
      .ofRole(role, there)
      .filter((piece) => this.#tiles.shapes.doTouch(neighbour, piece));
    return this.#nearest(over, reach_m);
  }

  /** Pieces of one object are one thing, as near as the nearest of them. */
  #nearest(pieces: Iterable<EvidencePiece>, limit_m: number): readonly Nearby[] {
    const found = new Map<string, { place: string; nearby: Nearby }>();
    for (const piece of pieces) {
      const geometry = this.#tiles.shapes.geometryOf(piece);
      const distance_m = this.#distances.to(geometry, limit_m);
      if (distance_m === null) continue;
      const { source, key, place, attributes } = piece;
      const name = `${source} ${key}`;
      const known = found.get(name);
      const gain_m = (known?.nearby.distance_m ?? Infinity) - distance_m;
      // Of two as near, that of the first place: the same evidence gives the same facts, in whichever order it came.
      if (gain_m > 0 || (gain_m === 0 && place < (known?.place ?? ''))) {
        found.set(name, { place, nearby: { source, key, attributes, distance_m } });
      }
    }
    return [...found.values()]
      .map(({ nearby }) => nearby)
      .sort((a, b) => a.distance_m - b.distance_m || (a.key < b.key ? -1 : 1));
  }
}

/** The same thing in the same shape, told by another place: registers number the parts of one thing file by file. */
function isDrawnAgain(piece: EvidencePiece, other: EvidencePiece): boolean {
  return (
    piece.source === other.source &&
    piece.role === other.role &&
    piece.place !== other.place &&
    Buffer.compare(piece.wkb, other.wkb) === 0 &&
    JSON.stringify(piece.attributes) === JSON.stringify(other.attributes)
  );
}

/** By place; of two as large, that of the first place. */
function largestOf(byPlace: ReadonlyMap<string, Drawn>): Drawn | undefined {
  if (byPlace.size === 1) return byPlace.values().next().value;
  const [first] = [...byPlace].sort(
    ([a, one], [b, other]) =>
      (other.overlap.overlap_m2 ?? 0) - (one.overlap.overlap_m2 ?? 0) || (a < b ? -1 : 1),
  );
  return first?.[1];
}
