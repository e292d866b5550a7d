// What is stored of a parcel for each layer: facts as JSON text, without anything that depends on the day. Ingest works
// them out once; answers are derived from them at request time by the same pure functions everywhere.

import type { LayerKey } from '../../contract/layers.ts';
import type { GroundPiece } from '../geometry/joint-areas.ts';
import { roundedWithin } from '../law/shares.ts';

/** Layers with no facts of their own: put together from those of others, or answered from what lies around (permits). */
export type DerivedLayerKey = 'planning' | 'wz';
export type ServedFactLayer = Exclude<LayerKey, DerivedLayerKey | 'permits'>;
/** Of each layer; and of the ground that plans and reserves divide together (ground.ts), which several layers share. */
export type FactLayer = ServedFactLayer | 'ground';

/** null: nothing is recorded here. Whether that is a real negative is a matter of coverage, not of the facts. */
export type Facts = { readonly [L in FactLayer]: string | null };

/** One piece of evidence that meets a parcel, and on how much of it. */
export interface Overlap {
  readonly role: string;
  readonly source: string;
  readonly key: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** null for a point that lies in the parcel or a line that runs over it. */
  readonly overlap_m2: number | null;
}

export interface ParcelGround {
  readonly area_m2: number;
  /** As the publisher wrote it. */
  readonly land_use: string | null;
}

/** Something that lies near, and how far from the parcel; 0 where it meets it. */
export interface Nearby {
  readonly source: string;
  readonly key: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly distance_m: number;
}

/** A parcel that shares a stretch of boundary. */
export interface Neighbour {
  readonly land_use: string | null;
  /** What of the role runs over it, nearest first; looked up when read. */
  readonly lines: readonly Nearby[];
}

/** What lies around a parcel, for a layer that draws on some roles; each part is worked out when the layer asks for it. */
export interface Vicinity<Role extends string = string> {
  /** Evidence of the layer's roles that meets the parcel; of roles that count from afar, ask within. */
  readonly overlaps: readonly Overlap[];
  /** The ground in pieces, by which of the groups of overlaps lie there. What a group draws twice counts once. */
  divide(groups: readonly (readonly Overlap[])[]): readonly GroundPiece[];
  /** Evidence of one role within a distance of the parcel, nearest first. */
  within(role: Role, distance_m: number): readonly Nearby[];
  /** Parcels next door of the land uses that are wanted: most are not, and telling who adjoins costs. */
  neighbours(role: Role, isWanted: (land_use: string | null) => boolean): readonly Neighbour[];
  /** Length of the boundary along which no parcel is held: the edge of what is loaded. */
  readonly open_boundary_m: number;
}

/** How far apart parcels may lie and still be told to adjoin by whoever looks for gaps: a change of one moves the other. */
export const NEIGHBOUR_REACH_M = 0.5;

/** Percentages with two decimals that never add up to more than 100: overlapping sources are scaled, ends rounded down. */
export function sharesOf(parts_m2: readonly number[], whole_m2: number): number[] {
  const total = parts_m2.reduce((sum, part) => sum + part, 0);
  const base = Math.max(total, whole_m2);
  return roundedWithin(
    100,
    parts_m2.map((part) => (part / base) * 100),
  );
}
