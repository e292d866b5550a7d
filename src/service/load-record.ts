// From stored parcels to full records: layer answers, geometry when asked for, and what the ETag depends on.

import type { ParcelRecord } from '../contract/answers.ts';
import type { GeometryMode } from '../contract/inputs.ts';
import type { LayerKey } from '../contract/layers.ts';
import { ANSWERS } from '../domain/layers/index.ts';
import { answerPermits, type NearPermit } from '../domain/layers/permits.ts';
import { type Subject, subjectOf } from '../domain/layers/subject.ts';
import { assembleRecord, type LayerAnswers } from '../domain/record.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';
import { loadNearPermits } from './near-permits.ts';

export const subjectIn = (context: Context, parcel: StoredParcel): Subject =>
  subjectOf(parcel.id, parcel.facts, context.corpus);

function answerLayers(
  { corpus, day }: Context,
  subject: Subject,
  keys: readonly LayerKey[],
  permits: readonly NearPermit[],
): LayerAnswers {
  return Object.fromEntries(
    keys.map((key) => [
      key,
      key === 'permits' ? answerPermits(subject, corpus, permits) : ANSWERS[key](subject, corpus, day),
    ]),
  );
}

export async function loadRecords(
  context: Context,
  parcels: readonly StoredParcel[],
  keys: readonly LayerKey[],
  mode: GeometryMode,
): Promise<ParcelRecord[]> {
  const wantsPermits = keys.includes('permits');
  const needed = parcels.filter(
    ({ id }) => mode === 'full' || (wantsPermits && context.corpus.stateAt('rwdz', id)),
  );
  const shapes = await context.reads.geometries(needed.map((parcel) => parcel.id));
  const permits = wantsPermits ? await loadNearPermits(context, shapes) : null;
  return parcels.map((parcel) => {
    const subject = subjectIn(context, parcel);
    return assembleRecord(
      parcel,
      context.corpus.admin,
      context.corpus.sourceAt('egib', subject.obreb_id),
      { mode, geometry: mode === 'full' ? shapes.get(parcel.id) : undefined },
      answerLayers(context, subject, keys, permits?.get(parcel.id) ?? []),
    );
  });
}

/**
 * What the body depends on (contract §6): the record, the plans of its gmina and their status on the day, the names it
 * carries, the loads of its sources, what is worked out, the permits around it, and the variant asked for.
 */
export function etagPartsOf(context: Context, record: ParcelRecord, variant: string): string[] {
  const answers = Object.values(record.layers).filter((answer) => answer !== undefined);
  const sources = [record.area.source, ...answers.map((answer) => answer.source)];
  return [
    record.record_hash ?? '',
    JSON.stringify(record.admin),
    context.corpus.planningTag(record.admin.gmina_teryt.slice(0, 6), context.day),
    variant,
    JSON.stringify(record.layers.permits?.value ?? null),
    ...answers.map((answer) => answer.coverage),
    ...sources.map((source) => `${source.id} ${source.as_of} ${source.title}`),
  ];
}
