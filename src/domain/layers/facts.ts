// What is stored of a parcel for each layer: facts as JSON text, without anything that depends on the day. Ingest works
// them out once; answers are derived from them at request time by the same pure functions everywhere.

/** Layers whose facts are stored, one column each. */
export const FACT_LAYERS = ['pog', 'mpzp', 'soil', 'address'] as const;
export type FactLayer = (typeof FACT_LAYERS)[number];

/** null: nothing is recorded here. Whether that is a real negative is a matter of coverage, not of the facts. */
export type Facts = { readonly [L in FactLayer]: string | null };

export const NO_FACTS: Facts = { pog: null, mpzp: null, soil: null, address: null };

export const EVIDENCE_ROLES = [
  'pog_zone',
  'pog_ouz',
  'mpzp_act',
  'mpzp_area',
  'soil_contour',
  'address',
] as const;
export type EvidenceRole = (typeof EVIDENCE_ROLES)[number];

/** Which evidence each layer's facts are worked out from. */
export const EVIDENCE_OF: { readonly [L in FactLayer]: readonly EvidenceRole[] } = {
  pog: ['pog_zone', 'pog_ouz'],
  mpzp: ['mpzp_act', 'mpzp_area'],
  soil: ['soil_contour'],
  address: ['address'],
};

/** One piece of evidence that meets a parcel, and on how much of it. */
export interface Overlap {
  readonly role: EvidenceRole;
  readonly source: string;
  readonly key: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** null for a point that lies in the parcel. */
  readonly overlap_m2: number | null;
}

export interface ParcelGround {
  readonly area_m2: number;
  /** As the publisher wrote it. */
  readonly land_use: string | null;
}

export type Collect = (parcel: ParcelGround, overlaps: readonly Overlap[]) => unknown;

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
