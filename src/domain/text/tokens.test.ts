import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenise } from './tokens.ts';

const words = (text: string) => tokenise(text).map(({ word }) => word);

test('a text falls into words and numbers', () => {
  for (const [text, expected] of [
    ['dz. 123/4 Wola Mrokowska', ['dz', '123/4', 'wola', 'mrokowska']],
    ['dz.nr ew.123 / 4,obr.Łazy', ['dz', 'nr', 'ew', '123/4', 'obr', 'lazy']],
    ['dz123/4', ['dz', '123/4']],
    ['Oryszew-Osada 5', ['oryszew', 'osada', '5']],
    ['Polna 12A m. 3', ['polna', '12a', 'm', '3']],
    ['0012.45/3 Lesznowola', ['0012.45/3', 'lesznowola']],
    ['1200 m2', ['1200', 'm2']],
    ['3 km², 5m³', ['3', 'km²', '5m³']],
    ['dz. 5, 12.03.2024', ['dz', '5', '12.03.2024']],
    ['obr. 141803_2.0009 i 141803_2', ['obr', '141803_2.0009', 'i', '141803_2']],
    ['Kamionka/5/Wiskitki', ['kamionka', '5', 'wiskitki']],
    ['12  000 m2', ['12 000', 'm2']],
    ['działki 51/1-51/8', ['dzialki', '51/1', '51/8']],
    ['51/3 | 0,1036', ['51/3', '0,1036']],
    ['12|4', ['12/4']],
    ['🌾 !? ""', []],
  ] as const) {
    assert.deepEqual(words(text), expected, text);
  }
});

test('a token keeps everything it may be', () => {
  const [postcode] = tokenise('15-506');
  assert.deepEqual([postcode?.postcode, postcode?.number], ['15-506', '15/506']);
  // No number of a parcel starts with a zero.
  const [only] = tokenise('05-506');
  assert.deepEqual([only?.postcode, only?.number], ['05-506', null]);
  const [town] = tokenise('m.');
  assert.deepEqual(town?.labels, ['town', 'flat', 'unit']);
  const [short] = tokenise('0003.AR_2.17/1');
  assert.deepEqual([short?.obreb, short?.sheet, short?.number], ['0003', '2', '17/1']);
  const [, cut] = tokenise('Wola Mrok.');
  assert.deepEqual([cut?.word, cut?.isCut, cut?.labels], ['mrok', true, []]);
});

test('what has digits and is no number stays whole and means nothing', () => {
  for (const text of ['123/4/5', '123-4-5', '/4', '123/', '①②③/4', '1²3/4', '12½', '٣', '𝟏𝟐']) {
    const [token, another] = tokenise(`dz. ${text} Kamionka`).slice(1);
    assert.equal(token?.text, text);
    assert.deepEqual(
      [token.number, token.house, token.postcode, token.isWord],
      [null, null, null, false],
      text,
    );
    assert.equal(another?.word, 'kamionka', text);
  }
});

test('a sign in one with a number is kept, unless a sentence puts it there', () => {
  for (const [text, sign] of [
    ['dz. 36+ Mroków', '+'],
    ['dz. -36 Mroków', '-'],
    ['36- Mroków', '-'],
    ['36-', '-'],
    ['dz. 36* Mroków', '*'],
    ['dz. 36', null],
    ['dz. 36? Mroków', null],
    ['(dz. 36) Mroków', null],
    ['dz. #36, Mroków', null],
    ['dz. 36-Mroków', null],
    ['dz-36', null],
    ['dz. 36 - Mroków', null],
    ['"dz. 36".', null],
  ] as const) {
    assert.equal(tokenise(text).find(({ number }) => number !== null)?.sign, sign, text);
  }
});

test('a text of any length gives a bounded list, which does not hide that a number follows', () => {
  assert.equal(tokenise('a '.repeat(1_000)).length, 150);
  const long = tokenise(`${'a '.repeat(1_000)} 5 b 6`);
  assert.deepEqual([long.length, long.at(-1)?.word], [151, '5']);
});
