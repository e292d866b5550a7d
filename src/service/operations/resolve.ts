// GET /v1/resolve: candidates for a description, always listed (spec §4.1).

import type { Candidate } from '../../contract/answers.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import type { InputOf } from '../../contract/operations.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { requireTarget } from '../pipeline/parse.ts';
import { agreedGmina } from '../resolve/identification.ts';
import { identifyTarget } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';

export async function runResolve(context: Context, input: InputOf<'resolve'>): Promise<Outcome<Candidate>> {
  const resolution = await identifyTarget(context, requireTarget(input));
  const corpus_coverage = context.corpus.coverage;
  switch (resolution.status) {
    case 'parcel':
    case 'gmina':
      return {
        status: 'ok',
        result: resolution.candidate,
        candidates: resolution.candidates.slice(0, input.limit),
        corpus_coverage,
        resolved: resolution.resolved,
      };
    case 'ambiguous':
      return { ...resolution, candidates: resolution.candidates.slice(0, input.limit), corpus_coverage };
    case 'not_covered': {
      // A place that is not loaded is still understood: its candidate has held: false (contract §4). Nothing is known
      // of a point outside the loaded powiaty, so there it stays not_covered.
      const [candidate] = resolution.candidates ?? [];
      return candidate
        ? {
            status: 'ok',
            result: candidate,
            candidates: [candidate],
            corpus_coverage,
            resolved: resolution.resolved,
          }
        : { ...resolution, candidates: [], corpus_coverage };
    }
    case 'not_found': {
      const [best, ...others] = resolution.successors ?? resolution.same_number ?? [];
      // Whoever asks here need not be sent here.
      const { hint = HINTS.nameThePlace } = resolution;
      if (!best) return { ...resolution, hint, candidates: [], corpus_coverage };
      const { confidence, match_reason: note } = best;
      const gmina_teryt = agreedGmina([best, ...others]);
      return {
        status: 'ambiguous',
        candidates: [best, ...others].slice(0, input.limit),
        corpus_coverage,
        resolved: { kind: 'parcel', id: null, gmina_teryt, confidence, note },
      };
    }
  }
}
