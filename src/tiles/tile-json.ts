// /tiles.json: where the tiles are, what is in them and whose work they show (TileJSON 3.0). Public, so that other maps can use
// the tiles with a key of their own.

import type { Language } from '../contract/language.ts';
import { creditLine } from '../domain/corpus/registers.ts';
import { ZOOMS } from './tile-grid.ts';
import { TILE_LAYER_NAMES, type TileLayerName } from './tile-layers.ts';
import { type ServedTiles, tilesetName } from './tileset.ts';

const PLAN_FIELDS = {
  plan: 'Id of the plan',
  step: 'Step of the procedure, as published: elaboration, adoption, legalForce or obsolete',
  effective_from: 'Date',
  effective_to: 'Date',
};

const FIELDS: Readonly<Record<TileLayerName, Readonly<Record<string, string>>>> = {
  coverage: {
    powiat: 'TERYT code',
    name: 'Name',
    egib: 'By source: the day its data are of; part:… where only a part of the powiat is loaded; absent where nothing is',
  },
  zones: { symbol: 'Zone of the general plan', name: 'Its name', ...PLAN_FIELDS },
  ouz: { symbol: 'OUZ', ...PLAN_FIELDS },
  mpzp: {
    kind: 'plan (its outline) or area',
    symbol: 'Designation of an area',
    name: 'Title',
    ...PLAN_FIELDS,
  },
  flood: { years: 'The flood of 10, 100 or 500 years' },
  protected: { type: 'Form of nature protection', name: 'Name', buffer: 'true of a buffer zone' },
  landslides: { kind: 'landslide or threatened_area' },
  parcels: { id: 'EGiB id' },
  buildings: { source: 'Register' },
  boundaries: { level: 'powiat, gmina or obreb', code: 'Code', name: 'Name' },
  permits: { kind: 'Kind of permit', date: 'Day of the decision', category: 'Category of the object' },
  addresses: { number: 'House number', street: 'Street', locality: 'Locality' },
  unit_names: { level: 'powiat, gmina or obreb', name: 'Name, at a point in it' },
  parcel_numbers: { id: 'EGiB id', number: 'Number of the parcel, at a point on it' },
};

/** Parcels are seen from 14 on, their surroundings as well. */
const START_ZOOM = 14;

/** `origin` is '' where addresses are relative to the server. */
export function tileJson(
  origin: string,
  { corpus, example }: ServedTiles,
  language: Language,
): Readonly<Record<string, unknown>> {
  return {
    tilejson: '3.0.0',
    name: 'Miedza',
    description: 'Land parcels of Poland with what registers draw around them',
    version: '1.0.0',
    attribution: creditLine(corpus.states, language),
    scheme: 'xyz',
    tiles: [`${origin}/tiles/${tilesetName(corpus)}/{z}/{x}/{y}.mvt`],
    minzoom: ZOOMS.min,
    maxzoom: ZOOMS.max,
    bounds: [14.07, 49, 24.15, 54.9],
    ...(example && { center: [...example.centroid, START_ZOOM], example_id: example.id }),
    vector_layers: TILE_LAYER_NAMES.map((id) => ({ id, fields: FIELDS[id] })),
  };
}
