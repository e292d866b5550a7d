// What a target comes to: a parcel, a gmina, or an honest "not this clearly". One rule settles ranked candidates, everywhere
// the same; nothing is picked silently (spec §1, §4.1). Pure.

import type { Candidate, Resolved } from '../../contract/answers.ts';
import { phraseIn } from '../../contract/language.ts';
import type { Corpus } from '../../domain/corpus/corpus.ts';
import type { Position } from '../../domain/geometry/types.ts';
import type { Gmina } from '../../domain/places/admin-units.ts';
import { PLACE_NOTES } from '../../domain/sentences/place-sentences.ts';
import { notLoadedReason, resolvedAs, type Weighed, weighed } from '../../domain/text/candidates.ts';
import type { LocatedParcel } from '../../domain/text/lookups.ts';
import { type Applied, gminaConfidenceOf, start } from '../../domain/text/rules.ts';
import { settle } from '../../domain/text/settle.ts';
import type { NoAnswer } from '../pipeline/outcome.ts';

interface Pick {
  readonly candidate: Candidate;
  /** The pick and what came after it, best first. */
  readonly candidates: Candidate[];
  readonly resolved: Resolved;
  /** The point that led to it (WGS84), also where a text says it. */
  readonly point?: Position;
}

/** `P` is the parcel as far as it has been read. */
export type Identification<P extends LocatedParcel = LocatedParcel> =
  | ({
      readonly status: 'parcel';
      readonly parcel: P;
      /** Nothing else was weighed: the parcel is the only candidate, and made one when that is read. */
      readonly is_certain?: true;
    } & Pick)
  | ({ readonly status: 'gmina'; readonly gmina: Gmina } & Pick)
  | NoAnswer;

export const candidateOf = ({ candidate }: Weighed): Candidate => candidate;

/** Settles ranked candidates. */
export function decide(corpus: Corpus, ranked: readonly Weighed[]): Identification {
  const candidates = ranked.map(candidateOf);
  const pick = settle(candidates);
  if (!pick) return unsettled(corpus, ranked);
  const resolved = resolvedAs(pick.kind, pick, pick.match_reason);
  if (pick.kind === 'gmina') {
    const gmina = corpus.admin.gminaByCode(pick.gmina_teryt ?? '');
    const note = pick.held ? resolved.note : `${resolved.note} ${notLoadedReason(corpus, pick)}`;
    if (gmina)
      return { status: 'gmina', gmina, candidate: pick, candidates, resolved: { ...resolved, note } };
  }
  const parcel = ranked[0]?.parcel;
  if (parcel) return { status: 'parcel', parcel, candidate: pick, candidates, resolved };
  const why = notLoadedReason(corpus, pick);
  return {
    status: 'not_covered',
    candidates: [pick],
    resolved: { ...resolved, note: `${pick.match_reason} ${why}` },
  };
}

/** What an id or a point alone would settle, with something beside it that says otherwise. */
export function doubt(
  corpus: Corpus,
  identification: Identification,
  beside: readonly Applied[],
): Identification {
  if (identification.status === 'not_found' || identification.status === 'ambiguous') return identification;
  return offer(corpus, [identification], beside);
}

/** What each of several would settle, as candidates. */
export function offer(
  corpus: Corpus,
  identifications: readonly Identification[],
  beside: readonly Applied[],
): Identification {
  const candidates = identifications.flatMap((one) => ('candidates' in one ? (one.candidates ?? []) : []));
  return unsettled(
    corpus,
    candidates.map((candidate) => {
      const first = { ...start('id', () => candidate.match_reason), change: candidate.confidence };
      const applied = [first, ...beside];
      return weighed(candidate, applied, null, corpus.language);
    }),
  );
}

/** Other candidates behind those of what is not settled. */
export function withOthers(identification: Identification, others: readonly Candidate[]): Identification {
  if (identification.status !== 'ambiguous' || others.length === 0) return identification;
  const first = identification.candidates ?? [];
  const known = new Set(first.map(({ id }) => id));
  const added = others.filter(({ id }) => !known.has(id));
  const candidates = [...first, ...added];
  const gmina_teryt = agreedGmina(candidates);
  const { resolved } = identification;
  return { ...identification, candidates, resolved: resolved && { ...resolved, gmina_teryt } };
}

function unsettled(corpus: Corpus, ranked: readonly Weighed[]): NoAnswer {
  const candidates = ranked.map(candidateOf);
  const [best] = ranked;
  if (!best) return { status: 'ambiguous', candidates, resolved: null };
  const gmina_teryt = agreedGmina(candidates);
  return {
    status: 'ambiguous',
    candidates,
    resolved: {
      ...resolvedAs(best.candidate.kind, best.candidate, unsettledNote(corpus, ranked)),
      id: null,
      gmina_teryt,
    },
    gmina_confidence: gmina_teryt === null ? 0 : gminaConfidenceOf(best.applied),
  };
}

/** The gmina of all candidates, or null where they do not agree. */
export function agreedGmina([first, ...others]: readonly Candidate[]): string | null {
  return first && others.every(({ gmina_teryt }) => gmina_teryt === first.gmina_teryt)
    ? first.gmina_teryt
    : null;
}

function unsettledNote({ language }: Corpus, ranked: readonly Weighed[]): string {
  const [best, next] = ranked;
  if (best && !next) return PLACE_NOTES.notCertain[language](best.candidate.match_reason);
  const isManyObreby = ranked.some(({ candidate }) => candidate.needs_obreb);
  const note = (isManyObreby ? PLACE_NOTES.nameObreb : PLACE_NOTES.chooseOne)[language];
  const leftOut = best?.applied.find(({ rule }) => rule === 'number_left_out')?.says;
  return leftOut ? `${note} ${phraseIn(leftOut, language)}` : note;
}
