import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { FormatError } from './format-error.ts';
import { childOf, childrenOf, readElements, textOf, type Wanted, type XmlElement } from './xml.ts';

const TERC = new URL('../../../../shared/data/teryt/TERC_Urzedowy_2025-11-18.xml', import.meta.url);

/** The text as bytes, in pieces of the given size. */
async function* bytes(text: string | Uint8Array, size = 1 << 16): AsyncGenerator<Uint8Array> {
  const whole = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

function read(text: string | Uint8Array, wanted: Wanted, size?: number): Promise<XmlElement[]> {
  return Array.fromAsync(readElements(bytes(text, size), wanted));
}

const isRow: Wanted = (name) => name === 'row';

const CATALOG = `<?xml version="1.0" encoding="UTF-8"?>
<t:catalog xmlns:t="urn:t" xmlns:x="http://www.w3.org/1999/xlink" date="2025-01-01">
  <t:row
    t:id="1"><t:name>Łódź &amp; <!-- not this -->Żubrów</t:name><t:link x:href="#a"/></t:row>
  <t:other><t:row t:id="2"><t:row t:id="inner"/><t:name><![CDATA[a<b]]></t:name></t:row></t:other>
</t:catalog>
`;

describe('readElements', () => {
  it('yields wanted subtrees by local name, with attributes, text and line', async () => {
    const rows = await read(CATALOG, isRow);
    assert.deepEqual(
      rows.map((row) => [row.attributes.id, row.line, textOf(row, 'name')]),
      [
        ['1', 3, 'Łódź & Żubrów'],
        ['2', 5, 'a<b'],
      ],
    );
    assert.deepEqual(rows[0]?.attributes, { id: '1' });
    assert.equal(rows[0]?.children[1]?.attributes.href, '#a');
    assert.equal(rows[1]?.children[0]?.attributes.id, 'inner');
  });

  it('tells the caller the ancestors, and yields start tags alone where asked', async () => {
    const paths: string[] = [];
    const found = await read(CATALOG, (name, ancestors) => {
      paths.push([...ancestors, name].join('/'));
      return name === 'row' || (name === 'catalog' && 'start');
    });
    assert.deepEqual(paths, ['catalog', 'catalog/row', 'catalog/other', 'catalog/other/row']);
    assert.deepEqual(
      found.map(({ name, children }) => [name, children.length]),
      [
        ['catalog', 0],
        ['row', 2],
        ['row', 2],
      ],
    );
    assert.equal(found[0]?.attributes.date, '2025-01-01');
  });

  it('prefers the attribute without a prefix, whichever comes first', async () => {
    for (const attributes of ['type="a" x:type="b"', 'x:type="b" type="a"']) {
      const [root] = await read(`<r xmlns:x="urn:x" ${attributes}/>`, () => true);
      assert.deepEqual(root?.attributes, { type: 'a' });
    }
  });

  it('gives the same whatever the chunks are', async () => {
    const whole = await read(CATALOG, isRow);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (size) => {
        assert.deepEqual(await read(CATALOG, isRow, size), whole);
      }),
      { numRuns: 50 },
    );
  });

  it('reads no further than it is asked to, and closes the source', async () => {
    let taken = 0;
    let isClosed = false;
    async function* endless() {
      try {
        yield Buffer.from('<list>');
        for (;;) {
          taken++;
          yield Buffer.from(`<row>${'x'.repeat(1000)}</row>`);
        }
      } finally {
        isClosed = true;
      }
    }
    let count = 0;
    for await (const _ of readElements(endless(), isRow)) if (++count === 10) break;
    assert.equal(taken, 10);
    assert.ok(isClosed);
  });

  const latin2 = [0xa1, 0xea, 0xb6]; // Ąęś
  const windows = [0xa5, 0xea, 0x9c];
  const declare = (encoding: string) => Buffer.from(`<?xml version="1.0" encoding='${encoding}'?><row>`);
  const tail = Buffer.from('</row>');
  const ENCODINGS: [string, Uint8Array][] = [
    ['UTF-8 by default', Buffer.from('<row>Ąęś</row>')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<row>Ąęś</row>')],
    ['windows-1250', Buffer.concat([declare('windows-1250'), Buffer.from(windows), tail])],
    ['ISO-8859-2', Buffer.concat([declare('ISO-8859-2'), Buffer.from(latin2), tail])],
    ['UTF-8 under the name of another', Buffer.from(`${declare('windows-1250')}Ąęś</row>`)],
    ['UTF-16 with a mark', Buffer.from('\ufeff<row>Ąęś</row>', 'utf16le')],
    [
      'a mark against the declaration',
      Buffer.from('\ufeff<?xml version="1.0" encoding="cp1250"?><row>Ąęś</row>'),
    ],
  ];
  for (const [name, encoded] of ENCODINGS) {
    it(`decodes ${name}`, async () => {
      for (const size of [1, 1000]) assert.equal((await read(encoded, isRow, size))[0]?.text, 'Ąęś');
    });
  }

  it('does not take windows-1250 for UTF-8 where its bytes could be: PÓŁNOC', async () => {
    const north = Buffer.from([0x50, 0xd3, 0xa3, 0x4e, 0x4f, 0x43]);
    const encoded = Buffer.concat([declare('windows-1250'), north, tail]);
    for (const size of [1, 1000]) assert.equal((await read(encoded, isRow, size))[0]?.text, 'PÓŁNOC');
  });

  const REFUSED: [string, string | Uint8Array, RegExp][] = [
    ['an empty file', '', /stream, line 1.*root element/],
    ['text that is no XML', '-1 brak wyników', /found the text "-1 brak wyników"; expected well-formed XML/],
    ['JSON', '{"type": "FeatureCollection"}', /found JSON; expected well-formed XML/],
    [
      'a file of text, which is not shown',
      `Jan Kowalski ${'x'.repeat(100)}`,
      /found plain text; expected well/,
    ],
    ['an unclosed root', '<list><row>a</row>', /line 1, column 18: found unclosed tag: list/],
    ['a second root', '<list/><list/>', /well-formed/],
    ['tags crossed', '<a><b></a></b>', /well-formed/],
    [
      'bytes of another encoding',
      Buffer.from([...Buffer.from('<row>'), ...windows, ...tail]),
      /text in utf-8/,
    ],
    ['a character cut in two', Buffer.from('<row>Ą').subarray(0, -1), /end of file/],
    ['an unknown encoding', declare('klingon'), /the encoding "klingon"/],
    ['an undeclared entity', '<!DOCTYPE r SYSTEM "r.dtd"><r>&nbsp;</r>', /undefined entity/],
    [
      'entities declared inside',
      '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>',
      /DOCTYPE that declares entities/,
    ],
    ['endless nesting', '<a>'.repeat(100_000), /256 open elements/],
  ];
  for (const [name, text, message] of REFUSED) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(
        read(text, () => true),
        (error) => {
          assert.ok(error instanceof FormatError);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('accepts a DOCTYPE without declarations', async () => {
    assert.equal((await read('<!DOCTYPE r SYSTEM "a[1].dtd"><r/>', () => true)).length, 1);
  });

  it('never ends quietly on a document cut short', async () => {
    const whole = Buffer.from(CATALOG.trimEnd());
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        await assert.rejects(read(whole.subarray(0, length), isRow), FormatError);
      }),
      { numRuns: 100 },
    );
  });

  it('passes on that the file is missing', async () => {
    await assert.rejects(Array.fromAsync(readElements('/nowhere/a.xml', isRow)), { code: 'ENOENT' });
  });

  it('reads the official TERC register', {
    skip: !existsSync(TERC) && 'official samples absent',
  }, async () => {
    const wanted: Wanted = (name) => name === 'row' || (name === 'catalog' && 'start');
    const [catalog, ...rows] = await Array.fromAsync(readElements(fileURLToPath(TERC), wanted));
    assert.deepEqual(catalog?.attributes, { name: 'TERC', type: 'ALL', date: '2025-01-01' });
    assert.equal(rows.length, 4348);
    assert.equal(rows.filter((row) => textOf(row, 'WOJ') === '14').length, 527);
    const warsaw = rows.find((row) => textOf(row, 'NAZWA') === 'Warszawa' && textOf(row, 'GMI') === '01');
    assert.equal(warsaw && textOf(warsaw, 'POW'), '65');
    assert.equal(rows[0] && textOf(rows[0], 'POW'), null);
  });
});

describe('finding one’s way in an element', () => {
  it('follows child names and gives null for what is absent, empty or nil', async () => {
    const [root] = await read(
      `<r xmlns:xsi="urn:xsi"><a><b> 1 </b><b>2</b></a><c/><d xsi:nil="true">x</d><e>  </e></r>`,
      () => true,
    );
    assert.ok(root);
    assert.equal(textOf(root, 'a', 'b'), '1');
    assert.deepEqual(
      childrenOf(childOf(root, 'a') ?? root, 'b').map((b) => textOf(b)),
      ['1', '2'],
    );
    assert.equal(childOf(root), root);
    assert.equal(childOf(root, 'x', 'y'), undefined);
    for (const name of ['c', 'd', 'e', 'x']) assert.equal(textOf(root, name), null);
  });
});
