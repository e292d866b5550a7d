// Geometry as bytes: WKB (OGC 06-103r4) and the GeoPackage blob around it (OGC GeoPackage 1.3 §2.1.3).
// Writes little endian XY. Reads what other writers make: both byte orders, Z and M in the ISO and the EWKB
// form, any envelope, single parts. Knows nothing of files, tables or coordinate systems beyond the srs_id.

import type { Box, Geometry, MultiPolygon, Polygon, Position } from './types.ts';

/** The bytes are not a geometry we can read; the message says what was found and at which byte. */
export class GeometryFormatError extends Error {
  override readonly name = 'GeometryFormatError';
}

const POINT = 1;
const LINE_STRING = 2;
const POLYGON = 3;
const MULTI_LINE_STRING = 5;
const MULTI_POLYGON = 6;

const EWKB_Z = 0x80000000;
const EWKB_M = 0x40000000;
const EWKB_SRID = 0x20000000;

const MAGIC = 0x4750; // 'GP'
const HEADER_BYTES = 8;
const FLAG_LITTLE_ENDIAN = 0b000001;
const FLAG_ENVELOPE_XY = 0b000010;
const FLAG_EMPTY = 0b010000;
const FLAG_EXTENDED = 0b100000;
/** Length by envelope code: none, XY, XYZ, XYM, XYZM. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

export const XY_BYTES = 16;
/** Byte order mark, type and (but for a point) a count. */
const TYPE_BYTES = 5;
const COUNT_BYTES = 4;

/** Smallest box around the geometry; [∞, ∞, −∞, −∞], which meets nothing, when it has no positions. */
export function boundsOf(geometry: Geometry): Box {
  if (geometry.type === 'Point') {
    const [x, y] = geometry.coordinates;
    return [x, y, x, y];
  }
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  if (geometry.type === 'MultiLineString') {
    for (const line of geometry.coordinates) growBox(box, line);
  } else {
    for (const polygon of geometry.coordinates) for (const ring of polygon) growBox(box, ring);
  }
  return box;
}

