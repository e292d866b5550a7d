// GET /v1/usage: what the key that asks has used in a month, and what is left (contract §13). Costs nothing, and is never cached.

import type { Usage } from '../../contract/key-usage.ts';
import type { InputOf } from '../../contract/operations.ts';
import { firstDayAfter, warsawMidnight } from '../../domain/day.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import type { AccountContext } from './account-context.ts';

export async function runUsage(
  { key, ledger, day }: Pick<AccountContext, 'key' | 'ledger' | 'day'>,
  input: InputOf<'usage'>,
): Promise<Outcome<Usage>> {
  const current = day.slice(0, 7);
  const { month = current } = input;
  const isCurrent = month === current;
  const entries = await ledger.usageOf(key.id, month);
  const charged = entries.reduce((sum, entry) => sum + entry.charged, 0);
  const quota = key.monthly_quota;
  const result = {
    key: key.name,
    month,
    quota,
    charged,
    remaining: isCurrent && quota !== null ? Math.max(0, quota - charged) : null,
    resets_at: isCurrent ? warsawMidnight(firstDayAfter(month)).toISOString() : null,
    days: entries.map(({ day: on, operation, requests, cost, charged, refunded }) => ({
      day: on,
      operation,
      requests,
      cost,
      charged,
      refunded,
    })),
  };
  return { status: 'ok', result };
}
