// GET /v1/parcel (spec §4.2).

import type { ParcelRecord } from '../../contract/answers.ts';
import type { InputOf } from '../../contract/operations.ts';
import type { ShortRecord } from '../../contract/short-answers.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { parseLayers, requireTarget } from '../pipeline/parse.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadRecord, shortRecordOf } from './load-record.ts';

export async function runParcel(
  context: Context,
  input: InputOf<'parcel'>,
): Promise<Outcome<ParcelRecord | ShortRecord>> {
  const layers = parseLayers(input.layers);
  const resolution = await resolveParcel(context, requireTarget(input));
  if (resolution.status !== 'parcel') return resolution;
  const record = await loadRecord(context, resolution.parcel, layers, input.geometry);
  const { resolved } = resolution;
  if (input.detail !== 'short') return { status: 'ok', result: record, resolved, tag: '' };
  return { status: 'ok', result: shortRecordOf(record), resolved, tag: 'short-' };
}
