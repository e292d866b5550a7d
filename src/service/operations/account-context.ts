// What the operations about the caller's own account are given.

import type { Bilingual } from '../../contract/language.ts';
import type { ResultOf } from '../../contract/operations.ts';
import type { KeyRecord, Ledger } from '../../store/accounts.ts';
import type { StoredSubscription, Subscriptions } from '../../store/watches.ts';
import type { Context } from '../snapshot/context.ts';

/** Whose request it is. */
export interface Account {
  readonly key: KeyRecord;
  readonly ledger: Ledger;
}

export interface AccountContext extends Account {
  readonly push: PushParts | null;
  readonly now: Date;
  /** The day in Warsaw, YYYY-MM-DD. */
  readonly day: string;
  /** Whatever has to be known of the dataset. */
  readonly read: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
}

/** What the push room gives to those who subscribe. */
export interface PushParts {
  readonly subscriptions: Subscriptions;
  createSecret(): string;
  judgeUrl(url: string): Promise<JudgedUrl>;
  sendTest(subscription: StoredSubscription): Promise<ResultOf<'subscription_test'>>;
}

/** Why nothing may be sent there, or what may stop it. */
export type JudgedUrl = { readonly refusal: Bilingual } | { readonly warning: string | null };
