// What changed between two assessments of a parcel, as events (names and shapes: law §11; spec §6).
// Only what a reader would call a change: a new date of an unchanged answer is none.

import type { EventName } from '../../contract/change-events.ts';
import type { GminaPlanning, LayerAnswer } from '../../contract/layers.ts';
import { studiumEnd } from '../law/calendar.ts';
import { SLIVER_PCT } from '../law/shares.ts';
import { LAYER_EVENTS, type ToldLayer } from '../layers/layer-table.ts';

export interface Change {
  readonly event: EventName;
  readonly layer: ToldLayer | 'planning' | null;
  readonly before: unknown;
  readonly after: unknown;
  /** Members that are told though they are the same. */
  readonly always?: readonly string[];
  /** The day of the law or the verdict, where that is not the day of the data. */
  readonly as_of?: string;
}

/** As much of an answer as a comparison needs. */
type KnownAnswer<K extends ToldLayer> = Pick<LayerAnswer<K>, 'coverage' | 'value'> & {
  readonly source: { readonly id: string };
};

interface KnownBuilding {
  readonly verdict: string;
  readonly checks: readonly { readonly id: string; readonly result: string }[];
}

/** What is known of a parcel, as far as changes are told of it: any assessment is this. */
export type KnownAnswers = { readonly [K in ToldLayer]: KnownAnswer<K> } & {
  readonly building: KnownBuilding;
};

/** What was last known of the layers that are left for later: what they will be compared with. */
export type Awaited = Partial<KnownAnswers>;

export function changesBetween(before: KnownAnswers, after: KnownAnswers): Change[] {
  const changes: Change[] = [];
  const coverageTold = new Set<string>();
  for (const { event, layer, tell, by, each, always } of LAYER_EVENTS) {
    const [old, now] = [before[layer], after[layer]];
    // What is left for later says nothing about the place.
    if (isLeft(old) || isLeft(now)) continue;
    if (old.value === null || now.value === null) {
      if (old.coverage !== now.coverage && !coverageTold.has(layer)) {
        coverageTold.add(layer);
        const cover = ({ coverage, source }: KnownAnswer<ToldLayer>) => ({ coverage, source_id: source.id });
        changes.push({ event: 'coverage_changed', layer, before: cover(old), after: cover(now) });
      }
      continue;
    }
    // The row pairs a layer with functions over its own value; chosen in a loop, that pairing is lost to the types.
    const say = tell as (value: unknown) => unknown;
    const compared = (by ?? tell) as (value: unknown) => unknown;
    const split = (each ?? onePair) as typeof onePair;
    for (const [was, is] of split(old.value, now.value)) {
      if (isSame(compared(was), compared(is))) continue;
      changes.push({ event, layer, before: say(was), after: say(is), ...(always ? { always } : {}) });
    }
  }
  if (isAnyLeft(before) || isAnyLeft(after)) return changes;
  const verdict = ({ building }: KnownAnswers) => ({
    verdict: building.verdict,
    non_pass: building.checks.filter((check) => check.result !== 'pass').map((check) => check.id),
  });
  const [was, is] = [verdict(before), verdict(after)];
  if (was.verdict !== is.verdict)
    changes.push({ event: 'verdict_changed', layer: null, before: was, after: is });
  return changes;
}

const onePair = (before: unknown, after: unknown): (readonly [unknown, unknown])[] => [[before, after]];

/** A share that moves by less than a sliver is the same ground measured anew: the recorded area or an outline was put right. */
function isSame(one: unknown, other: unknown, name = ''): boolean {
  if (typeof one === 'number' && typeof other === 'number' && name.endsWith('share_pct'))
    return Math.abs(one - other) < SLIVER_PCT;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return one === other;
  const [was, is] = [Object.entries(one), Object.entries(other)].map((entries) =>
    entries.filter(([, value]) => value !== undefined),
  ) as [[string, unknown][], [string, unknown][]];
  const now = new Map(is);
  return (
    was.length === is.length && was.every(([key, value]) => now.has(key) && isSame(value, now.get(key), key))
  );
}

const isLeft = (answer: KnownAnswer<ToldLayer>): boolean => answer.coverage === 'not_computed';
const isAnyLeft = (known: KnownAnswers): boolean => LAYER_EVENTS.some(({ layer }) => isLeft(known[layer]));

/** What a comparison could not tell because the answers of now are left for later; null where there is nothing. */
export function awaitedBetween(before: KnownAnswers, after: KnownAnswers): Awaited | null {
  const kept = new Map<string, unknown>();
  for (const { layer } of LAYER_EVENTS) {
    const { coverage, value, source } = before[layer];
    if (isLeft(after[layer]) && !isLeft(before[layer]))
      kept.set(layer, { coverage, value, source: { id: source.id } });
  }
  if (isAnyLeft(after) && !isAnyLeft(before)) {
    const { verdict, checks } = before.building;
    kept.set('building', { verdict, checks: checks.map(({ id, result }) => ({ id, result })) });
  }
  return kept.size === 0 ? null : (Object.fromEntries(kept) as Awaited);
}

/** Of a gmina: its general plan, the regime of zoning decisions, the end of the old studium. */
export function gminaChangesBetween(before: GminaPlanning, after: GminaPlanning): Change[] {
  const changes: Change[] = [];
  const compare = (event: EventName, layer: 'pog' | 'planning', tell: (gmina: GminaPlanning) => unknown) => {
    const [was, is] = [tell(before), tell(after)];
    if (JSON.stringify(was) !== JSON.stringify(is)) changes.push({ event, layer, before: was, after: is });
  };
  compare('pog_status_changed', 'pog', (gmina) => ({
    status: gmina.pog_status,
    adopted_on: gmina.pog_adopted_on ?? null,
    effective_from: gmina.pog_effective_from ?? null,
    resolution_url: gmina.pog_resolution_url ?? null,
  }));
  compare('wz_regime_changed', 'planning', (gmina) => ({ wz_regime: gmina.wz_regime ?? null }));
  if (before.studium_expired === false && after.studium_expired === true) {
    changes.push({
      event: 'studium_expired',
      layer: 'planning',
      before: { studium_expired: false },
      after: { studium_expired: true },
      as_of: studiumEnd(after.pog_status === 'in_force' ? (after.pog_effective_from ?? null) : null),
    });
  }
  return changes;
}
