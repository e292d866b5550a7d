// What is stored of a parcel for each layer: facts as JSON text, without anything that depends on the day. Ingest works
// them out once; answers are derived from them at request time by the same pure functions everywhere.

/** Layers whose facts are stored, one column each. Permits are found at request time (spec §2.7). */
export const FACT_LAYERS = [
  'pog',
  'mpzp',
  'soil',
  'address',
  'flood',
  'landslide',
  'protected',
  'buildings',
  'road_access',
  'prices',
] as const;
export type FactLayer = (typeof FACT_LAYERS)[number];

/** null: nothing is recorded here. Whether that is a real negative is a matter of coverage, not of the facts. */
export type Facts = { readonly [L in FactLayer]: string | null };

export const NO_FACTS = Object.fromEntries(FACT_LAYERS.map((layer) => [layer, null])) as Facts;

/** What a register draws on the ground, by what it means here. */
export const EVIDENCE_ROLES = [
  'pog_zone',
  'pog_ouz',
  'mpzp_act',
  'mpzp_area',
  'soil_contour',
  'address',
  'address_unread',
  'flood_q10',
  'flood_q100',
  'flood_q500',
  'flood_reach',
  'landslide',
  'landslide_threat',
  'landslide_mapped',
  'protected',
  'building',
  'road',
  'price',
] as const;
export type EvidenceRole = (typeof EVIDENCE_ROLES)[number];

/** Which evidence each layer's facts are worked out from. */
export const EVIDENCE_OF: { readonly [L in FactLayer]: readonly EvidenceRole[] } = {
  pog: ['pog_zone', 'pog_ouz'],
  mpzp: ['mpzp_act', 'mpzp_area'],
  soil: ['soil_contour'],
  address: ['address', 'address_unread'],
  flood: ['flood_q10', 'flood_q100', 'flood_q500', 'flood_reach'],
  landslide: ['landslide', 'landslide_threat', 'landslide_mapped'],
  protected: ['protected'],
  buildings: ['building'],
  road_access: ['road'],
  prices: ['price'],
};

/** One piece of evidence that meets a parcel, and on how much of it. */
export interface Overlap {
  readonly role: EvidenceRole;
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

/** What lies around a parcel; each is worked out when a layer asks for it. */
export interface Vicinity {
  /** Evidence of the layer's roles that meets the parcel; of roles that count from afar (INFLUENCE_M), ask within. */
  readonly overlaps: readonly Overlap[];
  /** Evidence of one role within a distance of the parcel, nearest first. */
  within(role: EvidenceRole, distance_m: number): readonly Nearby[];
  /** Parcels next door of the land uses that are wanted: most are not, and telling who adjoins costs. */
  neighbours(role: EvidenceRole, isWanted: (land_use: string | null) => boolean): readonly Neighbour[];
  /** Length of the boundary along which no parcel is held: the edge of what is loaded. */
  readonly open_boundary_m: number;
}

export type Collect = (parcel: ParcelGround, surroundings: Vicinity) => unknown;

/** How far apart parcels may lie and still be told to adjoin by whoever looks for gaps: a change of one moves the other. */
export const NEIGHBOUR_REACH_M = 0.5;

/** How far evidence reaches: a change of it may move the facts of parcels within this distance. */
export const INFLUENCE_M: { readonly [R in EvidenceRole]?: number } = { road: 1_000, price: 5_000 };

/** Percentages with two decimals that never add up to more than 100: overlapping sources are scaled, ends rounded down. */
export function sharesOf(parts_m2: readonly number[], whole_m2: number): number[] {
  const total = parts_m2.reduce((sum, part) => sum + part, 0);
  const base = Math.max(total, whole_m2);
  const hundredths = parts_m2.map((part) => (part / base) * 10_000);
  const rounded = hundredths.map(Math.round);
  let excess = rounded.reduce((sum, share) => sum + share, 0) - 10_000;
  // The shares that were rounded up furthest give way first.
  const byGain = rounded
    .map((share, at) => ({ at, gain: share - (hundredths[at] ?? 0) }))
    .sort((a, b) => b.gain - a.gain);
  for (const { at } of byGain) {
    if (excess <= 0) break;
    rounded[at] = (rounded[at] ?? 0) - 1;
    excess -= 1;
  }
  return rounded.map((share) => share / 100);
}
