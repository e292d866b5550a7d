// Requests over all operations of the contract, from good to hostile. The same seed and number always make the same
// request, so that one can be made again without the others before it.

import { randomFor } from '../../world/random.ts';
import type { FuzzedOperation } from './contract.ts';
import { anyOf, chance, type Draft, type Pool, validDraft } from './draft.ts';
import { KINDS, type Kind } from './kinds.ts';

export interface FuzzRequest {
  readonly operation: string;
  readonly kind: Kind;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expects: Draft['expects'];
}

const KIND_NAMES = Object.keys(KINDS) as Kind[];

export function makeRequest(
  operations: readonly FuzzedOperation[],
  pool: Pool,
  seed: number,
  number: number,
): FuzzRequest {
  const random = randomFor(seed, `request ${number}`);
  const operation = anyOf(random, operations);
  const making = { random, operation, pool, draft: validDraft(random, operation, pool) };
  const kind = anyOf(random, KIND_NAMES);
  KINDS[kind](making);
  if (kind !== 'valid' && chance(random, 0.2)) {
    KINDS[anyOf(random, KIND_NAMES)](making);
    making.draft.expects = 'either';
  }
  const { method, path, query, body, raw, headers, expects } = making.draft;
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  return {
    operation: operation.name,
    kind,
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers,
    body: method === 'GET' || method === 'HEAD' ? null : (raw ?? (body && JSON.stringify(body))),
    expects,
  };
}
