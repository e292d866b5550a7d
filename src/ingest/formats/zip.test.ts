import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import yazl from 'yazl';
import { FormatError } from './format-error.ts';
import { type UnpackOptions, unpackZip } from './zip.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zip-test-'));
after(() => rmSync(folder, { recursive: true }));

let made = 0;
function place(): string {
  return path.join(folder, `${made++}`);
}

interface Packed {
  readonly name: string;
  readonly data: string;
  readonly stored?: boolean;
}

async function pack(files: readonly Packed[], forceZip64Format = false): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, data, stored } of files) {
    zip.addBuffer(Buffer.from(data), name, { compress: stored !== true, forceZip64Format });
  }
  zip.end({ forceZip64Format, comment: '' });
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

async function unpack(zip: Buffer, options?: UnpackOptions): Promise<[string, string][]> {
  const [file, into] = [`${place()}.zip`, place()];
  writeFileSync(file, zip);
  const paths = await unpackZip(file, into, options);
  return paths.map((unpacked) => [path.relative(into, unpacked), readFileSync(unpacked, 'utf8')]);
}

/** The archive with one piece of text replaced by another of the same length, everywhere. */
function forge(zip: Buffer, from: string, to: string): Buffer {
  assert.equal(from.length, to.length);
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

function refusal(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof FormatError);
    assert.match(error.message, message);
    return true;
  };
}

const FILES: Packed[] = [
  { name: 'dane/łąka.gml', data: 'zażółć '.repeat(1000) },
  { name: 'a.csv', data: 'a;b\n1;2\n', stored: true },
  { name: 'empty.txt', data: '' },
];

