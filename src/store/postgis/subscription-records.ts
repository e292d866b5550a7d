// Owns the tables of push in the database: servers share them, and one at a time delivers. Knows nothing of deliveries.

import { SUBSCRIPTION_COLUMNS, subscriptionCell, subscriptionOf } from '../subscription-rows.ts';
import type { DeliveryState, DueSubscription, StoredSubscription, Subscriptions } from '../watches.ts';
import type { Link } from './link.ts';

export class PostgisSubscriptions implements Subscriptions {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  async create(subscription: StoredSubscription, most: number): Promise<boolean> {
    const marks = SUBSCRIPTION_COLUMNS.map((_, at) => `$${at + 1}`).join(', ');
    const made = await this.#link.rows(
      `INSERT INTO subscriptions (${SUBSCRIPTION_COLUMNS.join(', ')})
       SELECT ${marks} WHERE (SELECT count(*) FROM subscriptions WHERE key_id = $2) < $${SUBSCRIPTION_COLUMNS.length + 1} RETURNING id`,
      [...SUBSCRIPTION_COLUMNS.map((column) => subscriptionCell(subscription[column])), most],
    );
    if (made.length === 0) return false;
    // Another server may have found the same room at the same moment: whoever sees too many takes its own back.
    const tooMany = await this.#link.rows(
      `DELETE FROM subscriptions WHERE id = $1 AND (SELECT count(*) FROM subscriptions WHERE key_id = $2) > $3 RETURNING id`,
      [subscription.id, subscription.key_id, most],
    );
    return tooMany.length === 0;
  }

  async ofKey(key_id: string): Promise<StoredSubscription[]> {
    const sql = 'SELECT * FROM subscriptions WHERE key_id = $1 ORDER BY created_at, id';
    return (await this.#link.rows(sql, [key_id])).map(subscriptionOf);
  }

  async remove(key_id: string, id: string): Promise<boolean> {
    const sql = 'DELETE FROM subscriptions WHERE key_id = $1 AND id = $2 RETURNING id';
    return (await this.#link.rows(sql, [key_id, id])).length > 0;
  }

  async due(now: string): Promise<DueSubscription[]> {
    const rows = await this.#link.rows(
      `SELECT s.*, k.monthly_quota, k.revoked_at IS NOT NULL AS key_revoked
       FROM subscriptions s LEFT JOIN keys k ON k.id = s.key_id
       WHERE s.disabled = 0 AND (s.next_attempt IS NULL OR s.next_attempt <= $1) ORDER BY s.created_at, s.id`,
      [now],
    );
    return rows.map(({ key_revoked, monthly_quota, ...row }) => ({
      ...subscriptionOf(row),
      key_revoked: key_revoked === true,
      monthly_quota: monthly_quota as number | null,
    }));
  }

  async update(id: string, changes: Partial<DeliveryState>): Promise<void> {
    const named = SUBSCRIPTION_COLUMNS.filter((column) => column in changes);
    if (named.length === 0) return;
    const cells = named.map((column) => subscriptionCell(changes[column as keyof DeliveryState]));
    const set = named.map((column, at) => `${column} = $${at + 2}`).join(', ');
    await this.#link.rows(`UPDATE subscriptions SET ${set} WHERE id = $1`, [id, ...cells]);
  }

  async lease(holder: string, now: string, until: string): Promise<boolean> {
    const sql = 'UPDATE push_lease SET holder = $1, until = $3 WHERE holder = $1 OR until < $2 RETURNING one';
    return (await this.#link.rows(sql, [holder, now, until])).length > 0;
  }
}
