import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CALENDAR,
  CALENDAR_VERSION,
  calendarDays,
  shiftDay,
  studiumExpired,
  WZ_TURN,
  wzNeedsPog,
} from './calendar.ts';

test('a studium loses force with the general plan of its gmina, at the latest after 31 August 2026', () => {
  const table: [string, boolean | null, boolean | null][] = [
    ['2026-08-31', true, true],
    ['2026-08-31', false, false],
    ['2026-08-31', null, null],
    ['2026-09-01', true, true],
    ['2026-09-01', false, true],
    ['2026-09-01', null, true],
    ['2027-01-01', null, true],
  ];
  for (const [day, pogInForce, expected] of table) {
    assert.equal(studiumExpired(day, pogInForce), expected, `${day} ${pogInForce}`);
  }
});

test('a zoning decision needs a general plan from 1 September 2026', () => {
  assert.deepEqual(['2026-08-31', '2026-09-01', '2026-11-15'].map(wzNeedsPog), [false, true, true]);
  assert.deepEqual(WZ_TURN, { last_old_day: '2026-08-31', first_new_day: '2026-09-01' });
});

test('the days of the calendar are those around which an answer differs', () => {
  assert.deepEqual(calendarDays(), ['2026-09-01']);
  for (const day of calendarDays()) {
    const before = shiftDay(day, -1);
    assert.notDeepEqual(
      [wzNeedsPog(day), studiumExpired(day, false)],
      [wzNeedsPog(before), studiumExpired(before, false)],
    );
  }
});

test('shifting days crosses months, years and leap days', () => {
  assert.equal(shiftDay('2026-08-31', 1), '2026-09-01');
  assert.equal(shiftDay('2026-12-31', 1), '2027-01-01');
  assert.equal(shiftDay('2028-03-01', -1), '2028-02-29');
  // The nights of the change of clocks in Poland.
  assert.equal(shiftDay('2026-03-29', 1), '2026-03-30');
  assert.equal(shiftDay('2026-10-25', 1), '2026-10-26');
});

test('every day in the calendar is a day, and no wording is younger than the reading of the law', () => {
  const isDay = (text: string) => shiftDay(text, 0) === text;
  assert.ok(isDay(CALENDAR_VERSION));
  for (const [key, { readings }] of Object.entries(CALENDAR)) {
    for (const { day, law_since } of readings) {
      assert.ok(day === null || isDay(day), `${key}: ${day}`);
      assert.ok(
        law_since === null || (isDay(law_since) && law_since <= CALENDAR_VERSION),
        `${key}: ${law_since}`,
      );
    }
  }
});
