// Envelope → GeoJSON (RFC 7946): the result as a Feature or FeatureCollection, the other members of the envelope as foreign
// members beside it (contract §13). What is no answer stays an envelope.

import type { CheckResult, Envelope, ParcelRecord, ParcelSummary } from '../../contract/answers.ts';
import type { ShortCheckResult, ShortRecord } from '../../contract/short-answers.ts';
import type { BodyWriter } from './body-writer.ts';
import {
  type Encoded,
  encodeResult,
  membersOf,
  type Written,
  writeCheck,
  writeRecord,
  writeRecordMembers,
} from './encode.ts';
import { wordsOf } from './encode-cells.ts';

/** GET /v1/parcel. */
export function encodeFeature({ status, result, ...frame }: Envelope<ParcelRecord | ShortRecord>): Encoded {
  if (!result) throw new Error('a feature needs a record');
  const { geometry: _outline, ...record } = result;
  return encodeResult(
    `{"type":"Feature","id":${JSON.stringify(result.id)},`,
    (out) => {
      out.text(`"geometry":${geometryJson(result)},"properties":`);
      writeRecord(out, record);
    },
    `,"status":"${status}",${membersOf(frame)}}`,
  );
}

/** A check, with the outline that its face was given beside it. */
export type OutlinedCheck = (CheckResult | ShortCheckResult) & { readonly geometry?: unknown };

/** GET /v1/check. */
export function encodeCheckFeature({ status, result, ...frame }: Envelope<OutlinedCheck>): Encoded {
  if (!result) throw new Error('a feature needs a verdict');
  const { geometry, ...found } = result;
  const id = 'record' in found ? found.record.id : found.id;
  if ('record' in found) {
    const { geometry: _outline, ...record } = found.record;
    found.record = record;
  }
  return encodeResult(
    `{"type":"Feature","id":${JSON.stringify(id)},`,
    (out) => {
      out.text(`"geometry":${geometryJson({ geometry })},"properties":`);
      writeCheck(out, found);
    },
    `,"status":"${status}",${membersOf(frame)}}`,
  );
}

/** Both forms of search. */
export function encodeFeatures({ status, result, ...frame }: Envelope<ParcelSummary[]>): Encoded {
  const features = (result ?? []).map((parcel) => {
    const { geometry, ...summary } = parcel;
    return `{"type":"Feature","id":${JSON.stringify(parcel.id)},"geometry":${geometryJson(parcel)},"properties":${JSON.stringify(summary)}}`;
  });
  return encodeResult(
    COLLECTION_START,
    (out) => out.text(features.join(',')),
    `],"status":"${status}",${membersOf(frame)}}`,
  );
}

/**
 * An item of a batch, whatever it came to: programs that show features drop foreign members, so the properties say the status,
 * and without a record what was asked and why there is none, too. They come last: the caller's own reference is written behind them (Written).
 */
export function encodeItemFeature({
  status,
  result,
  ...frame
}: Envelope<ParcelRecord | ShortRecord>): Buffer {
  const id = result ? `"id":${JSON.stringify(result.id)},` : '';
  const told = `"properties":{${membersOf(result ? { status } : { status, ...reasonOf(frame) })}`;
  const start = `{"type":"Feature",${id}"geometry":${geometryJson(result)},"status":"${status}",${membersOf(frame)},${told}`;
  return encodeResult(start, (out) => result && writeProperties(out, result), '}}').body;
}

/** What was asked, and why there is no record. */
function reasonOf({ error, query }: Pick<Envelope, 'error' | 'query'>) {
  const { q, id, point } = query.input as { q?: unknown; id?: unknown; point?: unknown };
  return { q, id, point, message: error ? wordsOf(error) : query.resolved?.note };
}

/** In pieces (answer-body.ts). */
export function encodeFeatureBatch({ status, result, ...frame }: Envelope<readonly Written[]>): Buffer[] {
  const pieces: Buffer[] = [];
  for (const item of result ?? []) {
    pieces.push(pieces.length === 0 ? Buffer.from(COLLECTION_START) : COMMA, ...item.pieces());
  }
  pieces.push(Buffer.from(`],"status":"${status}",${membersOf(frame)}}`));
  return pieces;
}

const COLLECTION_START = '{"type":"FeatureCollection","features":[';
const COMMA = Buffer.from(',');

/** Behind the status. The outline is the feature's. */
function writeProperties(
  out: BodyWriter,
  { geometry: _outline, ...record }: ParcelRecord | ShortRecord,
): void {
  out.text(',');
  writeRecordMembers(out, record);
}

/** The outline where it was asked for, else the centroid, else nothing. */
function geometryJson(
  shape: { geometry?: unknown; centroid?: readonly number[] | undefined } | null,
): string {
  if (shape?.geometry) return JSON.stringify(shape.geometry);
  return shape?.centroid ? `{"type":"Point","coordinates":${JSON.stringify(shape.centroid)}}` : 'null';
}
