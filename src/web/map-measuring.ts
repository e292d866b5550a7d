// Measuring on the map: points that are clicked become a line, and from the third on an area. Escape ends it.

import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl';
import { measured } from './map-settings.ts';
import { areaWithin, lengthOf } from './measure.ts';
import type { LngLatPair } from './own-tiles.ts';

export function createMeasuring(map: LibreMap) {
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
    // The second click of two is a point like the others.
    map.doubleClickZoom[isOn ? 'disable' : 'enable']();
    draw();
  };
  const endByKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && measured.value) set(false);
  };
  window.addEventListener('keydown', endByKey);
  return {
    set,
    close() {
      set(false);
      window.removeEventListener('keydown', endByKey);
    },
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
