import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ZoneParameters } from '../../contract/layers.ts';
import { NO_LIMITS } from '../assess/test-parcel.ts';
import { describeLimits } from './zone-limits.ts';
import { ZONES, zoneOf } from './zones.ts';

test('the 13 zones by class', () => {
  const byClass = ['residential', 'farmstead', 'other_building', 'no_building'].map((wanted) =>
    Object.entries(ZONES)
      .filter(([, zone]) => zone.class === wanted)
      .map(([symbol]) => symbol)
      .join(' '),
  );
  assert.deepEqual(byClass, ['SW SJ', 'SZ', 'SU SH SP SR SI', 'SN SC SG SO SK']);
});

test('statutory shares of bio-active ground and obligatory parameters (art. 13e ust. 2–3)', () => {
  const table = Object.entries(ZONES).map(
    ([symbol, zone]) => `${symbol} ${zone.min_biologically_active_pct} ${zone.obligatory.length}`,
  );
  assert.deepEqual(table, [
    'SW 30 4',
    'SJ 30 4',
    'SZ 30 4',
    'SU 30 4',
    'SH 30 4',
    'SP 20 4',
    'SR 30 4',
    'SI 20 1',
    'SN 50 1',
    'SC 30 1',
    'SG null 0',
    'SO null 0',
    'SK null 0',
  ]);
});

test('a symbol that is not one of the 13 is no zone', () => {
  for (const symbol of [null, '', 'sj', '1SJ', 'SX', 'toString', 'OUZ'])
    assert.equal(zoneOf(symbol), null, `${symbol}`);
  assert.equal(zoneOf('SJ')?.name, 'strefa wielofunkcyjna z zabudową mieszkaniową jednorodzinną');
});

test('limits in words: each null says which it is', () => {
  const some = { ...NO_LIMITS, max_height_m: 9.5, max_intensity: 0, min_biologically_active_pct: 50 };
  const table: [string, ZoneParameters, boolean, string][] = [
    ['SJ', NO_LIMITS, false, 'not published'],
    ['SJ', NO_LIMITS, true, 'not in the third-party sweep'],
    ['SO', NO_LIMITS, false, 'the plan sets none, as is usual there'],
    ['S9', NO_LIMITS, false, 'the plan sets none'],
    ['SN', NO_LIMITS, false, 'not published'],
    [
      'SN',
      some,
      false,
      'intensity at most 0, height at most 9.5 m, bio-active ground at least 50 %, no other limit set',
    ],
    [
      'SJ',
      some,
      false,
      'intensity at most 0, height at most 9.5 m, bio-active ground at least 50 %, coverage not published',
    ],
  ];
  for (const [symbol, limits, fallback, words] of table)
    assert.equal(describeLimits(symbol, limits, fallback, 'en'), words);
});
