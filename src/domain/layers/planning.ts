// Planning as one answer: general plan, local plan, zoning decision and the gmina's status (spec §2.7, §2.11). The zoning
// decision is derived from the other layers by the law of the day.

import type { GminaPlanning, LayerAnswer, PlanningValue } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { studiumExpired } from '../law/calendar.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { planningFactsOn } from '../law/planning-facts.ts';
import { assessZoningDecision, wzRegime } from '../law/zoning-decision.ts';
import type { Gmina } from '../places/admin-units.ts';
import { COVERAGE_RANK, covered, notComputed, notCovered } from './answer.ts';
import { answerMpzp } from './mpzp.ts';
import { answerPog, choosePlan, ouzShareOf } from './pog.ts';
import { answerProtected, formSharesOf } from './protected.ts';
import { answerSoil } from './soil.ts';
import { gminaName, type Subject } from './subject.ts';

export function answerWz(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'wz'> {
  return deriveWz(subject, corpus, day, answerPog(subject, corpus, day), answerMpzp(subject, corpus, day));
}

function deriveWz(
  subject: Subject,
  corpus: Corpus,
  day: string,
  pog: LayerAnswer<'pog'>,
  mpzp: LayerAnswer<'mpzp'>,
): LayerAnswer<'wz'> {
  if (pog.coverage === 'not_computed' || mpzp.coverage === 'not_computed') {
    return notComputed(pog.source, 'Plans are held; what they say here is not yet worked out.');
  }
  const facts = planningFactsOn(day, {
    gmina: gminaStatus(subject, corpus, day),
    pog,
    mpzp,
    soil: answerSoil(subject, corpus),
    protected: answerProtected(subject, corpus),
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

/** Its coverage is the best among general and local plan; where neither is known there is nothing to put together. */
export function answerPlanning(subject: Subject, corpus: Corpus, day: string): LayerAnswer<'planning'> {
  const pog = answerPog(subject, corpus, day);
  const mpzp = answerMpzp(subject, corpus, day);
  const best = COVERAGE_RANK[mpzp.coverage] > COVERAGE_RANK[pog.coverage] ? mpzp : pog;
  const note = `General plan: ${pog.note} Local plan: ${mpzp.note}`;
  if (best.coverage === 'not_covered') return notCovered(best.source, note);
  if (best.coverage === 'not_computed') return notComputed(best.source, note);
  const value: PlanningValue = {
    pog,
    mpzp,
    wz: deriveWz(subject, corpus, day, pog, mpzp),
    gmina: gminaStatus(subject, corpus, day),
  };
  return { coverage: best.coverage, note, source: best.source, as_of: best.as_of, value };
}

function gminaStatus(subject: Subject, corpus: Corpus, day: string): GminaPlanning {
  const { gmina, gmina6 } = subject;
  return gminaPlanningOn(day, corpus, gmina ?? unknownGmina(gmina6, gminaName(subject)));
}

const unknownGmina = (gmina6: string, name: string): Gmina => ({
  teryt: gmina6,
  name,
  kind: '',
  powiat: gmina6.slice(0, 4),
  powiat_name: '',
  voivodeship: gmina6.slice(0, 2),
  voivodeship_name: '',
});

/** What was worked out of a corpus for a day: every parcel of a gmina tells it. */
const STATUSES = new WeakMap<Corpus, { readonly day: string; readonly gminy: Map<string, GminaPlanning> }>();

export function gminaPlanningOn(day: string, corpus: Corpus, gmina: Gmina): GminaPlanning {
  let known = STATUSES.get(corpus);
  if (known?.day !== day) {
    known = { day, gminy: new Map() };
    STATUSES.set(corpus, known);
  }
  let status = known.gminy.get(gmina.teryt);
  if (!status) {
    status = Object.freeze(deriveGminaPlanning(day, corpus, gmina));
    known.gminy.set(gmina.teryt, status);
  }
  return status;
}

/** A gmina of which no register holds a plan is unknown, never "none": it may just not have published. */
function deriveGminaPlanning(day: string, corpus: Corpus, gmina: Gmina): GminaPlanning {
  const gmina6 = gmina.teryt.slice(0, 6);
  const sourceId = corpus.pogSourceOf(gmina6);
  const chosen = sourceId === null ? null : choosePlan(corpus.plansOf(sourceId, gmina6), day);
  const pog_status = sourceId === null ? 'unknown' : (chosen?.status ?? 'none');
  const inForce = pog_status === 'unknown' ? null : pog_status === 'in_force';
  const localPlans = corpus.localPlansOf(gmina6);
  const mpzp_count = localPlans.filter((plan) => planStatusOn(day, plan) === 'in_force').length;
  const pogSource = corpus.sourceAt(sourceId ?? 'pog', gmina6);
  return {
    gmina_teryt: gmina.teryt,
    gmina_name: gmina.name,
    pog_status,
    as_of: pogSource.as_of ?? day,
    sources: [pogSource, corpus.sourceAt('mpzp', gmina6)],
    pog_adopted_on: chosen?.plan.adopted_on ?? null,
    pog_effective_from: chosen && chosen.status !== 'draft' ? chosen.plan.effective_from : null,
    pog_resolution_url: chosen?.plan.resolution_url ?? null,
    mpzp_count: localPlans.length === 0 ? null : mpzp_count,
    mpzp_coverage_pct:
      localPlans.length === 0 ? null : mpzp_count === 0 ? 0 : corpus.mpzpCoverageOn(day, gmina),
    studium_expired: studiumExpired(day, inForce),
    wz_regime: wzRegime(day, inForce),
  };
}
