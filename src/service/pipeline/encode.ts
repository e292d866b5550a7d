// Envelope → the bytes of its JSON. Most bytes of a record are sources and answers that many parcels share: they are frozen
// objects, whose bytes are made once and then only copied. What is written is what JSON.stringify would write.

import type {
  Billing,
  CheckResult,
  Envelope,
  LayerResult,
  ParcelRecord,
  Status,
} from '../../contract/answers.ts';
import type { LayerAnswer, PlanningValue } from '../../contract/layers.ts';
import { BodyWriter, sent } from './body-memory.ts';

export interface Encoded {
  /** Memory that is used again: see body-memory.ts. */
  readonly body: Buffer;
  /** The part of the body that is the result: what a tag is made of. */
  readonly result: Buffer;
}

export function encodeEnvelope(envelope: Envelope): Encoded {
  const out = new BodyWriter();
  const { from, to } = writeEnvelope(out, envelope);
  const body = out.end();
  return { body, result: body.subarray(from, to) };
}

/** What is no envelope: the contract document. */
export const encodeDocument = (document: unknown): Buffer => Buffer.from(JSON.stringify(document));

/** An envelope whose JSON is written already: those of a batch are, while others are still being worked out. */
export class Written {
  /** Given back when it is copied into its list. */
  readonly body: Buffer;
  readonly status: Status;
  readonly billing: Billing;
  /** Comes last in the envelope. */
  readonly ref: string | undefined;

  constructor({ body, status, billing }: Pick<Written, 'body' | 'status' | 'billing'>, ref?: string) {
    this.body = body;
    this.status = status;
    this.billing = billing;
    this.ref = ref;
  }

  toString(): string {
    const text = this.body.toString();
    return this.ref === undefined ? text : `${text.slice(0, -1)}${refEnd(this.ref)}`;
  }
}

const refEnd = (ref: string) => `,"ref":${JSON.stringify(ref)}}`;

const READY = new WeakMap<object, readonly Uint8Array[]>();

/** The JSON of a result lies ready in these pieces, to be copied. From here on the result must not be changed. */
export function noteJson(result: object, pieces: readonly Uint8Array[]): void {
  READY.set(result, pieces);
}

/** Gives where the result stands. */
function writeEnvelope(
  out: BodyWriter,
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
function writeResult(out: BodyWriter, result: unknown): void {
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

/** Lists whose JSON lies ready, whole or item by item. */
function writeListed(out: BodyWriter, items: readonly object[]): void {
  const ready = READY.get(items);
  if (ready) for (const bytes of ready) out.bytes(bytes);
  else if (items[0] instanceof Written) writeWritten(out, items as Written[]);
  else out.text(JSON.stringify(items));
}

function writeWritten(out: BodyWriter, items: readonly Written[]): void {
  out.expect(items.reduce((bytes, { body }) => bytes + body.length + 1, 0));
  writeList(out, items, ({ body, ref }) => {
    out.bytes(ref === undefined ? body : body.subarray(0, -1));
    if (ref !== undefined) out.text(refEnd(ref));
    sent(body);
  });
}

function writeList<T>(out: BodyWriter, items: readonly T[], write: (item: T) => void): void {
  let before = '[';
  for (const item of items) {
    out.text(before);
    write(item);
    before = ',';
  }
  out.text(items.length === 0 ? '[]' : ']');
}

function writeRecord(out: BodyWriter, { id, admin, area, layers, ...more }: ParcelRecord): void {
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

function writeCheck(out: BodyWriter, { verdict, checks, record, ...more }: CheckResult): void {
  out.text(`{"verdict":"${verdict}","checks":`);
  writeList(out, checks, (check) => writeShared(out, check));
  out.text(',"record":');
  writeRecord(out, record);
  out.text(`,${rest(more)}`);
}

/** Half of an answer that no other parcel shares is its source, which is shared. */
function writeAnswer(out: BodyWriter, answer: LayerAnswer): void {
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

function writePlanning(out: BodyWriter, { pog, mpzp, wz, gmina }: PlanningValue): void {
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

function writeShared(out: BodyWriter, part: object): void {
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
