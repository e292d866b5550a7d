import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../corpus/corpus.ts';
import type { MultiPolygon } from '../geometry/types.ts';
import { coverSteps, placesToMeasure } from './plan-cover.ts';

const strip = (from: number, to: number): MultiPolygon => [
  [
    [
      [from, 0],
      [to, 0],
      [to, 10],
      [from, 10],
      [from, 0],
    ],
  ],
];
const GMINA = strip(0, 100);
const plan = (plan_id: string, effective_from: string | null, effective_to: string | null = null): Plan => ({
  plan_id,
  source: 'mpzp',
  kind: 'mpzp',
  gmina6: '141803',
  title: null,
  process: 'legalForce',
  effective_from,
  effective_to,
  adopted_on: null,
  resolution_url: null,
  lacks_zones: null,
  lacks_ouz: null,
});

test('a gmina is covered step by step, and what two plans cover counts once', () => {
  const outlines = [
    { plan: plan('a', null), geometry: strip(0, 20) },
    { plan: plan('b', '2020-01-01', '2025-12-31'), geometry: strip(10, 50) },
    { plan: plan('c', '2024-01-01'), geometry: strip(40, 60) },
    { plan: { ...plan('d', '2022-01-01'), process: 'elaboration' as const }, geometry: strip(0, 100) },
  ];
  assert.deepEqual(coverSteps(outlines, GMINA), [
    { from: '', pct: 20 },
    { from: '2020-01-01', pct: 50 },
    { from: '2024-01-01', pct: 60 },
    { from: '2026-01-01', pct: 40 },
  ]);
});

test('never more than all of it', () => {
  assert.deepEqual(coverSteps([{ plan: plan('a', null), geometry: strip(-50, 200) }], GMINA), [
    { from: '', pct: 100 },
  ]);
});

test('cover is measured where plans are loaded, and where gminy are drawn anew', () => {
  assert.deepEqual(placesToMeasure('mpzp', ['1418', '143801']), ['1418', '143801']);
  assert.deepEqual(placesToMeasure('prg', ['powiat/14', 'gmina/14', 'gmina/10', 'obreb/14']), ['14', '10']);
  assert.deepEqual(placesToMeasure('pog', ['1418']), []);
  assert.deepEqual(placesToMeasure('egib', ['1418']), []);
});
