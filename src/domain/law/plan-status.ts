// The status of a plan on a day, for general and local plans alike (art. 29 ust. 1 u.p.z.p.). The step of procedure
// decides: drafts carry dates too. A date can only postpone the force of a plan that is legally binding, or end it.

import type { PlanStatus } from '../../contract/layers.ts';

/** ProcessStepGeneralValue, as published with each plan. */
export type PlanProcess = 'elaboration' | 'adoption' | 'legalForce' | 'obsolete';

export interface PlanTerm {
  readonly process: PlanProcess;
  readonly effective_from: string | null;
  /** The last day in force. */
  readonly effective_to: string | null;
}

const STATUS_OF_PROCESS = {
  elaboration: 'draft',
  adoption: 'adopted',
  legalForce: 'in_force',
  obsolete: 'none',
} as const satisfies Record<PlanProcess, PlanStatus>;

/** `none` means: not served, as if the plan were not there. */
export function planStatusOn(day: string, plan: PlanTerm): PlanStatus {
  if (plan.effective_to !== null && plan.effective_to < day) return 'none';
  return statusOn(day, STATUS_OF_PROCESS[plan.process], plan.effective_from);
}

/** A served status read for a day: a plan in force from a later day is only adopted. */
export function statusOn<S extends PlanStatus | 'unknown'>(
  day: string,
  status: S,
  effective_from: string | null,
): S | 'adopted' {
  return status === 'in_force' && effective_from !== null && effective_from > day ? 'adopted' : status;
}
