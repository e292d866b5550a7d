import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameIndex } from './name-index.ts';
import type { NameMemory, NamesRead } from './named-span.ts';
import { placesOf } from './named-span.ts';
import type { Place } from './place.ts';
import { readWithNames } from './readings.ts';
import { admin, names, WISKITKI } from './test-names.ts';

/** The numbers of parcels that a text may speak of: * said to be one, ' after a street by name, " by label. */
const numbersOf = (text: string) =>
  readWithNames(text, names).numbers.map(({ number, isLabelled, afterStreet }) => {
    const street = afterStreet === 'announced' ? '"' : afterStreet === 'named' ? "'" : '';
    return `${number}${isLabelled ? '*' : ''}${street}`;
  });

test('numbers of parcels, and what else a number may be', () => {
  for (const [text, ...expected] of [
    ['dz. 123/4 Nowa Wola', '123/4*'],
    ['Nowa Wola 123/4', '123/4'],
    ['działki 12, 13 i 14 Kamionka', '12*', '13*', '14*'],
    ['dz. nr ew. 12 obręb 4 Wiskitki', '12*'],
    ['dz. 12 ark. 3 Kamionka', '12*'],
    ['1200 m2 Kamionka dz. 7', '7*'],
    ['działka 1200 m2 Kamionka'],
    ['dz. 12, ha 5 Kamionka', '12*'],
    ['Polna 5 Kamionka', "5'"],
    ['ul. Polna 5 Kamionka', '5"'],
    ['ul. Polna 5 m. 3, Kamionka', '5"'],
    ['ul. 3 Maja 5, Kamionka', '5"'],
    // A parcel that is said to be one leaves no room for bare numbers.
    ['Kamionka 5 dz. 7', '7*'],
    ['05-506 Nowa Wola 12', '12'],
    ['05-506 Nowa Wola'],
    ['dz. 12, 05-506 Nowa Wola', '12*'],
    ['działki 12-345 i 13-346 Nowa Wola', '12/345*', '13/346*'],
    ['15-506 Nowa Wola', '15/506'],
    ['3 Maja 5', "5'"],
    ['Kamionka'],
    // As it is dictated, a space may be a slash.
    ['dz. nr 7 8 Kamionka', '7*', '8*', '7/8*'],
    ['dz. 7, 05-506 Kamionka', '7*'],
    // A dash with spaces may be a slash.
    ['dz. 123 - 4 Kamionka', '123*', '4*', '123/4*'],
    ['123–4 Kamionka', '123', '4', '123/4'],
    ['dz. 123/4/5 Kamionka'],
    ['działka 1200 m2 Kamionka'],
    ['działka 1,5 ha Kamionka'],
    ['działka 1 200 m2 Kamionka', '1*'],
    ['obręb ewidencyjny nr 4, dz. 7', '7*'],
    ['KERG 12/2024 dz. 7', '7*'],
    // The ends of a range.
    ['działki 36-38 Kamionka', '36/38*', '36*', '38*'],
    ['dz. 38-36 Kamionka', '38/36*'],
    // What measures the parcel may stand between.
    ['działka 1200 m2 nr 7 Kamionka', '7*'],
    ['działka o pow. 0,1200 ha, nr 7, Kamionka', '7*'],
    ['działka 20x40 nr 7 Kamionka', '7*'],
    ['działka 1200 m2 dom nr 7 Kamionka', '7'],
    ['dz. 7 przy drodze wojewódzkiej 721 Kamionka', '7*'],
    ['dz. 7 z dnia 5 maja 2020 Kamionka', '7*'],
    ['działka 05-506 Kamionka'],
  ] as const) {
    assert.deepEqual(numbersOf(text), expected, text);
  }
});

test('numbers that only a parcel or a house explains', () => {
  for (const [text, ...expected] of [
    ['dz. 5 Kamionka', '5'],
    ['Kamionka 5 dz. 7', '5', '7'],
    ['ul. Polna 5 m. 3, 05-506 Kamionka', '5 house', '3 house flat'],
    ['05-506 Kamionka, 05-507', '05-507'],
    ['dz. 5 obręb 4 ark. 2', '5'],
    ['dz. 5 obręb 4, obręb 6 ark. 2 ark. 3', '5', '6', '3'],
    ['dz. 5, 1200 m2, 1 200 m2, 0,12 ha, 250 000,50 zł, 2024 r.', '5'],
    ['dz. 5 120 m2', '5'],
    ['dz. 5 z 12.03.2024', '5'],
    ['dz. 5 KERG 6640.12.2024, tel. 600 123 456', '5'],
    ['dz. 5 KERG 12/2024, 7', '5', '7'],
    ['123/4/5 Kamionka, ②', '123/4/5', '②'],
    ['3 Maja', ...[]],
  ] as const) {
    const loose = readWithNames(text, names).loose.map(
      ({ token, isHouse, isFlat }) => token.text + (isHouse ? ' house' : '') + (isFlat ? ' flat' : ''),
    );
    assert.deepEqual(loose, expected, text);
  }
});

test('no more numbers are kept than anyone can mean', () => {
  assert.equal(numbersOf(`działki ${Array.from({ length: 20 }, (_, at) => at + 1).join(', ')}`).length, 8);
});

