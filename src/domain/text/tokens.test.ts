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
    ['🌾 !? ""', []],
  ] as const) {
    assert.deepEqual(words(text), expected, text);
  }
});

test('a token keeps everything it may be', () => {
  const [postcode] = tokenise('05-506');
  assert.deepEqual([postcode?.postcode, postcode?.number], ['05-506', '5/506']);
  const [town] = tokenise('m.');
  assert.deepEqual(town?.labels, ['town', 'flat']);
  const [short] = tokenise('0003.AR_2.17/1');
  assert.deepEqual([short?.obreb, short?.sheet, short?.number], ['0003', '2', '17/1']);
  const [, cut] = tokenise('Wola Mrok.');
  assert.deepEqual([cut?.word, cut?.isCut, cut?.labels], ['mrok', true, []]);
});

test('a text of any length gives a bounded list', () => {
  assert.ok(tokenise('a '.repeat(1_000)).length <= 40);
});
