import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { areaOf } from '../../domain/geometry/rings.ts';
import type { Geometry, MultiPolygon, Polygon, Position, Ring } from '../../domain/geometry/types.ts';
import { describeDeleted } from '../load-files.ts';
import { FormatError } from './format-error.ts';
import { type ShapefileContent, writeShapefile } from './shp.fixture.ts';
import { openShp, type ShpRow } from './shp.ts';
import { nestRings } from './shp-geometry.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'shp-test-'));
after(() => rmSync(folder, { recursive: true }));

const NAME = { name: 'NAZWA', type: 'C', length: 12 };
let files = 0;

function write(content: Partial<ShapefileContent>): string {
  const name = `layer${++files}`;
  const shapes = content.shapes ?? [];
  const rows = shapes.map((_, i) => [`row ${i + 1}`]);
  return writeShapefile(folder, { name, type: 5, columns: [NAME], rows, ...content, shapes });
}

function readAll(shpPath: string, columns: readonly string[] = []): ShpRow[] {
  using shp = openShp(shpPath);
  return [...shp.rows(columns)];
}

function refused(shpPath: string, message: RegExp) {
  assert.throws(
    () => readAll(shpPath, ['NAZWA']),
    (error) => {
      assert.ok(error instanceof FormatError, String(error));
      assert.match(error.message, message);
      return true;
    },
  );
}

/** Clockwise, as outer rings are. */
const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
];

describe('shapes', () => {
  const line: Position[][] = [
    [
      [1, 2],
      [3, 4],
    ],
    [
      [5, 6],
      [7, 8],
      [9, 9],
    ],
  ];
  const polygon = [square(0, 0, 10)];
  const TABLE: [string, number, Position[][], Geometry][] = [
    ['Point', 1, [[[500_000, 400_000]]], { type: 'Point', coordinates: [500_000, 400_000] }],
    ['PointZ', 11, [[[1, 2]]], { type: 'Point', coordinates: [1, 2] }],
    ['PointM', 21, [[[1, 2]]], { type: 'Point', coordinates: [1, 2] }],
    ['PolyLine', 3, line, { type: 'MultiLineString', coordinates: line }],
    ['PolyLineZ', 13, line, { type: 'MultiLineString', coordinates: line }],
    ['PolyLineM', 23, line, { type: 'MultiLineString', coordinates: line }],
    ['Polygon', 5, polygon, { type: 'MultiPolygon', coordinates: [polygon] }],
    ['PolygonZ', 15, polygon, { type: 'MultiPolygon', coordinates: [polygon] }],
    ['PolygonM', 25, polygon, { type: 'MultiPolygon', coordinates: [polygon] }],
  ];
  for (const withoutIndex of [false, true]) {
    for (const [name, type, parts, geometry] of TABLE) {
      it(`${name}${withoutIndex ? ' without .shx' : ''}, with a null shape between`, () => {
        const rows = readAll(write({ type, shapes: [parts, null, parts], withoutIndex }), ['nazwa']);
        assert.deepEqual(rows, [
          { row: 1, values: { nazwa: 'row 1' }, geometry, geometryError: null },
          { row: 2, values: { nazwa: 'row 2' }, geometry: null, geometryError: null },
          { row: 3, values: { nazwa: 'row 3' }, geometry, geometryError: null },
        ]);
      });
    }
  }

  it('tells the system, the count, the bounds and the columns', () => {
    using shp = openShp(write({ shapes: [[square(3, 4, 5)]], prj: 'PROJCS["x"]\n' }));
    assert.deepEqual(
      { crs: shp.crs, count: shp.count, bounds: shp.bounds, columns: shp.columns },
      { crs: 'PROJCS["x"]', count: 1, bounds: [3, 4, 8, 9], columns: ['NAZWA'] },
    );
    using bare = openShp(write({ shapes: [] }));
    assert.equal(bare.crs, null);
    assert.deepEqual([...bare.rows([])], []);
  });

  it('says what is wrong with one shape and reads on', () => {
    const shpPath = write({ shapes: [[square(0, 0, 1)], [square(2, 2, 1)]] });
    const bytes = readFileSync(shpPath);
    bytes.writeInt32LE(1000, 100 + 8 + 40);
    writeFileSync(shpPath, bytes);
    const [first, second] = readAll(shpPath);
    assert.match(first?.geometryError ?? '', /found 1 parts and 1000 points; expected as many as/);
    assert.equal(second?.geometry?.type, 'MultiPolygon');
    bytes.writeInt32LE(3, 100 + 8);
    writeFileSync(shpPath, bytes);
    assert.match(readAll(shpPath)[0]?.geometryError ?? '', /shape type 3; expected 5/);
  });

  it('goes by the index where an editor left a dead record', () => {
    const shpPath = write({ shapes: [[square(0, 0, 1)], [square(2, 2, 1)]] });
    const shxPath = shpPath.replace(/shp$/, 'shx');
    const [shp, shx] = [readFileSync(shpPath), readFileSync(shxPath)];
    // The second shape written anew at the end, as editors do.
    const moved = Buffer.concat([shp, shp.subarray(100 + (shp.length - 100) / 2)]);
    moved.writeInt32BE(moved.length / 2, 24);
    shx.writeInt32BE(shp.length / 2, 108);
    writeFileSync(shpPath, moved);
    writeFileSync(shxPath, shx);
    assert.equal(readAll(shpPath).length, 2);
    rmSync(shxPath);
    refused(shpPath, /found more records; expected 2 as in the \.dbf/);
  });
});

