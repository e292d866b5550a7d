// The map itself: MapLibre with the server's style and tiles, and what the page adds to it: the chosen parcel, neighbours,
// candidates, hatching, coverage by age, measuring. Follows the signals of the page; tells it what was clicked.

import { effect } from '@preact/signals';
import type * as Library from 'maplibre-gl';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  Map as LibreMap,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { AGEING_DAYS, FRESH_DAYS, MAP_STYLES, OVERLAYS } from '../tiles/map-style.ts';
import type { PageSettings } from './api.ts';
import { mapCentre } from './map-centre.ts';
import { coverageSource, measured } from './map-settings.ts';
import { areaWithin, lengthOf } from './measure.ts';
import { choose, found, ground } from './page-answers.ts';
import { daysBefore, onDay, today } from './plan-day.ts';
import { type LngLatPair, type OwnTiles, ownTiles } from './tile-reader.ts';
import { state } from './url-state.ts';
import { pageWords } from './words.ts';

export interface ShownMap {
  measure(isOn: boolean): void;
  close(): void;
}

/** As the package has it: served beside the page, loaded when there is a map to draw. */
const LIBRARY: string = '/page/maplibre-gl.mjs';
const LIBRARY_STYLES = '/page/maplibre-gl.css';
const SOURCE = 'miedza';
const PARCELS = { source: SOURCE, sourceLayer: 'parcels' };

export async function showMap(place: HTMLElement, settings: PageSettings): Promise<ShownMap> {
  loadStyles();
  const [library, style, tiles] = await Promise.all([
    import(LIBRARY) as Promise<typeof Library>,
    fetch('/style.json').then((response): Promise<StyleSpecification> => response.json()),
    ownTiles(),
  ]);
  const map = new library.Map({
    container: place,
    style: withAdditions(onDay(style, today()), tiles, settings),
    center: [20.934, 52.057],
    zoom: 13.2,
    minZoom: 5,
    maxZoom: 20,
    attributionControl: { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    transformRequest: (url) =>
      url.startsWith(`${window.location.origin}/tiles/`)
        ? { url, headers: { 'X-Api-Key': settings.key } }
        : { url },
  });
  map.addControl(new library.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new library.ScaleControl({ maxWidth: 120 }), 'bottom-left');
  map.getCanvas().setAttribute('aria-label', pageWords.value.map.label);
  await new Promise<void>((ready) => map.once('load', () => ready()));
  // Folded, as it is after the first move of the map: it would cover a third of it on a phone.
  const attribution = place.querySelector('.maplibregl-ctrl-attrib');
  attribution?.classList.remove('maplibregl-compact-show');
  attribution?.removeAttribute('open');
  addHatch(map);
  const stop = [followOverlays(map), followCoverage(map), followChosen(map), followCandidates(map)];
  const measuring = createMeasuring(map);
  const tellCentre = () => {
    const { lat, lng } = map.getCenter();
    mapCentre.value = `${lat.toFixed(4)},${lng.toFixed(4)}`;
  };
  map.on('moveend', tellCentre);
  map.on('click', (event) => {
    if (measuring.add([event.lngLat.lng, event.lngLat.lat])) return;
    const [candidate] = map.queryRenderedFeatures(event.point, { layers: ['candidates-point'] });
    const [parcel] = map.queryRenderedFeatures(event.point, { layers: ['parcels-fill'] });
    const id = candidate?.properties.id ?? parcel?.properties.id;
    const { lat, lng } = event.lngLat;
    choose(id === undefined ? { point: `${lat.toFixed(6)},${lng.toFixed(6)}` } : { id: String(id) });
  });
  map.on('mousemove', 'parcels-fill', () => {
    map.getCanvas().style.cursor = measured.value ? 'crosshair' : 'pointer';
  });
  map.on('mouseleave', 'parcels-fill', () => {
    map.getCanvas().style.cursor = '';
  });
  place.dataset.ready = 'true';
  return {
    measure: measuring.set,
    close() {
      for (const end of stop) end();
      measuring.set(false);
      map.remove();
    },
  };
}

function loadStyles(): void {
  if (document.querySelector(`link[href="${LIBRARY_STYLES}"]`)) return;
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href: LIBRARY_STYLES }),
  );
}

const isState = (name: string): ExpressionSpecification => ['boolean', ['feature-state', name], false];

/** The style with addresses of this origin, a map underneath where there is one, and layers of the page's own. */
function withAdditions(
  style: StyleSpecification,
  own: OwnTiles,
  { basemap }: PageSettings,
): StyleSpecification {
  const [background, ...layers] = style.layers;
  // The chosen parcel lies over the others, and under every label.
  const above = layers.findIndex(({ id }) => id === 'parcels-line') + 1;
  const { chosen, neighbour, candidate, measure, paper } = MAP_STYLES;
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
      ...(basemap ? [{ id: 'basemap', type: 'raster' as const, source: 'basemap' }] : []),
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
          'circle-color': candidate,
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
        paint: { 'text-color': paper },
      },
    ],
  };
}

