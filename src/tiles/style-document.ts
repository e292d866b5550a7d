// /style.json: the map as a MapLibre style, light or dark, made from the table of styles. Overlays are in it, most of them switched off, with
// their name in the metadata; what depends on the day is left to whoever draws. No glyphs are named: labels are drawn with
// fonts of the reader's own machine.

import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import {
  MAP_THEMES,
  type MapLook,
  type MapTheme,
  OVERLAYS,
  type Overlay,
  SHOWN_AT_FIRST,
  ZONE_COLOURS,
} from './map-style.ts';
import type { TileLayerName } from './tile-layers.ts';

const SOURCE = 'miedza';
const FONT = ['system-ui', 'sans-serif'];

const AREAS: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
/** Where a shape stands in pieces, its outline is a line of its own. */
const OUTLINES: FilterSpecification = ['!', ['has', 'piece']];
const IS_BINDING: ExpressionSpecification = ['==', ['get', 'step'], 'legalForce'];
const IS_ALIVE: ExpressionSpecification = ['!=', ['get', 'step'], 'obsolete'];

/** The colour of a feature by one of its properties. */
const colourBy = (
  property: string,
  colours: Readonly<Record<string, string>>,
  other: string,
): ExpressionSpecification => [
  'to-color',
  ['get', ['to-string', ['get', property]], ['literal', { ...colours }]],
  other,
];

type DrawnLayer = Extract<LayerSpecification, { source: string }>;
/** A layer of the style without what all of them have in common. */
type Drawn<L extends DrawnLayer = DrawnLayer> = L extends DrawnLayer
  ? Omit<L, 'source' | 'source-layer'>
  : never;

/** Layers of one layer of the tiles; those of an overlay bear its name. */
function layersOf(name: TileLayerName, overlay: Overlay | null, layers: readonly Drawn[]): DrawnLayer[] {
  const isShown = overlay === null || SHOWN_AT_FIRST.includes(overlay);
  return layers.map(
    (layer) =>
      ({
        ...layer,
        source: SOURCE,
        'source-layer': name,
        layout: { ...layer.layout, visibility: isShown ? 'visible' : 'none' },
        ...(overlay === null ? {} : { metadata: { overlay } }),
      }) as DrawnLayer,
  );
}

const haloOf = ({ paper }: MapLook) => ({ 'text-halo-color': paper, 'text-halo-width': 1.4 });

const zones = (look: MapLook) =>
  layersOf('zones', 'zones', [
    {
      id: 'zones-fill',
      type: 'fill',
      filter: ['all', AREAS, IS_ALIVE],
      paint: {
        'fill-color': colourBy('symbol', ZONE_COLOURS, look.unknown),
        'fill-opacity': ['case', IS_BINDING, look.zone.opacity, look.zone.draft_opacity],
        'fill-antialias': false,
      },
    },
    {
      id: 'zones-line',
      type: 'line',
      filter: ['all', OUTLINES, IS_ALIVE, IS_BINDING],
      paint: { 'line-color': look.zone.line, 'line-width': 1 },
    },
    {
      id: 'zones-draft-line',
      type: 'line',
      filter: ['all', OUTLINES, IS_ALIVE, ['!', IS_BINDING]],
      paint: { 'line-color': look.zone.line, 'line-width': 0.8, 'line-dasharray': [3, 2] },
    },
    {
      id: 'zones-symbol',
      type: 'symbol',
      filter: ['all', AREAS, IS_ALIVE],
      minzoom: 13,
      layout: {
        'text-field': ['get', 'symbol'],
        'text-font': FONT,
        'text-size': 13,
        'text-letter-spacing': 0.08,
        'symbol-placement': 'point',
      },
      paint: { 'text-color': look.zone.text, ...haloOf(look) },
    },
  ]);

const ouz = (look: MapLook) =>
  layersOf('ouz', 'ouz', [
    {
      id: 'ouz-line',
      type: 'line',
      filter: ['all', OUTLINES, IS_ALIVE],
      paint: { 'line-color': look.ouz, 'line-width': 2, 'line-dasharray': [4, 1.5] },
    },
  ]);

const mpzp = (look: MapLook) =>
  layersOf('mpzp', 'mpzp', [
    {
      id: 'mpzp-fill',
      type: 'fill',
      filter: ['all', AREAS, IS_ALIVE, ['==', ['get', 'kind'], 'plan']],
      paint: { 'fill-color': look.mpzp.fill, 'fill-opacity': ['case', IS_BINDING, 0.35, 0.15] },
    },
    {
      id: 'mpzp-line',
      type: 'line',
      filter: ['all', OUTLINES, IS_ALIVE],
      paint: {
        'line-color': look.mpzp.line,
        'line-width': ['case', ['==', ['get', 'kind'], 'plan'], 2, 0.8],
      },
    },
    {
      id: 'mpzp-symbol',
      type: 'symbol',
      filter: ['all', AREAS, IS_ALIVE, ['has', 'symbol']],
      minzoom: 14,
      layout: { 'text-field': ['get', 'symbol'], 'text-font': FONT, 'text-size': 12 },
      paint: { 'text-color': look.mpzp.line, ...haloOf(look) },
    },
  ]);

const flood = (look: MapLook) =>
  layersOf('flood', 'flood', [
    {
      id: 'flood-fill',
      type: 'fill',
      filter: AREAS,
      layout: { 'fill-sort-key': ['-', ['get', 'years']] },
      paint: {
        'fill-color': colourBy('years', look.flood, look.unknown),
        'fill-opacity': 0.4,
        'fill-antialias': false,
      },
    },
    {
      id: 'flood-line',
      type: 'line',
      filter: OUTLINES,
      paint: { 'line-color': colourBy('years', look.flood, look.unknown), 'line-width': 1 },
    },
  ]);

