// Candidates: from a place and the rules that led to it to what is served. One shape for parcels, addresses and gminy.

import type { Candidate, Resolved } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { Gmina } from '../places/admin-units.ts';
import { partitionOf } from '../places/parcel-id.ts';
import { placeOf } from '../record.ts';
import { PLACE_NOTES } from '../sentences/place-sentences.ts';
import type { LocatedParcel } from './lookups.ts';
import { type Applied, confidenceOf, LEAST_CONFIDENCE, reasonOf } from './rules.ts';
import { byRank, leadOf } from './settle.ts';

/** A candidate before it is weighed. */
export type Unweighed = Omit<Candidate, 'confidence' | 'match_reason'>;

/** A candidate with the rules that made its confidence. */
export interface Weighed {
  readonly candidate: Candidate;
  readonly applied: readonly Applied[];
  /** The parcel that was found; null where the candidate is none, or none that is held. */
  readonly parcel: LocatedParcel | null;
}

export function weighed(
  candidate: Unweighed,
  applied: readonly Applied[],
  parcel: LocatedParcel | null,
  language: Language,
): Weighed {
  const confidence = confidenceOf(applied);
  // Most readings of a long text come to nothing, and nobody reads their reasons.
  const match_reason = confidence < LEAST_CONFIDENCE ? '' : reasonOf(applied, language);
  return { candidate: { ...candidate, confidence, match_reason }, applied, parcel };
}

export function parcelCandidate({ admin }: Corpus, id: string, parcel: LocatedParcel | null): Unweighed {
  const place = placeOf(id, admin);
  return {
    kind: 'parcel',
    id,
    voivodeship: place.voivodeship,
    powiat_name: place.powiat_name,
    gmina_teryt: place.gmina_teryt,
    gmina_name: place.gmina_name,
    obreb_id: place.obreb_id,
    obreb_name: place.obreb_name,
    number: place.number,
    address: null,
    centroid: parcel ? [...parcel.centroid] : null,
    needs_obreb: false,
    held: parcel !== null,
  };
}

export function gminaCandidate(corpus: Corpus, gmina: Gmina): Unweighed {
  return {
    kind: 'gmina',
    id: null,
    gmina_teryt: gmina.teryt,
    gmina_name: gmina.name,
    powiat_name: gmina.powiat_name,
    voivodeship: gmina.voivodeship,
    obreb_id: null,
    obreb_name: null,
    number: null,
    address: null,
    centroid: null,
    needs_obreb: false,
    held: corpus.holdsGmina(gmina),
  };
}

/** What a candidate stands for: two readings of the same place are one candidate, the surer one. */
const sameness = ({ kind, id, gmina_teryt, obreb_id, number }: Candidate) =>
  id ?? `${kind} ${obreb_id ?? gmina_teryt} ${number}`;

/** Candidates this near to the best are as good as it: none of them is certain (the lead of spec §4.1). */
const SHARED_WITHIN = LIMITS.settle_lead;
const SHARED_FACTOR = 0.6;
/** So far below the best, a candidate is noise. */
const RELEVANT_WITHIN = 0.4;

/** Each place once, best first. Where several are about as good, none keeps the confidence it has by itself. */
export function rankWeighed(found: readonly Weighed[]): Weighed[] {
  const best = new Map<string, Weighed>();
  for (const one of found) {
    if (one.candidate.confidence < LEAST_CONFIDENCE) continue;
    const key = sameness(one.candidate);
    const known = best.get(key);
    if (!known || one.candidate.confidence > known.candidate.confidence) best.set(key, one);
  }
  const all = [...best.values()];
  if (all.length < 2) return all;
  const top = Math.max(...all.map(({ candidate }) => candidate.confidence));
  const list = all.filter(({ candidate }) => leadOf(top, candidate.confidence) <= RELEVANT_WITHIN);
  const equals = list.filter(({ candidate }) => leadOf(top, candidate.confidence) < SHARED_WITHIN);
  // Those that are not as good are lowered with them, and stay behind.
  const shared = equals.length < 2 ? list : list.map((one) => share(one, equals));
  return shared.sort((a, b) => byRank(a.candidate, b.candidate));
}

function share({ candidate, applied, parcel }: Weighed, equals: readonly Weighed[]): Weighed {
  const confidence = Math.round(candidate.confidence * SHARED_FACTOR * 1000) / 1000;
  const rule: Applied = { rule: 'shared', change: confidence - candidate.confidence, says: null };
  // A name of an obręb that is the gmina's too: the obręb settles it for this candidate as for its rivals.
  const needs_obreb = equals.some(
    ({ candidate: other }) =>
      other.needs_obreb && other.gmina_teryt === candidate.gmina_teryt && other.number === candidate.number,
  );
  return { candidate: { ...candidate, confidence, needs_obreb }, applied: [...applied, rule], parcel };
}

export function resolvedAs(kind: Resolved['kind'], candidate: Candidate, note: string | null): Resolved {
  return {
    kind,
    id: candidate.id,
    gmina_teryt: candidate.gmina_teryt,
    confidence: candidate.confidence,
    note,
  };
}

/** Its name, where it is known, and its code. */
export function powiatOf({ admin }: Corpus, place: string) {
  const code = partitionOf(place);
  return { name: admin.powiatName(code), code };
}

/** Why nothing is known of a place that exists. */
export function notLoadedReason(corpus: Corpus, { gmina_teryt }: Pick<Candidate, 'gmina_teryt'>): string {
  const { language } = corpus;
  const code = gmina_teryt ?? '';
  const gmina = corpus.admin.gminaByCode(code);
  if (!gmina || !corpus.holdsSomeOf(partitionOf(code)))
    return PLACE_NOTES.powiatNotLoaded[language](powiatOf(corpus, code));
  return corpus.holdsGmina(gmina)
    ? PLACE_NOTES.gminaInPart[language](gmina.name)
    : PLACE_NOTES.gminaNotLoaded[language](gmina.name);
}
