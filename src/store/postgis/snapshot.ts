// What statements are run against: one version of the dataset, seen by one transaction. Whoever builds a statement needs no more.

import type { Row } from '../rows.ts';
import type { PartitionGround } from './partition-ground.ts';

export type Values = readonly unknown[];

export interface ReadSnapshot {
  readonly version: number;
  readonly opening: number;
  /** Rows as arrays: half the cost of rows as objects. */
  cells<Cells extends readonly unknown[]>(sql: string, values?: Values): Promise<Cells[]>;
  rows(sql: string, values?: Values): Promise<Row[]>;
  /** Which partitions lie where. */
  ground(): Promise<PartitionGround>;
  /** Obręby of a powiat that have parcels on map sheets: most powiaty have none. */
  sheeted(powiat: string): Promise<ReadonlySet<string>>;
}

/** The cells of a parcel `p` as rows.ts has them. */
export const PARCEL_CELLS =
  'p.id, p.area_official_m2, p.area_geometry_m2, p.lng, p.lat, p.record_hash, p.geom, p.facts';
