import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StagedRow } from '../domain/publish/staged-rows.ts';
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
    // No day of birth, or another check digit: a number of the journal of laws, of a record.
    ['Dz.U. WDU20240001130', 'Dz.U. WDU20240001130'],
    ['rekord 20011012345', 'rekord 20011012345'],
    ['nr 44051401358', 'nr 44051401358'],
    ['PESEL: 44051401358', 'PESEL: [11 digits]'],
    [
      'https://isap.example/DocDetails.xsp?id=WDU20240001130',
      'https://isap.example/DocDetails.xsp?id=WDU20240001130',
    ],
    ['https://bip.example/44051401359.pdf', 'https://bip.example/44051401359.pdf'],
    ['Jan 44051401359 https://bip.example/a', 'Jan [11 digits] https://bip.example/a'],
    ['11 Listopada 1918', '11 Listopada 1918'],
    ['1de4390d-6a7e-46c5-a359-d47278274116', '1de4390d-6a7e-46c5-a359-d47278274116'],
    ['1de4390d-6a7e-46c5-ab1c-123456789abc', '1de4390d-6a7e-46c5-ab1c-123456789abc'],
    ['1de4390d-6a7e-46c5-a359-d47278274116 44051401359', '1de4390d-6a7e-46c5-a359-d47278274116 [11 digits]'],
  ] as const)
    assert.equal(maskText(text), kept);
});

/** Of objects of the registers, as issues name them. */
const OFFICIAL_IDS = [
  '1de4390d-6a7e-46c5-a359-d47278274116',
  'PL.PZGIK.200/1de4390d-6a7e-46c5-a359-d47278274116',
  'PL.ZIPPZP.9803/141803-POG/1POG-902SJ',
  'https://www.gov.pl/zagospodarowanieprzestrzenne/app/AktPlanowaniaPrzestrzennego/PL.ZIPPZP.9803/141803-POG/9POG',
  'UzytkiEkologiczne/PL.ZIPOP.1393.UE.1418043.9902',
  'ID_R2.02-9901',
];

test('a cell that cannot be read is told by its kind and length', () => {
  for (const [cell, told] of [
    ['141803_2.0009.123/4', '141803_2.0009.123/4'],
    ['141803_2.0009.AR_3.12', '141803_2.0009.AR_3.12'],
    ['0.2500', '0.2500'],
    ...OFFICIAL_IDS.map((id) => [id, id] as const),
    ['Jan Kowalski', 'text of 12 characters'],
    ['44051401359', 'digits of 11 characters'],
    ['WA1M/00012345/6', 'text of 15 characters'],
    ['141803_2.0009.Kowalski', 'text of 22 characters'],
    ['PL.PZGIK.200/Anna', 'text of 17 characters'],
    ['PL.PZGIK.200/Kowalski', 'text of 21 characters'],
    ['PL.PZGIK.200/44051401359', 'text of 24 characters'],
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

test('a message quotes no part of a cell that is not shown', () => {
  const cell = '141803_2.0001.Jan Kowalski';
  const issue = issueAt('row 1', 'bad_id', 'parcel number "Jan Kowalski" must be a number', 'id', cell);
  const masked = maskItem(issue);
  assert.ok('issue' in masked);
  assert.deepEqual(
    [masked.issue.value, masked.issue.message],
    ['text of 26 characters', 'parcel number "text of 12 characters" must be a number'],
  );
});

test('a code that is not shown stays in an official id, and what is allowed stays', () => {
  const id = 'PL.ZIPPZP.9803/141803-POG/1POG-901SX';
  const masked = maskItem(issueAt('line 1', 'bad_symbol', `${id}: one of SW, SJ, not SX`, 'symbol', 'SX'));
  assert.ok('issue' in masked);
  assert.equal(masked.issue.message, `${id}: one of SW, SJ, not text of 2 characters`);
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

test('the id of an object is kept as it is, whatever digits it holds', () => {
  const row = (key: string) => ({
    row: {
      kind: 'evidence' as const,
      row: {
        role: 'building' as const,
        key,
        place: '1418',
        attributes: {},
        geometry: { type: 'MultiPolygon' as const, coordinates: [] },
      },
    },
    position: 'row 1',
  });
  for (const id of OFFICIAL_IDS) assert.deepEqual(maskItem(row(id)), row(id));
  for (const text of ['Jan Kowalski', 'WA1M/00012345/6', 'X-44051401359'])
    assert.notDeepEqual(maskItem(row(text)), row(text));
});

test('a name of a place with such a number in it is dropped whole', () => {
  const kept = (row: StagedRow) => {
    const item = maskItem({ row, position: 'row 1' });
    return 'row' in item ? item.row : item.issue.kind;
  };
  const obreb = (name: string | null): StagedRow => ({ kind: 'obreb', row: { id: '141803_2.0009', name } });
  for (const name of ['Wola KW WA1M/00012345/6', 'Wola 44051401359']) {
    assert.deepEqual(kept(obreb(name)), obreb(null));
    assert.equal(kept({ kind: 'terc', row: { code: '1418032', name, kind: 'gmina' } }), 'bad_name');
    const address = {
      ...{ address_id: 'PL.PZGIK.200/1', gmina: '1418032', locality: 'Wola', simc: null, street: name },
      ...{ ulic: null, house_number: '1', postcode: null },
    };
    const unread = kept({ kind: 'address', row: { ...address, position: [640_000, 470_000] } });
    assert.ok(typeof unread === 'object' && unread.kind === 'evidence');
    assert.deepEqual(
      [unread.row.role, unread.row.attributes, unread.row.place],
      ['address_unread', { missing: 'street' }, '1418032'],
    );
  }
  assert.deepEqual(kept(obreb('Wola 20240001130')), obreb('Wola 20240001130'));
});

test('an issue names the layer or type that is not read, and nothing else that is no id', () => {
  const issue = (field: string, value: string) => {
    const message = `the layer ${value} is not read`;
    const masked = maskItem({ issue: { position: 'line 1', field, kind: 'unknown_layer', value, message } });
    return 'issue' in masked ? [masked.issue.value, masked.issue.message] : [];
  };
  assert.deepEqual(issue('layer', 'HazardArea'), ['HazardArea', 'the layer HazardArea is not read']);
  assert.equal(issue('layer', 'Jan Kowalski')[0], 'text of 12 characters');
  assert.equal(issue('nazwa', 'Kowalski')[0], 'text of 8 characters');
});

test('an issue of an empty cell keeps its words', () => {
  const issue = {
    position: 'line 1',
    field: 'JPT_KOD_JE',
    kind: 'bad_code',
    value: '',
    message: 'the code is missing',
  };
  assert.deepEqual(maskItem({ issue }), { issue: { ...issue, value: null } });
});
