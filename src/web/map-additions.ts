// What the page adds to the style of the server: the chosen parcel and its neighbours, candidates, what is measured, a map underneath
// where there is one, and hatching.

import type {
  ExpressionSpecification,
  Map as LibreMap,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { MapLook } from '../tiles/map-style.ts';
import type { PageSettings } from './api.ts';
import type { OwnTiles } from './own-tiles.ts';

export const SOURCE = 'miedza';

const isState = (name: string): ExpressionSpecification => ['boolean', ['feature-state', name], false];

/** The style with addresses of this origin, a map underneath where there is one, and layers of the page's own. */
export function withAdditions(
  style: StyleSpecification,
  own: OwnTiles,
  { basemap }: PageSettings,
  { chosen, neighbour, candidate, measure, paper, basemap_brightness }: MapLook,
): StyleSpecification {
  const [background, ...layers] = style.layers;
  // The chosen parcel lies over the others, and under every label.
  const above = layers.findIndex(({ id }) => id === 'parcels-line') + 1;
  if (!background) return style;
  const empty: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
  return {
    ...style,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [`${window.location.origin}${own.path}`],
        attribution: own.attribution,
        minzoom: 6,
        maxzoom: 16,
        promoteId: { parcels: 'id' },
      },
      candidates: empty,
      measured: empty,
      ...(basemap
        ? {
            basemap: {
              type: 'raster' as const,
              tiles: [
                new URL(basemap.tiles, window.location.origin).href
                  .replaceAll('%7B', '{')
                  .replaceAll('%7D', '}'),
              ],
              tileSize: 256,
              ...(basemap.max_zoom === undefined ? {} : { maxzoom: basemap.max_zoom }),
              attribution: basemap.attribution,
            },
          }
        : {}),
    },
    layers: [
      background,
      ...(basemap
        ? [
            {
              id: 'basemap',
              type: 'raster' as const,
              source: 'basemap',
              paint: { 'raster-brightness-max': basemap_brightness },
            },
          ]
        : []),
      ...layers.slice(0, above),
      {
        id: 'chosen-fill',
        type: 'fill',
        source: SOURCE,
        'source-layer': 'parcels',
        paint: {
          'fill-color': ['case', isState('chosen'), chosen.fill, neighbour.fill],
          'fill-opacity': ['case', isState('chosen'), 0.35, isState('neighbour'), 0.2, 0],
        },
      },
      {
        id: 'chosen-line',
        type: 'line',
        source: SOURCE,
        'source-layer': 'parcels',
        layout: { 'line-join': 'round' },
        paint: {
          'line-color': ['case', isState('chosen'), chosen.line, neighbour.line],
          'line-width': ['case', isState('chosen'), 3.5, 1.4],
          'line-opacity': ['case', isState('chosen'), 1, isState('neighbour'), 0.8, 0],
        },
      },
      ...layers.slice(above),
      {
        id: 'measured-area',
        type: 'fill',
        source: 'measured',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': measure, 'fill-opacity': 0.12 },
      },
      {
        id: 'measured-line',
        type: 'line',
        source: 'measured',
        paint: { 'line-color': measure, 'line-width': 2.5, 'line-dasharray': [2, 1] },
      },
      {
        id: 'candidates-point',
        type: 'circle',
        source: 'candidates',
        paint: {
          'circle-color': candidate.fill,
          'circle-radius': 13,
          'circle-stroke-color': paper,
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'candidates-number',
        type: 'symbol',
        source: 'candidates',
        layout: {
          'text-field': ['get', 'number'],
          'text-font': ['system-ui', 'sans-serif'],
          'text-size': 13,
          'text-allow-overlap': true,
        },
        paint: { 'text-color': candidate.text },
      },
    ],
  };
}

const PATTERN_SIZE = 8;

function addPattern(
  map: LibreMap,
  name: string,
  colour: string,
  isDrawn: (x: number, y: number) => boolean,
): void {
  const data = new Uint8Array(PATTERN_SIZE * PATTERN_SIZE * 4);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (let y = 0; y < PATTERN_SIZE; y += 1)
    for (let x = 0; x < PATTERN_SIZE; x += 1)
      if (isDrawn(x, y)) data.set([red, green, blue, 150], (y * PATTERN_SIZE + x) * 4);
  map.addImage(name, { width: PATTERN_SIZE, height: PATTERN_SIZE, data });
}

/** Vertical hatching of infill areas, every 2 mm on the screen; slanting hatching under all coverage, for what nobody knows. */
export function addHatching(map: LibreMap, look: MapLook): void {
  addPattern(map, 'ouz-hatch', look.ouz, (x) => x === 0);
  addPattern(map, 'unknown-hatch', look.unknown, (x, y) => (x + y) % PATTERN_SIZE === 0);
  map.addLayer(
    {
      id: 'ouz-fill',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'ouz',
      metadata: { overlay: 'ouz' },
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-pattern': 'ouz-hatch' },
    },
    'ouz-line',
  );
  map.addLayer(
    {
      id: 'coverage-unknown',
      type: 'background',
      metadata: { overlay: 'coverage' },
      paint: { 'background-pattern': 'unknown-hatch' },
    },
    'coverage-fill',
  );
}
