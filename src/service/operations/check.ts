// GET /v1/check: the build verdict over the full record, for the day it is asked (spec §4.7).

import type { CheckResult } from '../../contract/answers.ts';
import { RECORD_LAYERS } from '../../contract/layers.ts';
import type { InputOf } from '../../contract/operations.ts';
import { assessSubject } from '../../domain/assess/assessment.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { requireTarget } from '../pipeline/parse.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadRecord, subjectIn } from './load-record.ts';

export async function runCheck(context: Context, input: InputOf<'check'>): Promise<Outcome<CheckResult>> {
  const resolution = await resolveParcel(context, requireTarget(input));
  if (resolution.status !== 'parcel') return resolution;
  const { parcel, resolved } = resolution;
  const record = await loadRecord(context, parcel, RECORD_LAYERS, 'centroid');
  const { building } = assessSubject(subjectIn(context, parcel), context.corpus, context.day);
  const { verdict, checks, disclaimer } = building;
  // The verdict is that of the day: midnight changes the tag (contract §6, The day).
  const tag = `check-${context.day}-`;
  return { status: 'ok', result: { verdict, checks, record, disclaimer }, resolved, tag };
}
