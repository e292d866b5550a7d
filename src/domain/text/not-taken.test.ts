import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phraseIn } from '../../contract/language.ts';
import { numbersNotTaken, saysAgainst } from './not-taken.ts';
import { readWithNames } from './readings.ts';
import { names } from './test-names.ts';

test('each number that is not taken has what it is instead', () => {
  for (const [text, number, role] of [
    ['działka 1200 m2 Kamionka', '1200', /a measure/],
    ['działka 05-506 Kamionka', '05-506', /a postcode/],
    ['dz. 123/4/5 Kamionka', '123/4/5', /not written as/],
    ['Kamionka 5 dz. 7', '5', /another number of the text is said to be that of a parcel/],
    ['dz. 7 przy DK7 Kamionka', 'DK7', /a road/],
    ['dz. 7, obręb 4, Wiskitki', '4', /the number of an obręb/],
    ['dz. 7 oferta 36 Kamionka', '36', /what stands before it \(oferta\)/],
    ['ul. 3 Maja 5, Kamionka', '3', /part of the name 3 Maja/],
    ['Polna 5 m. 3, Kamionka', '3', /the number of a flat/],
    ['141803_2 dz. 7', '141803_2', /the code of a unit/],
  ] as const) {
    const found = numbersNotTaken(readWithNames(text, names)).find((one) => one.text === number);
    assert.match(phraseIn(found?.role ?? assert.fail(text), 'en'), role, text);
  }
});

test('a number that may be a parcel is told with what speaks against it', () => {
  for (const [text, says] of [
    ['autobus 36 Kamionka x', /may be the number of/],
    ['Kamionka 36', /Nothing says that 36/],
    ['dz. 36+ Kamionka', /written with "\+"/],
    ['next to plot 36 Kamionka', /another parcel/],
    ['obok działki nr 36 Kamionka', /another parcel/],
    ['działka 36 kroków Kamionka', /measure or a count/],
    ['Polna 36 Kamionka', /stands with a street/],
    ['ul. Polna 36 Kamionka', /stands beside a street/],
  ] as const) {
    const { numbers, ...reading } = readWithNames(text, names);
    const told = [
      ...numbers.flatMap(saysAgainst).map((phrase) => phraseIn(phrase, 'en')),
      ...numbersNotTaken({ ...reading, numbers }).map(
        ({ role }) => `may be the number of ${phraseIn(role, 'en')}`,
      ),
    ];
    assert.match(told.join(' '), says, text);
  }
});
