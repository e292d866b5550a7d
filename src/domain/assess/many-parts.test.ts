// A parcel across dozens of designations and zones: what is said of it stays short, and counts all of its ground.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer';
import { BUILDING_USES } from '../../contract/answers.ts';
import { LANGUAGES } from '../../contract/language.ts';
import { measuredParts } from '../law/judged-parts.ts';
import type { Part } from '../law/parts.ts';
import { ZONES } from '../law/zones.ts';
import { SourceList, shorten, shortenParts } from '../short-form.ts';
import { mpzp, noMpzp, parcel, pog } from './test-parcel.ts';
import { assessBuilding } from './verdict.ts';

const DAY = '2026-11-15';
const AREA_M2 = 60_000;
const PARTS = 60;
/** Of 2,500, as long names of sources, query and billing come along. */
const MOST_TOKENS = 2_320;
const SYMBOLS = Object.keys(ZONES);
/** Each with other limits on each of its pieces. */
const zones = Array.from({ length: PARTS }, (_, at) => ({
  symbol: SYMBOLS[at % SYMBOLS.length] ?? '',
  name: null,
  share_pct: 100 / PARTS,
  parameters: {
    max_height_m: 9 + at / 10,
    max_coverage_pct: 30 + at / 10,
    min_biologically_active_pct: 40 + at / 10,
    max_intensity: 0.5 + at / 10,
    min_new_plot_area_m2: null,
  },
}));

const partsOf = (plan: (at: number) => Part['plan']): Part[] =>
  zones.map(({ symbol, share_pct }, at) => ({
    share_pct,
    m2: (share_pct * AREA_M2) / 100,
    plan: plan(at),
    zone: symbol,
    in_ouz: [true, false, null][at % 3] ?? null,
    in_reserve: false,
  }));

const PLANS: readonly [string, (at: number) => Part['plan']][] = [
  ['no local plan', () => 'none'],
  ['a local plan', (at) => ({ symbol: `${at}${['MN', 'U', 'R', 'ZL', 'MW/U', 'X'][at % 6]}` })],
  ['a local plan of housing', (at) => ({ symbol: `${at}MN` })],
  ['a local plan of services', (at) => ({ symbol: `${at}U` })],
  ['a local plan of forest', (at) => ({ symbol: `${at}ZL` })],
  ['both', (at) => (at % 2 === 0 ? 'none' : { symbol: `${at}MN` })],
];

test('a parcel of 60 parts is told within 2,500 tokens, in either language, for any use', () => {
  for (const [name, plan] of PLANS)
    for (const language of LANGUAGES)
      for (const use of BUILDING_USES) {
        const parts = partsOf(plan);
        const isPlanned = parts.some((part) => part.plan !== 'none');
        const input = parcel({
          language,
          parts,
          pog: pog({ zones, in_ouz: null }),
          mpzp: isPlanned ? mpzp({ symbol: null }) : noMpzp(),
          area_m2: AREA_M2,
        });
        const { parts: judged, checks, ...found } = assessBuilding(input, DAY, use);
        const list = new SourceList();
        const brief = checks.map(({ value: _value, basis, ...check }) =>
          check.result === 'pass' ? check : { ...check, basis },
        );
        const told = { ...found, ...shortenParts(measuredParts(judged, AREA_M2)), checks: brief };
        const text = JSON.stringify({ ...(shorten(told, list) as object), sources: list.sources });
        const tokens = encode(text).length;
        assert.ok(tokens < MOST_TOKENS, `${name}, ${language}, ${use}: ${tokens} tokens`);
      }
});

test('what is not named is counted, with its ground', () => {
  const input = parcel({ parts: partsOf(() => 'none'), pog: pog({ zones, in_ouz: null }), area_m2: AREA_M2 });
  const { checks, parts } = assessBuilding(input, DAY, 'any');
  const zone = checks.find(({ id }) => id === 'pog_zone')?.detail ?? '';
  assert.match(zone, /^Zones by part: .*; \d+ more on \d+(?:\.\d+)? % \([\d,]+ m²\) together\./);
  const served = measuredParts(parts, AREA_M2);
  const { parts: largest, other_parts = [] } = shortenParts(served);
  const sum = (of: readonly { area_m2: number }[]) => of.reduce((total, { area_m2 }) => total + area_m2, 0);
  assert.equal(largest.length + other_parts.reduce((total, { count }) => total + count, 0), served.length);
  assert.ok(Math.abs(sum(largest) + sum(other_parts) - sum(served)) < 0.1);
  assert.deepEqual(shortenParts(served.slice(0, 6)), { parts: served.slice(0, 6) }, 'six are named all');
});
