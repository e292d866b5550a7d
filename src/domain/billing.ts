// Outcome → billing: the table of spec §4.14 and contract §5. charged + refunded is cost, or 0 when free.

import type { Billing, BillingRule } from '../contract/answers.ts';

export function bill(cost: number, rule: BillingRule): Billing {
  if (rule === 'charged' && cost === 0) return { cost, charged: 0, refunded: 0, rule: 'free_operation' };
  return {
    cost,
    charged: rule === 'charged' ? cost : 0,
    refunded: rule.startsWith('refunded_') ? cost : 0,
    rule,
  };
}

/** A batch sums its items; its rule is theirs when they agree (contract §5). */
export function billBatch(items: readonly Billing[]): Billing {
  const rules = new Set(items.map((item) => item.rule));
  const [only] = rules;
  const sum = (pick: (item: Billing) => number) => items.reduce((total, item) => total + pick(item), 0);
  return {
    cost: sum((item) => item.cost),
    charged: sum((item) => item.charged),
    refunded: sum((item) => item.refunded),
    rule: rules.size === 1 && only ? only : 'batch_mixed',
  };
}
