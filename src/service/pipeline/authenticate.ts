// First step: who calls. Operations that need no key are anybody's.

import { FAULTS } from '../../contract/fault-sentences.ts';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { KeyRecord, Keys } from '../../store/accounts.ts';
import { type Call, NO_QUERY } from './call.ts';
import { StepFailure } from './failure.ts';
import { ServiceError } from './outcome.ts';

/** The key of the caller; null where none is needed. */
export async function authenticate(
  { operation: name, secret, key, language }: Call,
  keys: Keys,
  signup_url: string,
): Promise<KeyRecord | null | StepFailure> {
  const operation: Operation = OPERATIONS[name];
  if (!operation.auth) return null;
  if (key) return key;
  try {
    const found = secret === undefined ? undefined : keys.find(secret);
    // Most ports answer at once: to wait for what is there costs a turn of the microtasks.
    const known = found instanceof Promise ? await found : found;
    if (known) return known;
    const why = secret === undefined ? FAULTS.noKey : FAULTS.unknownKey;
    throw new ServiceError('unauthorized', why, { signup_url });
  } catch (error) {
    return new StepFailure(error, operation.cost, NO_QUERY, language);
  }
}
