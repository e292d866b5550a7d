// Fifth step: what the answer costs this caller, on disk before it leaves. Who holds the same answer already pays nothing; what
// cannot be recorded is not given away.

import { FAULTS } from '../../contract/fault-sentences.ts';
import { billingOf } from '../../domain/billing.ts';
import { matchesEtag } from '../../domain/etag.ts';
import type { Ledger } from '../../store/accounts.ts';
import { StoreError } from '../../store/reads.ts';
import type { AnswerBody } from '../snapshot/answer-body.ts';
import type { EncodedAnswer } from '../snapshot/answer-cache.ts';
import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import { answerFailure, type FailedAnswer, StepFailure } from './failure.ts';
import { type Allowance, monthOf } from './limit.ts';
import { ServiceError } from './outcome.ts';
import type { MonthState } from './rate-limit-headers.ts';

/** Without a body where the caller holds it (304). */
type DueAnswer = Omit<EncodedAnswer, 'body'> & { readonly body: AnswerBody | null };

export interface Billed {
  readonly answer: DueAnswer | FailedAnswer;
  readonly month: MonthState | undefined;
}

export async function bill(
  { operation, if_none_match }: Call,
  { key, cost, month, unless_held }: Allowance,
  given: EncodedAnswer,
  ledger: Ledger,
  clock: Clock,
): Promise<Billed> {
  const offered = unless_held ? answerFailure(unless_held) : given;
  const answer = isHeld(given, if_none_match) ? notModified(given, cost) : offered;
  if (!key) return { answer, month };
  try {
    const { cost, charged, refunded } = answer.billing;
    await ledger.record({
      key_id: key.id,
      day: clock.day(),
      operation,
      requests: 1,
      cost,
      charged,
      refunded,
    });
    return { answer, month: await monthOf(key, ledger, clock) };
  } catch (fault) {
    const retry_after_s = fault instanceof StoreError ? fault.retry_after_s : undefined;
    const more = retry_after_s === undefined ? {} : { retry_after_s };
    const error = new ServiceError('source_unavailable', FAULTS.usageUnrecorded, more);
    return {
      answer: { ...answerFailure(new StepFailure(error, cost, given.query, given.language)), fault },
      month,
    };
  }
}

const isHeld = ({ etag }: EncodedAnswer, if_none_match: string | undefined): boolean =>
  etag !== undefined && if_none_match !== undefined && matchesEtag(if_none_match, etag);

const notModified = (answer: EncodedAnswer, cost: number): DueAnswer => ({
  ...answer,
  http: 304,
  billing: billingOf(cost, 'free_not_modified'),
  body: null,
});
