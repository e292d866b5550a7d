// Parts of a parcel (law §3.4): pieces on which local plan, zone, infill area and reserve are constant, and whether one can build
// on each, by the local plan or by a zoning decision. The applicant draws the site: a part is enough for that part.

import type { BuildingUse } from '../../contract/answers.ts';
import type { PlanStatus } from '../../contract/layers.ts';
import { rememberLast } from '../remember-last.ts';
import type { Measure, SymbolGround } from '../sentences/measures.ts';
import { fitOf } from './building-use.ts';
import { wzNeedsPog } from './calendar.ts';
import { readSymbol } from './mpzp-symbol.ts';
import { roundedTogether, SLIVER_PCT, toHundredths, WHOLE_PCT } from './shares.ts';
import { zoneOf } from './zones.ts';

/** In force, with its designation (null: not published); or none; or not known. */
export type LocalPlanHere = { readonly symbol: string | null } | 'none' | 'unknown';

export interface Part {
  readonly share_pct: number;
  /** Null for the whole parcel, whose size goes without saying. */
  readonly m2: number | null;
  readonly plan: LocalPlanHere;
  /** Of the general plan; null where none is published, or where two are. */
  readonly zone: string | null;
  readonly in_ouz: boolean | null;
  readonly in_reserve: boolean;
}

/** The parts of a parcel as they are told. */
export interface ToldParts {
  /** All that is drawn, slivers too: the shares of zones by themselves. */
  readonly drawn: readonly Part[];
  /** Those that count, with the ground of slivers: what is judged. */
  readonly counted: readonly Part[];
}

/**
 * What a layer does not know is not known of any part; a plan that is in force on slivers alone is none. `local` is the status of the
 * local plans, null where it is not known whether there is one; `general` is whether the general plan is known.
 */
export const toldParts = rememberLast(
  (parts: readonly Part[], local: PlanStatus | null, general: boolean): ToldParts =>
    roundAndCount(
      parts.map((part) => {
        const plan = planKnown(part, local);
        if (general && plan === part.plan) return part;
        return general ? { ...part, plan } : { ...part, plan, zone: null, in_ouz: null };
      }),
    ),
);

function planKnown({ plan }: Part, local: PlanStatus | null): LocalPlanHere {
  if (local === null) return 'unknown';
  return local === 'in_force' || plan === 'unknown' ? plan : 'none';
}

/**
 * Slivers do not count, unless there is nothing else: their ground is told with that of the part they are most like, so that parts
 * add up to the parcel. Equal parts are one. Share and size are rounded here, for whoever tells them: sentences, the check and the
 * layers say one figure of one piece of ground, sentences in whole square metres.
 */
function roundAndCount(parts: readonly Part[]): ToldParts {
  if (parts.length === 1) return { drawn: parts, counted: parts };
  const merged = new Map<string, Part>();
  for (const part of parts) {
    const name = JSON.stringify([part.plan, part.zone, part.in_ouz, part.in_reserve]);
    const known = merged.get(name);
    merged.set(name, known ? joined(known, part) : part);
  }
  const all = [...merged.values()].sort((a, b) => b.share_pct - a.share_pct);
  const drawn = roundedParts(all);
  // They come by their size.
  const count = all.findLastIndex(({ share_pct }) => share_pct >= SLIVER_PCT) + 1;
  const counted = drawn.slice(0, count);
  const [largest] = counted;
  if (largest === undefined) return { drawn, counted: drawn };
  for (const sliver of drawn.slice(count)) {
    const likeness = counted.map((part) => likenessOf(part, sliver));
    const at = likeness.indexOf(Math.max(...likeness));
    counted[at] = joined(counted[at] ?? largest, sliver);
  }
  const isWhole = count === 1 && toHundredths(extentOf(drawn).share_pct) >= WHOLE_PCT;
  return { drawn, counted: isWhole ? [{ ...largest, share_pct: WHOLE_PCT, m2: null }] : counted };
}

const isSamePlan = (a: LocalPlanHere, b: LocalPlanHere): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a.symbol === b.symbol);

