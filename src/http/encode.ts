// Body → the bytes of its JSON. Most bytes of a record are sources and answers that many parcels share: they are frozen
// objects, whose bytes are made once and then only copied. What is written is what JSON.stringify would write.

import type { CheckResult, Envelope, LayerResult, ParcelRecord } from '../contract/answers.ts';
import { jsonOf } from '../service/written.ts';

type Piece = string | Uint8Array;

export function encodeBody(body: unknown): Buffer {
  const pieces: Piece[] = [];
  if (isEnvelope(body)) pushEnvelope(pieces, body);
  else pieces.push(JSON.stringify(body));
  return Buffer.concat(joinTexts(pieces));
}

function isEnvelope(body: unknown): body is Envelope {
  return body !== null && typeof body === 'object' && 'status' in body && 'billing' in body;
}

function pushEnvelope(pieces: Piece[], { status, result, ...frame }: Envelope): void {
  pieces.push(`{"status":"${status}","result":`);
  pushResult(pieces, result);
  pieces.push(`,${rest(frame)}`);
}

const SHARED_RESULTS = new WeakMap<object, readonly Uint8Array[]>();

/** Of a result that is shared, its own bytes are kept too, in between those of its answers. */
function pushResult(pieces: Piece[], result: unknown): void {
  if (result === null || typeof result !== 'object') {
    pieces.push(JSON.stringify(result));
    return;
  }
  let known = SHARED_RESULTS.get(result) ?? jsonOf(result);
  if (!known) {
    const fresh: Piece[] = [];
    pushFresh(fresh, result);
    known = joinTexts(fresh);
    if (Object.isFrozen(result)) SHARED_RESULTS.set(result, known);
  }
  for (const bytes of known) pieces.push(bytes);
}

/** The results that hold answers; any other is written as it is. */
function pushFresh(pieces: Piece[], result: object): void {
  if (Array.isArray(result) && isEnvelope(result[0]))
    pushList(pieces, result, (one) => pushEnvelope(pieces, one));
  else if ('layers' in result) pushRecord(pieces, result as ParcelRecord);
  else if ('checks' in result) pushCheck(pieces, result as CheckResult);
  else if ('answer' in result) {
    const { id, answer } = result as LayerResult;
    pieces.push(`{"id":${JSON.stringify(id)},"answer":`, bytesOf(answer), '}');
  } else pieces.push(JSON.stringify(result));
}

function pushList<T>(pieces: Piece[], items: readonly T[], push: (item: T) => void): void {
  pieces.push('[');
  items.forEach((item, at) => {
    if (at > 0) pieces.push(',');
    push(item);
  });
  pieces.push(']');
}

/** Texts that follow each other become one run of bytes. */
function joinTexts(pieces: readonly Piece[]): Uint8Array[] {
  const joined: Uint8Array[] = [];
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    if (text !== '') joined.push(Buffer.from(text));
    joined.push(piece);
    text = '';
  }
  if (text !== '') joined.push(Buffer.from(text));
  return joined;
}

function pushRecord(pieces: Piece[], { id, admin, area, layers, ...more }: ParcelRecord): void {
  const { record_hash, record_as_of, ...shape } = more;
  const { source, ...areas } = area;
  pieces.push(`${start({ id, admin })},"area":${start(areas)},"source":`, bytesOf(source), '},');
  pieces.push(`${members(shape)},"layers":`);
  let before = '{';
  for (const [name, answer] of Object.entries(layers)) {
    if (answer === undefined) continue;
    pieces.push(`${before}"${name}":`, bytesOf(answer));
    before = ',';
  }
  pieces.push(before === '{' ? '{},' : '},', rest({ record_hash, record_as_of }));
}

function pushCheck(pieces: Piece[], { verdict, checks, record, ...more }: CheckResult): void {
  pieces.push(`{"verdict":"${verdict}","checks":`);
  pushList(pieces, checks, (check) => pieces.push(bytesOf(check)));
  pieces.push(',"record":');
  pushResult(pieces, record);
  pieces.push(`,${rest(more)}`);
}

const SHARED_BYTES = new WeakMap<object, Uint8Array>();

function bytesOf(part: object): Piece {
  const known = SHARED_BYTES.get(part);
  if (known) return known;
  const text = JSON.stringify(part);
  if (!Object.isFrozen(part)) return text;
  const bytes = Buffer.from(text);
  SHARED_BYTES.set(part, bytes);
  return bytes;
}

/** An object without its last brace, without its first, and without both. */
const start = (object: object) => JSON.stringify(object).slice(0, -1);
const rest = (object: object) => JSON.stringify(object).slice(1);
const members = (object: object) => JSON.stringify(object).slice(1, -1);
