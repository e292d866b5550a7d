// Whether a zoning decision (warunki zabudowy) can be issued: derived from plans, soil and nature protection by the law of
// the day (spec §2.7; law/zoning-decision.ts).

import type { LayerAnswer } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { planningFactsOn } from '../law/planning-facts.ts';
import { assessZoningDecision } from '../law/zoning-decision.ts';
import { covered, notComputed, notCovered } from './answer.ts';
import { gminaStatus } from './gmina-status.ts';
import type { AnswerOf, DerivedLayerDefinition } from './layer-definition.ts';
import { ouzShareOf } from './pog.ts';
import { formSharesOf } from './protected.ts';
import type { Subject } from './subject.ts';

export function answerWz(
  subject: Subject,
  corpus: Corpus,
  day: string,
  answerOf: AnswerOf,
): LayerAnswer<'wz'> {
  const [pog, mpzp] = [answerOf('pog'), answerOf('mpzp')];
  if (pog.coverage === 'not_computed' || mpzp.coverage === 'not_computed') {
    return notComputed(pog.source, 'Plans are held; what they say here is not yet worked out.');
  }
  const facts = planningFactsOn(day, {
    gmina: gminaStatus(subject, corpus, day),
    pog,
    mpzp,
    soil: answerOf('soil'),
    protected: answerOf('protected'),
    ouz_share_pct: ouzShareOf(subject, corpus, day),
    form_shares_pct: formSharesOf(subject),
  });
  const found = assessZoningDecision(facts);
  const source = facts.sources[found.decided_by];
  if (found.coverage === 'not_covered') return notCovered(source, found.reason);
  return covered(
    source,
    { possible: found.possible, reason: found.reason },
    `Derived by law from the plans and layers of this parcel: ${found.basis}.`,
  );
}

export const wzLayer = {
  key: 'wz',
  parts: ['pog', 'mpzp', 'soil', 'protected'],
  follows_from: ['pog', 'mpzp', 'soil', 'protected'],
  answer: answerWz,
  events: [
    {
      event: 'wz_possible_changed',
      tell: ({ possible, reason }) => ({ possible, reason }),
      // The reason names dates: a changed answer is told, a reworded one is not.
      by: ({ possible }) => possible,
    },
  ],
} satisfies DerivedLayerDefinition<'wz'>;
