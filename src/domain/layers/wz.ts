// Whether a zoning decision (warunki zabudowy) can be issued: derived from plans, soil and nature protection by the law of
// the day (spec §2.7; law/zoning-decision.ts).

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { type JudgedPlanning, judgePlanning } from '../law/judged-planning.ts';
import type { PlanningInput } from '../law/planning-facts.ts';
import { rememberLast } from '../remember-last.ts';
import { WZ_NOTES, WZ_POSSIBLE } from '../sentences/zoning-sentences.ts';
import { covered, notComputed, notCovered } from './answer.ts';
import { gminaStatus } from './gmina-status.ts';
import type { AnswerOf, DerivedLayerDefinition } from './layer-definition.ts';
import { countingPlans } from './local-plans.ts';
import { partsOf } from './parts-of-parcel.ts';
import { formSharesOf, isFormMissing } from './protected.ts';
import { symbolsWithoutAreas } from './soil.ts';
import type { Subject } from './subject.ts';

export function answerWz(
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): LayerAnswer<'wz'> {
  const { input, facts, zoning: found } = judgedPlanningOf(subject, corpus, day, answerOf);
  if (facts.is_left) return notComputed(input.pog.source, WZ_POSSIBLE.notComputed[corpus.language]());
  const source = facts.sources[found.decided_by];
  if (found.coverage === 'not_covered') return notCovered(source, found.reason);
  return covered(
    source,
    { possible: found.possible, reason: found.reason, reason_code: found.reason_code },
    WZ_NOTES.derived[corpus.language](found.basis),
  );
}

/** The planning of one parcel on a day. */
export const judgedPlanningOf = rememberLast(
  (subject: Subject, corpus: Corpus, day: string, answerOf: AnswerOf): JudgedPlanning =>
    judgePlanning(day, planningInputOf(subject, corpus, day, answerOf)),
);

/** What the rules of planning rest on. */
const planningInputOf = (
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): PlanningInput => ({
  language: corpus.language,
  gmina: gminaStatus(subject, corpus, day),
  pog: answerOf('pog'),
  mpzp: answerOf('mpzp'),
  soil: answerOf('soil'),
  protected: answerOf('protected'),
  area_m2: subject.area_m2,
  form_shares_pct: formSharesOf(subject),
  reserves_missing: isFormMissing('rezerwat', subject, corpus),
  parts: partsOf(subject, corpus, day),
  soil_symbols: symbolsWithoutAreas(subject),
  local_plans: countingPlans(subject, corpus, day, 'in_force'),
});

export const wzLayer = {
  key: 'wz',
  parts: ['pog', 'mpzp', 'soil', 'protected'],
  follows_from: ['pog', 'mpzp', 'soil', 'protected', 'ground'],
  answer: answerWz,
  events: [
    {
      event: 'wz_possible_changed',
      // By its code: what is stored is told in every language (sentences/stored-reasons.ts).
      tell: ({ possible, reason_code }) => ({ possible, reason_code }),
      // A changed answer is told, another reason for the same one is not.
      by: ({ possible }) => possible,
    },
  ],
} satisfies DerivedLayerDefinition<'wz'>;
