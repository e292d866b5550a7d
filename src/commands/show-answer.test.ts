import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Envelope } from '../contract/answers.ts';
import type { ChangeEvent } from '../contract/change-events.ts';
import { showAnswer } from './show-answer.ts';
import { createPaper } from './terminal.ts';

const paper = createPaper({ isTTY: false, columns: 100 }, false);

const envelopeOf = (result: unknown): Envelope => ({
  status: 'ok',
  result,
  query: { input: {}, resolved: null },
  billing: { cost: 1, charged: 1, refunded: 0, rule: 'charged' },
});

test('what changed is told in words, lists without the numbers of their places', () => {
  for (const [before, after, expected] of [
    [null, 'loaded', 'nothing → loaded'],
    [{ in_ouz: false }, { in_ouz: true }, 'in_ouz no → in_ouz yes'],
    [
      { symbol: 'SJ', zones: [{ symbol: 'SJ', share_pct: 100 }] },
      { symbol: null, zones: [] },
      'symbol SJ, zones symbol SJ, share_pct 100 → zones none',
    ],
    [
      null,
      { predecessors: ['141803_2.0009.1', '141803_2.0009.2'] },
      'nothing → predecessors 141803_2.0009.1; 141803_2.0009.2',
    ],
  ] as const) {
    const event: ChangeEvent = {
      id: '1',
      event: 'parcel_created',
      detected_at: '2026-11-15T08:00:00Z',
      before,
      after,
    };
    assert.equal(
      showAnswer('events', envelopeOf([event]), paper)
        .split('\n')[1]
        ?.trim(),
      expected,
    );
  }
});
