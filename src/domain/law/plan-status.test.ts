import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanStatus } from '../../contract/layers.ts';
import { type PlanProcess, planStatusOn, statusOn } from './plan-status.ts';

const DAY = '2026-11-15';

test('status on a day', () => {
  const table: [PlanProcess, string | null, string | null, PlanStatus][] = [
    ['elaboration', null, null, 'draft'],
    // Drafts carry dates too; the step of procedure decides.
    ['elaboration', '2020-01-01', null, 'draft'],
    ['elaboration', '2026-12-01', null, 'draft'],
    ['adoption', '2020-01-01', null, 'adopted'],
    ['adoption', '2026-12-01', null, 'adopted'],
    ['legalForce', '2026-11-15', null, 'in_force'],
    ['legalForce', '2026-11-16', null, 'adopted'],
    ['legalForce', '2026-12-01', null, 'adopted'],
    ['legalForce', null, null, 'in_force'],
    ['legalForce', '2020-01-01', '2026-11-14', 'none'],
    ['legalForce', '2020-01-01', '2026-11-15', 'in_force'],
    ['legalForce', '2020-01-01', '2026-12-31', 'in_force'],
    ['legalForce', '2026-12-01', '2026-12-31', 'adopted'],
    // Ends before it begins: it never comes into force.
    ['legalForce', '2026-12-31', '2026-12-01', 'adopted'],
    ['elaboration', null, '2026-11-20', 'draft'],
    ['obsolete', '2020-01-01', null, 'none'],
    ['obsolete', '2020-01-01', '2026-12-31', 'none'],
  ];
  for (const [process, effective_from, effective_to, status] of table) {
    const plan = { process, effective_from, effective_to };
    assert.equal(planStatusOn(DAY, plan), status, JSON.stringify(plan));
  }
});

test('a served status read for a day', () => {
  assert.equal(statusOn(DAY, 'in_force', '2026-12-01'), 'adopted');
  assert.equal(statusOn('2026-12-01', 'in_force', '2026-12-01'), 'in_force');
  assert.equal(statusOn(DAY, 'in_force', null), 'in_force');
  assert.equal(statusOn(DAY, 'adopted', '2020-01-01'), 'adopted');
  assert.equal(statusOn(DAY, 'unknown', null), 'unknown');
});
