import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Box, Geometry, Position } from './types.ts';
import {
  boundsOf,
  decodeGeoPackageGeometry,
  decodeWkb,
  encodeGeoPackageGeometry,
  encodeWkb,
  GeometryFormatError,
} from './wkb.ts';

const TRIANGLE: Position[] = [
  [0, 0],
  [2, 0],
  [0, 1],
  [0, 0],
];
const POINT: Geometry = { type: 'Point', coordinates: [1, 2] };
const POLYGON: Geometry = { type: 'MultiPolygon', coordinates: [[TRIANGLE]] };
const LINE: Geometry = { type: 'MultiLineString', coordinates: [TRIANGLE] };
const EMPTY: Geometry = { type: 'MultiPolygon', coordinates: [] };

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));

const ZERO = '0000000000000000';
const ONE = '000000000000f03f'; // little endian doubles
const TWO = '0000000000000040';

test('a point is written without envelope', () => {
  assert.deepEqual(
    encodeGeoPackageGeometry(POINT, 2180),
    bytesOf(`4750 00 01 84080000  01 01000000 ${ONE} ${TWO}`),
  );
});

test('a polygon is written with envelope minx, maxx, miny, maxy', () => {
  assert.deepEqual(
    encodeGeoPackageGeometry(POLYGON, 2180),
    bytesOf(`4750 00 03 84080000  ${ZERO} ${TWO} ${ZERO} ${ONE}
      01 06000000 01000000  01 03000000 01000000  04000000
      ${ZERO} ${ZERO} ${TWO} ${ZERO} ${ZERO} ${ONE} ${ZERO} ${ZERO}`),
  );
});

test('a geometry without positions is written with the empty flag and read as null', () => {
  const blob = encodeGeoPackageGeometry(EMPTY, -1);
  assert.deepEqual(blob, bytesOf('4750 00 11 ffffffff 01 06000000 00000000'));
  assert.deepEqual(decodeGeoPackageGeometry(blob), { srsId: -1, geometry: null });
});

const position: fc.Arbitrary<Position> = fc.tuple(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const positions = fc.array(position, { minLength: 1, maxLength: 6 });
const rings = fc.array(positions, { minLength: 1, maxLength: 3 });
const geometries: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  rings.map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
  fc
    .array(rings, { minLength: 1, maxLength: 3 })
    .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
);
const srsIds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test('what is encoded is decoded, also from the middle of a larger buffer', () => {
  fc.assert(
    fc.property(geometries, srsIds, fc.nat(9), (geometry, srsId, offset) => {
      const blob = encodeGeoPackageGeometry(geometry, srsId);
      const page = new Uint8Array(blob.length + offset + 3).fill(0xee);
      page.set(blob, offset);
      const decoded = decodeGeoPackageGeometry(page.subarray(offset, offset + blob.length));
      assert.deepEqual(decoded, { srsId, geometry });
      assert.deepEqual(decodeWkb(encodeWkb(geometry)), geometry);
    }),
  );
});

test('no prefix of a blob is accepted', () => {
  fc.assert(
    fc.property(
      geometries,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (geometry, part) => {
        const blob = encodeGeoPackageGeometry(geometry, 2180);
        const prefix = blob.subarray(0, Math.floor(blob.length * part));
        assert.throws(() => decodeGeoPackageGeometry(prefix), GeometryFormatError);
      },
    ),
  );
});

test('damaged bytes give a geometry or a GeometryFormatError, nothing else', () => {
  fc.assert(
    fc.property(geometries, fc.array(fc.tuple(fc.nat(60), fc.nat(255))), (geometry, damages) => {
      const blob = encodeGeoPackageGeometry(geometry, 2180);
      for (const [at, value] of damages) if (at < blob.length) blob[at] = value;
      try {
        decodeGeoPackageGeometry(blob);
      } catch (error) {
        assert.ok(error instanceof GeometryFormatError, String(error));
      }
    }),
  );
});

// A second, naive writer of everything that other software may write.
type Form = { little: boolean; ewkb: boolean; z: boolean; m: boolean; srid: boolean };

function foreignWkb(geometry: Geometry, form: Form): Buffer {
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (form.little) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  const double = (value: number) => {
    const bytes = Buffer.alloc(8);
    if (form.little) bytes.writeDoubleLE(value);
    else bytes.writeDoubleBE(value);
    return bytes;
  };
  const head = (type: number, srid = false) => {
    const dimensions = form.ewkb
      ? (form.z ? 2 ** 31 : 0) + (form.m ? 2 ** 30 : 0) + (srid ? 2 ** 29 : 0)
      : (form.z ? 1000 : 0) + (form.m ? 2000 : 0);
    const order = Buffer.from([form.little ? 1 : 0]);
    return Buffer.concat([order, uint32(type + dimensions), ...(form.ewkb && srid ? [uint32(2180)] : [])]);
  };
  const one = ([x, y]: Position) =>
    Buffer.concat([double(x), double(y), ...(form.z ? [double(-7)] : []), ...(form.m ? [double(-8)] : [])]);
  const many = (list: readonly Position[]) => Buffer.concat([uint32(list.length), ...list.map(one)]);
  switch (geometry.type) {
    case 'Point':
      return Buffer.concat([head(1, form.srid), one(geometry.coordinates)]);
    case 'MultiLineString': {
      const lines = geometry.coordinates.map((line) => [head(2), many(line)]);
      return Buffer.concat([head(5, form.srid), uint32(lines.length), ...lines.flat()]);
    }
    case 'MultiPolygon': {
      const polygons = geometry.coordinates.map((p) => [head(3), uint32(p.length), ...p.map(many)]);
      return Buffer.concat([head(6, form.srid), uint32(polygons.length), ...polygons.flat()]);
    }
  }
}

