import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalNumber, numberOf, obrebOf, parseParcelId, sheetOf } from './parcel-id.ts';

test('ids people paste become one canonical form', () => {
  const table: [string, string][] = [
    ['141803_2.0009.123/4', '141803_2.0009.123/4'],
    ['141803_2.0009.123-4', '141803_2.0009.123/4'],
    [' 141803_2.0001.45 ', '141803_2.0001.45'],
    ['306401_1.0021.AR_10.161', '306401_1.0021.AR_10.161'],
    ['306401_1.0021.ar_010.161-2', '306401_1.0021.AR_10.161/2'],
    ['143801_1.0003.7/A', '143801_1.0003.7/a'],
    ['146502_8.0101.1203/12', '146502_8.0101.1203/12'],
    ['106102_9.0001.1', '106102_9.0001.1'],
  ];
  for (const [given, expected] of table) {
    const parsed = parseParcelId(given);
    assert.equal(parsed.ok ? parsed.value.id : parsed.message, expected, given);
  }
});

test('a wrong id says which part is wrong and what is allowed', () => {
  const table: [string, string, RegExp][] = [
    ['', 'form', /form is/],
    ['hello', 'form', /"hello".*141803_2/],
    ['141803_2.0001', 'form', /form is/],
    ['151803_2.0001.1', 'voivodeship', /"15".*02, 04/],
    ['001803_2.0001.1', 'voivodeship', /"00"/],
    ['341803_2.0001.1', 'voivodeship', /"34"/],
    ['140003_2.0001.1', 'powiat', /"00"/],
    ['141800_2.0001.1', 'gmina', /"00"/],
    ['141804_3.0001.1', 'gmina_type', /"3".*town \(4\).*rural area \(5\)/],
    ['141803_7.0001.1', 'gmina_type', /1, 2, 4, 5, 8 or 9/],
    ['141803_2.001.1', 'obreb', /four digits/],
    ['141803_2.0000.1', 'obreb', /0001 to 9999/],
    ['141803_2.0001.AR_x.1', 'sheet', /AR_x/],
    ['141803_2.0001.AR_0.1', 'sheet', /from 1/],
    ['141803_2.0001.12/3/4', 'number', /12\/3\/4/],
    ['141803_2.0001.abc', 'number', /45\/3/],
    ['141803_2.0001.0', 'number', /"0"/],
    ['141803_2.0001.1/0', 'number', /"1\/0"/],
  ];
  for (const [given, part, message] of table) {
    const parsed = parseParcelId(given);
    assert.ok(!parsed.ok, given);
    assert.equal(parsed.part, part, given);
    assert.match(parsed.message.en, message);
  }
});

const digits = (length: number) =>
  fc.integer({ min: 1, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, '0'));
const anyId = fc
  .record({
    voivodeship: fc.integer({ min: 1, max: 16 }).map((n) => String(n * 2).padStart(2, '0')),
    powiat: digits(2),
    gmina: digits(2),
    type: fc.constantFrom('1', '2', '4', '5', '8', '9'),
    obreb: digits(4),
    sheet: fc.option(fc.integer({ min: 1, max: 9999 })),
    main: fc.integer({ min: 1, max: 99_999_999 }),
    part: fc.option(
      fc.oneof(fc.integer({ min: 1, max: 999_999 }).map(String), fc.constantFrom('a', 'b', 'zz')),
    ),
  })
  .map((p) => ({
    obreb_id: `${p.voivodeship}${p.powiat}${p.gmina}_${p.type}.${p.obreb}`,
    sheet: p.sheet,
    number: p.part === null ? String(p.main) : `${p.main}/${p.part}`,
  }));

test('parse after print gives back every part, with slash or dash', () => {
  fc.assert(
    fc.property(anyId, fc.boolean(), ({ obreb_id, sheet, number }, dash) => {
      const tail = dash ? number.replace('/', '-') : number;
      const parsed = parseParcelId(`${obreb_id}.${sheet === null ? '' : `AR_${sheet}.`}${tail}`);
      assert.ok(parsed.ok);
      assert.equal(parsed.value.obreb_id, obreb_id);
      assert.equal(parsed.value.sheet, sheet);
      assert.equal(parsed.value.number, number);
      const again = parseParcelId(parsed.value.id);
      assert.deepEqual(again, parsed);
      const { id } = parsed.value;
      assert.deepEqual([obrebOf(id), sheetOf(id), numberOf(id)], [obreb_id, sheet, number]);
    }),
  );
});

test('any text is either an id or a named fault, never an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9_.AR/-]{0,40}$/)), (text) => {
      const parsed = parseParcelId(text);
      assert.ok(parsed.ok ? parseParcelId(parsed.value.id).ok : parsed.message.pl.length > 0);
    }),
  );
});

test('numbers', () => {
  assert.equal(canonicalNumber('0045-03'), '45/3');
  assert.equal(canonicalNumber('12 / 3'), null);
  assert.equal(canonicalNumber('12/3 część'), null);
});
