// The one frame around every answer (spec §2.2): from an outcome or a failure to the envelope, billed.

import type { Candidate, Envelope, ErrorBody, Kin, Query } from '../../contract/answers.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { Language } from '../../contract/language.ts';
import { billingOf } from '../../domain/billing.ts';
import { type Outcome, ServiceError } from './outcome.ts';
import type { Target } from './parse.ts';

export function queryInputOf(target: Target | null): Query['input'] {
  if (!target) return {};
  switch (target.kind) {
    case 'q':
      return { q: target.q };
    case 'id':
      return { id: target.id.id };
    case 'point':
      return { point: `${target.position[1]},${target.position[0]}` };
  }
}

/** `example_id` is a parcel that is held, for those who asked for one that is not. */
export function envelopeOf<R>(
  outcome: Outcome<R>,
  cost: number,
  input: Query['input'],
  example_id: string | null,
  language: Language,
): Envelope<R> {
  switch (outcome.status) {
    case 'ok':
      return {
        status: 'ok',
        result: outcome.result,
        ...(outcome.candidates ? { candidates: outcome.candidates } : {}),
        ...(outcome.corpus_coverage ? { corpus_coverage: outcome.corpus_coverage } : {}),
        query: { input, resolved: outcome.resolved ?? null, ...watched(outcome) },
        ...(outcome.page ? { page: outcome.page } : {}),
        ...(outcome.sources ? { sources: outcome.sources } : {}),
        billing: outcome.billing ?? billingOf(cost, outcome.refund ?? 'charged'),
      };
    case 'ambiguous':
      return {
        status: 'ambiguous',
        result: null,
        candidates: outcome.candidates,
        ...(outcome.corpus_coverage ? { corpus_coverage: outcome.corpus_coverage } : {}),
        query: { input, resolved: outcome.resolved },
        billing: billingOf(cost, 'charged'),
      };
    case 'not_covered':
      return {
        status: 'not_covered',
        result: null,
        ...(outcome.candidates ? { candidates: outcome.candidates } : {}),
        ...(outcome.corpus_coverage ? { corpus_coverage: outcome.corpus_coverage } : {}),
        query: { input, resolved: outcome.resolved },
        billing: billingOf(cost, 'refunded_not_covered'),
      };
    case 'not_found': {
      const { message, hint, is_of_gmina, candidates, corpus_coverage, successors } = outcome;
      const error = new ServiceError('not_found', message, {
        ...(hint === undefined ? {} : { hint }),
        ...(successors ? { successors: successors.flatMap(kinOf) } : {}),
      });
      return {
        ...failureOf(error, cost, { input, resolved: null }, language, is_of_gmina ? null : example_id),
        ...(candidates ? { candidates } : {}),
        ...(corpus_coverage ? { corpus_coverage } : {}),
      };
    }
  }
}

const watched = ({ observed_since }: { readonly observed_since?: string | null }) =>
  observed_since === undefined ? {} : { observed_since };

/** A successor, with the day it came. */
function kinOf({ id, predecessors }: Candidate): Kin[] {
  const date = predecessors?.[0]?.date;
  return id === null || date === undefined ? [] : [{ id, date }];
}

/** What a wrong or missing parcel comes to. */
const NAMES_A_PARCEL: ReadonlySet<ServiceError['code']> = new Set(['invalid_input', 'not_found']);

/** Where every code is explained; a path of this server. */
const DOCS = '/docs';

/** Without `example_id` where no dataset was asked. */
export function failureOf<R>(
  error: ServiceError,
  cost: number,
  query: Query,
  language: Language,
  example_id: string | null = null,
): Envelope<R> {
  const row = ERRORS[error.code];
  const { message, hint } = error.tell(language);
  const body: ErrorBody = {
    code: error.code,
    message,
    hint,
    docs: `${DOCS}#${error.code}`,
    ...(example_id !== null && NAMES_A_PARCEL.has(error.code) ? { example_id } : {}),
    ...(error.signup_url === undefined ? {} : { signup_url: error.signup_url }),
    ...(error.successors === undefined ? {} : { successors: [...error.successors] }),
  };
  return { status: row.status, result: null, query, billing: billingOf(cost, row.rule), error: body };
}
