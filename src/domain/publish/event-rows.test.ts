import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changedMembers } from './event-rows.ts';

it('keeps of before and after only what differs', () => {
  const cases: [before: unknown, after: unknown, was: unknown, is: unknown][] = [
    [{ symbol: 'MN', share_pct: 60 }, { symbol: 'MN', share_pct: 70 }, { share_pct: 60 }, { share_pct: 70 }],
    [
      { zone: 'SJ', parameters: { height_m: 9, green_pct: 30 } },
      { zone: 'SJ', parameters: { height_m: 12, green_pct: 30 } },
      { parameters: { height_m: 9 } },
      { parameters: { height_m: 12 } },
    ],
    // Lists are told whole, and so is what is null on one side.
    [
      { zones: [1, 2], a: null },
      { zones: [1, 3], a: { b: 1 } },
      { zones: [1, 2], a: null },
      { zones: [1, 3], a: { b: 1 } },
    ],
    [{ as_of: 1 }, { as_of: 2, fresh: true }, { as_of: 1 }, { as_of: 2, fresh: true }],
    [null, { id: 1 }, null, { id: 1 }],
    [
      { id: 1, m2: 5 },
      { id: 1, m2: 5 },
      { id: 1, m2: 5 },
      { id: 1, m2: 5 },
    ],
  ];
  for (const [before, after, was, is] of cases)
    assert.deepEqual(changedMembers(before, after), { before: was, after: is });
});
