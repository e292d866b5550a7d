// Assembling what is served about a parcel: summary and record. Pure.

import { createHash } from 'node:crypto';
import type { ParcelRecord, ParcelSummary } from '../contract/answers.ts';
import type { SourceRef } from '../contract/sources.ts';
import { toWgs84 } from './geometry/projection.ts';
import type { MultiPolygon, Position } from './geometry/types.ts';
import type { AdminDirectory } from './places/admin-units.ts';
import { numberOf, obrebOf, unitOf } from './places/parcel-id.ts';

export interface ParcelFacts {
  readonly id: string;
  readonly area_official_m2: number | null;
  readonly area_geometry_m2: number;
  readonly centroid: Position;
  readonly record_hash: string;
}

/** What identifies the facts of a parcel: equal facts give equal hashes, in every store and at every load. */
export function hashParcel(
  facts: { id: string; area_official_m2: number | null; land_use: string | null },
  geometry: Uint8Array,
): string {
  return createHash('sha256')
    .update(`${facts.id}\n${facts.area_official_m2}\n${facts.land_use}\n`)
    .update(geometry)
    .digest('hex')
    .slice(0, 32);
}

/** Of a piece of evidence: its attributes and where it lies. */
export function hashText(text: string, geometry: Uint8Array): string {
  return createHash('sha256').update(text).update(geometry).digest('hex').slice(0, 32);
}

/** Of all that is stored of a parcel: moves when its own facts or those of any layer do. */
export function hashRecord(hash: string, facts: readonly unknown[]): string {
  if (facts.every((fact) => fact === null)) return hash;
  return createHash('sha256')
    .update(JSON.stringify([hash, ...facts]))
    .digest('hex')
    .slice(0, 32);
}

export type LayerAnswers = ParcelRecord['layers'];

/** Of a canonical id; its gmina may still be missing from TERC. */
export function gminaTerytOf(id: string, admin: AdminDirectory): string {
  const unit = unitOf(id);
  return admin.gminaOfUnit(unit)?.teryt ?? unit.replace('_', '');
}

export function placeOf(id: string, admin: AdminDirectory) {
  const unit = unitOf(id);
  const obreb_id = obrebOf(id);
  const gmina = admin.gminaOfUnit(unit);
  return {
    voivodeship: unit.slice(0, 2),
    voivodeship_name: gmina?.voivodeship_name ?? '',
    powiat_name: gmina?.powiat_name ?? '',
    gmina_teryt: gminaTerytOf(id, admin),
    gmina_name: gmina?.name ?? unit,
    gmina_type: gmina?.kind ?? null,
    obreb_id,
    obreb_name: admin.obreby.get(obreb_id)?.name ?? null,
    number: numberOf(id),
  };
}

export function assembleRecord(
  parcel: ParcelFacts,
  admin: AdminDirectory,
  source: SourceRef,
  shape: { mode: 'none' | 'centroid' | 'full'; geometry: MultiPolygon | undefined },
  layers: LayerAnswers,
): ParcelRecord {
  return {
    id: parcel.id,
    admin: placeOf(parcel.id, admin),
    area: { official_m2: parcel.area_official_m2, geometry_m2: parcel.area_geometry_m2, source },
    ...(shape.mode === 'none' ? {} : { centroid: [...parcel.centroid] }),
    geometry: shape.geometry ? geoJsonOf(shape.geometry) : null,
    layers,
    record_hash: parcel.record_hash,
    record_as_of: source.as_of,
  };
}

export function summarise(
  parcel: Pick<ParcelFacts, 'id' | 'area_official_m2' | 'centroid'>,
  admin: AdminDirectory,
  distance_m: number | null,
): ParcelSummary {
  const { id, area_official_m2, centroid } = parcel;
  const place = summaryPlaceOf(obrebOf(id), admin);
  return {
    id,
    voivodeship: place.voivodeship,
    powiat_name: place.powiat_name,
    gmina_teryt: place.gmina_teryt,
    gmina_name: place.gmina_name,
    obreb_id: place.obreb_id,
    obreb_name: place.obreb_name,
    number: numberOf(id),
    area_official_m2,
    centroid: [centroid[0], centroid[1]],
    distance_m: distance_m === null ? null : Math.round(distance_m * 100) / 100,
    address: null,
  };
}

const PLACES = new WeakMap<AdminDirectory, Map<string, ReturnType<typeof placeOf>>>();

/** A list of a thousand parcels lies in a few obręby: their places are put together once. */
function summaryPlaceOf(obreb_id: string, admin: AdminDirectory) {
  let places = PLACES.get(admin);
  if (!places) {
    places = new Map();
    PLACES.set(admin, places);
  }
  let place = places.get(obreb_id);
  if (!place) {
    place = placeOf(obreb_id, admin);
    places.set(obreb_id, place);
  }
  return place;
}

/** 7 decimals of a degree are about a centimetre (contract §2). */
export const roundDegrees = (value: number): number => Math.round(value * 1e7) / 1e7;

export function geoJsonOf(polygons: MultiPolygon) {
  const position = (point: Position): [number, number] => {
    const [lng, lat] = toWgs84(2180, point);
    return [roundDegrees(lng), roundDegrees(lat)];
  };
  return {
    type: 'MultiPolygon' as const,
    coordinates: polygons.map((polygon) => polygon.map((ring) => ring.map(position))),
  };
}
