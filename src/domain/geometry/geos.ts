// GEOS (WebAssembly) with its memory under control: geometries are handles freed by `using`, a failed call is
// an Error that names the operation. Only polygons.ts, and tests, ask it questions; nothing here knows what they mean.

import initGeosJs from 'geos-wasm';
import type { Geometry, MultiPolygon } from './types.ts';
import { decodeWkb, encodeWkb, GeometryFormatError } from './wkb.ts';

let lastMessage = '';

/** Errors are kept for the Error of the failed call. Notices repeat what the answer says: not wanted. */
export const geos = await initGeosJs({
  errorHandler: (message) => {
    lastMessage = message;
  },
  noticeHandler: () => {},
});

const memory = geos.Module;
const reader = geos.GEOSWKBReader_create();
const writer = geos.GEOSWKBWriter_create();
/** Where calls put the number they answer with. */
const answer = memory._malloc(8);

function failure(operation: string): Error {
  return new Error(`GEOS ${operation} failed: ${lastMessage}`);
}

/** Owns one geometry in GEOS memory. Freed once, by `using` or by its owner's dispose. */
export class GeosHandle implements Disposable {
  #pointer: number;

  constructor(operation: string, pointer: number) {
    if (pointer === 0) throw failure(operation);
    this.#pointer = pointer;
  }

  get pointer(): number {
    if (this.#pointer === 0) throw new Error('geometry used after it was freed');
    return this.#pointer;
  }

  [Symbol.dispose](): void {
    if (this.#pointer !== 0) geos.GEOSGeom_destroy(this.#pointer);
    this.#pointer = 0;
  }
}

export function load(geometry: Geometry): GeosHandle {
  return new GeosHandle('read', readBytes(encodeWkb(geometry)));
}

/** Of bytes as they are stored, which need not be unpacked for it. */
export function loadWkb(wkb: Uint8Array): GeosHandle {
  const pointer = readBytes(wkb);
  if (pointer === 0) throw new GeometryFormatError(`GEOS cannot read ${wkb.length} bytes: ${lastMessage}`);
  return new GeosHandle('read', pointer);
}

function readBytes(wkb: Uint8Array): number {
  const at = memory._malloc(wkb.length);
  if (at === 0) throw new Error(`GEOS has no memory for a geometry of ${wkb.length} bytes`);
  try {
    memory.HEAPU8.set(wkb, at);
    return geos.GEOSWKBReader_read(reader, at, wkb.length);
  } finally {
    memory._free(at);
  }
}

export function loadPolygons(polygons: MultiPolygon): GeosHandle {
  return load({ type: 'MultiPolygon', coordinates: polygons });
}

export function unload(handle: GeosHandle): Geometry | null {
  return readAt(handle.pointer);
}

/** The polygons of an answer that may be a collection; its lines and points are left out. */
export function unloadPolygons(handle: GeosHandle): MultiPolygon {
  return polygonsAt(handle.pointer);
}

function polygonsAt(pointer: number): MultiPolygon {
  const type = geos.GEOSGeomTypeId(pointer);
  if (type === geos.GEOSGeomTypes.GEOS_GEOMETRYCOLLECTION) {
    const count = geos.GEOSGetNumGeometries(pointer);
    // The parts belong to the collection: they are not freed on their own.
    const parts = Array.from({ length: count }, (_, i) => polygonsAt(geos.GEOSGetGeometryN(pointer, i)));
    return parts.flat();
  }
  const isAreal = type === geos.GEOSGeomTypes.GEOS_POLYGON || type === geos.GEOSGeomTypes.GEOS_MULTIPOLYGON;
  const geometry = isAreal ? readAt(pointer) : null;
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : [];
}

function readAt(pointer: number): Geometry | null {
  const at = geos.GEOSWKBWriter_write(writer, pointer, answer);
  if (at === 0) throw failure('write');
  try {
    return decodeWkb(memory.HEAPU8.subarray(at, at + memory.getValue(answer, 'i32')));
  } finally {
    geos.GEOSFree(at);
  }
}

/** Of a call that answers 0 (no), 1 (yes) or 2 (exception). */
export function verdict(operation: string, code: number): boolean {
  if (code > 1) throw failure(operation);
  return code === 1;
}

/** Of a call that writes a number where it is told and answers 0 on an exception. */
export function measure(operation: string, call: (at: number) => number): number {
  if (call(answer) === 0) throw failure(operation);
  return memory.getValue(answer, 'double');
}

/** A C string that lives as long as the program. */
export function constantString(text: string): number {
  const at = memory._malloc(text.length + 1);
  memory.stringToUTF8(text, at, text.length + 1);
  return at;
}