function growBox(box: [number, number, number, number], positions: readonly Position[]): void {
  for (const position of positions) {
    const x = position[0];
    const y = position[1];
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
}

/** Points carry no envelope; a geometry without positions is written with the empty flag. */
export function encodeGeoPackageGeometry(geometry: Geometry, srsId: number): Uint8Array {
  const [minX, minY, maxX, maxY] = boundsOf(geometry);
  const isEmpty = minX === Infinity;
  const hasEnvelope = geometry.type !== 'Point' && !isEmpty;
  const wkbStart = HEADER_BYTES + (hasEnvelope ? 4 * 8 : 0);
  const blob = new Uint8Array(wkbStart + wkbLength(geometry));
  const view = new DataView(blob.buffer);
  view.setUint16(0, MAGIC);
  view.setUint8(2, 0); // version 1 of the encoding
  view.setUint8(3, FLAG_LITTLE_ENDIAN | (hasEnvelope ? FLAG_ENVELOPE_XY : 0) | (isEmpty ? FLAG_EMPTY : 0));
  view.setInt32(4, srsId, true);
  if (hasEnvelope) {
    view.setFloat64(8, minX, true);
    view.setFloat64(16, maxX, true);
    view.setFloat64(24, minY, true);
    view.setFloat64(32, maxY, true);
  }
  writeGeometry(view, wkbStart, geometry);
  return blob;
}

/** The geometry is null when the blob says it is empty, or holds no position. */
export function decodeGeoPackageGeometry(blob: Uint8Array): { srsId: number; geometry: Geometry | null } {
  const view = viewOf(blob);
  if (blob.length < HEADER_BYTES) {
    throw new GeometryFormatError(`GeoPackage header needs ${HEADER_BYTES} bytes, found ${blob.length}`);
  }
  if (view.getUint16(0) !== MAGIC) {
    throw new GeometryFormatError(`expected 'GP' at byte 0, found 0x${view.getUint16(0).toString(16)}`);
  }
  if (blob[2] !== 0) throw new GeometryFormatError(`expected version 0 at byte 2, found ${blob[2]}`);
  const flags = view.getUint8(3);
  if (flags & FLAG_EXTENDED) throw new GeometryFormatError('extended geometry (flag at byte 3) is not read');
  const envelopeBytes = ENVELOPE_BYTES[(flags >> 1) & 0b111];
  if (envelopeBytes === undefined) {
    throw new GeometryFormatError(`expected envelope code 0 to 4 at byte 3, found ${(flags >> 1) & 0b111}`);
  }
  const srsId = view.getInt32(4, (flags & FLAG_LITTLE_ENDIAN) !== 0);
  if (flags & FLAG_EMPTY) return { srsId, geometry: null };
  return { srsId, geometry: new WkbReader(view, HEADER_BYTES + envelopeBytes).readWhole() };
}

export function encodeWkb(geometry: Geometry): Uint8Array {
  const bytes = new Uint8Array(wkbLength(geometry));
  writeGeometry(new DataView(bytes.buffer), 0, geometry);
  return bytes;
}

/** Null for a geometry without positions. Empty parts of a multi geometry are left out. */
export function decodeWkb(bytes: Uint8Array): Geometry | null {
  return new WkbReader(viewOf(bytes), 0).readWhole();
}

/** Of bytes that are known to hold an area, such as those of a parcel. */
export function decodeMultiPolygon(wkb: Uint8Array): MultiPolygon {
  const geometry = decodeWkb(wkb);
  if (geometry?.type !== 'MultiPolygon')
    throw new GeometryFormatError(`expected an area, found ${geometry?.type ?? 'nothing'}`);
  return geometry.coordinates;
}

/**
 * Whether a ring of the area that starts here passes, told by where its positions start and end. Only of what encodeWkb wrote,
 * such as a stored parcel: nothing is checked or unpacked.
 */
export function someRing(
  wkb: DataView,
  start: number,
  passes: (from: number, to: number) => boolean,
): boolean {
  let at = start + TYPE_BYTES + COUNT_BYTES;
  for (let polygons = wkb.getUint32(start + TYPE_BYTES, true); polygons > 0; polygons -= 1) {
    at += TYPE_BYTES + COUNT_BYTES;
    for (let rings = wkb.getUint32(at - COUNT_BYTES, true); rings > 0; rings -= 1) {
      const from = at + COUNT_BYTES;
      at = from + wkb.getUint32(at, true) * XY_BYTES;
      if (passes(from, at)) return true;
    }
  }
  return false;
}

/** Each ring of an area, told by where its positions start and end. Only of what encodeWkb wrote, as someRing. */
export function eachRing(
  wkb: Uint8Array,
  take: (view: DataView, from: number, to: number, isOuter: boolean) => void,
): void {
  const view = viewOf(wkb);
  let at = TYPE_BYTES + COUNT_BYTES;
  for (let polygons = view.getUint32(TYPE_BYTES, true); polygons > 0; polygons -= 1) {
    at += TYPE_BYTES + COUNT_BYTES;
    const rings = view.getUint32(at - COUNT_BYTES, true);
    for (let ring = 0; ring < rings; ring += 1) {
      const from = at + COUNT_BYTES;
      at = from + view.getUint32(at, true) * XY_BYTES;
      take(view, from, at, ring === 0);
    }
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function wkbLength(geometry: Geometry): number {
  if (geometry.type === 'Point') return TYPE_BYTES + XY_BYTES;
  let length = TYPE_BYTES + COUNT_BYTES;
  if (geometry.type === 'MultiLineString') {
    for (const line of geometry.coordinates) length += TYPE_BYTES + COUNT_BYTES + line.length * XY_BYTES;
    return length;
  }
  for (const polygon of geometry.coordinates) {
    length += TYPE_BYTES + COUNT_BYTES;
    for (const ring of polygon) length += COUNT_BYTES + ring.length * XY_BYTES;
  }
  return length;
}

// The writers return the offset after what they wrote.

function writeGeometry(view: DataView, start: number, geometry: Geometry): void {
  if (geometry.type === 'Point') {
    writePosition(view, writeType(view, start, POINT), geometry.coordinates);
  } else if (geometry.type === 'MultiLineString') {
    let offset = writeType(view, start, MULTI_LINE_STRING);
    offset = writeCount(view, offset, geometry.coordinates.length);
    for (const line of geometry.coordinates) {
      offset = writePositions(view, writeType(view, offset, LINE_STRING), line);
    }
  } else {
    let offset = writeType(view, start, MULTI_POLYGON);
    offset = writeCount(view, offset, geometry.coordinates.length);
    for (const polygon of geometry.coordinates) {
      offset = writeCount(view, writeType(view, offset, POLYGON), polygon.length);
      for (const ring of polygon) offset = writePositions(view, offset, ring);
    }
  }
}

function writeType(view: DataView, offset: number, type: number): number {
  view.setUint8(offset, 1); // little endian
  view.setUint32(offset + 1, type, true);
  return offset + TYPE_BYTES;
}

function writeCount(view: DataView, offset: number, count: number): number {
  view.setUint32(offset, count, true);
  return offset + COUNT_BYTES;
}

function writePositions(view: DataView, start: number, positions: readonly Position[]): number {
  let offset = writeCount(view, start, positions.length);
  for (const position of positions) offset = writePosition(view, offset, position);
  return offset;
}

function writePosition(view: DataView, offset: number, position: Position): number {
  view.setFloat64(offset, position[0], true);
  view.setFloat64(offset + 8, position[1], true);
  return offset + XY_BYTES;
}

/** Byte order, dimensions and type differ from part to part in principle: each part starts with its own. */
class WkbReader {
  readonly #view: DataView;
  #offset: number;
  #littleEndian = true;
  #positionBytes = XY_BYTES;

  constructor(view: DataView, offset: number) {
    this.#view = view;
    this.#offset = offset;
  }

  readWhole(): Geometry | null {
    const geometry = this.#readGeometry();
    const left = this.#view.byteLength - this.#offset;
    if (left > 0) throw new GeometryFormatError(`${left} bytes left over at byte ${this.#offset}`);
    if (geometry?.type === 'Point') return geometry;
    return geometry === null || geometry.coordinates.length === 0 ? null : geometry;
  }

  #readGeometry(): Geometry | null {
    const start = this.#offset;
    const type = this.#readType();
    switch (type) {
      case POINT:
        return this.#readPoint();
      case LINE_STRING:
        return { type: 'MultiLineString', coordinates: nonEmpty([this.#readPositions()]) };
      case POLYGON:
        return { type: 'MultiPolygon', coordinates: nonEmpty([this.#readPolygon()]) };
      case MULTI_LINE_STRING:
        return {
          type: 'MultiLineString',
          coordinates: nonEmpty(this.#readParts(LINE_STRING, () => this.#readPositions())),
        };
      case MULTI_POLYGON:
        return {
          type: 'MultiPolygon',
          coordinates: nonEmpty(this.#readParts(POLYGON, () => this.#readPolygon())),
        };
      default:
        throw new GeometryFormatError(
          `WKB type ${type} at byte ${start} is not a point, line string, polygon, or many of the latter two`,
        );
    }
  }

  #readParts<Part>(expected: number, readPart: () => Part): Part[] {
    const count = this.#readCount(TYPE_BYTES + COUNT_BYTES);
    const parts: Part[] = [];
    for (let i = 0; i < count; i++) {
      const start = this.#offset;
      const type = this.#readType();
      if (type !== expected) {
        throw new GeometryFormatError(
          `expected a part of WKB type ${expected} at byte ${start}, found ${type}`,
        );
      }
      parts.push(readPart());
    }
    return parts;
  }

  #readPolygon(): Polygon {
    const count = this.#readCount(COUNT_BYTES);
    const rings: Position[][] = [];
    for (let i = 0; i < count; i++) {
      const start = this.#offset;
      const ring = this.#readPositions();
      if (ring.length === 0) throw new GeometryFormatError(`ring without positions at byte ${start}`);
      rings.push(ring);
    }
    return rings;
  }

  #readPositions(): Position[] {
    const count = this.#readCount(this.#positionBytes);
    const positions: Position[] = [];
    for (let i = 0; i < count; i++) positions.push(this.#readPosition());
    return positions;
  }

  #readPoint(): Geometry | null {
    this.#need(this.#positionBytes, 'a position');
    // WKB has no count to say "empty point": by convention its coordinates are NaN.
    const isEmpty = Number.isNaN(this.#view.getFloat64(this.#offset, this.#littleEndian));
    if (!isEmpty) return { type: 'Point', coordinates: this.#readPosition() };
    this.#offset += this.#positionBytes;
    return null;
  }

  /** Reads x and y, steps over z and m. The caller has checked that the bytes are there. */
  #readPosition(): Position {
    const x = this.#view.getFloat64(this.#offset, this.#littleEndian);
    const y = this.#view.getFloat64(this.#offset + 8, this.#littleEndian);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw new GeometryFormatError(`position (${x}, ${y}) at byte ${this.#offset} is not finite`);
    }
    this.#offset += this.#positionBytes;
    return [x, y];
  }

  #readType(): number {
    this.#need(TYPE_BYTES, 'byte order and type');
    const order = this.#view.getUint8(this.#offset);
    if (order > 1) {
      throw new GeometryFormatError(`expected byte order 0 or 1 at byte ${this.#offset}, found ${order}`);
    }
    this.#littleEndian = order === 1;
    const word = this.#view.getUint32(this.#offset + 1, this.#littleEndian);
    this.#offset += TYPE_BYTES;
    if (word & EWKB_SRID) {
      this.#need(4, 'an SRID');
      this.#offset += 4;
    }
    // ISO adds 1000 for Z, 2000 for M, 3000 for ZM; EWKB sets the high bits.
    const code = word & ~(EWKB_Z | EWKB_M | EWKB_SRID);
    const isoDimensions = Math.floor(code / 1000);
    if (isoDimensions > 3)
      throw new GeometryFormatError(`unknown WKB type ${code} before byte ${this.#offset}`);
    const hasZ = (word & EWKB_Z) !== 0 || (isoDimensions & 1) !== 0;
    const hasM = (word & EWKB_M) !== 0 || (isoDimensions & 2) !== 0;
    this.#positionBytes = XY_BYTES + (hasZ ? 8 : 0) + (hasM ? 8 : 0);
    return code % 1000;
  }

  /** A count is believed only if the bytes left can hold that many items. */
  #readCount(itemBytes: number): number {
    this.#need(COUNT_BYTES, 'a count');
    const count = this.#view.getUint32(this.#offset, this.#littleEndian);
    this.#offset += COUNT_BYTES;
    this.#need(count * itemBytes, `${count} items`);
    return count;
  }

  #need(bytes: number, what: string): void {
    const left = this.#view.byteLength - this.#offset;
    if (left < bytes) {
      throw new GeometryFormatError(
        `${what} at byte ${this.#offset} needs ${bytes} bytes, ${Math.max(left, 0)} are left`,
      );
    }
  }
}

function nonEmpty<Part extends readonly unknown[]>(parts: Part[]): Part[] {
  return parts.every((part) => part.length > 0) ? parts : parts.filter((part) => part.length > 0);
}