test('obręb and map sheet by number belong to the parcel', () => {
  for (const [text, obreb, sheet] of [
    ['dz. 12 obręb 4 Wiskitki', '0004', null],
    ['0004.12 Wiskitki', '0004', null],
    ['0003.AR_2.17/1', '0003', '2'],
    ['dz. 12 ark. 3 Kamionka', null, '3'],
    ['dz. 12 ark. 03 Kamionka', null, '3'],
    // No sheet has such a number; the text says so all the same.
    ['dz. 12 ark. 3/1 Kamionka', null, '3/1'],
    ['dz. 12 Kamionka, 1200.50 m2', null, null],
    ['dz. 12 Kamionka', null, null],
  ] as const) {
    const [number] = readWithNames(text, names).numbers;
    assert.deepEqual([number?.obreb, number?.sheet], [obreb, sheet], text);
  }
});

test('houses: the number as written, then without the flat', () => {
  for (const [text, ...expected] of [
    ['Polna 12/14 Kamionka', '12/14', '12'],
    ['Polna 12 A Kamionka', '12a', '12'],
    ['Polna nr 7, Kamionka', '7'],
    ['Polna 5 m. 3', '5'],
    ['dz. 12 Kamionka'],
    ['12 Kamionka'],
    ['12 Bobrowiec', '12'],
    ['Kamionka dz. 12'],
  ] as const) {
    const [house] = readWithNames(text, names).houses;
    assert.deepEqual(house?.numbers ?? [], expected, text);
  }
});

test('names with what announces them', () => {
  for (const [text, ...expected] of [
    ['gm. Wiskitki, obręb Kamionka', 'Wiskitki: gmina', 'Kamionka: obreb'],
    ['koło Piaseczna', 'Piaseczna: near'],
    ['w powiecie żyrardowskim', 'żyrardowskim: powiat'],
    ['m. Piaseczno ul. Polna', 'Piaseczno: town', 'Polna: street'],
    ['Kamionka Wiskitki', 'Kamionka: ', 'Wiskitki: '],
  ] as const) {
    const said = readWithNames(text, names).spans.map(
      ({ typed, labels }) => `${typed}: ${[...labels].filter((label) => label !== 'flat').join()}`,
    );
    assert.deepEqual(said, expected, text);
  }
});

test('words that no name explains stay, and whether they were announced', () => {
  for (const [text, ...expected] of [
    ['dz. 5 Atlantyda', 'atlantyda'],
    ['dz. 5 gm. Atlantyda', 'atlantyda!'],
    ['dz. 5 ul. Atlantydy Kamionka', 'atlantydy'],
    ['sprzedam dz. 5 Kamionka'],
  ] as const) {
    const strays = readWithNames(text, names).strays.map(
      ({ token, isAnnounced }) => token.word + (isAnnounced ? '!' : ''),
    );
    assert.deepEqual(strays, expected, text);
  }
});

test('what announces a name narrows what it may be', () => {
  const kinds = (text: string) => {
    const [span] = readWithNames(text, names).spans;
    const places: Place[] = span ? span.hits.flatMap((hit) => placesOf(span, hit.places)) : [];
    return places.map(({ kind }) => kind);
  };
  for (const [text, ...expected] of [
    ['Piaseczno', 'gmina', 'locality'],
    ['gm. Piaseczno', 'gmina'],
    ['wieś Piaseczno', 'locality'],
    ['ul. Polna', 'street'],
    ['gmina Polna'],
    ['Kamionka', 'obreb', 'obreb', 'locality'],
    ['pow. Piaseczno', 'gmina'],
  ] as const) {
    assert.deepEqual(kinds(text), expected, text);
  }
});

test('what is remembered of the words of a text is what reading it anew gives', () => {
  const memory = new Map<string, NamesRead>();
  const namesAnew = (own: NameMemory | null = null) => {
    const index = new NameIndex(admin, own);
    index.addLocality({ name: 'Kamionka', gmina: WISKITKI });
    for (const street of ['Polna', '3 Maja', 'Jana Pawła II']) index.addStreet(street);
    return index;
  };
  const warm = namesAnew(memory);
  const shown = (index: NameIndex, text: string) =>
    JSON.stringify(readWithNames(text, index), (_, part) => {
      if (part instanceof Set) return [...part];
      return typeof part === 'function' ? part('en') : part;
    });
  for (const text of [
    'dz. 5 Kamionka',
    'dz. 7/2 Kamionka',
    'dz. \u{0} Kamionka',
    'dz # Kamionka',
    'dz. 0001 Kamionka',
    '3 Maja 5, Kamionka',
    '4 Maja 5, Kamionka',
    'ul. Polna str. 30 Kamionka',
    'ul. Polna str. 3 Kamionka',
    'Jana Pawła Drugiego 5',
    'Jana Pawła drugiego 5',
    'dzialak 12 kamionak, 5 pokoi',
    'dzialak 36 kamionak, 3 pokoi',
    '20x40 Nowa Wola dz. 5',
    '20 x 41 Nowa Wola dz. 6',
  ])
    for (const _ of ['first', 'again']) assert.equal(shown(warm, text), shown(namesAnew(), text), text);
  // Texts that differ by numbers alone share an entry; one that holds the separator has none.
  assert.ok(memory.size > 5 && memory.size < 14, `${memory.size} remembered`);
});
