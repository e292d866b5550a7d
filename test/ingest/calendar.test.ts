// What the calendar alone changes: a plan comes into force, nothing was loaded. Each day is told once, with exactly what
// a reader sees differ between the evening before and the morning.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openDataset } from '../../src/dataset.ts';
import { tellCalendarDays } from '../../src/ingest/calendar-events.ts';
import { createClock } from '../../src/service/pipeline/clock.ts';
import { SHOWCASE } from '../../world/planted.ts';
import { startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData } from '../sample.ts';
import { readAllParcels } from '../spec/all-parcels.ts';
import { query, snapshot } from './load-file.ts';
import { changesSeen, eventsTold, lastEvent, look, type Seen } from './seen.ts';

let data: string;
let ids: string[];
before(async () => {
  ({ data } = await buildSampleData(1_000));
  ids = [...(await readAllParcels(data)).keys()].filter((id) => id.startsWith('1418'));
});

async function tellOn(instant: string): Promise<{ day: string; events: number }[]> {
  await using dataset = openDataset(data);
  return await tellCalendarDays(dataset.options({ now: () => new Date(instant) }));
}

async function lookOn(instant: string): Promise<Map<string, Seen>> {
  const client = await startClient(data, { clock: createClock(() => Date.parse(instant)) });
  try {
    return await look(client, ids);
  } finally {
    await client.close();
  }
}

/** Tells the calendar at an instant, of a day that dawned: exactly what readers see differ since the day before. */
async function tellTurn(day: string, eve: string, instant: string) {
  const seq = lastEvent(data);
  const [evening, morning] = [await lookOn(`${eve}T12:00:00Z`), await lookOn(`${day}T12:00:00Z`)];
  const days = await tellOn(instant);
  const { parcels, others } = eventsTold(data, seq);
  assert.deepEqual(days, [{ day, events: parcels.length + others.length }]);
  assert.deepEqual(parcels, changesSeen(evening, morning));
  return { parcels, others, seq };
}

const calendarDay = () => query(data, "SELECT value FROM meta WHERE key = 'calendar_day'")[0]?.value;
const told = (lines: readonly string[]) => new Set(lines.map((line) => line.split(' ')[0]));

describe('the calendar', () => {
  it('starts to be told with the first refresh: what was before is nobody’s news', async () => {
    const seq = lastEvent(data);
    assert.deepEqual(await tellOn('2026-11-15T12:00:00Z'), []);
    assert.equal(calendarDay(), '2026-11-15');
    assert.equal(lastEvent(data), seq);
  });

  it('is silent on days when nothing turns', async () => {
    const served = snapshot(data);
    assert.deepEqual(await tellOn('2026-11-30T12:00:00Z'), []);
    assert.equal(calendarDay(), '2026-11-30');
    assert.deepEqual(snapshot(data), served);
  });

  // 1 December: the general plan of Piaseczno is in force, without any new file.
  it(rule('C6-calendar-events'), async () => {
    // Half past midnight in Warsaw; it is still 30 November in London.
    const { parcels, others, seq } = await tellTurn('2026-12-01', '2026-11-30', '2026-11-30T23:30:00Z');
    assert.deepEqual(others, [
      {
        event: 'pog_status_changed',
        subject: '1418043',
        layer: 'pog',
        before: { status: 'adopted' },
        after: { status: 'in_force' },
      },
      {
        event: 'wz_regime_changed',
        subject: '1418043',
        layer: 'planning',
        before: { wz_regime: 'blocked_no_pog' },
        after: { wz_regime: 'pog_ouz' },
      },
    ]);
    assert.deepEqual(told(parcels), new Set(['wz_possible_changed', 'verdict_changed']));
    assert.ok(parcels.includes(`wz_possible_changed ${SHOWCASE.pog_adopted}`));
    assert.ok(
      parcels.every((line) => / 141804_/.test(line)),
      'nothing turns in Lesznowola',
    );
    const rows = query(data, 'SELECT DISTINCT as_of, source, detected_at FROM events WHERE seq > ?', seq);
    assert.deepEqual(rows, [{ as_of: '2026-12-01', source: 'pog', detected_at: '2026-11-30T23:30:00.000Z' }]);
  });

  it('tells each day once', async () => {
    const seq = lastEvent(data);
    assert.deepEqual(await tellOn('2026-12-01T12:00:00Z'), []);
    assert.deepEqual(await tellOn('2026-12-02T12:00:00Z'), []);
    assert.equal(lastEvent(data), seq);
  });

  it('makes up for days that were missed: the local plan of 15 January', async () => {
    const { parcels, others } = await tellTurn('2027-01-15', '2027-01-14', '2027-02-01T12:00:00Z');
    assert.deepEqual(others, []);
    assert.ok(parcels.includes(`mpzp_status_changed ${SHOWCASE.mpzp_adopted_later}`));
    assert.ok(parcels.includes(`wz_possible_changed ${SHOWCASE.mpzp_adopted_later}`));
    assert.equal(calendarDay(), '2027-02-01');
  });

  it('is served with the register as it stands for the place', async () => {
    const client = await startClient(data);
    try {
      const { body } = await client.get<
        { event: string; parcel_id?: string; source: { title: string; as_of: string } }[]
      >('/v1/events?q=gmina%20Piaseczno');
      // What turned in the gmina turned for its parcels too: those are told apart by their ids.
      const ofGmina = body.result?.filter(({ parcel_id }) => parcel_id === undefined);
      assert.deepEqual(
        ofGmina?.map(({ event, source }) => [event, source.as_of]),
        [
          ['wz_regime_changed', '2026-11-08'],
          ['pog_status_changed', '2026-11-08'],
        ],
      );
      for (const { source } of body.result ?? []) assert.match(source.title, /^SYNTHETIC SAMPLE/);
    } finally {
      await client.close();
    }
  });
});
