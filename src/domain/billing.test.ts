import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BillingRule, Status } from '../contract/answers.ts';
import { billBatch, billingOf } from './billing.ts';

test('what an outcome costs', () => {
  const cases: [cost: number, rule: BillingRule, charged: number, refunded: number, told: BillingRule][] = [
    [1, 'charged', 1, 0, 'charged'],
    [5, 'refunded_not_found', 0, 5, 'refunded_not_found'],
    [1, 'free_invalid_input', 0, 0, 'free_invalid_input'],
    [1, 'free_not_modified', 0, 0, 'free_not_modified'],
    [0, 'charged', 0, 0, 'free_operation'],
    [0, 'refunded_not_found', 0, 0, 'free_operation'],
    [0, 'refunded_not_covered', 0, 0, 'free_operation'],
    [0, 'refunded_error', 0, 0, 'free_operation'],
    [0, 'free_invalid_input', 0, 0, 'free_invalid_input'],
    [0, 'free_unauthorized', 0, 0, 'free_unauthorized'],
  ];
  for (const [cost, rule, charged, refunded, told] of cases) {
    assert.deepEqual(billingOf(cost, rule), { cost, charged, refunded, rule: told }, `${cost} ${rule}`);
  }
});

test('a batch has the rule of its items when all came to the same, and their sums always', () => {
  const item = (status: Status, rule: BillingRule) => ({ status, billing: billingOf(1, rule) });
  const ok = item('ok', 'charged');
  const missing = item('not_found', 'refunded_not_found');
  const cases: [items: Parameters<typeof billBatch>[0], told: ReturnType<typeof billBatch>][] = [
    [[ok, ok], { cost: 2, charged: 2, refunded: 0, rule: 'charged' }],
    [[missing, missing], { cost: 2, charged: 0, refunded: 2, rule: 'refunded_not_found' }],
    [[ok, missing], { cost: 2, charged: 1, refunded: 1, rule: 'batch_mixed' }],
    [[ok, item('ambiguous', 'charged')], { cost: 2, charged: 2, refunded: 0, rule: 'batch_mixed' }],
  ];
  for (const [items, told] of cases) assert.deepEqual(billBatch(items), told);
});
