// Envelope → the bytes of its JSON, written once into memory that many answers share. Most bytes of a record are sources and
// answers that many parcels share: they are frozen objects, whose bytes are made once and then only copied. What is
// written is what JSON.stringify would write.

import type { CheckResult, Envelope, LayerResult, ParcelRecord } from '../contract/answers.ts';
import type { LayerAnswer, PlanningValue } from '../contract/layers.ts';

export interface Encoded {
  readonly body: Buffer;
  /** The part of the body that is the result: what a tag is made of. */
  readonly result: Buffer;
}

export function encodeEnvelope(envelope: Envelope): Encoded {
  const out = new JsonBytes();
  const { from, to } = writeEnvelope(out, envelope);
  const body = out.end();
  return { body, result: body.subarray(from, to) };
}

/** What is no envelope: the contract document. */
export const encodeDocument = (document: unknown): Buffer => Buffer.from(JSON.stringify(document));

const READY = new WeakMap<object, readonly Uint8Array[]>();

/** The JSON of a result lies ready in these pieces, to be copied. From here on the result must not be changed. */
export function noteJson(result: object, pieces: readonly Uint8Array[]): void {
  READY.set(result, pieces);
}

/** Memory is taken in pieces of this size and handed out from their start: one allocation for some eighty answers. */
const SLAB_BYTES = 1 << 20;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

let slab = Buffer.alloc(0);
let taken = 0;

/** One answer at a time: nothing is awaited between its first byte and its last. */
class JsonBytes {
  #from = taken;
  #text = '';

  text(text: string): void {
    this.#text += text;
  }

  bytes(bytes: Uint8Array): void {
    this.#flush();
    this.#make(bytes.length);
    slab.set(bytes, taken);
    taken += bytes.length;
  }

  /** How many were written so far. */
  length(): number {
    this.#flush();
    return taken - this.#from;
  }

  end(): Buffer {
    this.#flush();
    return slab.subarray(this.#from, taken);
  }

  /** Texts that follow each other are written together. */
  #flush(): void {
    if (this.#text === '') return;
    this.#make(this.#text.length * MOST_BYTES);
    taken += slab.write(this.#text, taken);
    this.#text = '';
  }

  #make(room: number): void {
    if (taken + room <= slab.length) return;
    const begun = slab.subarray(this.#from, taken);
    slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, 2 * (begun.length + room)));
    slab.set(begun);
    this.#from = 0;
    taken = begun.length;
  }
}

/** Gives where the result stands. */
function writeEnvelope(
  out: JsonBytes,
  { status, result, ...frame }: Envelope,
): { readonly from: number; readonly to: number } {
  out.text(`{"status":"${status}","result":`);
  const from = out.length();
  writeResult(out, result);
  const to = out.length();
  out.text(`,${rest(frame)}`);
  return { from, to };
}

/** The results that hold answers; any other is written as it is. */
function writeResult(out: JsonBytes, result: unknown): void {
  if (result === null || typeof result !== 'object') out.text(JSON.stringify(result));
  else if (Array.isArray(result)) writeListed(out, result);
  else if ('layers' in result) writeRecord(out, result as ParcelRecord);
  else if ('checks' in result) writeCheck(out, result as CheckResult);
  else if ('answer' in result) {
    const { id, answer } = result as LayerResult;
    out.text(`{"id":${JSON.stringify(id)},"answer":`);
    writeAnswer(out, answer);
    out.text('}');
  } else out.text(JSON.stringify(result));
}

/** The envelopes of a batch, and lists whose JSON lies ready. */
function writeListed(out: JsonBytes, items: readonly object[]): void {
  const ready = READY.get(items);
  if (ready) for (const bytes of ready) out.bytes(bytes);
  else if (items[0] && 'billing' in items[0])
    writeList(out, items as Envelope[], (one) => writeEnvelope(out, one));
  else out.text(JSON.stringify(items));
}

function writeList<T>(out: JsonBytes, items: readonly T[], write: (item: T) => void): void {
  let before = '[';
  for (const item of items) {
    out.text(before);
    write(item);
    before = ',';
  }
  out.text(items.length === 0 ? '[]' : ']');
}

function writeRecord(out: JsonBytes, { id, admin, area, layers, ...more }: ParcelRecord): void {
  const { record_hash, record_as_of, ...shape } = more;
  const { source, ...areas } = area;
  out.text(`${start({ id, admin })},"area":${start(areas)},"source":`);
  writeShared(out, source);
  out.text(`},${members(shape)},"layers":`);
  let before = '{';
  for (const [name, answer] of Object.entries(layers)) {
    if (answer === undefined) continue;
    out.text(`${before}"${name}":`);
    writeAnswer(out, answer);
    before = ',';
  }
  out.text(`${before === '{' ? '{},' : '},'}${rest({ record_hash, record_as_of })}`);
}

function writeCheck(out: JsonBytes, { verdict, checks, record, ...more }: CheckResult): void {
  out.text(`{"verdict":"${verdict}","checks":`);
  writeList(out, checks, (check) => writeShared(out, check));
  out.text(',"record":');
  writeRecord(out, record);
  out.text(`,${rest(more)}`);
}

/** Half of an answer that no other parcel shares is its source, which is shared. */
function writeAnswer(out: JsonBytes, answer: LayerAnswer): void {
  if (Object.isFrozen(answer)) {
    writeShared(out, answer);
    return;
  }
  const { coverage, note, source, as_of, value } = answer;
  out.text(`{"coverage":"${coverage}","note":${JSON.stringify(note)},"source":`);
  writeShared(out, source);
  out.text(`,"as_of":${JSON.stringify(as_of)},"value":`);
  if (value !== null && 'gmina' in value) writePlanning(out, value);
  else out.text(JSON.stringify(value));
  out.text('}');
}

function writePlanning(out: JsonBytes, { pog, mpzp, wz, gmina }: PlanningValue): void {
  out.text('{"pog":');
  writeAnswer(out, pog);
  out.text(',"mpzp":');
  writeAnswer(out, mpzp);
  out.text(',"wz":');
  writeAnswer(out, wz);
  out.text(',"gmina":');
  writeShared(out, gmina);
  out.text('}');
}

const SHARED_BYTES = new WeakMap<object, Uint8Array>();

function writeShared(out: JsonBytes, part: object): void {
  let bytes = SHARED_BYTES.get(part);
  if (!bytes) {
    const text = JSON.stringify(part);
    if (!Object.isFrozen(part)) {
      out.text(text);
      return;
    }
    bytes = Buffer.from(text);
    SHARED_BYTES.set(part, bytes);
  }
  out.bytes(bytes);
}

/** An object without its last brace, without its first, and without both. */
const start = (object: object) => JSON.stringify(object).slice(0, -1);
const rest = (object: object) => JSON.stringify(object).slice(1);
const members = (object: object) => JSON.stringify(object).slice(1, -1);
