// One entry of /v1/sources: a register with its terms, how fresh it is, and how much of what is served it is held for, part by
// part where it is published so (spec §4.9).

import type { Language } from '../../contract/language.ts';
import type { LayerKey } from '../../contract/layers.ts';
import type { Source, SourcePart } from '../../contract/sources.ts';
import { partsOfRegister, type RegisterPart } from './register-parts.ts';
import {
  freshnessOf,
  SOURCES,
  type SourceId,
  type SourceRow,
  type SourceState,
  sourceRef,
} from './registers.ts';
import { readScope } from './scope.ts';

/** What there is to load in the voivodeships that are served. */
export interface ServedPlaces {
  readonly voivodeships: readonly string[];
  readonly powiaty: readonly string[];
  /** Six digits. */
  readonly gminy: readonly string[];
  /** The share of the obręby of a powiat of which parcels are loaded: 1 for all, 0 also where nobody tells how many there are. */
  shareLoaded(powiat: string): number;
}

/** The share of the places of its unit that a source is held for, all its parts. A gmina is held by itself or by its powiat. */
function shareHeld(
  unit: SourceRow['unit'],
  states: readonly SourceState[],
  parts: readonly RegisterPart[],
  served: ServedPlaces,
): number {
  if (unit === 'voivodeship' || unit === 'country') {
    const isHeld = (code: string) =>
      parts.length === 0
        ? states.some((state) => meets(state, code))
        : parts.every((part) => states.some((state) => brings(state, part) && meets(state, code)));
    return served.voivodeships.filter(isHeld).length / Math.max(1, served.voivodeships.length);
  }
  const scopes = new Set(states.map((state) => state.scope));
  const isHeld = (place: string) => scopes.has(place) || scopes.has(place.slice(0, 4));
  const places = unit === 'gmina' ? served.gminy : served.powiaty;
  const shares = places.map((place) => {
    if (isHeld(place)) return 1;
    return unit === 'powiat' && states.some(({ scope }) => scope.startsWith(place))
      ? served.shareLoaded(place)
      : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, places.length);
}

function meets({ scope }: SourceState, code: string): boolean {
  const { place } = readScope(scope);
  return place.startsWith(code) || code.startsWith(place);
}

/** A load that names no part brings all. */
function brings({ scope }: SourceState, { part, within }: RegisterPart): boolean {
  const brought = readScope(scope).part;
  return brought === null || brought === part || brought === within;
}

const asPercent = (share: number): number => Math.round(share * 10_000) / 100;

const newestOf = (days: readonly (string | null)[]): string | null =>
  days
    .flatMap((day) => day ?? [])
    .sort()
    .at(-1) ?? null;

/**
 * `layers` are those that it answers or takes part in (layers/layer-registers.ts). Its days are those of `dated`: of the load that
 * answers at a place, where one is asked about.
 */
export function sourceEntry(
  id: SourceId,
  layers: readonly LayerKey[],
  states: readonly SourceState[],
  served: ServedPlaces,
  now: Date,
  language: Language,
  dated: readonly SourceState[] = states,
): Source {
  const row: SourceRow = SOURCES[id];
  const last_success_at = newestOf(dated.map((state) => state.last_success_at));
  const { fallback: _fallback, ...ref } = sourceRef(
    id,
    {
      as_of: newestOf(dated.map(({ as_of }) => as_of)),
      synthetic: dated.some((state) => state.synthetic),
    },
    language,
  );
  const parts = partsOfRegister(id);
  const partEntry = (part: RegisterPart): SourcePart => {
    const bringing = states.filter((state) => brings(state, part));
    return {
      id: part.part,
      title: part.title[language],
      as_of: newestOf(bringing.map(({ as_of }) => as_of)),
      coverage_pct: asPercent(shareHeld(row.unit, bringing, [part], served)),
    };
  };
  return {
    ...ref,
    freshness: freshnessOf(id, last_success_at, now),
    category: row.category,
    layers: [...layers],
    licence_url: row.licence_url,
    band: row.fallback ? 'fallback' : 'official',
    refresh_target: `P${row.refresh_days}D`,
    last_success_at,
    coverage_pct: asPercent(shareHeld(row.unit, states, parts, served)),
    coverage_unit: row.unit,
    ...(parts.length > 0 ? { parts: parts.map(partEntry) } : {}),
  };
}
