// The half of the page with the map: MapLibre where the browser has WebGL, the same ground as a drawing where it has not, and what
// can be switched on, with the legend.

import { type Signal, signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { settings } from './api.ts';
import { MapCredits } from './map-credits.tsx';
import { MapLegend } from './map-legend.tsx';
import type { ShownMap } from './shown-map.ts';
import { theme } from './theme.ts';
import { state } from './url-state.ts';
import { pageWords } from './words.ts';

const Drawing: Signal<ComponentType | null> = signal(null);

function hasWebGl(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

export function MapPane() {
  const isDrawn = useSignal(hasWebGl());
  const place = useRef<HTMLDivElement>(null);
  const map = useSignal<ShownMap | null>(null);

  const now = theme.value;
  const { lang } = state.value;
  useEffect(() => {
    if (!isDrawn.value) {
      void import('./map-drawing.tsx').then(({ MapDrawing }) => {
        Drawing.value = MapDrawing;
      });
      return;
    }
    let isGone = false;
    void import('./shown-map.ts').then(async ({ showMap }) => {
      if (!place.current || isGone) return;
      const shown = await showMap(place.current, settings, now).catch((error: unknown) => {
        console.warn('the map cannot be drawn:', error);
        isDrawn.value = false;
        return null;
      });
      if (isGone) shown?.close();
      else map.value = shown;
    });
    return () => {
      isGone = true;
      map.peek()?.close();
      map.value = null;
    };
  }, [isDrawn.value, now, lang]);

  const Shown = Drawing.value;
  return (
    <section class="map-pane" aria-label={pageWords.value.map.label}>
      {isDrawn.value ? (
        <div class="map" ref={place} />
      ) : (
        <div class="map map-still">{Shown && <Shown />}</div>
      )}
      <MapCredits />
      <MapLegend map={map.value} is_drawing={!isDrawn.value} overlays={state.value.overlays} />
    </section>
  );
}
