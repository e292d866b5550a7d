// How much of a gmina its local plans cover, step by step as they come into force and end. Measured when plans or boundaries are
// published; which step counts on a day is domain/corpus/corpus.ts.

import type { MpzpCover, Plan } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import { readScope } from '../corpus/scope.ts';
import { unionArea } from '../geometry/polygons.ts';
import type { MultiPolygon } from '../geometry/types.ts';
import { shiftDay } from '../law/calendar.ts';
import { planStatusOn } from '../law/plan-status.ts';

/** A piece of the outline of a local plan. */
export interface PlanOutline {
  readonly plan: Plan;
  readonly geometry: MultiPolygon;
}

/** By the plans of one gmina that are in legal force, or were. What several plans cover counts once. */
export function coverSteps(plans: readonly PlanOutline[], gmina: MultiPolygon): MpzpCover['steps'] {
  const whole_m2 = unionArea([gmina]);
  const outlines = plans.filter(({ plan }) => plan.process === 'legalForce');
  // A plan without a first day has always been in force; one with a last day counts to that day.
  const turns = outlines.flatMap(({ plan }) => [
    plan.effective_from ?? '',
    ...(plan.effective_to === null ? [] : [shiftDay(plan.effective_to, 1)]),
  ]);
  return [...new Set(turns)].sort().map((from) => {
    const shapes = outlines
      .filter(({ plan }) => planStatusOn(from, plan) === 'in_force')
      .map(({ geometry }) => geometry);
    const covered_m2 = shapes.length === 0 ? 0 : unionArea(shapes);
    return { from, pct: Math.min(100, Math.round((covered_m2 / whole_m2) * 10_000) / 100) };
  });
}

/**
 * The places whose cover a load changes: those of its plans, and those whose gminy it draws anew. Whichever of the two comes last
 * measures, so that the order of loading does not matter.
 */
export function placesToMeasure(source: SourceId, scopes: readonly string[]): string[] {
  if (source === 'mpzp') return [...scopes];
  if (source !== 'prg') return [];
  return scopes.flatMap((scope) => {
    const { part, place } = readScope(scope);
    return part === 'gmina' ? [place] : [];
  });
}
