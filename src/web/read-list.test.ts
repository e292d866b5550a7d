import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList, writeCsv } from './read-list.ts';

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
    ['a byte order mark, tabs, doubled quotes', '\ufeffq\tn\n"a ""b"" c"\t1', [{ q: 'a "b" c' }]],
    ['nothing', ' \n', []],
  ];
  for (const [what, text, places] of LISTS)
    it(what, () =>
      assert.deepEqual(
        readList(text).map(({ place }) => place),
        places,
      ),
    );

  it('keeps the number of each line', () => {
    assert.deepEqual(
      readList('q\n\nMroków\nŁazy').map(({ line, text }) => [line, text]),
      [
        [3, 'Mroków'],
        [4, 'Łazy'],
      ],
    );
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
