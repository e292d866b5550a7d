// What is due, as a table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceId, SourceState } from '../../domain/corpus/registers.ts';
import { planRefresh, type RefreshWish } from './refresh-schedule.ts';

const NOW = new Date('2026-11-15T03:00:00Z');

function state(source: SourceId, scope: string, day: string, synthetic = false): SourceState {
  const last_success_at = `2026-${day}T03:00:01Z`;
  return {
    source,
    scope,
    as_of: null,
    last_success_at,
    observed_since: last_success_at,
    file_sha256: '',
    rows: 1,
    synthetic,
    publishes: [],
  };
}

function plan(states: SourceState[], wish: Partial<RefreshWish> = {}): string[] {
  const order: SourceId[] = ['terc', 'prg', 'egib', 'pog'];
  const jobs = planRefresh(states, { order, powiaty: null, urls: {}, now: NOW, ...wish });
  return jobs.map(({ source, teryt, need }) => [source, teryt, need].filter(Boolean).join(' '));
}

const CASES: [name: string, states: SourceState[], wish: Partial<RefreshWish>, jobs: string[]][] = [
  ['nothing loaded', [], {}, []],
  [
    'a week for the cadastre, powiat by powiat',
    [state('egib', '1438', '11-14'), state('egib', '1418', '11-07'), state('egib', '1465', '11-09')],
    {},
    ['egib 1418 due', 'egib 1438 fresh', 'egib 1465 fresh'],
  ],
  [
    'in loading order',
    [state('pog', '1418', '11-01'), state('egib', '1418', '11-01')],
    {},
    ['egib 1418 due', 'pog 1418 due'],
  ],
  ['a source that no recipe reads', [state('gdos', '', '01-01')], {}, []],
  [
    'one level of the boundaries is old',
    [state('prg', 'gmina', '11-14'), state('prg', 'obreb', '11-01')],
    {},
    ['prg due'],
  ],
  [
    'a whole powiat counts before its obręby',
    [state('egib', '1418', '11-14'), state('egib', '141803_2.0009', '01-01')],
    {},
    ['egib 1418 fresh'],
  ],
  [
    'only parts of a powiat: the newest',
    [state('egib', '141803_2.0009', '11-14'), state('egib', '141803_2.0010', '01-01')],
    {},
    ['egib 1418 fresh'],
  ],
  ['no address', [state('terc', '', '01-01')], {}, ['terc by hand']],
  [
    'an address of one’s own',
    [state('terc', '', '01-01')],
    { urls: { terc: 'https://mirror.test/TERC.zip' } },
    ['terc due'],
  ],
  ['the sample world stays as it is', [state('egib', '1418', '01-01', true)], {}, ['egib 1418 sample']],
  [
    'a daily run takes what turns stale within the hour',
    [state('pog', '1418', '11-14')],
    {},
    ['pog 1418 due'],
  ],
  [
    'asked for: those and no others, new ones included',
    [state('egib', '1418', '11-01'), state('egib', '1438', '11-14')],
    { powiaty: ['1438', '1465'] },
    ['egib 1438 fresh', 'egib 1465 due'],
  ],
];
for (const [name, states, wish, jobs] of CASES) {
  test(name, () => assert.deepEqual(plan(states, wish), jobs));
}
