// Planning as one answer: general plan, local plan, zoning decision, the gmina's status and the parts of the parcel (spec §2.7, §2.11).

import type { LayerAnswer, PlanningValue } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { type JudgedPart, measuredParts } from '../law/judged-parts.ts';
import type { JudgedPlanning } from '../law/judged-planning.ts';
import { COVERAGE_RANK } from './answer.ts';
import { gminaStatus } from './gmina-status.ts';
import type { AnswerOf, DerivedLayerDefinition } from './layer-definition.ts';
import type { Subject } from './subject.ts';
import { judgedPlanningOf } from './wz.ts';

/** All but the sizes of the parts: what parcels of one place with the same facts share. */
export interface UnmeasuredPlanning {
  /** What it rests on, and the verdict too; null where nothing is known. */
  readonly judged: JudgedPlanning | null;
  readonly answer: Omit<LayerAnswer<'planning'>, 'value'>;
  /** Null where nothing is known. */
  readonly value: (Omit<PlanningValue, 'parts'> & { readonly parts: readonly JudgedPart[] }) | null;
}

/** Its coverage is the best among general and local plan; where neither is known there is nothing to put together. */
export function planUnmeasured(
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): UnmeasuredPlanning {
  const [pog, mpzp] = [answerOf('pog'), answerOf('mpzp')];
  const best = COVERAGE_RANK[mpzp.coverage] > COVERAGE_RANK[pog.coverage] ? mpzp : pog;
  const { coverage, source, as_of } = best;
  // Each says by itself which plan it speaks of.
  const answer = { coverage, note: `${pog.note} ${mpzp.note}`, source, as_of };
  if (coverage === 'not_covered' || coverage === 'not_computed') return { judged: null, answer, value: null };
  const judged = judgedPlanningOf(subject, corpus, day, answerOf);
  const gmina = gminaStatus(subject, corpus, day);
  return { judged, answer, value: { pog, mpzp, wz: answerOf('wz'), gmina, parts: judged.parts } };
}

/** Of a parcel of that size. */
export function measurePlanning(
  { answer, value }: UnmeasuredPlanning,
  area_m2: number | null,
): LayerAnswer<'planning'> {
  if (value === null) return { ...answer, value };
  if (area_m2 === null) throw new Error('planning tells areas: it is asked of measured parcels alone');
  return { ...answer, value: { ...value, parts: measuredParts(value.parts, area_m2) } };
}

export const answerPlanning = (
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): LayerAnswer<'planning'> =>
  measurePlanning(planUnmeasured(subject, corpus, day, answerOf), subject.area_m2);

export const planningLayer = {
  key: 'planning',
  parts: ['pog', 'mpzp'],
  // With those of the zoning decision.
  follows_from: ['pog', 'mpzp', 'soil', 'protected', 'ground'],
  answer: answerPlanning,
} satisfies DerivedLayerDefinition<'planning'>;
