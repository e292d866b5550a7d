// Rows as recipes bring them: what a load is made of, before anything is stored. Knows no file format and no store.

import type { ZoneParameters } from '../../contract/layers.ts';
import type { Plan } from '../corpus/corpus.ts';
import type { Geometry, MultiPolygon, Position } from '../geometry/types.ts';
import type { EvidenceRole } from '../layers/layer-table.ts';
import type { Obreb, TercUnit } from '../places/admin-units.ts';

export interface ParcelRow {
  readonly id: string;
  readonly obreb_id: string;
  readonly number: string;
  readonly area_official_m2: number | null;
  readonly area_geometry_m2: number;
  readonly centroid: Position;
  /** Land-use and soil classes as the publisher wrote them, or null. */
  readonly land_use: string | null;
  readonly geometry: MultiPolygon;
}

export const BOUNDARY_LEVELS = ['powiat', 'gmina', 'unit', 'obreb'] as const;
export type BoundaryLevel = (typeof BOUNDARY_LEVELS)[number];

export interface BoundaryRow {
  readonly code: string;
  readonly level: BoundaryLevel;
  readonly name: string | null;
  readonly geometry: MultiPolygon;
}

export type PlanKind = Plan['kind'];

/** An act of planning as it is loaded. */
export interface PlanRow extends Omit<Plan, 'source'> {
  /** The outline of the act; null where the source has none. */
  readonly geometry: MultiPolygon | null;
}

export interface PlanAreaRow {
  /** Namespace and local id: PL.ZIPPZP.10011/226401-POG/1POG-100SU. */
  readonly area_id: string;
  readonly plan_id: string;
  readonly gmina6: string;
  /** A zone of a general plan, an infill area of it, or a designation (symbol) of a local plan. */
  readonly role: 'zone' | 'ouz' | 'designation';
  /** SU, OUZ, 1MN … */
  readonly symbol: string;
  readonly name: string | null;
  /** Of a zone; absent values are null: the plan sets no such limit. */
  readonly parameters: ZoneParameters | null;
  readonly geometry: MultiPolygon;
}

export interface AddressRow {
  readonly address_id: string;
  /** 7-digit TERYT of the gmina. */
  readonly gmina: string;
  readonly locality: string;
  readonly simc: string | null;
  readonly street: string | null;
  readonly ulic: string | null;
  readonly house_number: string;
  readonly postcode: string | null;
  /** EPSG:2180. */
  readonly position: Position;
}

/** A soil-class contour of EGiB GML: OZU + OZK, such as RIIIa. */
export interface SoilContourRow {
  readonly contour_id: string;
  readonly obreb_id: string;
  readonly symbol: string;
  readonly geometry: MultiPolygon;
}

/** Anything else a register draws on the ground. */
export interface EvidenceRow {
  readonly role: EvidenceRole;
  /** Unique within its source, role and place. Neighbouring places may draw the same object under one key. */
  readonly key: string;
  /** Its key is a number in its file and not the register's own: it is unique only within the place of the load. */
  readonly is_numbered?: boolean;
  /** The code of the place it belongs to, or the part of its register: what a load replaces (scope.ts). */
  readonly place: string;
  /** Of the object, where the register gives one: a later text is a later version (shared-objects.ts). */
  readonly version?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry;
}

/** A building permit; it lies where its parcels lie. Never an investor's or a designer's name. */
export interface PermitRow {
  readonly permit_id: string;
  /** What a load replaces: the unit that its file covers, or the part of the register that it is. */
  readonly place: string;
  /** Canonical parcel ids, as far as the register's references could be read. */
  readonly parcels: readonly string[];
  readonly kind: string;
  readonly decision_date: string | null;
  readonly object_category: string | null;
}

export type StagedRow =
  | { readonly kind: 'parcel'; readonly row: ParcelRow }
  | { readonly kind: 'terc'; readonly row: TercUnit }
  | { readonly kind: 'obreb'; readonly row: Obreb }
  | { readonly kind: 'boundary'; readonly row: BoundaryRow }
  | { readonly kind: 'plan'; readonly row: PlanRow }
  | { readonly kind: 'plan_area'; readonly row: PlanAreaRow }
  | { readonly kind: 'address'; readonly row: AddressRow }
  | { readonly kind: 'soil_contour'; readonly row: SoilContourRow }
  | { readonly kind: 'evidence'; readonly row: EvidenceRow }
  | { readonly kind: 'permit'; readonly row: PermitRow };

/** What went wrong with one value is data with a position, never an exception. */
export interface IssueRow {
  readonly position: string;
  readonly field: string | null;
  readonly kind: string;
  readonly value: string | null;
  readonly message: string;
}
