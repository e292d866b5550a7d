// What became of the parcels themselves, told as events: which came, went or were redrawn, and where their land went.

import type { EventRow } from './event-rows.ts';
import type { Lineage } from './lineage.ts';

/** A parcel as events tell of it. */
export interface ToldParcel {
  readonly id: string;
  readonly area_official_m2: number | null;
  readonly area_geometry_m2: number;
}

const facts = ({ id, area_official_m2, area_geometry_m2 }: ToldParcel) => ({
  id,
  area_official_m2,
  geometry_m2: area_geometry_m2,
});

const asItWas = (parcel: ToldParcel, lineage: Lineage) => ({
  ...facts(parcel),
  successors: lineage.successorsOf(parcel.id),
});

const area = ({ area_official_m2 }: ToldParcel) => ({ area_official_m2 });

const asItIs = (parcel: ToldParcel, lineage: Lineage) => ({
  ...facts(parcel),
  predecessors: lineage.predecessorsOf(parcel.id),
});

const told = (event: EventRow['event'], subject: string, before: unknown, after: unknown): EventRow => ({
  event,
  subject,
  layer: null,
  before,
  after,
});

export const removedEvent = (parcel: ToldParcel, lineage: Lineage): EventRow =>
  told('parcel_removed', parcel.id, asItWas(parcel, lineage), null);

export const createdEvent = (parcel: ToldParcel, lineage: Lineage): EventRow =>
  told('parcel_created', parcel.id, null, asItIs(parcel, lineage));

/**
 * Null where neither the outline nor the recorded area is another: a new land use is told by its layer. A recorded area that
 * alone is another is told as that; one that was not known did not change.
 */
export function redrawnEvent(
  before: ToldParcel,
  after: ToldParcel & { readonly has_same_outline: boolean },
  lineage: Lineage,
): EventRow | null {
  if (after.has_same_outline) {
    const [was, is] = [before.area_official_m2, after.area_official_m2];
    return was === null || was === is
      ? null
      : told('parcel_area_changed', before.id, area(before), area(after));
  }
  const [successors, predecessors] = [lineage.successorsOf(before.id), lineage.predecessorsOf(before.id)];
  return told(
    'parcel_geometry_changed',
    before.id,
    { ...facts(before), ...(successors.length > 0 ? { successors } : {}) },
    { ...facts(after), ...(predecessors.length > 0 ? { predecessors } : {}) },
  );
}
