import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildingAlone, readIds } from './read-id.ts';

const idsOf = (text: string) => readIds(text).map(({ id }) => id.id);

test('ids in every shape', () => {
  for (const text of [
    '141803_2.0009.123/4',
    '141803_2.0009.123-4',
    '141803_2 0009 123/4',
    '1418032.0009.123/4',
    '141803-2-0009-123/4',
    'dz. 141803_2.0009.123 / 4.',
    '?identifyParcel=141803_2.0009.123/4&x=1',
  ]) {
    assert.deepEqual(idsOf(text), ['141803_2.0009.123/4'], text);
  }
  assert.deepEqual(idsOf('143801_1.0003.ar_2.17/1'), ['143801_1.0003.AR_2.17/1']);
  assert.deepEqual(idsOf('141803_2.0009.1 i 141803_2.0009.2, 141803_2.0009.1'), [
    '141803_2.0009.1',
    '141803_2.0009.2',
  ]);
});

test('what is no id', () => {
  for (const text of [
    '131803_2.0009.1',
    '0009.123/4',
    '637012.35 470123.11',
    '501 502 503',
    '141803_2.0009.1²3/4',
    '141803_2.0009.123½',
  ]) {
    assert.deepEqual(idsOf(text), [], text);
  }
});

test('ids as people write them from memory or from another system', () => {
  for (const [text, id, odd_type] of [
    ['141803_2.9.123/4', '141803_2.0009.123/4', null],
    ['143801_1.0003.2.17/1', '143801_1.0003.AR_2.17/1', null],
    ['143801_1.0003.ark. 2.17/1', '143801_1.0003.AR_2.17/1', null],
    ['141803_2/0009/123/4', '141803_2.0009.123/4', null],
    ['PL.PZGiK.200.141803_2.0009.123/4', '141803_2.0009.123/4', null],
    ['141803_3.0009.1', '141803_2.0009.1', '3'],
  ] as const) {
    const [read, another] = readIds(text);
    assert.deepEqual([read?.id.id, read?.odd_type, another], [id, odd_type, undefined], text);
  }
});

test('ids of buildings, with the parcel in them and without', () => {
  for (const [text, id] of [
    ['141803_2.0009.123/4.1_BUD', '141803_2.0009.123/4'],
    ['141803_2.0009.123/4_BUD', '141803_2.0009.123/4'],
    ['141803_2.0009.36.1_BUD.2_LOK', '141803_2.0009.36'],
    ['143801_1.0003.AR_2.17/1.1_bud', '143801_1.0003.AR_2.17/1'],
  ] as const) {
    const [read, another] = readIds(text);
    assert.deepEqual([read?.id.id, read?.building, another], [id, text, undefined], text);
    assert.equal(buildingAlone(text), null, text);
  }
  for (const alone of ['141803_2.0009.201_BUD', '143801_1.0003.AR_2.7_BUD.1_LOK']) {
    assert.deepEqual(readIds(alone), [], alone);
    assert.equal(buildingAlone(`budynek ${alone}`), alone);
  }
});

test('what is written together with an id is told, and takes nothing from its number', () => {
  for (const [behind, sign] of [
    ['_DZ', '_DZ'],
    ['_', '_'],
    ['a', 'a'],
    ['.5', '.5'],
    ['.1_LOK', '.1_LOK'],
    [', Wola', null],
    ['.', null],
  ] as const)
    for (const number of ['123/4', '36']) {
      // "36.5" may be 36/5.
      if (number === '36' && /\d/.test(behind)) continue;
      const [read, another] = readIds(`141803_2.0009.${number}${behind}`);
      assert.deepEqual([read?.id.number, read?.sign, another], [number, sign, undefined], number + behind);
    }
});
