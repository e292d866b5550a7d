import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { type ParquetChoices, type ParquetRowToWrite, writeGeoParquet } from '../../../test/parquet-file.ts';
import type { Geometry } from '../../domain/geometry/types.ts';
import { FormatError } from './format-error.ts';
import { openParquet, type ParquetFilter } from './parquet.ts';

const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
after(() => rmSync(folder, { recursive: true }));

const square = (x: number, y: number): Geometry => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [x, y],
        [x, y + 10],
        [x + 10, y + 10],
        [x + 10, y],
        [x, y],
      ],
    ],
  ],
});

/** Four powiaty of 25 rows each, one beside the other. */
const ROWS: ParquetRowToWrite[] = Array.from({ length: 100 }, (_, at) => ({
  values: {
    id: `14${String(10 + Math.floor(at / 25))}_${at}`,
    Nazwa: at % 7 === 0 ? null : `łąka ${at}`,
    kw: 'KW1',
  },
  geometry: at === 99 ? null : square(600_000 + 1_000 * at, 500_000),
}));

function write(rows: readonly ParquetRowToWrite[], choices?: ParquetChoices): string {
  const path = join(folder, 'a.parquet');
  writeGeoParquet(path, rows, choices);
  return path;
}

async function readAll(
  path: string,
  columns: readonly string[],
  filter?: ParquetFilter,
  mostSeconds?: number,
) {
  await using table = await openParquet(path, mostSeconds);
  const found = [];
  for await (const rows of table.pages(columns, filter)) found.push(...rows);
  return { found, epsg: table.epsg, groups: table.groups(filter ?? {}), count: table.count };
}

describe('openParquet', () => {
  for (const choices of [{}, { codec: 'UNCOMPRESSED', rowGroupSize: 7 }, { rowGroupSize: 1_000 }] as const) {
    it(`gives the columns that were asked for, in any case: ${JSON.stringify(choices)}`, async () => {
      const { found, epsg, count } = await readAll(write(ROWS, choices), ['ID', 'nazwa', 'brak']);
      assert.deepEqual([epsg, count], [2180, 100]);
      assert.deepEqual(
        found,
        ROWS.map(({ values, geometry }, at) => ({
          row: at + 1,
          values: { ID: values.id, nazwa: values.Nazwa, brak: null },
          geometry,
          geometryError: null,
        })),
      );
    });
  }

  it('passes over row groups by the box and by the beginning of a text, and rows by the text', async () => {
    const path = write(ROWS, { rowGroupSize: 10 });
    const beginning = { column: 'id', text: '1411' };
    const byText = await readAll(path, ['id'], { beginning });
    assert.deepEqual(byText.groups, { read: 3, all: 10 }, 'rows 26 to 50');
    assert.deepEqual(
      byText.found.map(({ row }) => row),
      Array.from({ length: 25 }, (_, at) => at + 26),
    );
    const box = await readAll(path, ['id'], { box: [625_000, 499_000, 631_000, 501_000] });
    assert.deepEqual([box.groups, box.found.length], [{ read: 2, all: 10 }, 20]);
    const both = await readAll(path, ['id'], { beginning, box: [0, 0, 1, 1] });
    assert.deepEqual([both.groups, both.found], [{ read: 0, all: 10 }, []]);
  });

  it('reads the first characters of a column alone', async () => {
    await using table = await openParquet(write(ROWS));
    assert.deepEqual([...(await table.beginnings('id', 4)).keys()], ['1410', '1411', '1412', '1413']);
  });

  const SYSTEMS: [name: string, choices: ParquetChoices, epsg: number | null][] = [
    ['none said: degrees', { geo: { columns: { geometry: { encoding: 'WKB' } } } }, 4326],
    ['said to be unknown', { geo: { columns: { geometry: { encoding: 'WKB', crs: null } } } }, null],
    [
      'of another country',
      { geo: { columns: { geometry: { crs: { id: { authority: 'EPSG', code: 3857 } } } } } },
      null,
    ],
    ['no word of geometry', { geo: null }, null],
    [
      'PL-2000',
      { geo: { columns: { geometry: { crs: { id: { authority: 'EPSG', code: '2178' } } } } } },
      2178,
    ],
  ];
  for (const [name, choices, epsg] of SYSTEMS) {
    it(`the coordinate system: ${name}`, async () => {
      assert.equal((await readAll(write(ROWS, choices), ['id'])).epsg, epsg);
    });
  }

  it('refuses geometry that is no WKB', async () => {
    const path = write(ROWS, { geo: { columns: { geometry: { encoding: 'polygon' } } } });
    await assert.rejects(openParquet(path), /found geometry as polygon; expected geometry as WKB/);
  });

  it('refuses what is no Parquet, and what was cut anywhere', async () => {
    const path = write(ROWS, { rowGroupSize: 20 });
    const whole = readFileSync(path);
    const broken = join(folder, 'broken.parquet');
    writeFileSync(broken, '<html>503</html>');
    await assert.rejects(openParquet(broken), /found a file that begins "<htm"/);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        writeFileSync(broken, whole.subarray(0, length));
        await assert.rejects(readAll(broken, ['id']), FormatError);
      }),
      { numRuns: 30 },
    );
  });

  const readChanged = async (whole: Buffer, at: number, change: readonly number[]) => {
    const bytes = Buffer.from(whole);
    bytes.set(change, at);
    const broken = join(folder, 'changed.parquet');
    writeFileSync(broken, bytes);
    return readAll(broken, ['id', 'Nazwa'], {}, 1).catch((error: unknown) => error);
  };

  it('never ends in anything but rows or a refusal, whichever byte of the footer is changed', async () => {
    const whole = readFileSync(write(ROWS, { rowGroupSize: 20 }));
    const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: footer, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const found = await readChanged(whole, at, [(whole[at] ?? 0) ^ change]);
          assert.ok(!(found instanceof Error) || found instanceof FormatError, String(found));
        },
      ),
      { numRuns: 100, seed: 1 },
    );
  });

  // Pages have no checksum that the library holds them to: some changes make it run for ever.
  for (const codec of ['UNCOMPRESSED', 'SNAPPY'] as const) {
    it(`nor, within a bound, whichever bytes of a page are changed: ${codec}`, async () => {
      const whole = readFileSync(write(ROWS, { rowGroupSize: 50, codec }));
      const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
      const byte = fc.oneof(fc.constantFrom(0, 0x7e, 0xfe, 0xff), fc.nat(255));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 4, max: footer - 9 }),
          fc.array(byte, { minLength: 1, maxLength: 8 }),
          async (at, change) => {
            const found = await readChanged(whole, at, change);
            assert.ok(!(found instanceof Error) || found instanceof FormatError, String(found));
          },
        ),
        { numRuns: 40, seed: 2 },
      );
    });
  }

  it('ends a thread that would run for ever, says so, and reads the next file', async () => {
    const path = write(ROWS, { codec: 'UNCOMPRESSED' });
    const whole = readFileSync(path);
    // A run of 2,147,483,647 values: where runs are told stands somewhere before the first of the texts.
    const run = [0xfe, 0xff, 0xff, 0xff, 0x0f];
    const first = whole.indexOf('łąka 1');
    let reason = '';
    for (let at = first - 40; at < first && !reason.includes('take more than'); at += 1) {
      const found = await readChanged(whole, at, run);
      if (found instanceof Error) reason = found.message;
    }
    assert.match(reason, /changed\.parquet, rows 1 to 100: found pages that take more than (1 s|\d+ MB) /);
    assert.equal((await readAll(path, ['id'])).found.length, 100);
  });
});
