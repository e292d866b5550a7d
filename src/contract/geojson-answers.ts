// What an answer looks like as GeoJSON (contract §13): features with the result's members as properties, and the other members of
// the envelope as foreign members (RFC 7946 §6.1).

import { z } from 'zod';
import { BatchItemEnvelope, envelope, MultiPolygonGeometry, ParcelRecord, ParcelSummary } from './answers.ts';
import type { GeoJsonOperation } from './operations.ts';
import { LngLat } from './sources.ts';

const FeatureGeometry = z
  .union([MultiPolygonGeometry, z.object({ type: z.literal('Point'), coordinates: LngLat })])
  .nullable()
  .meta({ id: 'FeatureGeometry', description: 'Outline with geometry=full, else centroid; null with none.' });

const feature = <P extends z.ZodType>(properties: P) =>
  z.object({ type: z.literal('Feature'), id: z.string(), geometry: FeatureGeometry, properties });

const collection = <F extends z.ZodType>(features: F) =>
  z.object({ type: z.literal('FeatureCollection'), features: z.array(features) });

const { status, query, page, billing } = envelope(z.null()).shape;
const { result: _result, ...itemFrame } = BatchItemEnvelope.shape;
const record = ParcelRecord.omit({ geometry: true });

export const ParcelFeature = feature(record)
  .extend({ status, query, billing })
  .meta({ id: 'ParcelFeature', description: 'The record as a GeoJSON Feature.' });
export type ParcelFeature = z.infer<typeof ParcelFeature>;

export const ParcelFeatures = collection(feature(ParcelSummary.omit({ geometry: true })))
  .extend({ status, query, page, billing })
  .meta({ id: 'ParcelFeatures', description: 'A page of parcels as a GeoJSON FeatureCollection.' });
export type ParcelFeatures = z.infer<typeof ParcelFeatures>;

const ItemFeature = z
  .object({
    type: z.literal('Feature'),
    id: z.string().optional(),
    geometry: FeatureGeometry,
    ...itemFrame,
    properties: record.partial().extend({ status, ref: z.string().optional() }),
  })
  .meta({ id: 'BatchItemFeature', description: 'One a item; without an answer geometry is null.' });

export const BatchFeatures = collection(ItemFeature)
  .extend({ status, query, billing })
  .meta({ id: 'BatchFeatures', description: 'The items of a batch as a GeoJSON FeatureCollection.' });
export type BatchFeatures = z.infer<typeof BatchFeatures>;

/** The names of the schemas, by operation: one that offers GeoJSON and is missing here does not compile. */
export const GEOJSON_SCHEMAS: { readonly [N in GeoJsonOperation]: string } = {
  parcel: 'ParcelFeature',
  parcel_batch: 'BatchFeatures',
  search: 'ParcelFeatures',
  search_polygon: 'ParcelFeatures',
};
