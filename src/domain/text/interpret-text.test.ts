import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpretText, readSigns } from './interpret-text.ts';
import { finish } from './steps.ts';
import { corpus, names } from './test-names.ts';

test('signs alone tell ids and points; the rest has to be read with names', () => {
  const table: [text: string, ids: number, points: number, rest: string | null][] = [
    ['141803_2.0009.12/3', 1, 0, null],
    ['działka 141803_2.0009.12/3 w Lesznowoli', 1, 0, 'działka  dz. nr 12/3  w Lesznowoli'],
    ['działka 141803_2.0009.12/3 przy lesie', 1, 0, 'działka  dz. nr 12/3  przy lesie'],
    ['https://example.com/?id=141803_2.0009.12%2F3&z=7', 1, 0, null],
    ['https://example.com/offer-12/dzialka-5', 0, 0, '  '],
    ['141803_2.0009.12/3 i 7', 1, 0, ' dz. nr 12/3  i 7'],
    ['141803_2.0009.12 - 3', 1, 0, null],
    ['https://example.com/141803_2.0009.12/3?z=7', 1, 0, null],
    ['141803_2.0009.12/3, 141803_2.0009.4', 2, 0, null],
    ['52.0571, 20.9344', 0, 1, null],
    ['dz. 5 Mroków 52.0571, 20.9344', 0, 1, 'dz. 5 Mroków  '],
    ['dz. 5 https://www.google.com/maps?q=52.0571,20.9344', 0, 1, 'dz. 5   '],
    ['https://www.google.com/maps?q=52.0571,20.9344', 0, 1, null],
    ['470000 637000', 0, 2, null],
    ['dz. 5 Wola Mrokowska', 0, 0, 'dz. 5 Wola Mrokowska'],
    ['ｄｚ. ５', 0, 0, 'dz. 5'],
  ];
  for (const [text, ids, points, rest] of table) {
    const written = readSigns(text);
    assert.deepEqual([written.ids.length, written.points.length, written.rest], [ids, points, rest], text);
  }
});

/** What the readings of a text want to look up, in short. */
function wantedBy(text: string): string[] {
  const {
    ids = [],
    numbers = [],
    addresses = [],
  } = finish(interpretText(readSigns(text), names, corpus)).wanted;
  return [
    ...ids,
    ...numbers.map(({ obreb_ids, number }) => `${number} in ${obreb_ids.join(' ')}`),
    ...addresses.map(({ gmina, locality, street, number }) =>
      [gmina ?? '*', locality ?? '*', street || '-', number].join(' '),
    ),
  ];
}

test('every reading says at once what it wants to look up', () => {
  for (const [text, ...expected] of [
    ['dz. 5 Wola Mrokowska', '5 in 141803_2.0009'],
    // Both obręby of the name, of which only that of a loaded powiat is looked up.
    ['dz. 5 Kamionka', '5 in 141804_5.0004'],
    ['dz. 5 i 7 Wola Mrokowska', '5 in 141803_2.0009', '7 in 141803_2.0009'],
    [
      'Polna 5/2, Bobrowiec',
      '5/2 in 141804_4.0001 141804_5.0004',
      '1418043 bobrowiec polna 5/2',
      '1418043 bobrowiec polna 5',
    ],
    ['Polna 5, gmina Piaseczno', '5 in 141804_4.0001 141804_5.0004', '1418043 * polna 5'],
    ['Polna 5', '5 in ', '* * polna 5'],
    ['Bobrowiec 5', '5 in 141804_4.0001 141804_5.0004', '1418043 bobrowiec - 5'],
    ['141803_2.0009.1 141803_2.0009.2', '141803_2.0009.1', '141803_2.0009.2'],
    ['Lesznowola'],
    ['52.0571, 20.9344'],
  ] as const)
    assert.deepEqual(wantedBy(text), expected, text);
});

test('numbers beside the only id make it doubtful, names do not', () => {
  const rules = (text: string) =>
    finish(interpretText(readSigns(text), names, corpus)).beside.map(({ rule }) => rule);
  assert.deepEqual(rules('141803_2.0009.12/3 i 7'), ['number_left_out']);
  assert.deepEqual(rules('141803_2.0009.12 - 3'), ['dash_for_slash']);
  assert.deepEqual(rules('141803_2.0009.12/3 Wola Mrokowska'), []);
  assert.deepEqual(rules('dz. 12/3, 141803_2.0009.12/3'), []);
});
