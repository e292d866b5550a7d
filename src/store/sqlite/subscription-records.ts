// Owns the tables of push in the accounts file: they outlive every dataset. Knows nothing of deliveries.

import { SUBSCRIPTION_COLUMNS, subscriptionCell, subscriptionOf } from '../subscription-rows.ts';
import type { DeliveryState, DueSubscription, StoredSubscription, Subscriptions } from '../watches.ts';
import type { AccountsDb } from './accounts-file.ts';
import { inTransaction } from './transaction.ts';

export class SubscriptionRecords implements Subscriptions {
  readonly #db: AccountsDb;

  constructor(db: AccountsDb) {
    this.#db = db;
  }

  create(subscription: StoredSubscription, most: number): boolean {
    return inTransaction(this.#db, () => {
      const held = this.#db
        .prepare('SELECT count(*) AS held FROM subscriptions WHERE key_id = ?')
        .get(subscription.key_id)?.held;
      if (Number(held) >= most) return false;
      const places = SUBSCRIPTION_COLUMNS.map(() => '?').join(', ');
      this.#db
        .prepare(`INSERT INTO subscriptions (${SUBSCRIPTION_COLUMNS.join(', ')}) VALUES (${places})`)
        .run(...SUBSCRIPTION_COLUMNS.map((column) => subscriptionCell(subscription[column])));
      return true;
    });
  }

  ofKey(key_id: string): StoredSubscription[] {
    return this.#db
      .prepare('SELECT * FROM subscriptions WHERE key_id = ? ORDER BY created_at, id')
      .all(key_id)
      .map(subscriptionOf);
  }

  remove(key_id: string, id: string): boolean {
    const { changes } = this.#db
      .prepare('DELETE FROM subscriptions WHERE key_id = ? AND id = ?')
      .run(key_id, id);
    return Number(changes) > 0;
  }

  due(now: string): DueSubscription[] {
    return this.#db
      .prepare(
        `SELECT s.*, k.monthly_quota, k.revoked_at IS NOT NULL AS key_revoked
         FROM subscriptions s LEFT JOIN keys k ON k.id = s.key_id
         WHERE NOT s.disabled AND (s.next_attempt IS NULL OR s.next_attempt <= ?) ORDER BY s.created_at, s.id`,
      )
      .all(now)
      .map((row) => ({
        ...subscriptionOf(row),
        key_revoked: row.key_revoked === 1,
        monthly_quota: row.monthly_quota as number | null,
      }));
  }

  update(id: string, changes: Partial<DeliveryState>): void {
    const named = SUBSCRIPTION_COLUMNS.filter((column) => column in changes);
    const cells = named.map((column) => subscriptionCell(changes[column as keyof DeliveryState]));
    this.#db
      .prepare(`UPDATE subscriptions SET ${named.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`)
      .run(...cells, id);
  }

  lease(holder: string, now: string, until: string): boolean {
    const { changes } = this.#db
      .prepare('UPDATE push_lease SET holder = ?1, until = ?3 WHERE holder = ?1 OR until < ?2')
      .run(holder, now, until);
    return Number(changes) > 0;
  }
}
