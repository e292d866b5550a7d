// Envelope → the bytes of its JSON, by operation. Most of a record are sources and answers that many parcels share: their bytes are
// made once and copied (body-writer.ts). What is written is what JSON.stringify would write.

import type {
  Billing,
  CheckResult,
  Envelope,
  LayerResult,
  ParcelRecord,
  Status,
} from '../../contract/answers.ts';
import type { Format } from '../../contract/formats.ts';
import type { GminaPlanning, LayerAnswer, PlanningValue } from '../../contract/layers.ts';
import type { OperationName, ResultOf } from '../../contract/operations.ts';
import type { ShortCheckResult, ShortRecord } from '../../contract/short-answers.ts';
import type { SourceRef } from '../../contract/sources.ts';
import { rememberLast } from '../../domain/remember-last.ts';
import { bytesOfShared } from '../snapshot/shared-answer.ts';
import { BodyWriter } from './body-writer.ts';

export interface Encoded {
  readonly body: Buffer;
  /** The part of the body that is the result: what a tag is made of. */
  readonly result: Buffer;
}

/** What an operation gives the encoder: its result; of a batch, items that are encoded already. */
export type Encodable<N extends OperationName> = N extends 'parcel_batch' ? Written[] : ResultOf<N>;

type EncodedWhole = Exclude<OperationName, 'parcel_batch'>;

/** Of operations whose results hold what others share; any other result is written by JSON.stringify. */
const WRITERS: { readonly [N in EncodedWhole]?: (out: BodyWriter, result: ResultOf<N>) => void } = {
  parcel: writeRecord,
  layer: writeLayer,
  check: writeCheck,
};

/** One body at a time: it is taken before anything is awaited. */
const writer = new BodyWriter();

export function encodeEnvelope(operation: EncodedWhole, { status, result, ...frame }: Envelope): Encoded {
  // The table pairs each writer with its own result; that the two belong together is lost on a name chosen at run time.
  const write = WRITERS[operation] as ((out: BodyWriter, result: unknown) => void) | undefined;
  const start = startOf(status);
  if (write && result !== null) return encodeResult(start, (out) => write(out, result), endOf(frame));
  const text = JSON.stringify(result);
  const end = frame.error ? endOf(frame) : endOfCandidates(frame, result, text);
  const body = Buffer.from(start + text + end);
  return { body, result: body.subarray(start.length, body.length - Buffer.byteLength(end)) };
}

/** A body around what `write` writes. */
export function encodeResult(start: string, write: (out: BodyWriter) => void, end: string): Encoded {
  writer.begin();
  writer.text(start);
  const from = writer.length;
  write(writer);
  const to = writer.length;
  writer.text(end);
  const body = writer.take();
  return { body, result: body.subarray(from, to) };
}

/**
 * Less than half a millisecond; of summaries also less than 128 kB of UTF-16. V8 moves longer texts that outlive one collection among
 * old objects, until a full one: lists of a thousand made for most of those.
 */
const STEP_ROWS = 100;

/** The same of what takes long to write: lists, and questions that are drawn polygons. */
export function* encodeInSteps(operation: EncodedWhole, envelope: Envelope): Generator<void, Encoded> {
  const { status, result, ...frame } = envelope;
  if (!Array.isArray(result)) return encodeEnvelope(operation, envelope);
  const start = startOf(status);
  const end = endOf(frame);
  const texts = [start, '['];
  for (let from = 0; from < result.length; from += STEP_ROWS) {
    yield;
    if (from > 0) texts.push(',');
    texts.push(JSON.stringify(result.slice(from, from + STEP_ROWS)).slice(1, -1));
  }
  yield;
  texts.push(']', end);
  const body = bytesOf(texts);
  return { body, result: body.subarray(start.length, body.length - Buffer.byteLength(end)) };
}

/** Of all texts together, which are never put together as a text. */
function bytesOf(texts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let length = 0;
  for (const text of texts) length += bytes.write(text, length);
  return bytes;
}

/** In pieces (answer-body.ts). */
export function encodeBatch({ status, result, ...frame }: Envelope<readonly Written[]>): Buffer[] {
  const pieces: Buffer[] = [Buffer.from(`${startOf(status)}[`)];
  for (const [at, item] of (result ?? []).entries()) {
    if (at > 0) pieces.push(COMMA);
    pieces.push(...item.pieces());
  }
  pieces.push(Buffer.from(`]${endOf(frame)}`));
  return pieces;
}

const COMMA = Buffer.from(',');
const startOf = (status: Status) => `{"status":"${status}","result":`;
const endOf = (frame: object) => `,${membersOf(frame)}}`;

/** Of /v1/resolve: what is picked is the first candidate too, and what is loaded is the same for all of a snapshot. */
function endOfCandidates(
  { candidates, corpus_coverage, ...rest }: Omit<Envelope, 'status' | 'result'>,
  result: unknown,
  text: string,
): string {
  const list = candidates?.map((one) => (one === result ? text : JSON.stringify(one)));
  const told = list ? `,"candidates":[${list.join(',')}]` : '';
  const loaded = corpus_coverage ? `,"corpus_coverage":${textOfCoverage(corpus_coverage)}` : '';
  return told + loaded + endOf(rest);
}

