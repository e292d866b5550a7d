// GET /v1/layer/{layer}: one layer of one parcel; an answer that is not known is refunded (spec §4.6, §4.14).

import type { LayerResult } from '../../contract/answers.ts';
import type { InputOf } from '../../contract/operations.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { requireTarget } from '../pipeline/parse.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadRecord } from './load-record.ts';

export async function runLayer(context: Context, input: InputOf<'layer'>): Promise<Outcome<LayerResult>> {
  const { layer, ...target } = input;
  const resolution = await resolveParcel(context, requireTarget(target));
  if (resolution.status !== 'parcel') return resolution;
  const record = await loadRecord(context, resolution.parcel, [layer], 'none');
  const answer = record.layers[layer];
  if (!answer) throw new Error(`no answer of layer ${layer} for ${resolution.parcel.id}`);
  return {
    status: 'ok',
    result: { id: record.id, layer, answer },
    resolved: resolution.resolved,
    // Facts of the parcel that no layer tells count too; what the plans say together is of the day (contract §6).
    tag: `layer-${record.record_hash?.slice(0, 12)}-${layer === 'planning' ? `${context.day}-` : ''}`,
    ...(answer.coverage === 'not_covered' ? { refund: 'refunded_not_covered' as const } : {}),
    ...(answer.coverage === 'not_computed' ? { refund: 'refunded_not_computed' as const } : {}),
  };
}
