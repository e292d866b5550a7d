// ACCOUNT_RUNNERS: the operations that are about the caller's own account. They hold no version of the dataset while they work:
// some wait for a stranger's server.

import type { InputOf, OperationName, ResultOf } from '../../contract/operations.ts';
import type { KeyRecord } from '../../store/accounts.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import type { Context } from '../snapshot/context.ts';
import {
  type PushParts,
  runListSubscriptions,
  runSubscribe,
  runTestSubscription,
  runUnsubscribe,
} from './subscriptions.ts';

export interface AccountContext {
  readonly caller: KeyRecord;
  readonly push: PushParts | null;
  readonly now: Date;
  /** Whatever has to be known of the dataset. */
  readonly read: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
}

export const ACCOUNT_RUNNERS = {
  subscription_create: runSubscribe,
  subscriptions: runListSubscriptions,
  subscription_delete: runUnsubscribe,
  subscription_test: runTestSubscription,
} satisfies { readonly [N in OperationName]?: AccountRunner<N> };

type AccountRunner<N extends OperationName> = (
  context: AccountContext,
  input: InputOf<N>,
) => Promise<Outcome<ResultOf<N>>>;

export type AccountOperation = keyof typeof ACCOUNT_RUNNERS;

export const isAccountOperation = (name: OperationName): name is AccountOperation =>
  Object.hasOwn(ACCOUNT_RUNNERS, name);
