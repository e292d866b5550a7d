// What can be switched on over the map, what its colours mean, and measuring. Made from the table of styles.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { OVERLAYS, type Overlay, ZONE_COLOURS } from '../tiles/map-style.ts';
import { api, inLanguage } from './api.ts';
import { Swatch, type SwatchKind } from './charts.tsx';
import { measured } from './map-settings.ts';
import type { ShownMap } from './shown-map.ts';
import { mapLook } from './theme.ts';
import { go, state } from './url-state.ts';
import { pageWords, showArea, showLength, withoutSampleLabel } from './words.ts';

type Row = readonly [colour: string, label: string, kind?: SwatchKind];

function rowsOf(overlay: Overlay): readonly Row[] {
  const { map, values, zones } = pageWords.value;
  const look = mapLook.value;
  const { coverage, flood, landslide } = look;
  switch (overlay) {
    case 'zones':
      return Object.entries(ZONE_COLOURS).map(
        ([symbol, colour]): Row => [colour, `${symbol} ${zones[symbol] ?? ''}`],
      );
    case 'ouz':
      return [[look.ouz, map.overlays.ouz, 'hatch']];
    case 'mpzp':
      return [[look.mpzp.fill, map.overlays.mpzp]];
    case 'flood':
      return [
        [flood[10], values.flood.q10],
        [flood[100], values.flood.q100],
        [flood[500], values.flood.q500],
      ];
    case 'protected':
      return [[look.protected.fill, map.overlays.protected]];
    case 'landslides':
      return [
        [landslide.landslide, map.overlays.landslides],
        [landslide.threatened_area, map.threatened],
      ];
    case 'buildings':
      return [[look.building.fill, map.overlays.buildings]];
    case 'addresses':
      return [[look.address, map.overlays.addresses, 'dot']];
    case 'permits':
      return [[look.permit, map.overlays.permits, 'dot']];
    case 'coverage':
      return [
        [coverage.fresh, map.fresh],
        [coverage.ageing, map.ageing],
        [coverage.old, map.old],
        [look.unknown, map.no_day],
        [coverage.part, map.part],
        [look.unknown, map.none, 'unknown'],
      ];
  }
}

export function MapLegend({ map, overlays }: { map: ShownMap | null; overlays: readonly Overlay[] }) {
  const isOpen = useSignal(matchMedia('(min-width: 100rem)').matches);
  const told = pageWords.value.map;
  const toggle = (overlay: Overlay) =>
    go(
      {
        overlays: OVERLAYS.filter((one) => (one === overlay) !== overlays.includes(one)),
      },
      'replace',
    );
  return (
    <div class="legend">
      <div class="legend-buttons">
        <button
          type="button"
          aria-expanded={isOpen.value}
          aria-controls="legend"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {told.layers}
        </button>
        {map && (
          <button
            type="button"
            aria-pressed={measured.value !== null}
            onClick={() => map.measure(measured.value === null)}
          >
            {told.measure}
          </button>
        )}
      </div>
      {measured.value && (
        <p class="measured" role="status">
          {measured.value.length_m === 0
            ? told.measuring
            : told.measured(
                showLength(measured.value.length_m),
                measured.value.area_m2 === null ? null : showArea(measured.value.area_m2),
              )}
        </p>
      )}
      <div class="legend-body" id="legend" hidden={!isOpen.value}>
        <ul>
          {OVERLAYS.map((overlay) => {
            const isOn = overlays.includes(overlay);
            return (
              <li key={overlay}>
                <label>
                  <input type="checkbox" checked={isOn} onChange={() => toggle(overlay)} />
                  {told.overlays[overlay]}
                  <SingleSwatch rows={rowsOf(overlay)} />
                </label>
                {isOn && overlay === 'coverage' && <CoverageChoice />}
                {isOn && rowsOf(overlay).length > 1 && <Rows of={rowsOf(overlay)} />}
                {isOn && overlay === 'zones' && <p class="quiet">{told.draft}</p>}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** The registers that are served, by their own titles; the cadastre alone before they are known. */
function CoverageChoice() {
  const sources = useSignal<readonly (readonly [id: string, title: string])[]>([['egib', 'EGiB']]);
  useEffect(() => {
    api.sources(inLanguage()).then(
      (answer) => {
        if (answer.status === 'ok')
          sources.value = answer.result.map(({ id, title }) => [id, withoutSampleLabel(title)]);
      },
      (error: unknown) => console.warn('the sources cannot be read:', error),
    );
  }, []);
  return (
    <label class="coverage-choice">
      {pageWords.value.map.coverage_of}{' '}
      <select
        value={state.value.coverage_of}
        onChange={(event) => go({ coverage_of: event.currentTarget.value }, 'replace')}
      >
        {sources.value.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Of an overlay with one colour, beside its name. */
function SingleSwatch({ rows: [row, ...more] }: { rows: readonly Row[] }) {
  if (!row || more.length > 0) return null;
  const [colour, , kind] = row;
  return <Swatch colour={colour} {...(kind ? { kind } : {})} />;
}

function Rows({ of }: { of: readonly Row[] }) {
  return (
    <ul class="rows">
      {of.map(([colour, label, kind]) => (
        <li key={label}>
          <Swatch colour={colour} {...(kind ? { kind } : {})} /> {label}
        </li>
      ))}
    </ul>
  );
}
