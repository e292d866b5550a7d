// ACCOUNT_RUNNERS: the operations that are about the caller's own account. They hold no version of the dataset while they work:
// some wait for a stranger's server.

import type { InputOf, OperationName, ResultOf } from '../../contract/operations.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import type { AccountContext } from './account-context.ts';
import {
  runListSubscriptions,
  runSubscribe,
  runSubscription,
  runTestSubscription,
  runUnsubscribe,
} from './subscribe.ts';
import { runUsage } from './usage.ts';

export const ACCOUNT_RUNNERS = {
  usage: runUsage,
  subscription_create: runSubscribe,
  subscriptions: runListSubscriptions,
  subscription: runSubscription,
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
