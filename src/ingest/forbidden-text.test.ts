import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCell, maskItem, maskText } from './forbidden-text.ts';
import { issueAt } from './recipe.ts';
import { keepLandUse } from './recipes/land-use-symbols.ts';

test('land-register numbers and eleven digits are masked in names', () => {
  for (const [text, kept] of [
    ['Sosnowa', 'Sosnowa'],
    ['Plan KW WA1M/00012345/6 Lesznowola', 'Plan KW [land register] Lesznowola'],
    ['wa1m 00012345 6', '[land register]'],
    ['WA1M000123456', '[land register]'],
    ['Jan 44051401359', 'Jan [11 digits]'],
    ['uchwała 123456789012', 'uchwała 123456789012'],
    ['11 Listopada 1918', '11 Listopada 1918'],
  ] as const)
    assert.equal(maskText(text), kept);
});

test('a cell that cannot be read is told by its kind and length', () => {
  for (const [cell, told] of [
    ['141803_2.0009.123/4', '141803_2.0009.123/4'],
    ['141803_2.0009.AR_3.12', '141803_2.0009.AR_3.12'],
    ['0.2500', '0.2500'],
    ['Jan Kowalski', 'text of 12 characters'],
    ['44051401359', 'digits of 11 characters'],
    ['WA1M/00012345/6', 'text of 15 characters'],
    ['141803_2.0009.Kowalski', 'text of 22 characters'],
  ] as const)
    assert.equal(describeCell(cell), told);
  const item = maskItem(
    issueAt('row 7', 'bad_id', '"Jan Kowalski" is not an id', 'id_dzialki', 'Jan Kowalski'),
  );
  assert.deepEqual(item, {
    issue: {
      position: 'row 7',
      kind: 'bad_id',
      field: 'id_dzialki',
      value: 'text of 12 characters',
      message: '"text of 12 characters" is not an id',
    },
  });
});

test('of land use the symbols are kept, as written where all of it is', () => {
  for (const [cell, kept] of [
    ['RIIIa 0.2500; B 0.0512', 'RIIIa 0.2500; B 0.0512'],
    ['S-RIVb, PsV', 'S-RIVb, PsV'],
    ['dr', 'dr'],
    ['ŁIV 0,12 ha', 'ŁIV 0,12 ha'],
    ['RIIIa Jan Kowalski', 'RIIIa'],
    ['własność Kowalski', null],
    ['44051401359', null],
    ['WA1M/00012345/6', null],
    [null, null],
  ] as const)
    assert.equal(keepLandUse(cell), kept);
});
