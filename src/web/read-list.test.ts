import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeList, readList, writeCsv } from './read-list.ts';

describe('a pasted list', () => {
  const LISTS: readonly (readonly [what: string, text: string, places: readonly object[]])[] = [
    ['lines', 'dz. 12 Wola\n\n  Mroków 3 \n', [{ q: 'dz. 12 Wola' }, { q: 'Mroków 3' }]],
    ['an address has commas of its own', 'ul. Szkolna 1, Mroków', [{ q: 'ul. Szkolna 1, Mroków' }]],
    [
      'ids among them',
      '141803_2.0009.123/4\r\ndz. 5 Łazy',
      [{ id: '141803_2.0009.123/4' }, { q: 'dz. 5 Łazy' }],
    ],
    ['a column q', 'nr;q\n1;"dz. 1; Wola"\n2;Mroków', [{ q: 'dz. 1; Wola' }, { q: 'Mroków' }]],
    ['a column id', 'ID,owner\n141803_2.0009.1,x', [{ id: '141803_2.0009.1' }]],
    ['a column point', 'point;x\n"52.05,20.93";1', [{ point: '52.05,20.93' }]],
    ['a header alone in its line', 'q\nMroków', [{ q: 'Mroków' }]],
    [
      'each row by the column that it fills',
      'id,q,point\n141803_2.0009.1,,\n,dz. 1 Łazy,\n,,"52.05,20.93"\n141803_2.0009.2,dz. 2 Łazy,',
      [{ id: '141803_2.0009.1' }, { q: 'dz. 1 Łazy' }, { point: '52.05,20.93' }, { id: '141803_2.0009.2' }],
    ],
    ['columns lat and lng', 'lat,lng\n52.05,20.93\n52.05,', [{ point: '52.05,20.93' }]],
    ['a byte order mark, tabs, doubled quotes', '\ufeffq\tn\n"a ""b"" c"\t1', [{ q: 'a "b" c' }]],
    ['nothing', ' \n', []],
  ];
  for (const [what, text, places] of LISTS)
    it(what, () =>
      assert.deepEqual(
        readList(text).lines.map(({ place }) => place),
        places,
      ),
    );

  it('keeps the number of each line', () => {
    assert.deepEqual(
      readList('q\n\nMroków\nŁazy').lines.map(({ line, text }) => [line, text]),
      [
        [3, 'Mroków'],
        [4, 'Łazy'],
      ],
    );
  });

  it('of a table without a column to ask by asks nothing, and names its header', () => {
    assert.deepEqual(readList('Lp;Nr działki;Uwagi\n1;123/4;"a;b"'), {
      lines: [],
      unknown_header: 'Lp;Nr działki;Uwagi',
    });
  });

  it('from a file is UTF-8 or as spreadsheets save it in Poland', () => {
    assert.equal(decodeList(Buffer.from('działka 1 Łabieniec')), 'działka 1 Łabieniec');
    const saved = Buffer.from([0x64, 0x7a, 0x69, 0x61, 0xb3, 0x6b, 0x61, 0x20, 0x31, 0x20, 0xa3, 0x61]);
    assert.equal(decodeList(saved), 'działka 1 Ła');
    assert.equal(decodeList(Buffer.from('PK\x03\x04\x00\x00')), null);
  });
});

describe('a table as CSV', () => {
  it('is quoted as RFC 4180 wants it, and holds no formula', () => {
    assert.equal(
      writeCsv([
        ['a', 1, null],
        ['x,"y"', '=1+1', -5],
      ]),
      'a,1,\r\n"x,""y""",\'=1+1,-5\r\n',
    );
  });
});
