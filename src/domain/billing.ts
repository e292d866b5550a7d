// Outcome → billing: the table of spec §4.14 and contract §5. charged + refunded is cost, or 0 when free.

import type { Billing, BillingRule, Envelope } from '../contract/answers.ts';

export function billingOf(cost: number, rule: BillingRule): Billing {
  // What costs nothing is neither charged nor given back; why it was refused may still be told.
  if (cost === 0 && !rule.startsWith('free_'))
    return { cost, charged: 0, refunded: 0, rule: 'free_operation' };
  return {
    cost,
    charged: rule === 'charged' ? cost : 0,
    refunded: rule.startsWith('refunded_') ? cost : 0,
    rule,
  };
}

/** A batch sums its items. Its rule is theirs when they had one outcome: the same status under the same rule (contract §5). */
export function billBatch(items: readonly Pick<Envelope, 'status' | 'billing'>[]): Billing {
  const outcomes = new Set(items.map(({ status, billing }) => `${status} ${billing.rule}`));
  const rule = items[0]?.billing.rule;
  const sum = (pick: (billing: Billing) => number) =>
    items.reduce((total, { billing }) => total + pick(billing), 0);
  return {
    cost: sum(({ cost }) => cost),
    charged: sum(({ charged }) => charged),
    refunded: sum(({ refunded }) => refunded),
    rule: outcomes.size === 1 && rule ? rule : 'batch_mixed',
  };
}