/** Vertical hatching of infill areas, every 2 mm on the screen. */
function addHatch(map: LibreMap): void {
  const size = 8;
  const data = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row += 1) data.set([0x53, 0x53, 0x53, 150], row * size * 4);
  map.addImage('ouz-hatch', { width: size, height: size, data });
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
}

function followOverlays(map: LibreMap): () => void {
  return effect(() => {
    const { overlays } = state.value;
    for (const layer of map.getStyle().layers) {
      const overlay = (layer.metadata as { overlay?: string } | undefined)?.overlay;
      const name = OVERLAYS.find((one) => one === overlay);
      if (name) map.setLayoutProperty(layer.id, 'visibility', overlays.includes(name) ? 'visible' : 'none');
    }
  });
}

/** Powiaty by how old the data of one register are there: what is not loaded looks unknown, never old. */
function followCoverage(map: LibreMap): () => void {
  return effect(() => {
    const source = coverageSource.value;
    const { fresh, ageing, old, part, none } = MAP_STYLES.coverage;
    const day = today();
    const since = (days: number): ExpressionSpecification => ['>=', ['get', source], daysBefore(day, days)];
    map.setPaintProperty('coverage-fill', 'fill-color', [
      'case',
      ['has', `part:${source}`],
      part,
      ['!', ['has', source]],
      none,
      ['==', ['get', source], ''],
      MAP_STYLES.unknown,
      since(FRESH_DAYS),
      fresh,
      since(AGEING_DAYS),
      ageing,
      old,
    ]);
  });
}

function followChosen(map: LibreMap): () => void {
  let marked: readonly string[] = [];
  let shown = '';
  return effect(() => {
    const now = ground.value;
    for (const id of marked) map.removeFeatureState({ ...PARCELS, id });
    marked = now ? [now.id, ...now.neighbours] : [];
    if (!now) return;
    for (const id of now.neighbours) map.setFeatureState({ ...PARCELS, id }, { neighbour: true });
    map.setFeatureState({ ...PARCELS, id: now.id }, { chosen: true });
    if (shown === now.id) return;
    shown = now.id;
    fit(map, now.geometry.coordinates.flat(2), 17);
  });
}

function fit(map: LibreMap, positions: readonly (readonly number[])[], maxZoom: number): void {
  const lngs = positions.map(([lng = 0]) => lng);
  const lats = positions.map(([, lat = 0]) => lat);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  map.fitBounds(
    [
      [Math.min(...lngs), Math.min(...lats)],
      [Math.max(...lngs), Math.max(...lats)],
    ],
    { padding: 70, maxZoom, animate: !isStill, duration: 700 },
  );
}

function followCandidates(map: LibreMap): () => void {
  return effect(() => {
    const now = found.value;
    const candidates =
      now.step === 'answered' && 'candidates' in now.answer ? (now.answer.candidates ?? []) : [];
    const features = candidates.flatMap(({ id, centroid }, at) =>
      centroid
        ? [
            {
              type: 'Feature' as const,
              geometry: { type: 'Point' as const, coordinates: [...centroid] },
              properties: { number: String(at + 1), ...(id === null ? {} : { id }) },
            },
          ]
        : [],
    );
    const isOpen = now.step === 'answered' && now.answer.status !== 'ok';
    map
      .getSource<GeoJSONSource>('candidates')
      ?.setData({ type: 'FeatureCollection', features: isOpen ? features : [] });
    if (isOpen && features.length > 0)
      fit(
        map,
        features.map(({ geometry }) => geometry.coordinates),
        15,
      );
  });
}

function createMeasuring(map: LibreMap) {
  let line: LngLatPair[] = [];
  const draw = () => {
    const coordinates = line.map((one) => [...one]);
    const area = line.length > 2 ? [polygonOf(coordinates)] : [];
    const features = line.length > 1 ? [...area, lineOf(coordinates)] : [];
    map.getSource<GeoJSONSource>('measured')?.setData({ type: 'FeatureCollection', features });
  };
  const set = (isOn: boolean) => {
    line = [];
    measured.value = isOn ? { length_m: 0, area_m2: null } : null;
    map.getCanvas().style.cursor = isOn ? 'crosshair' : '';
    draw();
  };
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && measured.value) set(false);
  });
  return {
    set,
    /** Whether the point was taken. */
    add(point: LngLatPair): boolean {
      if (!measured.value) return false;
      line.push(point);
      measured.value = { length_m: lengthOf(line), area_m2: areaWithin(line) };
      draw();
      return true;
    },
  };
}

const lineOf = (coordinates: number[][]) => ({
  type: 'Feature' as const,
  properties: {},
  geometry: { type: 'LineString' as const, coordinates },
});

const polygonOf = (coordinates: number[][]) => ({
  type: 'Feature' as const,
  properties: {},
  geometry: { type: 'Polygon' as const, coordinates: [[...coordinates, coordinates[0] ?? []]] },
});
