// Envelope → the bytes of its JSON, by operation. Most of a record are sources and answers that many parcels share: their JSON is
// made once and kept as text. What is written is what JSON.stringify would write.

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
import { jsonOfShared } from '../snapshot/shared-answer.ts';

export interface Encoded {
  readonly body: Buffer;
  /** The part of the body that is the result: what a tag is made of. */
  readonly result: Buffer;
}

/** What an operation gives the encoder: its result; of a batch, items that are encoded already. */
export type Encodable<N extends OperationName> = N extends 'parcel_batch' ? Written[] : ResultOf<N>;

type EncodedWhole = Exclude<OperationName, 'parcel_batch'>;

const ENCODERS: { readonly [N in EncodedWhole]: (result: ResultOf<N>) => string } = {
  resolve: JSON.stringify,
  suggest: JSON.stringify,
  parcel: recordJson,
  search: JSON.stringify,
  search_polygon: JSON.stringify,
  layer: layerJson,
  check: checkJson,
  events: JSON.stringify,
  sources: JSON.stringify,
  gmina_planning_by_code: JSON.stringify,
  gmina_planning: JSON.stringify,
  subscription_create: JSON.stringify,
  subscriptions: JSON.stringify,
  subscription: JSON.stringify,
  subscription_delete: JSON.stringify,
  subscription_test: JSON.stringify,
  usage: JSON.stringify,
  ogc_items: JSON.stringify,
  ogc_feature: JSON.stringify,
  openapi: JSON.stringify,
};

export function encodeEnvelope(operation: EncodedWhole, { status, result, ...frame }: Envelope): Encoded {
  // The table pairs each encoder with its own result; that the two belong together is lost on a name chosen at run time.
  const encodeResult = ENCODERS[operation] as (result: unknown) => string;
  const start = startOf(status);
  const end = endOf(frame);
  const body = Buffer.from(start + (result === null ? 'null' : encodeResult(result)) + end);
  return { body, result: body.subarray(start.length, body.length - Buffer.byteLength(end)) };
}

/** Less than half a millisecond. */
const STEP_ROWS = 250;

/** The same of what takes long to write: lists, and questions that are drawn polygons. */
export function* encodeInSteps(operation: EncodedWhole, envelope: Envelope): Generator<void, Encoded> {
  const { status, result, ...frame } = envelope;
  if (!Array.isArray(result)) return encodeEnvelope(operation, envelope);
  const start = startOf(status);
  const end = endOf(frame);
  const rows: string[] = [];
  for (let from = 0; from < result.length; from += STEP_ROWS) {
    yield;
    rows.push(JSON.stringify(result.slice(from, from + STEP_ROWS)).slice(1, -1));
  }
  yield;
  const body = Buffer.from(`${start}[${rows.join(',')}]${end}`);
  return { body, result: body.subarray(start.length, body.length - Buffer.byteLength(end)) };
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

export function recordJson(record: ParcelRecord | ShortRecord): string {
  if ('sources' in record) return JSON.stringify(record);
  const { id, admin, area, layers, record_hash, record_as_of, ...shape } = record;
  const { source, ...areas } = area;
  let answers = '';
  for (const key in layers) {
    const answer = layers[key as keyof typeof layers];
    if (answer !== undefined) answers += `${answers === '' ? '' : ','}"${key}":${answerJson(answer)}`;
  }
  const place = membersOf(shape);
  return `{${membersOf({ id, admin })},"area":{${membersOf(areas)},"source":${sourceJson(source)}},${place && `${place},`}"layers":{${answers}},${membersOf({ record_hash, record_as_of })}}`;
}

export function checkJson(result: CheckResult | ShortCheckResult): string {
  if ('sources' in result) return JSON.stringify(result);
  const { record, disclaimer, ...found } = result;
  return `{${membersOf(found)},"record":${recordJson(record)},${membersOf({ disclaimer })}}`;
}

function layerJson({ id, layer, answer }: LayerResult): string {
  return `{"id":${JSON.stringify(id)},"layer":"${layer}","answer":${answerJson(answer)}}`;
}

function answerJson(answer: LayerAnswer): string {
  const shared = jsonOfShared(answer);
  if (shared !== undefined) return shared;
  const { coverage, note, source, as_of, value } = answer;
  const valueJson = value !== null && 'gmina' in value ? planningJson(value) : JSON.stringify(value);
  return `{"coverage":"${coverage}","note":${JSON.stringify(note)},"source":${sourceJson(source)},"as_of":${JSON.stringify(as_of)},"value":${valueJson}}`;
}

const planningJson = ({ pog, mpzp, wz, gmina, parts }: PlanningValue): string =>
  `{"pog":${answerJson(pog)},"mpzp":${answerJson(mpzp)},"wz":${answerJson(wz)},"gmina":${gminaJson(gmina)},"parts":${JSON.stringify(parts)}}`;

/** A source and the planning of a gmina are one object for all answers of a snapshot (Corpus.sourceAt, gminaPlanningOn). */
const sourceJson = cachedJson<SourceRef>();
const gminaJson = cachedJson<GminaPlanning>();

/** By the object, and no longer than that. */
function cachedJson<T extends object>(): (part: T) => string {
  const texts = new WeakMap<T, string>();
  return (part) => {
    let text = texts.get(part);
    if (text === undefined) {
      text = JSON.stringify(part);
      // What may still change has no lasting text.
      if (Object.isFrozen(part)) texts.set(part, text);
    }
    return text;
  };
}

/** An object without its braces. */
export const membersOf = (object: object) => JSON.stringify(object).slice(1, -1);
