// The map itself: MapLibre with the server's style and tiles. Follows the signals of the page: overlays, coverage by age, what was
// chosen, candidates; tells it what was clicked. Another theme or language is another map, which begins where the one before was left.

import { effect } from '@preact/signals';
import type * as Library from 'maplibre-gl';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  Map as LibreMap,
  PointLike,
  StyleSpecification,
} from 'maplibre-gl';
import {
  AGEING_DAYS,
  FRESH_DAYS,
  MAP_THEMES,
  type MapLook,
  type MapTheme,
  OVERLAYS,
} from '../tiles/map-style.ts';
import type { PageSettings } from './api.ts';
import { addHatching, SOURCE, withAdditions } from './map-additions.ts';
import { mapCentre, mapZoom } from './map-centre.ts';
import { createMeasuring } from './map-measuring.ts';
import { measured } from './map-settings.ts';
import { type OwnTiles, ownTiles } from './own-tiles.ts';
import { choose, found, ground, positionsNear } from './page-answers.ts';
import { daysBefore, onDay, today } from './plan-day.ts';
import { go, type MapView, state } from './url-state.ts';
import { pageWords } from './words.ts';

export interface ShownMap {
  measure(isOn: boolean): void;
  close(): void;
}

/** As the package has it: served beside the page, loaded when there is a map to draw. */
const LIBRARY: string = '/page/maplibre-gl.mjs';
const LIBRARY_STYLES = '/page/maplibre-gl.css';
const PARCELS = { source: SOURCE, sourceLayer: 'parcels' };

/** Poland, where nothing is loaded. */
const WHOLE_COUNTRY: MapView = { lat: 52.1, lng: 19.4, zoom: 5.6 };
const START_ZOOM = 13.2;

/** What the map before this one showed, and what it had moved to. */
let left: MapView | null = null;
let seen = '';

export async function showMap(
  place: HTMLElement,
  settings: PageSettings,
  theme: MapTheme,
): Promise<ShownMap> {
  loadStyles();
  const look = MAP_THEMES[theme];
  const [library, style, tiles] = await Promise.all([
    import(LIBRARY) as Promise<typeof Library>,
    fetch(`/style.json?theme=${theme}`).then((response): Promise<StyleSpecification> => response.json()),
    ownTiles(),
  ]);
  const begin = state.peek().map_view ?? left ?? startAt(tiles);
  const words = pageWords.peek().map;
  const map = new library.Map({
    container: place,
    style: withAdditions(onDay(style, today()), tiles, settings, look),
    center: [begin.lng, begin.lat],
    zoom: begin.zoom,
    minZoom: 5,
    maxZoom: 20,
    // They stand below the map.
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    locale: {
      'Map.Title': words.label,
      'NavigationControl.ZoomIn': words.zoom_in,
      'NavigationControl.ZoomOut': words.zoom_out,
    },
    transformRequest: (url) =>
      url.startsWith(`${window.location.origin}/tiles/`)
        ? { url, headers: { 'X-Api-Key': settings.key } }
        : { url },
  });
  map.addControl(new library.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new library.ScaleControl({ maxWidth: 120 }), 'bottom-left');
  const measuring = createMeasuring(map);
  map.on('click', ({ lngLat: { lat, lng }, point }) => {
    if (measuring.add([lng, lat])) return;
    const id = idAt(map, point);
    choose(id === null ? { point: `${lat.toFixed(6)},${lng.toFixed(6)}` } : { id });
  });
  map.once('load', () => {
    place.dataset.ready = 'true';
  });
  // Not 'load', which waits for every tile: by then a reader has clicked and switched.
  await new Promise<void>((ready) => map.once('style.load', () => ready()));
  addHatching(map, look);
  const stop = [
    followOverlays(map),
    followCoverage(map, look),
    followView(map),
    followChosen(map),
    followCandidates(map),
    followNear(map),
  ];
  map.on('mousemove', 'parcels-fill', () => {
    map.getCanvas().style.cursor = measured.value ? 'crosshair' : 'pointer';
  });
  map.on('mouseleave', 'parcels-fill', () => {
    map.getCanvas().style.cursor = measured.value ? 'crosshair' : '';
  });
  return {
    measure: measuring.set,
    close() {
      for (const end of stop) end();
      measuring.close();
      mapZoom.value = null;
      left = viewOf(map);
      delete place.dataset.ready;
      map.remove();
    },
  };
}

