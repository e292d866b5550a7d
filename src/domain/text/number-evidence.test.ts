import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phraseIn } from '../../contract/language.ts';
import { readWithNames } from './readings.ts';
import { names } from './test-names.ts';

/** What is told against the numbers of a text. */
const saidOf = (text: string) =>
  readWithNames(text, names)
    .numbers.flatMap(({ doubts }) => doubts)
    .map(({ says }) => (says === null ? '' : phraseIn(says, 'en')));

test('a number is said to be that of a word which may have one', () => {
  for (const [text, word] of [
    ['rura 36 Nowa Wola', 'rura'],
    ['chcemy kupić 12/3 Nowa Wola', null],
    ['Co z 12/3 Nowa Wola', null],
    ['prąd 12/3 Nowa Wola', null],
    ['żeby 12/3 Nowa Wola', null],
    ['12/3 Nowa Wola, 5 ha', null],
    ['Nowa Wola 12/3 wym. 20x40', null],
    // The verb is nearer.
    ['rura, chcemy 12/3 Nowa Wola', 'rura'],
  ] as const) {
    const told = saidOf(text).flatMap((sentence) => /may be the number of "(.+)"/.exec(sentence)?.[1] ?? []);
    assert.deepEqual(told, word === null ? [] : [word], text);
  }
  assert.match(
    saidOf('chcemy 12/3 Nowa Wola').join(' '),
    /Nothing says that 12\/3 is the number of a parcel/,
  );
});

test('words in front that make another parcel of it, and qualities that do not', () => {
  for (const [text, isAnother] of [
    ['nieaktualna działka 12/3 Nowa Wola', true],
    ['pierwotnie działka 12/3 Nowa Wola', true],
    ['sprzedaż zlikwidowanej działki 12/3 Nowa Wola', true],
    ['ówczesny numer działki 12/3 Nowa Wola', true],
    ['wątpię, że to działka 12/3 Nowa Wola', true],
    ['piękna działka 12/3 Nowa Wola', false],
    ['licytacja komornicza działki 12/3 Nowa Wola', false],
    ['aktualny numer działki 12/3 Nowa Wola', false],
    ['dojazd do działki 12/3 Nowa Wola', false],
    ['działka dojazd do działki 12/3 Nowa Wola', true],
  ] as const) {
    const isSaid = saidOf(text).some((sentence) => sentence.includes('may speak of another parcel'));
    assert.equal(isSaid, isAnother, text);
  }
});