test('both byte orders, Z and M in both forms, and every envelope are read as XY', () => {
  const form = fc.record({
    little: fc.boolean(),
    ewkb: fc.boolean(),
    z: fc.boolean(),
    m: fc.boolean(),
    srid: fc.boolean(),
  });
  fc.assert(
    fc.property(geometries, form, fc.boolean(), fc.nat(4), (geometry, wkbForm, littleHeader, envelope) => {
      const srs = littleHeader ? [0x84, 0x08, 0, 0] : [0, 0, 0x08, 0x84];
      const header = [0x47, 0x50, 0, envelope * 2 + (littleHeader ? 1 : 0), ...srs];
      const bounds = Buffer.alloc([0, 32, 48, 48, 64][envelope] ?? 0, 0x5a);
      const blob = Buffer.concat([Buffer.from(header), bounds, foreignWkb(geometry, wkbForm)]);
      assert.deepEqual(decodeGeoPackageGeometry(blob), { srsId: 2180, geometry });
    }),
  );
});

const NAN = '000000000000f87f';
const READ: [string, string, Geometry | null][] = [
  [
    'polygon',
    `01 03000000 01000000 04000000 ${ZERO} ${ZERO} ${TWO} ${ZERO} ${ZERO} ${ONE} ${ZERO} ${ZERO}`,
    POLYGON,
  ],
  ['line string', `01 02000000 04000000 ${ZERO} ${ZERO} ${TWO} ${ZERO} ${ZERO} ${ONE} ${ZERO} ${ZERO}`, LINE],
  ['empty point', `01 01000000 ${NAN} ${NAN}`, null],
  ['empty point with Z', `01 e9030000 ${NAN} ${NAN} ${NAN}`, null],
  ['empty polygon', '01 03000000 00000000', null],
  ['empty line string', '01 02000000 00000000', null],
  ['multi polygon of nothing', '01 06000000 00000000', null],
  ['multi polygon of an empty polygon', '01 06000000 01000000 01 03000000 00000000', null],
  ['point, big endian', '00 00000001 3ff0000000000000 4000000000000000', POINT],
];

for (const [name, hex, geometry] of READ) {
  test(`reads WKB: ${name}`, () => assert.deepEqual(decodeWkb(bytesOf(hex)), geometry));
}

const REFUSED: [string, string, RegExp][] = [
  ['nothing', '', /header needs 8 bytes, found 0/],
  ['plain WKB', `01 01000000 ${ONE} ${TWO}`, /expected 'GP' at byte 0, found 0x101/],
  ['a later version', `4750 01 01 84080000 01 01000000 ${ONE} ${TWO}`, /version 0 at byte 2, found 1/],
  ['an extended geometry', '4750 00 21 84080000', /extended geometry/],
  ['envelope code 5', '4750 00 0b 84080000', /envelope code 0 to 4 at byte 3, found 5/],
  ['a cut envelope', `4750 00 03 84080000 ${ZERO}`, /at byte 40 needs 5 bytes, 0 are left/],
  ['a bad byte order', '4750 00 01 84080000 02 01000000', /byte order 0 or 1 at byte 8, found 2/],
  ['a collection', '4750 00 01 84080000 01 07000000 00000000', /type 7 at byte 8/],
  ['a curve polygon', '4750 00 01 84080000 01 0a000000 00000000', /type 10 at byte 8/],
  ['dimension code 4', '4750 00 01 84080000 01 a10f0000', /type 4001/],
  ['a huge count', '4750 00 01 84080000 01 02000000 ffffffff', /4294967295 items at byte 17/],
  [
    'a line as part of a polygon',
    '4750 00 01 84080000 01 06000000 01000000 01 02000000 00000000',
    /type 3 at byte 17, found 2/,
  ],
  [
    'a ring of nothing',
    '4750 00 01 84080000 01 03000000 01000000 00000000',
    /ring without positions at byte 17/,
  ],
  [
    'a vertex that is no number',
    `4750 00 01 84080000 01 02000000 01000000 ${NAN} ${ONE}`,
    /\(NaN, 1\) at byte 17/,
  ],
  ['half a point', `4750 00 01 84080000 01 01000000 ${ONE} ${NAN}`, /\(1, NaN\) at byte 13/],
  ['bytes after the end', `4750 00 01 84080000 01 01000000 ${ONE} ${TWO} 00`, /1 bytes left over at byte 29/],
];

for (const [name, hex, message] of REFUSED) {
  test(`refuses ${name}`, () => {
    assert.throws(() => decodeGeoPackageGeometry(bytesOf(hex)), { name: 'GeometryFormatError', message });
  });
}

const BOUNDS: [string, Geometry, Box][] = [
  ['point', POINT, [1, 2, 1, 2]],
  ['polygon', POLYGON, [0, 0, 2, 1]],
  ['lines', { type: 'MultiLineString', coordinates: [[[5, -3]], [[-1, 4]]] }, [-1, -3, 5, 4]],
  ['nothing', EMPTY, [Infinity, Infinity, -Infinity, -Infinity]],
];

for (const [name, geometry, box] of BOUNDS) {
  test(`bounds of ${name}`, () => assert.deepEqual(boundsOf(geometry), box));
}
