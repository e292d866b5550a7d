// What the law of a day makes of the plans of a parcel, whatever is to be built there and however large it is: worked out once for
// the zoning decision, the planning of a record and the check, and shared by parcels of one place with the same facts.

import { type JudgedPart, judgedParts } from './judged-parts.ts';
import {
  factsFor,
  type PlanningInput,
  type UnmeasuredFacts,
  type UnmeasuredInput,
  unmeasuredFactsOn,
} from './planning-facts.ts';
import { assessZoningDecision, type ZoningAssessment } from './zoning-decision.ts';

export interface JudgedPlanning {
  /** What it follows from. */
  readonly input: UnmeasuredInput;
  readonly facts: UnmeasuredFacts;
  readonly zoning: ZoningAssessment;
  /** For any use. */
  readonly parts: readonly JudgedPart[];
}

export function judgePlanning(day: string, input: PlanningInput): JudgedPlanning {
  const facts = unmeasuredFactsOn(day, input);
  const ofAnyUse = factsFor(facts, input, 'any');
  return { input, facts, zoning: assessZoningDecision(ofAnyUse), parts: judgedParts(ofAnyUse) };
}
