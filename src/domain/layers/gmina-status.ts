// The planning status of a gmina on a day (spec §2.11): of its general plan, its local plans and what the law makes of
// them. Part of the planning layer, and an answer of its own.

import type { GminaPlanning } from '../../contract/layers.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { studiumExpired } from '../law/calendar.ts';
import { planStatusOn } from '../law/plan-status.ts';
import { wzRegime } from '../law/zoning-decision.ts';
import type { Gmina } from '../places/admin-units.ts';
import { isSweepAlone, planOfRegister, pogSourceOf } from './general-plan.ts';
import { knowsLocalPlans, localPlansOf } from './local-plans.ts';
import { gminaName, type Subject } from './subject.ts';

export function gminaStatus(subject: Subject, corpus: Corpus, day: string): GminaPlanning {
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
  const told = pogSourceOf(corpus, gmina6, day);
  const sourceId = isSweepAlone(corpus, told, gmina6) ? null : told;
  const chosen = sourceId === null ? null : planOfRegister(corpus, sourceId, gmina6, day);
  const pog_status = sourceId === null ? 'unknown' : (chosen?.status ?? 'none');
  const inForce = pog_status === 'unknown' ? null : pog_status === 'in_force';
  const localPlans = localPlansOf(corpus, gmina6);
  // How many there are is known only where it would be known that there is none.
  const areKnown = knowsLocalPlans(corpus, gmina6, day);
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
    mpzp_count: areKnown ? mpzp_count : null,
    mpzp_coverage_pct: areKnown ? (mpzp_count === 0 ? 0 : corpus.mpzpCoverageOn(day, gmina)) : null,
    studium_expired: studiumExpired(day, inForce),
    wz_regime: wzRegime(day, inForce),
  };
}
