import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlanStatus } from '../../contract/layers.ts';
import { shiftDay } from './calendar.ts';
import { holdsUntil, type PlanProcess, planStatusOn, statusOn } from './plan-status.ts';

const DAY = '2026-11-15';

test('status on a day, and the day it changes by itself', () => {
  const table: [PlanProcess, string | null, string | null, PlanStatus, string | null][] = [
    ['elaboration', null, null, 'draft', null],
    // Drafts carry dates too; the step of procedure decides.
    ['elaboration', '2020-01-01', null, 'draft', null],
    ['elaboration', '2026-12-01', null, 'draft', null],
    ['adoption', '2020-01-01', null, 'adopted', null],
    ['adoption', '2026-12-01', null, 'adopted', null],
    ['legalForce', '2026-11-15', null, 'in_force', null],
    ['legalForce', '2026-11-16', null, 'adopted', '2026-11-16'],
    ['legalForce', '2026-12-01', null, 'adopted', '2026-12-01'],
    ['legalForce', null, null, 'in_force', null],
    ['legalForce', '2020-01-01', '2026-11-14', 'none', null],
    ['legalForce', '2020-01-01', '2026-11-15', 'in_force', '2026-11-16'],
    ['legalForce', '2020-01-01', '2026-12-31', 'in_force', '2027-01-01'],
    ['legalForce', '2026-12-01', '2026-12-31', 'adopted', '2026-12-01'],
    // Ends before it begins: it never comes into force.
    ['legalForce', '2026-12-31', '2026-12-01', 'adopted', '2026-12-02'],
    ['elaboration', null, '2026-11-20', 'draft', '2026-11-21'],
    ['obsolete', '2020-01-01', null, 'none', null],
    ['obsolete', '2020-01-01', '2026-12-31', 'none', null],
  ];
  for (const [process, effective_from, effective_to, status, until] of table) {
    const plan = { process, effective_from, effective_to };
    assert.equal(planStatusOn(DAY, plan), status, JSON.stringify(plan));
    assert.equal(holdsUntil(DAY, plan), until, JSON.stringify(plan));
  }
});

test('a status holds exactly until the day named: found by walking the days', () => {
  const day = fc.integer({ min: 0, max: 40 }).map((days) => shiftDay(DAY, days - 20));
  const plan = fc.record({
    process: fc.constantFrom<PlanProcess>('elaboration', 'adoption', 'legalForce', 'obsolete'),
    effective_from: fc.option(day),
    effective_to: fc.option(day),
  });
  fc.assert(
    fc.property(day, plan, (today, term) => {
      const now = planStatusOn(today, term);
      const later = Array.from({ length: 60 }, (_, days) => shiftDay(today, days + 1));
      assert.equal(holdsUntil(today, term), later.find((at) => planStatusOn(at, term) !== now) ?? null);
    }),
  );
});

test('a served status read for a day', () => {
  assert.equal(statusOn(DAY, 'in_force', '2026-12-01'), 'adopted');
  assert.equal(statusOn('2026-12-01', 'in_force', '2026-12-01'), 'in_force');
  assert.equal(statusOn(DAY, 'in_force', null), 'in_force');
  assert.equal(statusOn(DAY, 'adopted', '2020-01-01'), 'adopted');
  assert.equal(statusOn(DAY, 'unknown', null), 'unknown');
});
