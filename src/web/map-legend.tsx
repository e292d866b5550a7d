// What can be switched on over the map, what its colours mean, and measuring. Made from the table of styles.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { OVERLAY_ZOOMS, OVERLAYS, type Overlay, ZONE_COLOURS } from '../tiles/map-style.ts';
import { Swatch, type SwatchKind } from './charts.tsx';
import { mapZoom } from './map-centre.ts';
import { measured } from './map-settings.ts';
import type { ShownMap } from './shown-map.ts';
import { Terms } from './source-line.tsx';
import { mapLook } from './theme.ts';
import { go, state } from './url-state.ts';
import { useRegisters } from './use-registers.ts';
import { pageWords, showArea, showDay, showLength, showPercent, withoutSampleLabel } from './words.ts';

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

/** The drawing shows the ground around one place: what is loaded where is nothing that it could colour. */
const DRAWN_OVERLAYS = OVERLAYS.filter((one) => one !== 'coverage');

interface MapLegendProps {
  readonly map: ShownMap | null;
  /** Where there is no WebGL. */
  readonly is_drawing: boolean;
  readonly overlays: readonly Overlay[];
}

export function MapLegend({ map, is_drawing, overlays }: MapLegendProps) {
  const isOpen = useSignal(matchMedia('(min-width: 100rem)').matches);
  const opener = useRef<HTMLButtonElement>(null);
  const told = pageWords.value.map;
  const toggle = (overlay: Overlay) =>
    go(
      {
        overlays: OVERLAYS.filter((one) => (one === overlay) !== overlays.includes(one)),
      },
      'replace',
    );
  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen.value) return;
    // It ends nothing else: measuring may go on.
    event.stopPropagation();
    isOpen.value = false;
    opener.current?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is in it come by here
    <div class="legend" onKeyDown={closeByKey}>
      <div class="legend-buttons">
        <button
          ref={opener}
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
          {(is_drawing ? DRAWN_OVERLAYS : OVERLAYS).map((overlay) => (
            <OverlaySwitch
              key={overlay}
              overlay={overlay}
              isOn={overlays.includes(overlay)}
              onToggle={() => toggle(overlay)}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

interface OverlaySwitchProps {
  readonly overlay: Overlay;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Its legend comes into view with it. What is seen from closer only says so. */
function OverlaySwitch({ overlay, isOn, onToggle }: OverlaySwitchProps) {
  const item = useRef<HTMLLIElement>(null);
  const wasOn = useRef(isOn);
  useEffect(() => {
    if (isOn && !wasOn.current) item.current?.scrollIntoView({ block: 'nearest' });
    wasOn.current = isOn;
  }, [isOn]);
  const told = pageWords.value.map;
  const rows = rowsOf(overlay);
  const isTooFar = mapZoom.value !== null && mapZoom.value < OVERLAY_ZOOMS[overlay];
  return (
    <li ref={item}>
      <label>
        <input type="checkbox" checked={isOn} onChange={onToggle} />
        {told.overlays[overlay]}
        <SingleSwatch rows={rows} />
      </label>
      {isOn && isTooFar && <p class="too-far">{told.too_far}</p>}
      {isOn && overlay === 'coverage' && <CoverageChoice />}
      {isOn && !isTooFar && rows.length > 1 && (
        <Rows of={rows} note={overlay === 'zones' ? told.draft : null} />
      )}
      {isOn && overlay === 'coverage' && <CoverageTerms />}
    </li>
  );
}

/** The registers that are served, by their own titles; the cadastre alone before they are known. */
function CoverageChoice() {
  const registers = useRegisters();
  const { coverage_of } = state.value;
  const { map } = pageWords.value;
  const choices = [...registers.values()].map(({ id, title }) => [id, withoutSampleLabel(title)] as const);
  return (
    <label class="coverage-choice">
      {map.coverage_of}{' '}
      <select
        value={coverage_of}
        onChange={(event) => go({ coverage_of: event.currentTarget.value }, 'replace')}
      >
        {(choices.length > 0 ? choices : [['egib', 'EGiB'] as const]).map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Of the chosen register its day, share and terms. Below the colours: what comes later moves them out of view no more. */
function CoverageTerms() {
  const chosen = useRegisters().get(state.value.coverage_of);
  const { map, checks } = pageWords.value;
  if (!chosen) return null;
  return (
    <p class="source">
      {chosen.as_of === null ? checks.no_day : map.newest(showDay(chosen.as_of))}
      {chosen.coverage_pct == null ? '' : ` · ${map.share_loaded(showPercent(chosen.coverage_pct))}`}
      {' · '}
      <Terms of={chosen} />
    </p>
  );
}

/** Of an overlay with one colour, beside its name. */
function SingleSwatch({ rows: [row, ...more] }: { rows: readonly Row[] }) {
  if (!row || more.length > 0) return null;
  const [colour, , kind] = row;
  return <Swatch colour={colour} {...(kind ? { kind } : {})} />;
}

/** More than these are folded: the thirteen zones would push all else out of sight. */
const MOST_UNFOLDED = 6;

function Rows({ of, note }: { of: readonly Row[]; note: string | null }) {
  const rows = (
    <ul class="rows">
      {of.map(([colour, label, kind]) => (
        <li key={label}>
          <Swatch colour={colour} {...(kind ? { kind } : {})} /> {label}
        </li>
      ))}
      {note && <li>{note}</li>}
    </ul>
  );
  if (of.length <= MOST_UNFOLDED) return rows;
  return (
    <details class="more">
      <summary>{pageWords.value.map.legend}</summary>
      {rows}
    </details>
  );
}