describe('rings', () => {
  const reverse = (ring: Ring): Ring => ring.toReversed();
  const outer = square(0, 0, 100);
  const hole = reverse(square(10, 10, 50));
  const island = square(20, 20, 10);
  const other = square(200, 0, 10);
  const inscribed = reverse([
    [0, 50],
    [50, 100],
    [100, 50],
    [50, 0],
    [0, 50],
  ]);
  const TABLE: [string, Ring[], number[][], number][] = [
    ['one ring', [outer], [[0]], 10_000],
    ['a hole', [outer, hole], [[0, 1]], 7_500],
    ['the hole first', [hole, outer], [[1, 0]], 7_500],
    ['an island in the hole', [outer, hole, island], [[0, 1], [2]], 7_600],
    ['two parts', [outer, other], [[0], [1]], 10_100],
    ['a hole that touches with all its corners', [outer, inscribed], [[0, 1]], 5_000],
    ['overlapping parts of the right turn stay parts', [outer, square(10, 10, 50)], [[0], [1]], 12_500],
    ['everything turned the wrong way', [outer, hole, island].map(reverse), [[0, 1], [2]], 7_600],
    ['all counter-clockwise', [reverse(outer), hole], [[0, 1]], 7_500],
    ['a part turned the wrong way beside a right one', [outer, hole, reverse(other)], [[0, 1], [2]], 7_600],
    [
      'a ring without area',
      [
        outer,
        [
          [1, 1],
          [2, 2],
          [1, 1],
        ],
      ],
      [[0], [1]],
      10_000,
    ],
    ['no ring', [], [], 0],
  ];
  for (const [name, rings, expected, area] of TABLE) {
    it(name, () => {
      const polygons = nestRings(rings);
      const indexes = polygons.map((polygon) => polygon.map((ring) => rings.indexOf(ring)));
      assert.deepEqual(indexes, expected);
      assert.equal(areaOf(polygons), area);
    });
  }

  it('finds again what was nested, in any order and any turn of the whole', () => {
    // Rows of squares, each with holes and islands inside.
    const polygons = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }).map((depths) =>
      depths.flatMap((depth, i): Polygon[] => {
        const at = (level: number) => square(i * 1000 + level * 10, level * 10, 500 - level * 20);
        const holes = depth > 0 ? [reverse(at(1))] : [];
        const inner = depth > 1 ? [[at(2), ...(depth > 2 ? [reverse(at(3))] : [])]] : [];
        return [[at(0), ...holes], ...inner];
      }),
    );
    const canon = (shape: MultiPolygon) => shape.map((polygon) => JSON.stringify(polygon)).sort();
    fc.assert(
      fc.property(polygons, fc.boolean(), fc.infiniteStream(fc.nat()), (shape, isTurned, random) => {
        const rings = shape.flat().map((ring) => (isTurned ? reverse(ring) : ring));
        const shuffled = rings
          .map((ring) => ({ ring, key: random.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ ring }) => ring);
        const found = nestRings(shuffled).map((polygon) =>
          polygon.map((ring) => (isTurned ? reverse(ring) : ring)),
        );
        assert.deepEqual(canon(found), canon(shape));
      }),
    );
  });
});

