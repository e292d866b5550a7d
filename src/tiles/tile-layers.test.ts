import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanProcess } from '../domain/law/plan-status.ts';
import { corpusOf, plan, state } from '../domain/layers/test-planning-corpus.ts';
import { EVIDENCE_LAYERS } from './tile-layers.ts';

test('the sweep is drawn where the registry holds no general plan that lives', () => {
  const CASES: [process: PlanProcess, effective_to: string | null, isDrawn: boolean][] = [
    ['legalForce', null, false],
    ['adoption', null, false],
    ['elaboration', null, false],
    ['obsolete', null, true],
    ['legalForce', '2026-11-30', true],
  ];
  const swept = plan('F', { source: 'pog_fallback' });
  const row = { role: 'pog_zone', source: 'pog_fallback', attributes: { plan: 'F', symbol: 'SC' } } as const;
  for (const [process, effective_to, isDrawn] of CASES) {
    const corpus = corpusOf({
      states: [state('pog'), state('pog_fallback', '141803')],
      plans: [swept, plan('A', { process, effective_to })],
    });
    const drawn = EVIDENCE_LAYERS.pog_zone?.describe(row, corpus);
    assert.equal(drawn?.symbol, isDrawn ? 'SC' : undefined, `${process} to ${effective_to}`);
  }
});