describe('unpackZip', () => {
  it('unpacks files in order, stored, deflated and in zip64', async () => {
    for (const isZip64 of [false, true]) {
      assert.deepEqual(
        await unpack(await pack(FILES, isZip64)),
        FILES.map(({ name, data }) => [name, data]),
      );
    }
  });

  it('skips folder entries', async () => {
    const zip = forge(await pack([{ name: 'folder-', data: '' }, ...FILES]), 'folder-', 'folder/');
    assert.equal((await unpack(zip)).length, FILES.length);
  });

  const NAMES: [string, string][] = [
    ['xx/outside.txt', '../outside.txt'],
    ['a/xx/outside.txt', 'a/../outside.txt'],
    ['x/tmp/outside.txt', '//tmp/outside.txt'],
    ['xx/outside.txt', '..\\outside.txt'],
    ['xx/outside.txt', 'C:/outside.txt'],
  ];
  for (const [harmless, hostile] of NAMES) {
    it(`refuses the name ${hostile}`, async () => {
      const zip = forge(await pack([{ name: harmless, data: 'x' }]), harmless, hostile);
      await assert.rejects(unpack(zip), refusal(/relative path|absolute path/));
      assert.ok(!existsSync(path.join(folder, 'outside.txt')));
    });
  }

  it('refuses one name twice', async () => {
    const zip = forge(
      await pack([
        { name: 'a.txt', data: '1' },
        { name: 'b.txt', data: '2' },
      ]),
      'b.txt',
      'a.txt',
    );
    await assert.rejects(unpack(zip), refusal(/entry a\.txt: found a second file of this name/));
  });

  const HTML = `<!DOCTYPE html><html>${'<p>eTeryt</p>'.repeat(20_000)}PK\x05\x06</html>`;
  for (const isZip64 of [false, true]) {
    it(`reads an archive with a web page after its end${isZip64 ? ', in zip64' : ''}, and says so`, async () => {
      const zip = Buffer.concat([await pack(FILES, isZip64), Buffer.from(HTML)]);
      const passed: string[] = [];
      const found = await unpack(zip, { onPassedOver: (what) => passed.push(what) });
      assert.deepEqual(
        found,
        FILES.map(({ name, data }) => [name, data]),
      );
      assert.deepEqual(passed, [`${HTML.length} bytes after the end of the archive`]);
    });
  }

  it('refuses one that was cut short, though a whole archive lies in it', async () => {
    const inner = (await pack(FILES)).toString('latin1');
    const outer = new yazl.ZipFile();
    outer.addBuffer(Buffer.from(inner, 'latin1'), 'inner.bin', { compress: false });
    outer.addBuffer(Buffer.from('x'), 'b.txt');
    outer.end();
    const bytes = Buffer.concat(await Array.fromAsync(outer.outputStream as AsyncIterable<Buffer>));
    const cut = bytes.subarray(0, bytes.lastIndexOf(Buffer.from('PK\x01\x02')));
    await assert.rejects(unpack(Buffer.concat([cut, Buffer.from(HTML)])), FormatError);
  });

  it('passes over what systems leave behind and archives in the archive, and says so', async () => {
    const names = [
      '__MACOSX/._a.csv',
      'dane/.DS_Store',
      'Thumbs.db',
      'dane/desktop.ini',
      '.git/config',
      'dane/1438.gpkg.zip',
    ];
    const passed: string[] = [];
    const zip = await pack([...names.map((name) => ({ name, data: 'x' })), ...FILES]);
    const found = await unpack(zip, { onPassedOver: (what) => passed.push(what) });
    assert.equal(found.length, FILES.length);
    assert.deepEqual(
      passed.map((what) => what.split(',')[0]),
      names,
    );
    const only = await pack([{ name: '1418.gpkg.zip', data: 'x' }]);
    await assert.rejects(unpack(only), refusal(/found only 1418\.gpkg\.zip; expected files to read; unpack/));
  });

  it('refuses more than the limit, before it is written', async () => {
    const bomb = await pack([
      { name: 'a.txt', data: 'x'.repeat(100) },
      { name: 'bomb', data: '0'.repeat(1_000_000) },
    ]);
    await assert.rejects(
      unpack(bomb, { maxBytes: 1_000_000 }),
      refusal(/: found 1000100 bytes unpacked; expected at most 1000000 from an archive of \d+/),
    );
    assert.equal((await unpack(bomb, { maxBytes: 1_000_100 })).length, 2);
  });

  it('refuses what unpacks to a thousand times its size, before any of it is written', async () => {
    const zip = await pack([
      { name: 'a.txt', data: 'x' },
      { name: 'bomb', data: '0' },
    ]);
    // The size that the directory states, in four bytes: 4 GB.
    zip.writeUInt32LE(0xfffffffe, zip.lastIndexOf('PK\x01\x02', zip.length, 'latin1') + 24);
    const [file, into] = [`${place()}.zip`, place()];
    writeFileSync(file, zip);
    await assert.rejects(
      unpackZip(file, into),
      refusal(/found 4294967295 bytes unpacked; expected at most 1000000000 from an archive of/),
    );
    assert.equal(existsSync(into), false);
  });

  it('refuses a file that is larger than it says', async () => {
    const zip = await pack([{ name: 'bomb', data: '0'.repeat(100_000) }]);
    // The size in the central directory is what the limit counts; the stream must not outgrow it.
    const entry = zip.lastIndexOf('PK\x01\x02', zip.length, 'latin1');
    zip.writeUInt32LE(10, entry + 24);
    await assert.rejects(unpack(zip), refusal(/entry bomb: found too many bytes/));
  });

  it('refuses changed bytes', async () => {
    const zip = await pack([{ name: 'a.csv', data: 'a;b\n1;2\n', stored: true }]);
    await assert.rejects(
      unpack(forge(zip, '1;2', '1;3')),
      refusal(/entry a\.csv: found checksum \d+; expected \d+/),
    );
  });

  it('refuses what is no zip, and passes on what is no file', async () => {
    await assert.rejects(unpack(Buffer.from('<html>503</html>')), refusal(/expected a sound zip archive/));
    await assert.rejects(unpack(Buffer.alloc(0)), refusal(/expected a sound zip archive/));
    await assert.rejects(unpackZip(path.join(folder, 'missing.zip'), place()), { code: 'ENOENT' });
  });

  it('refuses an archive cut anywhere', async () => {
    const zip = await pack(FILES);
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), async (length) => {
        await assert.rejects(unpack(zip.subarray(0, length)), FormatError);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses a count of entries that leaves some out, and a folder with content', async () => {
    const zip = await pack(FILES);
    const total = zip.length - 22 + 10;
    for (const count of [0, 1, 2]) {
      const fewer = Buffer.from(zip);
      fewer.writeUInt16LE(count, total);
      await assert.rejects(unpack(fewer), refusal(new RegExp(`${count} entries counted at the end`)));
    }
    await assert.rejects(unpack(forge(zip, 'a.csv', 'a.cs/')), refusal(/a folder of 8 bytes/));
  });

  it('never gives other bytes than were packed, whichever byte is changed', async () => {
    const zip = await pack(FILES);
    const packed = FILES.map(({ data }) => data);
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(zip);
        changed[at] = (changed[at] ?? 0) ^ change;
        const told: string[] = [];
        const onPassedOver = (line: string) => told.push(line);
        const found = await unpack(changed, { onPassedOver }).catch((error: unknown) => error);
        if (!Array.isArray(found)) assert.ok(found instanceof Error);
        // A changed name may make it one that is passed over with a line, or an empty file a folder.
        else if (told.length === 0)
          assert.deepEqual(
            found.map(([, data]) => data).filter((data) => data !== ''),
            packed.filter((data) => data !== ''),
          );
      }),
      { numRuns: 100 },
    );
  });
});