const nature = (look: MapLook) =>
  layersOf('protected', 'protected', [
    {
      id: 'protected-fill',
      type: 'fill',
      filter: AREAS,
      paint: {
        'fill-color': look.protected.fill,
        'fill-opacity': ['case', ['has', 'buffer'], 0.15, 0.32],
        'fill-antialias': false,
      },
    },
    {
      id: 'protected-line',
      type: 'line',
      filter: OUTLINES,
      paint: { 'line-color': look.protected.line, 'line-width': 1.5 },
    },
    {
      id: 'protected-point',
      type: 'circle',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-color': look.protected.fill,
        'circle-radius': 5,
        'circle-stroke-color': look.protected.line,
        'circle-stroke-width': 1.5,
      },
    },
  ]);

const landslides = (look: MapLook) =>
  layersOf('landslides', 'landslides', [
    {
      id: 'landslides-fill',
      type: 'fill',
      filter: AREAS,
      paint: {
        'fill-color': colourBy('kind', look.landslide, look.unknown),
        'fill-opacity': 0.45,
      },
    },
    {
      id: 'landslides-line',
      type: 'line',
      filter: OUTLINES,
      paint: { 'line-color': colourBy('kind', look.landslide, look.unknown), 'line-width': 1.5 },
    },
  ]);

const parcels = (look: MapLook) =>
  layersOf('parcels', null, [
    { id: 'parcels-fill', type: 'fill', paint: { 'fill-color': '#000000', 'fill-opacity': 0 } },
    {
      id: 'parcels-line',
      type: 'line',
      paint: {
        'line-color': look.parcel.line,
        'line-width': ['interpolate', ['linear'], ['zoom'], 14, 0.4, 17, 1.1],
      },
    },
  ]);

const buildings = (look: MapLook) =>
  layersOf('buildings', 'buildings', [
    {
      id: 'buildings-fill',
      type: 'fill',
      paint: { 'fill-color': look.building.fill, 'fill-outline-color': look.building.line },
    },
  ]);

const boundaries = (look: MapLook) =>
  layersOf('boundaries', null, [
    ...(['obreb', 'gmina', 'powiat'] as const).map((level) => ({
      id: `boundaries-${level}`,
      type: 'line' as const,
      filter: ['==', ['get', 'level'], level] satisfies FilterSpecification,
      paint: {
        'line-color': look.boundary[level],
        'line-width': { obreb: 1.2, gmina: 1.8, powiat: 2.6 }[level],
        'line-dasharray': [4, 2],
      },
    })),
  ]);

const unitNames = (look: MapLook) =>
  layersOf('unit_names', null, [
    {
      id: 'unit-names',
      type: 'symbol',
      maxzoom: 15,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['match', ['get', 'level'], 'powiat', 15, 'gmina', 13, 11],
        'symbol-sort-key': ['match', ['get', 'level'], 'powiat', 0, 'gmina', 1, 2],
      },
      paint: { 'text-color': look.boundary.text, ...haloOf(look) },
    },
  ]);

const addresses = (look: MapLook) =>
  layersOf('addresses', 'addresses', [
    {
      id: 'addresses-point',
      type: 'circle',
      paint: { 'circle-color': look.address, 'circle-radius': 2.5 },
    },
    {
      id: 'addresses-number',
      type: 'symbol',
      minzoom: 16,
      layout: {
        'text-field': ['get', 'number'],
        'text-font': FONT,
        'text-size': 10,
        'text-offset': [0, 0.9],
      },
      paint: { 'text-color': look.address, ...haloOf(look) },
    },
  ]);

const permits = (look: MapLook) =>
  layersOf('permits', 'permits', [
    {
      id: 'permits-point',
      type: 'circle',
      paint: {
        'circle-color': look.permit,
        'circle-radius': 5,
        'circle-stroke-color': look.paper,
        'circle-stroke-width': 1.5,
      },
    },
  ]);

const numbers = (look: MapLook) =>
  layersOf('parcel_numbers', null, [
    {
      id: 'parcel-numbers',
      type: 'symbol',
      minzoom: 15.5,
      // Above the point: permits, and most addresses, lie on it.
      layout: {
        'text-field': ['get', 'number'],
        'text-font': FONT,
        'text-size': 11,
        'text-offset': [0, -0.9],
      },
      paint: { 'text-color': look.parcel.text, ...haloOf(look) },
    },
  ]);

/** By the cadastre; a page may colour it by another source. */
const coverage = (look: MapLook) =>
  layersOf('coverage', 'coverage', [
    {
      id: 'coverage-fill',
      type: 'fill',
      paint: {
        'fill-color': [
          'case',
          ['has', 'egib'],
          look.coverage.fresh,
          ['has', 'part:egib'],
          look.coverage.part,
          look.coverage.none,
        ],
        'fill-opacity': 0.45,
      },
    },
  ]);

/** From the lowest to the highest. */
const STYLE_LAYERS: readonly ((look: MapLook) => readonly DrawnLayer[])[] = [
  coverage,
  zones,
  mpzp,
  flood,
  nature,
  landslides,
  buildings,
  parcels,
  ouz,
  boundaries,
  unitNames,
  permits,
  addresses,
  numbers,
];

export function styleDocument(tiles_url: string, theme: MapTheme): StyleSpecification {
  const look = MAP_THEMES[theme];
  return {
    version: 8,
    name: 'Miedza',
    metadata: { overlays: OVERLAYS },
    sources: {
      [SOURCE]: { type: 'vector', url: tiles_url, promoteId: { parcels: 'id', parcel_numbers: 'id' } },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': look.background } },
      ...STYLE_LAYERS.flatMap((layersIn) => layersIn(look)),
    ],
  };
}
