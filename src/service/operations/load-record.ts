// From stored parcels to full records: layer answers, and geometry when asked for.

import type { ParcelRecord } from '../../contract/answers.ts';
import type { GeometryMode } from '../../contract/inputs.ts';
import type { LayerAnswer, LayerKey } from '../../contract/layers.ts';
import type { ShortRecord } from '../../contract/short-answers.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import type { AnswerOf } from '../../domain/layers/layer-definition.ts';
import { answerPermits, NO_PERMITS, type PermitsNear } from '../../domain/layers/permits.ts';
import { type Subject, subjectOf } from '../../domain/layers/subject.ts';
import { assembleRecord } from '../../domain/record.ts';
import { SourceList, shorten } from '../../domain/short-form.ts';
import type { StoredParcel } from '../../store/reads.ts';
import type { Context } from '../snapshot/context.ts';
import { readNearPermits } from '../snapshot/nearby-permits.ts';

export const subjectIn = (context: Context, parcel: StoredParcel): Subject =>
  subjectOf(parcel.id, parcel.facts, context.corpus, parcel.area_geometry_m2);

export async function loadRecord(
  context: Context,
  parcel: StoredParcel,
  keys: readonly LayerKey[],
  mode: GeometryMode,
  stored?: AnswerOf,
): Promise<ParcelRecord> {
  const permits = keys.includes('permits') ? (await readNearPermits(context, [parcel]))(parcel) : NO_PERMITS;
  return recordOf(context, parcel, permits, keys, mode, stored);
}

export function shortRecordOf(record: ParcelRecord): ShortRecord {
  const list = new SourceList();
  const short = shorten(record, list) as Omit<ShortRecord, 'sources'>;
  return { ...short, sources: list.sources };
}

/** Of a parcel whose permits have been counted, where they are asked for. */
export function recordOf(
  context: Context,
  parcel: StoredParcel,
  permits: PermitsNear,
  keys: readonly LayerKey[],
  mode: GeometryMode,
  given?: AnswerOf,
): ParcelRecord {
  const { answers, corpus, day } = context;
  const subject = subjectIn(context, parcel);
  const stored = given ?? answers.answersOf(subject, day);
  const answerOf = (key: LayerKey): LayerAnswer => {
    if (key !== 'permits') return stored(key);
    return permits.count > 0 ? answerPermits(subject, corpus, permits) : answers.noPermits(subject);
  };
  return assembleRecord(
    parcel,
    corpus.admin,
    corpus.sourceAt('egib', subject.place),
    { mode, geometry: mode === 'full' ? decodeMultiPolygon(parcel.wkb) : undefined },
    Object.fromEntries(keys.map((key) => [key, answerOf(key)])),
  );
}