const textOfCoverage = rememberLast((coverage: NonNullable<Envelope['corpus_coverage']>) =>
  JSON.stringify(coverage),
);

/** An envelope of a failure, or any other with a short result. */
export const encodeFailure = (envelope: Envelope<never>): Buffer => Buffer.from(JSON.stringify(envelope));

/** What is no envelope: the contract document. */
export const encodeDocument = (document: unknown): Buffer => Buffer.from(JSON.stringify(document));

/** An envelope that is written already: those of a batch are, while others are still being worked out. */
export class Written {
  readonly body: Buffer;
  readonly status: Status;
  readonly billing: Billing;
  /** Comes last in the object that ends last: the envelope, or the properties of a feature. */
  readonly ref: string | undefined;
  readonly #closing: string;

  constructor(
    { body, status, billing }: Pick<Written, 'body' | 'status' | 'billing'>,
    ref?: string,
    format: Format = 'json',
  ) {
    this.body = body;
    this.status = status;
    this.billing = billing;
    this.ref = ref;
    this.#closing = format === 'geojson' ? '}}' : '}';
  }

  toString(): string {
    return this.pieces().join('');
  }

  pieces(): Buffer[] {
    const { body, ref } = this;
    if (ref === undefined) return [body];
    const closing = this.#closing;
    return [body.subarray(0, -closing.length), Buffer.from(`,"ref":${JSON.stringify(ref)}${closing}`)];
  }
}

export function writeRecord(out: BodyWriter, record: ParcelRecord | ShortRecord): void {
  out.text('{');
  writeRecordMembers(out, record);
  out.text('}');
}

/** A record without its braces. */
export function writeRecordMembers(out: BodyWriter, record: ParcelRecord | ShortRecord): void {
  if ('sources' in record) {
    out.text(membersOf(record));
    return;
  }
  const { id, admin, area, layers, record_hash, record_as_of, ...shape } = record;
  const { source, ...areas } = area;
  out.text(membersOf({ id, admin }));
  out.text(`,"area":{${membersOf(areas)},"source":`);
  writeSource(out, source);
  const place = membersOf(shape);
  out.text(`},${place && `${place},`}"layers":{`);
  let separator = '';
  for (const key in layers) {
    const answer = layers[key as keyof typeof layers];
    if (answer === undefined) continue;
    out.text(`${separator}"${key}":`);
    writeAnswer(out, answer);
    separator = ',';
  }
  out.text(`},${membersOf({ record_hash, record_as_of })}`);
}

export function writeCheck(out: BodyWriter, result: CheckResult | ShortCheckResult): void {
  if ('sources' in result) {
    out.text(JSON.stringify(result));
    return;
  }
  const { record, disclaimer, ...found } = result;
  out.text('{');
  // By itself: put together with others, a text of 7 kB would be copied before it is encoded.
  out.text(membersOf(found));
  out.text(',"record":');
  writeRecord(out, record);
  out.text(`,${membersOf({ disclaimer })}}`);
}

function writeLayer(out: BodyWriter, { id, layer, answer }: LayerResult): void {
  out.text(`{"id":${JSON.stringify(id)},"layer":"${layer}","answer":`);
  writeAnswer(out, answer);
  out.text('}');
}

function writeAnswer(out: BodyWriter, answer: LayerAnswer): void {
  const shared = bytesOfShared(answer);
  if (shared !== undefined) {
    out.bytes(shared);
    return;
  }
  const { coverage, note, source, as_of, value } = answer;
  out.text(`{"coverage":"${coverage}","note":${JSON.stringify(note)},"source":`);
  writeSource(out, source);
  out.text(`,"as_of":${JSON.stringify(as_of)},"value":`);
  if (value !== null && 'gmina' in value) writePlanning(out, value);
  else out.text(JSON.stringify(value));
  out.text('}');
}

function writePlanning(out: BodyWriter, { pog, mpzp, wz, gmina, parts }: PlanningValue): void {
  out.text('{"pog":');
  writeAnswer(out, pog);
  out.text(',"mpzp":');
  writeAnswer(out, mpzp);
  out.text(',"wz":');
  writeAnswer(out, wz);
  out.text(',"gmina":');
  writeGmina(out, gmina);
  out.text(`,"parts":${JSON.stringify(parts)}}`);
}

/** A source and the planning of a gmina are one object for all answers of a snapshot (Corpus.sourceAt, gminaPlanningOn). */
const writeSource = writerOfCached<SourceRef>();
const writeGmina = writerOfCached<GminaPlanning>();

/** By the object, and no longer than that. */
function writerOfCached<T extends object>(): (out: BodyWriter, part: T) => void {
  const encoded = new WeakMap<T, Buffer>();
  return (out, part) => {
    let bytes = encoded.get(part);
    if (bytes === undefined) {
      bytes = Buffer.from(JSON.stringify(part));
      // What may still change has no lasting bytes.
      if (Object.isFrozen(part)) encoded.set(part, bytes);
    }
    out.bytes(bytes);
  };
}

/** An object without its braces. */
export const membersOf = (object: object) => JSON.stringify(object).slice(1, -1);
