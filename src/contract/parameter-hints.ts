// What to do about a parameter that is wrong: one sentence for each, whatever is wrong with it. What arrived and what is allowed
// is said by the message. A parameter without a hint does not compile.

import type { z } from 'zod';
import type { BatchItem, INPUTS } from './inputs.ts';
import { LIMITS, REF_CHARACTERS } from './limits.ts';
import type { SUBSCRIPTION_INPUTS } from './subscriptions.ts';

type Inputs = typeof INPUTS;
type Taking = Exclude<keyof Inputs, 'none'>;
type ParameterName =
  | { [K in Taking]: keyof z.infer<Inputs[K]> }[Taking]
  | keyof z.infer<typeof BatchItem>
  | keyof z.infer<typeof SUBSCRIPTION_INPUTS.create>
  | keyof z.infer<typeof SUBSCRIPTION_INPUTS.one>;

export const PARAMETER_HINTS: { readonly [P in ParameterName]: string } = {
  q: 'Pass q as a person would type it, such as dz. 123/4 Wola Mrokowska.',
  id: 'Pass an EGiB id such as 141803_2.0009.123/4.',
  point: 'Pass point as latitude and longitude in degrees, such as 52.0571,20.9344.',
  lat: `Pass lat in decimal degrees, ${LIMITS.lat.min} to ${LIMITS.lat.max}, such as 52.0571, together with lng.`,
  lng: `Pass lng in decimal degrees, ${LIMITS.lng.min} to ${LIMITS.lng.max}, such as 20.9344, together with lat.`,
  near: 'Pass near as latitude and longitude in degrees, such as 52.0571,20.9344, or leave it out.',
  bbox: 'Pass bbox as min_lon,min_lat,max_lon,max_lat, such as 20.93,52.055,20.94,52.06.',
  polygon: 'Pass polygon, a GeoJSON Polygon or MultiPolygon.',
  items: 'Pass items, each with exactly one of q, id or point.',
  ref: `Pass as ref a text of at most ${REF_CHARACTERS} characters, or leave it out.`,
  radius_m: `Pass radius_m in whole metres, ${LIMITS.radius_m.min} to ${LIMITS.radius_m.max}, such as radius_m=50.`,
  limit: 'Pass limit as a whole number within its bounds, such as limit=10, or leave it out.',
  cursor: 'Pass next_cursor of the page before unchanged, with the same filters; leave it out to start anew.',
  layers: 'Pass layers by their keys, such as planning and flood, or leave it out for all of them.',
  layer: 'Pass the key of one layer, such as flood.',
  geometry: 'Pass geometry as none, centroid or full, or leave it out.',
  use: 'Pass use=house where a house is meant, or leave it out.',
  since: 'Pass since as a date such as 2026-11-15.',
  types: 'Pass types as event names separated by commas, such as parcel_created,verdict_changed.',
  summary: 'Pass summary=true or summary=false, or leave it out.',
  url: 'Pass url as the https address of your receiver, such as https://example.com/hooks/miedza.',
  parcel: 'Pass parcel as an EGiB id such as 141803_2.0009.123/4.',
  gmina: 'Pass gmina as the 7-digit TERYT code of a gmina that is held, such as 1418032.',
  subscription: 'Pass the id of a subscription of this key, such as sub_0011223344556677.',
  month: 'Pass month as YYYY-MM, such as 2026-11, or leave it out.',
  teryt: 'Pass the 7-digit TERYT code of a gmina, such as 1418032.',
};

/** Null for what is no parameter. */
export const parameterHint = (name: unknown): string | null =>
  typeof name === 'string' && Object.hasOwn(PARAMETER_HINTS, name)
    ? PARAMETER_HINTS[name as ParameterName]
    : null;
