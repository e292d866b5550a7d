// What an answer looks like as GeoJSON (contract §13): features with the result's members as properties, and the other members of
// the envelope as foreign members (RFC 7946 §6.1).

import { z } from 'zod';
import { CheckResult, envelope, MultiPolygonGeometry, ParcelRecord, ParcelSummary } from './answers.ts';
import type { GeoJsonOperation } from './operations.ts';
import { BatchItemEnvelope, ShortCheckResult, ShortRecord } from './short-answers.ts';
import { LngLat } from './sources.ts';

const FeatureGeometry = z
  .union([
    MultiPolygonGeometry,
    z.object({
      type: z.literal('Point').describe('Kind of geometry.'),
      coordinates: LngLat.describe('A position on the parcel.'),
    }),
  ])
  .nullable()
  .meta({ id: 'FeatureGeometry', description: 'Outline with geometry=full, else centroid; null with none.' });

const feature = <P extends z.ZodType>(properties: P) =>
  z.object({
    type: z.literal('Feature').describe('Kind of GeoJSON object.'),
    id: z.string().describe('EGiB id in canonical slash form.'),
    geometry: FeatureGeometry.describe('The parcel on the map.'),
    properties: properties.describe('What is known of the parcel.'),
  });

const collection = <F extends z.ZodType>(features: F) =>
  z.object({
    type: z.literal('FeatureCollection').describe('Kind of GeoJSON object.'),
    features: z.array(features).describe('One for each parcel or item.'),
  });

const { status, query, page, sources, billing } = envelope(z.null()).shape;
const { result: _result, sources: _sources, ...itemFrame } = BatchItemEnvelope.shape;
const record = ParcelRecord.omit({ geometry: true });
const judged = record.describe('What the registers say of the parcel.');

export const ParcelFeature = feature(z.union([record, ShortRecord.omit({ geometry: true })]))
  .extend({ status, query, billing })
  .meta({ id: 'ParcelFeature', description: 'The record as a GeoJSON Feature.' });
export type ParcelFeature = z.infer<typeof ParcelFeature>;

export const CheckFeature = feature(z.union([CheckResult.extend({ record: judged }), ShortCheckResult]))
  .extend({ status, query, billing })
  .meta({
    id: 'CheckFeature',
    description: 'The verdict as a GeoJSON Feature, on the outline of the parcel.',
  });
export type CheckFeature = z.infer<typeof CheckFeature>;

export const ParcelFeatures = collection(feature(ParcelSummary.omit({ geometry: true })))
  .extend({ status, query, page, sources, billing })
  .meta({ id: 'ParcelFeatures', description: 'A page of parcels as a GeoJSON FeatureCollection.' });
export type ParcelFeatures = z.infer<typeof ParcelFeatures>;

const told = {
  status,
  ref: z.string().optional().describe('The reference of the caller, given back.'),
  q: z.string().optional().describe('The text that was asked for, where no record was found.'),
  point: z.string().optional().describe('The point that was asked for, where no record was found.'),
  message: z.string().optional().describe('Why there is no record, or what is to be chosen among.'),
};

const ItemFeature = z
  .object({
    type: z.literal('Feature').describe('Kind of GeoJSON object.'),
    id: z.string().optional().describe('EGiB id in canonical slash form.'),
    geometry: FeatureGeometry.describe('The parcel on the map; null without an answer.'),
    ...itemFrame,
    properties: z
      .union([record.partial().extend(told), ShortRecord.omit({ geometry: true }).partial().extend(told)])
      .describe('What is known of the parcel.'),
  })
  .meta({ id: 'BatchItemFeature', description: 'One a item; without an answer geometry is null.' });

export const BatchFeatures = collection(ItemFeature)
  .extend({ status, query, billing })
  .meta({ id: 'BatchFeatures', description: 'The items of a batch as a GeoJSON FeatureCollection.' });
export type BatchFeatures = z.infer<typeof BatchFeatures>;

const link = z.object({
  href: z.string().describe('Where it leads.'),
  rel: z.string().describe('What it is: self, next, collection or license.'),
  type: z.string().describe('Media type of what is there.'),
});
const ogcFeature = z.object({
  type: z.literal('Feature').describe('Kind of GeoJSON object.'),
  id: z.string().describe('Id of the feature.'),
  geometry: MultiPolygonGeometry.describe('Its outline.'),
  properties: z.record(z.string(), z.unknown()).describe('What is known of it.'),
});
ogcFeature
  .extend({ links: z.array(link).describe('Where to go from here.') })
  .meta({ id: 'OgcFeature', description: 'OGC API Features, Part 1.' });
collection(ogcFeature)
  .extend({
    numberMatched: z
      .number()
      .int()
      .optional()
      .describe('Features of all pages; left out where only reading all of them would tell.'),
    numberReturned: z.number().int().describe('Features of this page.'),
    timeStamp: z.string().describe('When it was answered.'),
    links: z.array(link).describe('Where to go from here.'),
  })
  .meta({ id: 'OgcFeatures', description: 'OGC API Features, Part 1: a page of features.' });

/** The names of the schemas, by operation: one that offers GeoJSON and is missing here does not compile. */
export const GEOJSON_SCHEMAS: { readonly [N in GeoJsonOperation]: string } = {
  parcel: 'ParcelFeature',
  parcel_batch: 'BatchFeatures',
  check: 'CheckFeature',
  search: 'ParcelFeatures',
  search_polygon: 'ParcelFeatures',
  ogc_items: 'OgcFeatures',
  ogc_feature: 'OgcFeature',
};
