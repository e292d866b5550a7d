// What changed between two assessments of a parcel, as events (names and shapes: law §11; spec §6).
// Only what a reader would call a change: a new date of an unchanged answer is none.

import type { EventName } from '../../contract/change-events.ts';
import type { GminaPlanning, LayerAnswer } from '../../contract/layers.ts';
import { LAYER_EVENTS, type ToldLayer } from '../layers/layer-table.ts';

export interface Change {
  readonly event: EventName;
  readonly layer: ToldLayer | 'planning' | null;
  readonly before: unknown;
  readonly after: unknown;
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
  for (const { event, layer, tell, by } of LAYER_EVENTS) {
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
    const isSame = JSON.stringify(compared(old.value)) === JSON.stringify(compared(now.value));
    if (!isSame) changes.push({ event, layer, before: say(old.value), after: say(now.value) });
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
    compare('studium_expired', 'planning', (gmina) => ({ studium_expired: gmina.studium_expired ?? null }));
  }
  return changes;
}
