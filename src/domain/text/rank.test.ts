import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gminyOf, weighNumber, weighRest } from './rank.ts';
import { readWithNames } from './readings.ts';
import type { Applied } from './rules.ts';
import { groundsOf } from './search-grounds.ts';
import { admin, LESZNOWOLA, names, PIASECZNO, WISKITKI } from './test-names.ts';

const rulesOf = (applied: readonly Applied[]) => applied.map(({ rule }) => rule);

test('where a parcel may lie', () => {
  const inWiskitki = 'gmina_and_number 143805_5.0003 143805_5.0004';
  for (const [text, ...expected] of [
    ['dz. 5 Wola Mrokowska', 'obreb_name_and_number 141803_2.0009'],
    ['dz. 5 Wola Mrokwska', 'obreb_name_and_number 141803_2.0009 one_typo'],
    // Two obręby of the name; the locality of it is that obręb.
    ['dz. 5 Kamionka', 'obreb_name_and_number 141804_5.0004', 'obreb_name_and_number 143805_5.0003'],
    ['dz. 5 Wiskitki', inWiskitki],
    ['dz. 5 w Wiskitkach', `${inWiskitki} inflected`],
    ['dz. 5 obręb 4 gm. Wiskitki', 'obreb_number_and_number 143805_5.0004'],
    ['dz. 5 obręb 4 Wiskitki', 'obreb_number_and_number 143805_5.0004 not_a_town'],
    ['dz. 5 obręb 9 Wiskitki'],
    // The town of a gmina has obręby of its own, a rural gmina has no town.
    ['dz. 5 m. Piaseczno', 'gmina_and_number 141804_4.0001'],
    ['dz. 5 miasto Lesznowola', 'gmina_and_number 141803_2.0005 141803_2.0009 not_a_town'],
    ['dz. 5 Bobrowiec', 'locality_and_number 141804_4.0001 141804_5.0004'],
    // Its gmina has the same name; an obręb has not.
    ['dz. 5 wieś Piaseczno', 'locality_and_number 141804_4.0001 141804_5.0004'],
    ['dz. 5 obręb Piaseczno'],
    ['dz. 5 wieś Kamionka', 'obreb_name_and_number 141804_5.0004', 'obreb_name_and_number 143805_5.0003'],
    ['dz. 5 pod Wiskitkami', `${inWiskitki} inflected near_only`],
    ['dz. 5 Wola Mrokowska pod Wiskitkami', 'obreb_name_and_number 141803_2.0009'],
    ['dz. 5 Polna'],
    ['dz. 5 pow. żyrardowski'],
  ] as const) {
    const grounds = groundsOf(readWithNames(text, names), admin).map(({ start, obreby, applied }) =>
      [start, ...obreby.map(({ id }) => id), ...rulesOf(applied)].join(' '),
    );
    assert.deepEqual(grounds, expected, text);
  }
});

test('what the rest of a text says of the first place it may mean', () => {
  for (const [text, ...expected] of [
    ['dz. 5 Wola Mrokowska'],
    ['dz. 5 Wola Mrokowska, gm. Lesznowola', 'confirmed'],
    ['dz. 5 Wola Mrokowska, gm. Lesznowola, pow. piaseczyński', 'confirmed'],
    ['dz. 5 Wola Mrokowska, gm. Lesznowla', 'one_typo', 'confirmed'],
    ['dz. 5 Wola Mrokowska, gm. Wiskitki', 'other_gmina'],
    ['dz. 5 Wola Mrokowska, powiat żyrardowski', 'other_powiat'],
    ['dz. 5 Wola Mrokowska, Kamionka', 'other_place'],
    ['dz. 5 Wola Mrokowska, gm. Atlantyda', 'unread_name'],
    // Known, but not as what it is said to be.
    ['dz. 5 Wola Mrokowska, gm. Kamionka', 'unread_name'],
    ['dz. 5 Wola Mrokowska, pow. Kamionka', 'unread_name'],
    ['dz. 5 Wola Mrokowska Dolna', 'longer_name'],
    ['dz. 5 Wola Mrokowska, xyzzy', 'stray_word'],
    ['aaaa bbbb cccc dddd eeee dz. 5, Wola Mrokowska', 'stray_word', 'stray_word', 'stray_word'],
    ['dz. 5 Wola Mrokowska pod Wiskitkami', 'near_elsewhere'],
    ['dz. 5 Wola Mrokowska pod Piasecznem'],
    ['dz. 5 Wola Mrokowska ul. Polna'],
  ] as const) {
    const reading = readWithNames(text, names);
    const [ground] = groundsOf(reading, admin);
    assert.ok(ground, text);
    assert.deepEqual(rulesOf(weighRest(reading, ground, [ground.span])), expected, text);
  }
});

test('what a number says against a parcel', () => {
  for (const [text, obreb_id, sheet, ...expected] of [
    ['dz. 5 Kamionka', '143805_5.0003', null],
    ['Polna 5 Kamionka', '143805_5.0003', null, 'after_street_name'],
    ['ul. Polna 5 Kamionka', '143805_5.0003', null, 'after_street'],
    ['dz. 5 obręb 3 Wiskitki', '143805_5.0003', null],
    ['dz. 5 obręb 4 Wiskitki', '143805_5.0003', null, 'other_obreb_number'],
    ['dz. 5 ark. 2 Kamionka', '143805_5.0003', '2'],
    ['dz. 5 ark. 2 Kamionka', '143805_5.0003', '3', 'other_sheet'],
    ['dz. 5 ark. 2 Kamionka', '143805_5.0003', null, 'other_sheet'],
    ['dz. 5 ark. 2/1 Kamionka', '143805_5.0003', '2', 'other_sheet'],
  ] as const) {
    const [number] = readWithNames(text, names).numbers;
    assert.ok(number, text);
    assert.deepEqual(rulesOf(weighNumber(number, obreb_id, sheet)), expected, text);
  }
});

test('gminy of a text without a number', () => {
  for (const [text, ...expected] of [
    ['Lesznowola', `${LESZNOWOLA} gmina`],
    ['Lesznowoli', `${LESZNOWOLA} gmina inflected`],
    ['miasto Lesznowola', `${LESZNOWOLA} gmina not_a_town`],
    ['Kamionka', `${PIASECZNO} place_in_gmina`, `${WISKITKI} place_in_gmina`, `${WISKITKI} place_in_gmina`],
    [
      'koło Piaseczna',
      `${PIASECZNO} gmina inflected near_only`,
      `${PIASECZNO} place_in_gmina inflected near_only`,
    ],
    ['Lesznowola koło Piaseczna', `${LESZNOWOLA} gmina`],
    // There is no such street, and so no such place.
    ['ul. Kamionka koło Piaseczna'],
    ['powiat piaseczyński'],
    ['Polna'],
  ] as const) {
    const found = gminyOf(readWithNames(text, names)).map(({ gmina, applied }) =>
      [gmina.teryt, ...rulesOf(applied)].join(' '),
    );
    assert.deepEqual(found, expected, text);
  }
});
