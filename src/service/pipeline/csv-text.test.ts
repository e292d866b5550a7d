// CSV of spreadsheets: what is written is read back, and what no spreadsheet should work out is text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellText, DELIMITERS, type Delimiter, findDialect, parseCsv, textCell } from './csv-text.ts';

const read = (text: string, delimiter: Delimiter = findDialect(text).delimiter) =>
  [...parseCsv(text, { ...findDialect(text), delimiter }, 20)].map(({ line, cells }) => [line, ...cells]);

test('lines, quotes and separators', () => {
  const table: [string, (string | number)[][]][] = [
    [
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a;b\r\n1,5;2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1,5', '2'],
      ],
    ],
    [
      '\ufeffa;b\r1;2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a,b\n"x, ""y""\nz",2\n\n3,4',
      [
        [1, 'a', 'b'],
        [2, 'x, "y"\nz', '2'],
        [4, ''],
        [5, '3', '4'],
      ],
    ],
    [
      'a,b\n,\nx,\n',
      [
        [1, 'a', 'b'],
        [2, '', ''],
        [3, 'x', ''],
      ],
    ],
    ['a\n\n,\n ;\t\n', [[1, 'a']]],
    [
      'a\nDom "A"\n',
      [
        [1, 'a'],
        [2, 'Dom "A"'],
      ],
    ],
    [
      '"a;b",c,d\n1,2,3',
      [
        [1, 'a;b', 'c', 'd'],
        [2, '1', '2', '3'],
      ],
    ],
    ['', []],
    ['q', [[1, 'q']]],
  ];
  for (const [text, rows] of table) assert.deepEqual(read(text), rows, JSON.stringify(text));
});

test('the separator is found in the header, or named in a line before it', () => {
  for (const [text, rows] of [
    [
      'id\tq, r\n1\t2',
      [
        [1, 'id', 'q, r'],
        [2, '1', '2'],
      ],
    ],
    [
      'sep=;\r\nid;a,b,c\r\n1;2',
      [
        [2, 'id', 'a,b,c'],
        [3, '1', '2'],
      ],
    ],
    [
      '\ufeffSEP=,\nid,a;b;c\n1,2',
      [
        [2, 'id', 'a;b;c'],
        [3, '1', '2'],
      ],
    ],
    ['"sep=\t"\nid\tb\n', [[2, 'id', 'b']]],
    [
      'separator,id\n1,2',
      [
        [1, 'separator', 'id'],
        [2, '1', '2'],
      ],
    ],
  ] as const)
    assert.deepEqual(read(text), rows, JSON.stringify(text));
  assert.throws(() => read('sep=|\nid|b'), /names "\|" as separator/);
});

test('a line that cannot be read has a fault of its own, and the next is read', () => {
  const told = (text: string) =>
    [...parseCsv(text, findDialect(text), 20)].map(({ line, cells, fault }) => [
      line,
      cells.join('|'),
      fault?.tell('en').message ?? null,
    ]);
  const quote = 'has a quote that is not closed, or text behind one';
  assert.deepEqual(told('a,b\n1,"2\n3,4'), [
    [1, 'a|b', null],
    [2, '1|"2', `line 2 of the table ${quote}, got "2`],
    [3, '3|4', null],
  ]);
  assert.deepEqual(told('a,b\r\n"1"x,2\r\n"x\ny",5\r\n'), [
    [1, 'a|b', null],
    [2, '"1"x,2', `line 2 of the table ${quote}, got "1"x,2`],
    [3, 'x\ny|5', null],
  ]);
  assert.deepEqual(told(`a\n${'x,'.repeat(30)}1\n7`).slice(1), [
    [2, 'x|'.repeat(20).slice(0, -1), 'line 2 of the table has more than 20 cells'],
    [3, '7', null],
  ]);
});

test('what is written is read back', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('', '"', ',', ';', '\t', '\n', '\r\n', 'a"b', ' x ', '=1'),
  );
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rows, fc.constantFrom(...DELIMITERS), (lines, delimiter) => {
      const end = lines.findLastIndex((cells) => cells.some((text) => /[^\s,;]/.test(text)));
      const kept = lines.slice(0, end + 1);
      if (kept.length === 0) return;
      const text = kept
        .map((cells) => cells.map((one) => textCell(one, delimiter)).join(delimiter))
        .join('\r\n');
      const back = [...parseCsv(`\ufeff${text}`, { delimiter, starts_at: 1, first_line: 1 }, 20)].map(
        ({ cells }) => cells,
      );
      assert.deepEqual(back, kept);
    }),
  );
});

test('formulas are made text, numbers keep what they are', () => {
  const table: [Parameters<typeof cellText>[0], Delimiter, string][] = [
    ['=1+1', ',', "'=1+1"],
    ['+48 22', ',', "'+48 22"],
    ['-x', ',', "'-x"],
    ['@SUM(A1)', ';', "'@SUM(A1)"],
    ['\t=1', ',', "'\t=1"],
    ['=HYPERLINK("http://x";"y")', ';', `"'=HYPERLINK(""http://x"";""y"")"`],
    ['SJ', ',', 'SJ'],
    [-5.25, ',', '-5.25'],
    [-5.25, ';', '-5,25'],
    [true, ';', 'true'],
    [null, ',', ''],
  ];
  for (const [cell, delimiter, text] of table) assert.equal(cellText(cell, delimiter), text);
});