describe('columns', () => {
  const columns = [
    { name: 'KOD', type: 'C', length: 8 },
    { name: 'LICZBA', type: 'N', length: 20 },
    { name: 'POLE', type: 'F', length: 12 },
    { name: 'DATA', type: 'D', length: 8 },
    { name: 'WAZNA', type: 'L', length: 1 },
    { name: 'UWAGI', type: 'M', length: 10 },
  ];
  const asked = ['kod', 'liczba', 'pole', 'data', 'wazna', 'brak'];
  const read = (cells: string[]) => {
    const shpPath = write({ columns, rows: [cells], shapes: [null] });
    return Object.values(readAll(shpPath, asked)[0]?.values ?? {});
  };
  const TABLE: [string, string[], (string | number | null)[]][] = [
    ['values', ['1418', '  42', '3.25', '20260131', 'T'], ['1418', 42, 3.25, '2026-01-31', 1, null]],
    [
      'spaces and nulls',
      [' 01  \0\0\0', '-7', '1e3', '20240229', 'n'],
      ['01', -7, 1000, '2024-02-29', 0, null],
    ],
    ['nothing', ['', '', '', '', ''], [null, null, null, null, null, null]],
    ['no value', ['', '********************', '***', '00000000', '?'], [null, null, null, null, null, null]],
    [
      'too long for a number',
      ['', '12345678901234567890', '', '', ''],
      [null, '12345678901234567890', null, null, null, null],
    ],
    ['not what the type says', ['', 'abc', 'x', 'soon', ''], [null, 'abc', 'x', 'soon', null, null]],
  ];
  for (const [name, cells, values] of TABLE) it(name, () => assert.deepEqual(read(cells), values));

  it('refuses a type it does not know only when that column is asked for', () => {
    const shpPath = write({ columns, rows: [['1']], shapes: [null] });
    assert.throws(
      () => readAll(shpPath, ['UWAGI']),
      /column UWAGI: found type M; expected one of C, N, F, D, L/,
    );
  });

  it('leaves out rows marked as deleted', () => {
    const shapes = [[square(0, 0, 1)], [square(0, 0, 2)], [square(0, 0, 3)]];
    const shpPath = write({ shapes, deleted: [2] });
    assert.deepEqual(describeDeleted([shpPath]), [
      `1 rows of ${path.basename(shpPath)} that are marked as deleted`,
    ]);
    const rows = readAll(shpPath);
    assert.deepEqual(
      rows.map(({ row }) => row),
      [1, 3],
    );
  });
});

describe('encoding', () => {
  const win1250 = Buffer.from([0xa3, 0xb9, 0x63, 0x6b]); // Łąck
  const utf8 = Buffer.from('Łąck');
  const TABLE: [string, Buffer, { cpg?: string; driver?: number }, string][] = [
    ['neither: windows-1250', win1250, {}, 'Łąck'],
    ['language driver of windows-1250', win1250, { driver: 200 }, 'Łąck'],
    ['language driver of the system code page', win1250, { driver: 87 }, 'Łąck'],
    ['language driver of windows-1252', Buffer.from([0xfc]), { driver: 3 }, 'ü'],
    ['.cpg UTF-8', utf8, { cpg: 'UTF-8' }, 'Łąck'],
    ['.cpg wins over the driver', utf8, { cpg: '65001\r\n', driver: 3 }, 'Łąck'],
    ['.cpg 1250', win1250, { cpg: '1250' }, 'Łąck'],
    ['.cpg ANSI 1250', win1250, { cpg: 'ANSI 1250' }, 'Łąck'],
    ['.cpg ISO 88592', Buffer.from([0xa3, 0xb1]), { cpg: 'ISO 88592' }, 'Łą'],
    ['an empty .cpg', win1250, { cpg: '' }, 'Łąck'],
    [
      'a text cut within its last character',
      Buffer.from('Łąckłąckł').subarray(0, 12),
      { cpg: 'UTF-8' },
      'Łąckłąck',
    ],
  ];
  for (const [name, cell, beside, expected] of TABLE) {
    it(name, () => {
      const shpPath = write({ shapes: [null], rows: [[cell]], ...beside });
      assert.equal(readAll(shpPath, ['NAZWA'])[0]?.values.NAZWA, expected);
    });
  }

  it('refuses what it cannot decode', () => {
    refused(write({ shapes: [null], driver: 100 }), /found the language driver 100; .*\.cpg/);
    refused(write({ shapes: [null], cpg: 'Klingon' }), /found the encoding "Klingon"/);
    const mislabelled = write({ shapes: [null], rows: [[win1250]], cpg: 'UTF-8' });
    refused(mislabelled, /row 1, NAZWA: found bytes that are no character; expected text in utf-8/);
  });
});

