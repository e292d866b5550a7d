// Shapes of parcels and evidence, decoded when first looked at: most of what lies around a parcel is told by its box. What
// one parcel has looked at is at hand for the next; nothing here changes an answer.

import { AreaDistances } from '../domain/geometry/distance.ts';
import { OverlapArea } from '../domain/geometry/overlap.ts';
import type { Geometry, MultiPolygon } from '../domain/geometry/types.ts';
import { decodeMultiPolygon, decodeWkb } from '../domain/geometry/wkb.ts';
import type { EvidenceParcel, EvidencePiece } from '../store/writer.ts';

interface PieceShape {
  readonly geometry: Geometry;
  /** Of areas: to measure what is shared with parcels. */
  readonly area: OverlapArea | null;
}

interface ParcelShape {
  readonly polygons: MultiPolygon;
  distances: AreaDistances | null;
  /** The road in front of a hundred plots is asked a hundred times what runs over it. */
  readonly touching: Map<EvidencePiece, boolean>;
}

/** A position of 16 bytes of WKB takes six times that in arrays and edges; that many bytes are kept in all. */
const DECODED = 6;
const SHAPE_BYTES = 500;
const MOST_BYTES = 24_000_000;

export class EvidenceShapes {
  readonly #pieces = new Map<EvidencePiece, PieceShape>();
  readonly #parcels = new Map<EvidenceParcel, ParcelShape>();
  #bytes = 0;

  geometryOf(piece: EvidencePiece): Geometry {
    return this.#shapeOf(piece).geometry;
  }

  /** null for a point or a line. */
  areaOf(piece: EvidencePiece): OverlapArea | null {
    return this.#shapeOf(piece).area;
  }

  polygonsOf(parcel: EvidenceParcel): MultiPolygon {
    return this.#outlineOf(parcel).polygons;
  }

  /** Whether the piece meets the parcel, if only at its edge. */
  doTouch(parcel: EvidenceParcel, piece: EvidencePiece): boolean {
    const shape = this.#outlineOf(parcel);
    const known = shape.touching.get(piece);
    if (known !== undefined) return known;
    shape.distances ??= new AreaDistances(shape.polygons);
    const touches = shape.distances.touches(this.geometryOf(piece));
    shape.touching.set(piece, touches);
    return touches;
  }

  #shapeOf(piece: EvidencePiece): PieceShape {
    const known = this.#pieces.get(piece);
    if (known) return known;
    const geometry = decodeWkb(piece.wkb);
    if (!geometry) throw new Error(`${piece.role} ${piece.key} of ${piece.source} has no positions`);
    const area = geometry.type === 'MultiPolygon' ? new OverlapArea(geometry.coordinates) : null;
    const shape = { geometry, area };
    this.#makeRoomFor(piece);
    this.#pieces.set(piece, shape);
    return shape;
  }

  #outlineOf(parcel: EvidenceParcel): ParcelShape {
    const known = this.#parcels.get(parcel);
    if (known) return known;
    const shape = { polygons: decodeMultiPolygon(parcel.wkb), distances: null, touching: new Map() };
    this.#makeRoomFor(parcel);
    this.#parcels.set(parcel, shape);
    return shape;
  }

  #makeRoomFor({ wkb }: { readonly wkb: Uint8Array }): void {
    if (this.#bytes > MOST_BYTES) {
      this.#pieces.clear();
      this.#parcels.clear();
      this.#bytes = 0;
    }
    this.#bytes += SHAPE_BYTES + DECODED * wkb.byteLength;
  }
}
