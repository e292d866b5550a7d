import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phraseIn } from '../../contract/language.ts';
import { weighLeftOut } from './left-out.ts';
import { readWithNames } from './readings.ts';
import { names } from './test-names.ts';

const KAMIONKA = { gmina_teryt: '1438053', obreb_id: '143805_5.0003' };

/** What the first reading of a number leaves out. */
const leftOut = (text: string) => {
  const reading = readWithNames(text, names);
  const says = weighLeftOut(reading, reading.numbers[0] ?? null, KAMIONKA)[0]?.says;
  return says ? phraseIn(says, 'en') : null;
};

test('a reading says which numbers it leaves out', () => {
  for (const [text, expected] of [
    ['dz. 5 Kamionka', null],
    ['dz. 5 Kamionka, dz. 5', null],
    ['dz. 5, 7 Kamionka', 'The number 7 is left out.'],
    ['dz. 5, 7 i 8, 8 Kamionka', 'The numbers 7, 8 are left out.'],
    ['dz. 123/4/5 Kamionka', 'The number 123/4/5 is left out.'],
    // A house, beside what is said to be a parcel.
    ['dz. 5 Kamionka ul. Polna 7', null],
    ['5 Kamionka ul. Polna 7', 'The number 7 is left out.'],
    // Codes of the place itself, and of another.
    ['jedn. ew. 143805_5, obręb 143805_5.0003, TERYT 1438053, dz. 5', null],
    ['143805 Kamionka dz. 5', null],
    ['jedn. ew. 141803_2, dz. 5', 'The number 141803_2 is left out.'],
  ] as const) {
    assert.equal(leftOut(text), expected, text);
  }
});
