// Body → the bytes of its JSON. Most bytes of a record are the sources of its answers, which are the same objects for every
// parcel of a load: their text is made once. What it writes is what JSON.stringify would write.

import type { Envelope, ParcelRecord } from '../contract/answers.ts';
import type { LayerAnswer, PlanningValue } from '../contract/layers.ts';
import type { SourceRef } from '../contract/sources.ts';

export function encodeBody(body: unknown): string {
  return isRecordEnvelope(body) ? encodeRecordEnvelope(body) : JSON.stringify(body);
}

type RecordEnvelope = Envelope<ParcelRecord> & { readonly result: ParcelRecord };

function isRecordEnvelope(body: unknown): body is RecordEnvelope {
  const result = body !== null && typeof body === 'object' && 'result' in body ? body.result : null;
  return result !== null && typeof result === 'object' && 'layers' in result;
}

function encodeRecordEnvelope({ status, result, ...frame }: RecordEnvelope): string {
  const { layers, record_hash, record_as_of, ...facts } = result;
  const answers = Object.entries(layers).flatMap(([name, answer]) =>
    answer === undefined ? [] : [`"${name}":${encodeAnswer(answer)}`],
  );
  const tail = more({ record_hash, record_as_of });
  return `{"status":"${status}","result":${open(facts)},"layers":{${answers.join(',')}},${tail},${more(frame)}`;
}

function encodeAnswer({ coverage, note, source, as_of, value }: LayerAnswer): string {
  const told = value !== null && 'gmina' in value ? encodePlanning(value) : JSON.stringify(value);
  return `{"coverage":"${coverage}","note":${JSON.stringify(note)},"source":${sourceText(source)},"as_of":${JSON.stringify(as_of)},"value":${told}}`;
}

function encodePlanning({ pog, mpzp, wz, gmina }: PlanningValue): string {
  return `{"pog":${encodeAnswer(pog)},"mpzp":${encodeAnswer(mpzp)},"wz":${encodeAnswer(wz)},"gmina":${JSON.stringify(gmina)}}`;
}

const SOURCE_TEXTS = new WeakMap<SourceRef, string>();

function sourceText(source: SourceRef): string {
  const known = SOURCE_TEXTS.get(source);
  if (known !== undefined) return known;
  const text = JSON.stringify(source);
  SOURCE_TEXTS.set(source, text);
  return text;
}

/** The start of an object that has more members, and the rest of one that has begun. */
const open = (members: object) => JSON.stringify(members).slice(0, -1);
const more = (members: object) => JSON.stringify(members).slice(1);
