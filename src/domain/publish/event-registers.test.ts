import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EVENT_NAMES } from '../../contract/change-events.ts';
import { SOURCE_IDS } from '../corpus/registers.ts';
import { registersTelling } from './event-registers.ts';

it('every event is told by the registers of its layers, and by the cadastre', () => {
  const TABLE: Partial<Record<(typeof EVENT_NAMES)[number], readonly string[]>> = {
    parcel_area_changed: ['egib'],
    soil_changed: ['egib'],
    flood_changed: ['egib', 'flood'],
    pog_zone_changed: ['egib', 'pog', 'pog_fallback'],
    studium_expired: ['egib', 'pog', 'pog_fallback'],
    wz_possible_changed: ['egib', 'pog', 'pog_fallback', 'mpzp', 'mpzp_symbols', 'gdos'],
    permit_added: ['egib', 'rwdz'],
    source_refreshed: SOURCE_IDS,
  };
  for (const [event, registers] of Object.entries(TABLE))
    assert.deepEqual([...registersTelling(event as (typeof EVENT_NAMES)[number])], registers, event);
  const verdict = registersTelling('verdict_changed');
  for (const source of ['pog', 'mpzp', 'flood', 'sopo', 'gdos', 'bdot10k'] as const)
    assert.ok(verdict.has(source), source);
  assert.ok(!verdict.has('rcn'));
  // Only what the cadastre itself says is told by the cadastre alone.
  const alone = EVENT_NAMES.filter((event) => registersTelling(event).size === 1);
  assert.deepEqual(
    alone.filter((event) => !event.startsWith('parcel_')),
    ['soil_changed'],
  );
});
