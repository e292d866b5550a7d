// From stored parcels to full records: layer answers, geometry when asked for, and what the ETag depends on.

import type { ParcelRecord } from '../contract/answers.ts';
import type { GeometryMode } from '../contract/inputs.ts';
import type { LayerKey } from '../contract/layers.ts';
import { ANSWERS } from '../domain/layers/index.ts';
import { type Subject, subjectOf } from '../domain/layers/subject.ts';
import { assembleRecord, type LayerAnswers } from '../domain/record.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';

export const subjectIn = (context: Context, parcel: StoredParcel): Subject =>
  subjectOf(parcel.id, parcel.facts, context.corpus);

function answerLayers(context: Context, subject: Subject, keys: readonly LayerKey[]): LayerAnswers {
  return Object.fromEntries(keys.map((key) => [key, ANSWERS[key](subject, context.corpus, context.day)]));
}

export async function loadRecords(
  context: Context,
  parcels: readonly StoredParcel[],
  keys: readonly LayerKey[],
  mode: GeometryMode,
): Promise<ParcelRecord[]> {
  const shapes = mode === 'full' ? await context.reads.geometries(parcels.map((parcel) => parcel.id)) : null;
  return parcels.map((parcel) => {
    const subject = subjectIn(context, parcel);
    return assembleRecord(
      parcel,
      context.corpus.admin,
      context.corpus.sourceAt('egib', subject.obreb_id),
      { mode, geometry: shapes?.get(parcel.id) },
      answerLayers(context, subject, keys),
    );
  });
}

/**
 * What the body depends on (contract §6): the record, the plans of its gmina and their status on the day, the names it
 * carries, the loads of its sources, what is worked out, and the variant asked for.
 */
export function etagPartsOf(context: Context, record: ParcelRecord, variant: string): string[] {
  const answers = Object.values(record.layers).filter((answer) => answer !== undefined);
  const sources = [record.area.source, ...answers.map((answer) => answer.source)];
  return [
    record.record_hash ?? '',
    JSON.stringify(record.admin),
    context.corpus.planningTag(record.admin.gmina_teryt.slice(0, 6), context.day),
    variant,
    ...answers.map((answer) => answer.coverage),
    ...sources.map((source) => `${source.id} ${source.as_of} ${source.title}`),
  ];
}