/** Zone and infill area come first, whose shares are served by themselves; then whether a local plan is in force, and which. */
function likenessOf(a: Part, b: Part): number {
  return (
    (a.zone === b.zone ? 16 : 0) +
    (a.in_ouz === b.in_ouz ? 8 : 0) +
    (isPlanned(a) === isPlanned(b) ? 4 : 0) +
    (isSamePlan(a.plan, b.plan) ? 2 : 0) +
    (a.in_reserve === b.in_reserve ? 1 : 0)
  );
}

/** As they are told. Their sum stays what it is. */
export function roundedParts<P extends Measure>(parts: readonly P[]): P[] {
  const shares = roundedTogether(parts.map((part) => part.share_pct));
  const isMeasured = parts.every(({ m2 }) => m2 !== null);
  const sizes = isMeasured ? roundedTogether(parts.map(({ m2 }) => m2 ?? 0)) : null;
  return parts.map((part, at) => ({ ...part, share_pct: shares[at] ?? 0, m2: sizes?.[at] ?? null }));
}

const joined = (a: Part, b: Part): Part => ({ ...a, ...extentOf([a, b]) });

/** Several parts as one piece of ground. */
export function extentOf(parts: readonly Measure[]): Measure {
  let share_pct = 0;
  let m2: number | null = 0;
  for (const part of parts) {
    share_pct += part.share_pct;
    m2 = m2 === null || part.m2 === null ? null : m2 + part.m2;
  }
  return { share_pct, m2 };
}

/** Ground by what lies there, in the order in which it comes: of several each with its size. */
export function groundsBy(parts: readonly Part[], nameOf: (part: Part) => string | null): SymbolGround[] {
  const groups = [...Map.groupBy(parts, nameOf)];
  return groups.flatMap(([symbol, group]) =>
    symbol === null ? [] : [{ symbol, ground: groups.length === 1 ? null : extentOf(group) }],
  );
}

export const zoneOn = ({ zone }: Part): string | null => zone;

/** So much of the parcel; the size of all of it goes without saying, as does one that is not known. */
export const groundOfShare = (share_pct: number, area_m2: number | null): Measure => ({
  share_pct,
  m2: area_m2 === null || share_pct >= WHOLE_PCT ? null : (area_m2 * share_pct) / 100,
});

export const isPlanned = (part: Part): boolean => typeof part.plan === 'object';

/** The ground for which a zoning decision is asked. */
export const outsidePlan = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => !isPlanned(part));

/** What the law makes of all parts alike. */
export interface Situation {
  readonly day: string;
  /** Whether the general plan is in force; null where not known. */
  readonly pog_in_force: boolean | null;
  /** Forest on nearly all of the parcel: its use is changed by a local plan alone (W4). */
  readonly is_forest: boolean;
  /** A nature reserve on nearly all of the parcel closes what is left of it (W5). */
  readonly is_reserve: boolean;
}

export type PartState = 'open_by_plan' | 'open_by_decision' | 'closed' | 'unknown';

export function stateOfPart(part: Part, situation: Situation, use: BuildingUse): PartState {
  if (part.plan === 'unknown') return 'unknown';
  if (part.plan !== 'none') {
    const fit = part.plan.symbol === null ? null : readSymbol(part.plan.symbol).fit(use);
    return fit === null ? 'unknown' : fit === 'fail' ? 'closed' : 'open_by_plan';
  }
  if (part.in_reserve || situation.is_reserve || situation.is_forest) return 'closed';
  const state = decisionState(part, situation, use);
  return state === 'open' ? 'open_by_decision' : state;
}

/** A way to a building permit. */
export type Route = 'open' | 'closed' | 'unknown';

/** Of ground outside local plans, as if it were neither forest nor reserve. */
export function decisionState(
  { zone, in_ouz }: Pick<Part, 'zone' | 'in_ouz'>,
  { day, pog_in_force }: Pick<Situation, 'day' | 'pog_in_force'>,
  use: BuildingUse,
): Route {
  if (pog_in_force === null) return 'unknown';
  if (!pog_in_force) return wzNeedsPog(day) ? 'closed' : 'open';
  if (in_ouz === false) return 'closed';
  const known = zoneOf(zone);
  if (known !== null && fitOf(known.kind, use) === 'fail') return 'closed';
  return known === null || in_ouz === null ? 'unknown' : 'open';
}
