// Everything that is derived about a parcel for a day: the layer answers that changes are told of, and the verdict. Used
// by the check and by the comparison of two publishes, so that both always agree.

import type { BuildingUse } from '../../contract/answers.ts';
import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { JudgedPlanning } from '../law/judged-planning.ts';
import { answersOf } from '../layers/answers-of.ts';
import { floodHitOf, oftenFloodedShare } from '../layers/flood.ts';
import type { AnswerOf } from '../layers/layer-definition.ts';
import { TOLD_LAYERS, type ToldLayer } from '../layers/layer-table.ts';
import { missingFormsOf } from '../layers/protected.ts';
import type { Subject } from '../layers/subject.ts';
import { judgedPlanningOf } from '../layers/wz.ts';
import { assessBuilding, type BuildingAssessment } from './verdict.ts';

export type Assessment = { readonly [K in ToldLayer]: LayerAnswer<K> } & {
  readonly building: BuildingAssessment;
};

export function assessSubject(subject: Subject, corpus: Corpus, day: string): Assessment {
  const answerOf = answersOf(subject, corpus, day);
  const answers = Object.fromEntries(TOLD_LAYERS.map((key) => [key, answerOf(key)]));
  return { ...answers, building: assessAnswers(answerOf, subject, corpus, day) } as Assessment;
}

/** The verdict, from answers that others are served too; `planning` where what it rests on is at hand. */
export function assessAnswers(
  answerOf: AnswerOf,
  subject: Subject,
  corpus: Corpus,
  day: string,
  use: BuildingUse = 'any',
  planning: JudgedPlanning = judgedPlanningOf(subject, corpus, day, answerOf),
): BuildingAssessment {
  return assessBuilding(
    {
      ...planning.input,
      area_m2: subject.area_m2,
      flood: answerOf('flood'),
      landslide: answerOf('landslide'),
      road_access: answerOf('road_access'),
      flood_hit: floodHitOf(subject, corpus),
      q10_share_pct: oftenFloodedShare(subject, corpus),
      forms_missing: missingFormsOf(subject, corpus),
    },
    day,
    use,
    planning,
  );
}
