import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeEvent } from '../contract/change-events.ts';
import { tellChange } from './tell-change.ts';
import { state } from './url-state.ts';

const eventOf = (
  event: ChangeEvent['event'],
  before: unknown,
  after: unknown,
  layer?: string,
): ChangeEvent => ({
  id: 'ev_1',
  event,
  detected_at: '2026-11-15T08:00:00Z',
  before,
  after,
  ...(layer ? { layer } : {}),
});

/** [event, before, after, in Polish, in English] */
const TOLD: readonly [ChangeEvent['event'], unknown, unknown, (string | null)[], (string | null)[]][] = [
  [
    'pog_status_changed',
    { status: 'draft', effective_from: null },
    { status: 'adopted', effective_from: '2026-12-01' },
    ['projekt', 'uchwalony, od 1 grudnia 2026'],
    ['draft', 'adopted, from 1 December 2026'],
  ],
  [
    'verdict_changed',
    { verdict: 'fail' },
    { verdict: 'conditional' },
    ['Nie', 'Pod warunkami'],
    ['No', 'With conditions'],
  ],
  [
    'road_access_changed',
    { verdict: 'fail', via: null, nearest_public_road_m: 462.03 },
    { verdict: 'pass', via: 'adjacent_public_road_parcel', nearest_public_road_m: 3.64 },
    ['Nie znaleziono dostępu, 462 m', 'Jest dostęp, 3,6 m'],
    ['No access found, 462 m', 'There is access, 3.6 m'],
  ],
  ['ouz_changed', { in_ouz: false }, { in_ouz: true }, ['nie', 'tak'], ['no', 'yes']],
  [
    'pog_parameters_changed',
    { parameters: { max_height_m: 10 } },
    { parameters: { max_height_m: 12.5 } },
    ['wysokość 10 m', 'wysokość 12,5 m'],
    ['height 10 m', 'height 12.5 m'],
  ],
  [
    'source_refreshed',
    { as_of: '2026-08-24' },
    { as_of: '2026-11-08', freshness: 'fresh' },
    ['24 sierpnia 2026', '8 listopada 2026'],
    ['24 August 2026', '8 November 2026'],
  ],
  [
    'wz_possible_changed',
    { possible: null, reason: 'A long reason.' },
    { possible: true },
    [null, 'tak'],
    [null, 'yes'],
  ],
  ['parcel_geometry_changed', null, { geometry_m2: 12.3 }, [null, null], [null, null]],
  ['wz_regime_changed', { wz_regime: 'new_rules' }, 'text', [null, null], [null, null]],
];

describe('a change is told in the language of the page', () => {
  for (const [event, before, after, polish, english] of TOLD)
    it(event, () => {
      for (const [lang, expected] of [
        ['pl', polish],
        ['en', english],
      ] as const) {
        state.value = { ...state.value, lang };
        const { was, is } = tellChange(eventOf(event, before, after));
        assert.deepEqual([was, is], expected);
      }
    });

  it('of a layer by its name', () => {
    state.value = { ...state.value, lang: 'pl' };
    const covered = eventOf(
      'coverage_changed',
      { coverage: 'not_covered' },
      { coverage: 'covered' },
      'flood',
    );
    assert.equal(tellChange(covered).of, 'Zagrożenie powodziowe');
  });
});
