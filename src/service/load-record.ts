// From stored parcels to full records: layer answers, geometry when asked for, and what the ETag depends on.

import type { ParcelRecord } from '../contract/answers.ts';
import type { GeometryMode } from '../contract/inputs.ts';
import type { LayerAnswer, LayerKey } from '../contract/layers.ts';
import { decodeMultiPolygon } from '../domain/geopackage-binary.ts';
import { answerPermits, NO_PERMITS } from '../domain/layers/permits.ts';
import { type Subject, subjectOf } from '../domain/layers/subject.ts';
import { assembleRecord, digestOf, versionOf } from '../domain/record.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';
import { countNearPermits } from './near-permits.ts';

export const subjectIn = (context: Context, parcel: StoredParcel): Subject =>
  subjectOf(parcel.id, parcel.facts, context.corpus);

/** The record of a parcel for a day, by what was asked for: kept as long as the parcel is (recent-parcels.ts). */
const RECORDS = new WeakMap<StoredParcel, Map<string, ParcelRecord>>();

export async function loadRecord(
  context: Context,
  parcel: StoredParcel,
  keys: readonly LayerKey[],
  mode: GeometryMode,
): Promise<ParcelRecord> {
  if (!Object.isFrozen(parcel)) return makeRecord(context, parcel, keys, mode);
  const variant = `${context.day} ${mode} ${keys.join()}`;
  const kept = RECORDS.get(parcel);
  const known = kept?.get(variant);
  if (known) return known;
  const record = Object.freeze(await makeRecord(context, parcel, keys, mode));
  // A drawn boundary may be large and is seldom asked for.
  if (mode === 'full') return record;
  if (kept) kept.set(variant, record);
  else RECORDS.set(parcel, new Map([[variant, record]]));
  return record;
}

async function makeRecord(
  context: Context,
  parcel: StoredParcel,
  keys: readonly LayerKey[],
  mode: GeometryMode,
): Promise<ParcelRecord> {
  const { answers, corpus, day } = context;
  const subject = subjectIn(context, parcel);
  const permits = keys.includes('permits') ? await countNearPermits(context, parcel) : NO_PERMITS;
  const answerOf = (key: LayerKey): LayerAnswer => {
    if (key !== 'permits') return answers.answer(key, subject, day);
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

const VERSIONS = new WeakMap<ParcelRecord, string>();

/**
 * The ETag of a record (contract §6): of the stored facts, the names and the source it carries, each of its answers and
 * the variant asked for. What depends on the day is in the answers. `of` names a body that holds the record or a part of
 * it and follows from it.
 */
export function tagOf(record: ParcelRecord, of = ''): string {
  return `"${of}${versionOfRecord(record)}"`;
}

function versionOfRecord(record: ParcelRecord): string {
  const known = VERSIONS.get(record);
  if (known !== undefined) return known;
  const { admin, area, layers, record_hash, centroid, geometry } = record;
  const answers = Object.entries(layers).map(([key, answer]) => `${key} ${versionOf(answer ?? {})}`);
  const shape = `${centroid !== undefined} ${geometry !== null}`;
  const names = JSON.stringify(admin);
  const version = digestOf([record_hash ?? '', shape, names, versionOf(area.source), ...answers]);
  if (Object.isFrozen(record)) VERSIONS.set(record, version);
  return version;
}
