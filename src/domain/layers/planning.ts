// Planning as one answer: general plan, local plan, zoning decision, the gmina's status and the parts of the parcel (spec §2.7, §2.11).

import type { LayerAnswer, PlanningValue } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { judgedParts, measuredParts } from '../law/judged-parts.ts';
import { planningFactsOn } from '../law/planning-facts.ts';
import { COVERAGE_RANK, notComputed, notCovered } from './answer.ts';
import { gminaStatus } from './gmina-status.ts';
import type { AnswerOf, DerivedLayerDefinition } from './layer-definition.ts';
import type { Subject } from './subject.ts';
import { planningInputOf } from './wz.ts';

/** Its coverage is the best among general and local plan; where neither is known there is nothing to put together. */
export function answerPlanning(
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): LayerAnswer<'planning'> {
  const [pog, mpzp] = [answerOf('pog'), answerOf('mpzp')];
  const best = COVERAGE_RANK[mpzp.coverage] > COVERAGE_RANK[pog.coverage] ? mpzp : pog;
  // Each says by itself which plan it speaks of.
  const note = `${pog.note} ${mpzp.note}`;
  if (best.coverage === 'not_covered') return notCovered(best.source, note);
  if (best.coverage === 'not_computed') return notComputed(best.source, note);
  if (subject.area_m2 === null)
    throw new Error('planning tells areas: it is asked of measured parcels alone');
  const facts = planningFactsOn(day, planningInputOf(subject, corpus, day, answerOf));
  const value: PlanningValue = {
    pog,
    mpzp,
    wz: answerOf('wz'),
    gmina: gminaStatus(subject, corpus, day),
    parts: measuredParts(judgedParts(facts), subject.area_m2),
  };
  return { coverage: best.coverage, note, source: best.source, as_of: best.as_of, value };
}

export const planningLayer = {
  key: 'planning',
  parts: ['pog', 'mpzp'],
  // With those of the zoning decision.
  follows_from: ['pog', 'mpzp', 'soil', 'protected', 'ground'],
  answer: answerPlanning,
} satisfies DerivedLayerDefinition<'planning'>;
