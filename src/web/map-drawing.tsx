// The map of a browser without WebGL: the drawing of the ground, to go closer and farther, and to choose a parcel on.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { GroundDrawing } from './ground-drawing.tsx';
import { boundsAround } from './ground-frame.ts';
import { type LngLatPair, ownTiles } from './own-tiles.ts';
import { choose, found, ground, positionsNear } from './page-answers.ts';
import { mapLook } from './theme.ts';
import { state } from './url-state.ts';
import { pageWords } from './words.ts';

export function MapDrawing() {
  const margin = useSignal(2.2);
  /** Where nothing is chosen yet. */
  const start = useSignal<readonly LngLatPair[]>([]);
  useEffect(() => {
    ownTiles().then(
      ({ centre }) => {
        start.value = centre ? [centre] : [];
      },
      (error: unknown) => console.warn('the tiles cannot be read:', error),
    );
  }, []);
  const { map } = pageWords.value;
  const chosen = ground.value;
  const candidates =
    found.value.step === 'answered' && found.value.answer.status === 'ambiguous'
      ? found.value.answer.candidates.flatMap(({ centroid }) => (centroid ? [centroid] : []))
      : [];
  const positions = chosen
    ? chosen.geometry.coordinates.flat(2)
    : ([candidates, positionsNear.value].find(({ length }) => length > 0) ?? start.value);
  return (
    <>
      <p class="map-note">{map.no_webgl}</p>
      {positions.length > 0 && (
        <GroundDrawing
          bounds={boundsAround(positions, margin.value, 900 / 700)}
          chosen={chosen?.id ?? null}
          neighbours={chosen?.neighbours ?? []}
          overlays={state.value.overlays}
          look={mapLook.value}
          candidates={candidates}
          width={900}
          height={700}
          onChoose={(id) => choose({ id })}
        />
      )}
      <div class="map-zoom">
        <button
          type="button"
          aria-label={map.zoom_in}
          onClick={() => {
            margin.value = Math.max(1.1, margin.value / 1.6);
          }}
        >
          +
        </button>
        <button
          type="button"
          aria-label={map.zoom_out}
          onClick={() => {
            margin.value = Math.min(12, margin.value * 1.6);
          }}
        >
          −
        </button>
      </div>
    </>
  );
}
