import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type CsvOptions, type CsvRow, openCsv, readCsv, type Separator } from './csv.ts';
import { FormatError } from './format-error.ts';

const SAMPLES = new URL('../../../../shared/data/', import.meta.url);
const samples = { skip: !existsSync(SAMPLES) && 'official samples absent' };

async function* bytes(text: string | Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

function read(text: string | Uint8Array, options?: CsvOptions, size?: number): Promise<CsvRow[]> {
  return Array.fromAsync(readCsv(bytes(text, size), options));
}

describe('readCsv', () => {
  const READ: [string, string | Uint8Array, CsvOptions, [number, ...string[]][]][] = [
    [
      'semicolons',
      'a;b\n1;2\n',
      {},
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'hashes',
      'a#b,c\n1#2\n',
      {},
      [
        [1, 'a', 'b,c'],
        [2, '1', '2'],
      ],
    ],
    [
      'commas, CRLF, no last line end',
      'a,b\r\n1,2',
      {},
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    ['a byte order mark', '\ufeffa;b\n', {}, [[1, 'a', 'b']]],
    ['a quoted header', '"a;x;y;z","b"\n', {}, [[1, 'a;x;y;z', 'b']]],
    [
      'tabs, as tables are copied',
      'a\tb;c\td\ne\tf\tg\n',
      {},
      [
        [1, 'a', 'b;c', 'd'],
        [2, 'e', 'f', 'g'],
      ],
    ],
    ['a given separator', 'a;b,c\n', { separator: ',' }, [[1, 'a;b', 'c']]],
    [
      'a single column, if the separator is given',
      'a\n1\n',
      { separator: ';' },
      [
        [1, 'a'],
        [2, '1'],
      ],
    ],
    [
      'empty cells',
      'a;b;c\n;;\n"";"";""\n',
      {},
      [
        [1, 'a', 'b', 'c'],
        [2, '', '', ''],
        [3, '', '', ''],
      ],
    ],
    [
      'quotes in quotes',
      'a;b\n"x ""y"" z";"""q"""\n',
      {},
      [
        [1, 'a', 'b'],
        [2, 'x "y" z', '"q"'],
      ],
    ],
    [
      'line ends in quotes',
      'a;b\n"1\r\n2\n3";"x;y"\n4;5\n',
      {},
      [
        [1, 'a', 'b'],
        [2, '1\r\n2\n3', 'x;y'],
        [5, '4', '5'],
      ],
    ],
    [
      'quotes inside a bare cell',
      'a;b\nDom "A";6" rura\n',
      {},
      [
        [1, 'a', 'b'],
        [2, 'Dom "A"', '6" rura'],
      ],
    ],
    [
      'a bare cell that begins with a quoted name',
      'a#b\n"DOM-BUD" sp. z o.o.#1\n""X"" s.c.#2\n',
      {},
      [
        [1, 'a', 'b'],
        [2, '"DOM-BUD" sp. z o.o.', '1'],
        [3, '""X"" s.c.', '2'],
      ],
    ],
    [
      'blank lines',
      'a;b\n\n1;2\r\n\r\n',
      {},
      [
        [1, 'a', 'b'],
        [3, '1', '2'],
      ],
    ],
    [
      'rows longer and shorter than the header',
      'a;b\n1\n1;2;3\n',
      {},
      [
        [1, 'a', 'b'],
        [2, '1'],
        [3, '1', '2', '3'],
      ],
    ],
    ['windows-1250', Buffer.from([0x61, 0x3b, 0xb3, 0x0a]), { encoding: 'windows-1250' }, [[1, 'a', 'ł']]],
  ];
  for (const [name, text, options, expected] of READ) {
    it(`reads ${name}, whatever the chunks`, async () => {
      for (const size of [1, 2, 3, 7, 1000]) {
        const rows = await read(text, options, size);
        assert.deepEqual(
          rows.map(({ line, values }) => [line, ...values]),
          expected,
        );
      }
    });
  }

  const REFUSED: [string, string | Uint8Array, RegExp][] = [
    ['a quote left open', 'a;b\n1;2\n3;"4\n5;6\n', /stream, line 3: found a quote left open/],
    ['a quote opened on a later line of its row', 'a;b\n"1\n2";"3\n', /line 3: found a quote left open/],
    [
      'a last line cut short',
      'a;b;c\n1;2;3\n4;5',
      /line 3: found the end of the file after cell 2; expected 3/,
    ],
    [
      'a quote that closes amid another row',
      'a;b\n"x;1\ny;"z";2\n',
      /line 3: found "z"" after a closing quote/,
    ],
    [
      'two rows that a quote left open would join into one of the right length',
      'case#investor#parcel\nA#"Jan Nowak#1/1\nB#"DOM" sp. z o.o.#2/2\n',
      /line 3: found "DOM" sp\. z o\.o\." after a closing quote/,
    ],
    [
      'a quote that swallows the file',
      `a;b\n1;"${'x\n'.repeat(600_000)}`,
      /line 2: found \d+ characters without/,
    ],
    ['a page instead of a table', '<!DOCTYPE html>\n<html>', /line 1: found the header "<!DOCTYPE html>"/],
    ['bytes of another encoding', Buffer.from([0x61, 0x3b, 0xb3, 0x0a]), /text in utf-8/],
  ];
  for (const [name, text, message] of REFUSED) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(read(text), (error) => {
        assert.ok(error instanceof FormatError);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('reads back what RFC 4180 writes', async () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[ab;#,"\r\n]*$/));
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom<Separator>(';', '#', ','),
        fc.integer({ min: 1, max: 50 }),
        async (rows, separator, size) => {
          const write = (value: string) => `"${value.replaceAll('"', '""')}"`;
          const text = rows.map((row) => row.map(write).join(separator)).join('\r\n');
          const found = await read(text, { separator }, size);
          assert.deepEqual(
            found.map(({ values }) => values),
            rows,
          );
        },
      ),
    );
  });

  it('refuses a table cut short, unless the cut falls into the last cell of a row', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => [`${i}`, `Łódź "${i}"`, 'x\ny', 'the last']);
    const write = (row: string[]) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(';');
    const header = write(['id', 'name', 'note', 'end']);
    const whole = Buffer.from([header, ...rows.map(write)].join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: header.length, max: whole.length - 1 }), async (length) => {
        const [, ...found] = await read(whole.subarray(0, length)).catch((error: unknown) => {
          assert.ok(error instanceof FormatError);
          return [];
        });
        for (const [i, { values }] of found.entries()) {
          const isCut = i === found.length - 1 && values[3] === '';
          assert.deepEqual(values, isCut ? rows[i]?.with(3, '') : rows[i]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('openCsv', () => {
  it('gives the header and then the rows', async () => {
    const { header, rows } = await openCsv(bytes('a;b\n1;2\n'));
    assert.deepEqual(header, ['a', 'b']);
    assert.deepEqual(await Array.fromAsync(rows), [{ line: 2, values: ['1', '2'] }]);
  });

  it('refuses a file without a header', async () => {
    for (const text of ['', '\ufeff', '\n\n']) {
      await assert.rejects(openCsv(bytes(text), { separator: ';' }), /FormatError: .*expected a header line/);
    }
  });

  it('reads the official permits', samples, async () => {
    const path = fileURLToPath(new URL('permits/rwdz_cpk_redacted_hash.csv', SAMPLES));
    const { header, rows } = await openCsv(path);
    const all = await Array.fromAsync(rows);
    assert.equal(header.length, 30);
    assert.equal(header[23], 'jednosta_numer_ew');
    assert.equal(all.length, 19);
    for (const { values } of all) assert.equal(values.length, 30);
    assert.deepEqual(all[0]?.values.slice(23, 26), ['142808_2', '0011', '69/4']);
  });

  it('reads a list with commas', samples, async () => {
    const { header, rows } = await openCsv(
      fileURLToPath(new URL('egib/powiat_egib_wfs_mazowieckie.csv', SAMPLES)),
    );
    assert.deepEqual(header, ['teryt4', 'wfs_base_url', 'platform']);
    assert.equal((await Array.fromAsync(rows)).length, 42);
  });
});