describe('damage', () => {
  const shapes = Array.from({ length: 20 }, (_, i) => [square(i, i, 1), square(i + 5, 0, 1)]);

  it('refuses a file cut anywhere, with and without index', () => {
    const parts = fc.constantFrom('shp', 'shx', 'dbf');
    fc.assert(
      fc.property(
        parts,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (part, share, withoutIndex) => {
          if (part === 'shx' && withoutIndex) return;
          const shpPath = write({ shapes, withoutIndex });
          const cutPath = shpPath.replace(/shp$/, part);
          const bytes = readFileSync(cutPath);
          // The last byte of a .dbf is an end mark that says nothing.
          const kept = Math.floor(share * (bytes.length - (part === 'dbf' ? 2 : 1)));
          writeFileSync(cutPath, bytes.subarray(0, kept));
          refused(shpPath, /found/);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('never fails otherwise than with a FormatError, whatever byte is wrong', () => {
    const shpPath = write({ shapes, withoutIndex: false });
    const endings = ['shp', 'shx', 'dbf'];
    const whole = endings.map((ending) => readFileSync(shpPath.replace(/shp$/, ending)));
    const anywhere = fc.record({ file: fc.nat(2), at: fc.nat(3000), byte: fc.nat(255) });
    fc.assert(
      fc.property(anywhere, ({ file, at, byte }) => {
        const hurtPath = shpPath.replace(/shp$/, endings[file] ?? '');
        const bytes = Buffer.from(whole[file] ?? []);
        bytes[at % bytes.length] = byte;
        writeFileSync(hurtPath, bytes);
        try {
          readAll(shpPath, ['NAZWA']);
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
        } finally {
          writeFileSync(hurtPath, whole[file] ?? '');
        }
      }),
      { numRuns: 150 },
    );
  });

  it('refuses what does not fit together', () => {
    const alone = write({ shapes });
    rmSync(alone.replace(/shp$/, 'dbf'));
    refused(alone, /found the \.shp alone; expected a \.dbf/);
    refused(write({ shapes, rows: [['1']] }), /found 20 records; expected 1 as in the \.dbf/);
    refused(write({ shapes, rows: [['1']], withoutIndex: true }), /more records; expected 1/);
    const many = shapes.concat(shapes).map(() => ['1']);
    refused(write({ shapes, rows: many, withoutIndex: true }), /found 20 records; expected 40/);
    refused(write({ shapes, type: 31 }), /found shape type 31/);
    const page = path.join(folder, 'page.shp');
    writeFileSync(page, `<html>${' '.repeat(200)}`);
    refused(page, /page\.shp, byte 0: found the file code/);
  });

  it('finds the files beside it in any case', () => {
    const shpPath = write({ shapes: [null] });
    const dbf = readFileSync(shpPath.replace(/shp$/, 'dbf'));
    rmSync(shpPath.replace(/shp$/, 'dbf'));
    writeFileSync(shpPath.replace(/shp$/, 'DBF'), dbf);
    assert.equal(readAll(shpPath).length, 1);
  });

  it('reads records larger than its window', () => {
    const ring = Array.from({ length: 40_000 }, (_, i): Position => {
      const angle = (-2 * Math.PI * i) / 40_000;
      return [Math.cos(angle), Math.sin(angle)];
    });
    const rows = readAll(write({ shapes: [[ring], [square(0, 0, 1)], [ring]] }));
    assert.deepEqual(
      rows.map(({ geometry }) => geometry?.type === 'MultiPolygon' && geometry.coordinates[0]?.[0]?.length),
      [40_000, 5, 40_000],
    );
  });
});
