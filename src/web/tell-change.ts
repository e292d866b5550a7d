// What changed, as two short texts in the language of the page: what was told before, and what is told now. Members of an event that
// have no short form are left to the JSON.

import type { ChangeEvent } from '../contract/change-events.ts';
import { pageWords, showArea, showDay, showLength, showNumber, showPercent } from './words.ts';

type Teller = (value: unknown, of: ChangeEvent) => string | null;

const textOf: Teller = (value) => (typeof value === 'string' ? value : null);
const yesOrNo: Teller = (value) => {
  const { yes, no } = pageWords.value.values;
  return typeof value === 'boolean' ? (value ? yes : no) : null;
};
const amount =
  (show: (value: number) => string): Teller =>
  (value) =>
    typeof value === 'number' ? show(value) : null;
const named =
  (names: () => Readonly<Record<string, string>>): Teller =>
  (value) =>
    typeof value === 'string' ? (names()[value] ?? null) : null;
const listed =
  (show: (one: Readonly<Record<string, unknown>>) => unknown): Teller =>
  (value) =>
    Array.isArray(value) && value.length > 0 ? value.map(show).join(', ') : null;

const shares = listed(({ symbol, share_pct }) => `${symbol} ${showPercent(Number(share_pct))}`);

/** By member of `before` and `after`, in the order in which they are told. */
const TELLERS: Readonly<Record<string, Teller>> = {
  status: named(() => pageWords.value.values.plan_status),
  effective_from: (value, { detected_at }) =>
    typeof value === 'string'
      ? pageWords.value.values[value > detected_at ? 'from' : 'since'](showDay(value))
      : null,
  verdict: (value, of) => {
    const { values, verdict } = pageWords.value;
    const names: Readonly<Record<string, unknown>> =
      of.event === 'road_access_changed' ? values.road : verdict;
    return textOf(names[String(value)], of);
  },
  coverage: named(() => pageWords.value.coverage),
  wz_regime: named(() => pageWords.value.values.regimes),
  studium_expired: yesOrNo,
  in_ouz: yesOrNo,
  possible: yesOrNo,
  present: yesOrNo,
  zones: shares,
  classes: shares,
  symbol: textOf,
  parameters: tellLimits,
  q10: yesOrNo,
  q100: yesOrNo,
  q500: yesOrNo,
  q100_share_pct: amount((pct) => `${pageWords.value.values.flood.q100} ${showPercent(pct)}`),
  forms: listed(({ name }) => name),
  nearest_public_road_m: amount(showLength),
  count: (value, { event }) => {
    if (typeof value !== 'number') return null;
    return event === 'buildings_changed' ? pageWords.value.values.buildings(value) : showNumber(value);
  },
  footprint_m2_total: amount((m2) => `${pageWords.value.values.footprint} ${showArea(m2)}`),
  median_pln_m2: amount((price) => `${showNumber(price)} ${pageWords.value.values.per_m2}`),
  addresses: listed(({ street, house_number, locality }) =>
    [street, house_number, locality].filter(Boolean).join(' '),
  ),
  kind: textOf,
  decision_date: (value) => (typeof value === 'string' ? showDay(value) : null),
  area_official_m2: amount(showArea),
  predecessors: (value) =>
    Array.isArray(value) ? pageWords.value.events.predecessors(value.join(', ')) : null,
  successors: (value) => (Array.isArray(value) ? pageWords.value.events.successors(value.join(', ')) : null),
  as_of: (value) => (typeof value === 'string' ? showDay(value) : null),
};

function tellLimits(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { height, built_up, green, intensity } = pageWords.value.values;
  const names: Readonly<Record<string, readonly [name: string, show: (limit: number) => string]>> = {
    max_height_m: [height, (limit) => `${showNumber(limit, 2)} m`],
    max_coverage_pct: [built_up, showPercent],
    min_biologically_active_pct: [green, showPercent],
    max_intensity: [intensity, (limit) => showNumber(limit, 2)],
  };
  const told = Object.entries(value).flatMap(([key, limit]) => {
    const [name, show] = names[key] ?? [];
    return show && typeof limit === 'number' ? [`${name} ${show(limit)}`] : [];
  });
  return told.length > 0 ? told.join(', ') : null;
}

function tellState(state: unknown, of: ChangeEvent): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const members = state as Readonly<Record<string, unknown>>;
  const told = Object.entries(TELLERS).flatMap(([name, tell]) => tell(members[name], of) ?? []);
  return told.length > 0 ? told.join(', ') : null;
}

/** What it is about where its name does not say it, and what became of what. */
export function tellChange(change: ChangeEvent): {
  readonly of: string | null;
  readonly was: string | null;
  readonly is: string | null;
} {
  const { event, layer, source, before, after } = change;
  const { layers } = pageWords.value;
  const layerName = (layers as Readonly<Record<string, string>>)[layer ?? ''] ?? layer ?? null;
  const of =
    event === 'source_refreshed' ? (source?.title ?? null) : event === 'coverage_changed' ? layerName : null;
  return { of, was: tellState(before, change), is: tellState(after, change) };
}