/** The candidate or parcel that is drawn there; null where nothing is, or not yet. */
function idAt(map: LibreMap, point: PointLike): string | null {
  for (const layer of ['candidates-point', 'parcels-fill']) {
    const [feature] = map.getLayer(layer) ? map.queryRenderedFeatures(point, { layers: [layer] }) : [];
    const id: unknown = feature?.properties.id;
    if (id !== undefined) return String(id);
  }
  return null;
}

const startAt = ({ centre }: OwnTiles): MapView =>
  centre ? { lng: centre[0], lat: centre[1], zoom: START_ZOOM } : WHOLE_COUNTRY;

function viewOf(map: LibreMap): MapView {
  const { lat, lng } = map.getCenter();
  return { lat, lng, zoom: map.getZoom() };
}

function loadStyles(): void {
  if (document.querySelector(`link[href="${LIBRARY_STYLES}"]`)) return;
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href: LIBRARY_STYLES }),
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
function followCoverage(map: LibreMap, look: MapLook): () => void {
  return effect(() => {
    const source = state.value.coverage_of;
    const { fresh, ageing, old, part } = look.coverage;
    const day = today();
    const since = (days: number): ExpressionSpecification => ['>=', ['get', source], daysBefore(day, days)];
    map.setPaintProperty('coverage-fill', 'fill-color', [
      'case',
      ['has', `part:${source}`],
      part,
      ['!', ['has', source]],
      'transparent',
      ['==', ['get', source], ''],
      look.unknown,
      since(FRESH_DAYS),
      fresh,
      since(AGEING_DAYS),
      ageing,
      old,
    ]);
  });
}

/** A reader's own moves are in the address, and the address moves the map. What was chosen moves it by itself. */
function followView(map: LibreMap): () => void {
  const tellCentre = () => {
    const { lat, lng, zoom } = viewOf(map);
    mapZoom.value = zoom;
    mapCentre.value = `${lat.toFixed(4)},${lng.toFixed(4)}`;
  };
  tellCentre();
  map.on('moveend', (event) => {
    tellCentre();
    if (event.originalEvent) go({ map_view: viewOf(map) }, 'replace');
  });
  let last = state.peek().map_view;
  return effect(() => {
    const { map_view } = state.value;
    if (!map_view || map_view === last) return;
    last = map_view;
    const { lat, lng, zoom } = viewOf(map);
    const isThere = lat === map_view.lat && lng === map_view.lng && zoom === map_view.zoom;
    if (!isThere) map.jumpTo({ center: [map_view.lng, map_view.lat], zoom: map_view.zoom });
  });
}

function followChosen(map: LibreMap): () => void {
  let marked: readonly string[] = [];
  return effect(() => {
    const now = ground.value;
    for (const id of marked) map.removeFeatureState({ ...PARCELS, id });
    marked = now ? [now.id, ...now.neighbours] : [];
    if (!now) return;
    for (const id of now.neighbours) map.setFeatureState({ ...PARCELS, id }, { neighbour: true });
    map.setFeatureState({ ...PARCELS, id: now.id }, { chosen: true });
    if (seen === now.id) return;
    seen = now.id;
    if (state.peek().map_view) return;
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
    const ids = candidates.map(({ id }) => id).join();
    if (isOpen && features.length > 0 && seen !== ids) {
      seen = ids;
      fit(
        map,
        features.map(({ geometry }) => geometry.coordinates),
        15,
      );
    }
  });
}

/** Where nothing is chosen yet, the map shows what there is to choose from. */
function followNear(map: LibreMap): () => void {
  return effect(() => {
    const positions = positionsNear.value;
    const place = positions.join(' ');
    if (positions.length === 0 || seen === place) return;
    seen = place;
    if (!state.peek().map_view) fit(map, positions, 16);
  });
}
