// First step: who calls. Operations that need no key are anybody's. The key of the page, which everybody has, is good for
// reading alone, and only where the address of its user is known, by which it is limited.

import { FAULTS } from '../../contract/fault-sentences.ts';
import { PAGE_KEY_PREFIX } from '../../contract/limits.ts';
import { OPERATIONS, type Operation, type OperationName } from '../../contract/operations.ts';
import type { KeyRecord, Keys } from '../../store/accounts.ts';
import { type Call, NO_QUERY } from './call.ts';
import { StepFailure } from './failure.ts';
import { ServiceError } from './outcome.ts';

/** What the page asks for; whatever is added to the contract is not for its key until it stands here. */
const PAGE_OPERATIONS: ReadonlySet<OperationName> = new Set<OperationName>([
  'resolve',
  'suggest',
  'parcel',
  'parcel_batch',
  'search',
  'search_polygon',
  'layer',
  'check',
  'events',
  'sources',
  'gmina_planning_by_code',
  'gmina_planning',
]);

export const isPageKey = ({ id }: Pick<KeyRecord, 'id'>): boolean => id.startsWith(PAGE_KEY_PREFIX);

/** The key of the caller; null where none is needed. */
export async function authenticate(
  { operation: name, secret, key, clientAddress, language }: Call,
  keys: Keys,
  signup_url: string,
): Promise<KeyRecord | null | StepFailure> {
  const operation: Operation = OPERATIONS[name];
  if (!operation.auth) return null;
  if (key && !isPageKey(key)) return key;
  try {
    const found = key ?? (secret === undefined ? undefined : keys.find(secret));
    // Most ports answer at once: to wait for what is there costs a turn of the microtasks.
    const known = found instanceof Promise ? await found : found;
    if (known && !isPageKey(known)) return known;
    if (known && clientAddress && PAGE_OPERATIONS.has(name)) return known;
    if (known) throw new ServiceError('unauthorized', FAULTS.pageKey, { signup_url });
    const why = secret === undefined ? FAULTS.noKey : FAULTS.unknownKey;
    throw new ServiceError('unauthorized', why, { signup_url });
  } catch (error) {
    return new StepFailure(error, operation.cost, NO_QUERY, language);
  }
}
