// GET /v1/check: the build verdict over the full record, for the day it is asked (spec §4.7).

import type { CheckResult, ParcelRecord } from '../contract/answers.ts';
import { RECORD_LAYERS } from '../contract/layers.ts';
import type { InputOf } from '../contract/operations.ts';
import { assessSubject } from '../domain/assessment.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';
import { loadRecord, subjectIn, tagOf } from './load-record.ts';
import type { Outcome } from './outcome.ts';
import { requireTarget } from './parse-input.ts';
import { resolveParcel } from './resolve-target.ts';

export async function runCheck(context: Context, input: InputOf<'check'>): Promise<Outcome<CheckResult>> {
  const resolution = await resolveParcel(context, requireTarget(input));
  if (resolution.status !== 'parcel') return resolution;
  const record = await loadRecord(context, resolution.parcel, RECORD_LAYERS, 'centroid');
  return {
    status: 'ok',
    result: checkOf(context, resolution.parcel, record),
    resolved: resolution.resolved,
    // The verdict is that of the day: midnight changes the tag (contract §6, The day).
    etag: tagOf(record, `check-${context.day}-`),
  };
}

/** Kept with the record, which is of one day. */
const CHECKS = new WeakMap<ParcelRecord, CheckResult>();

function checkOf(context: Context, parcel: StoredParcel, record: ParcelRecord): CheckResult {
  const known = CHECKS.get(record);
  if (known) return known;
  const { building } = assessSubject(subjectIn(context, parcel), context.corpus, context.day);
  const { verdict, checks, disclaimer } = building;
  const check = { verdict, checks, record, disclaimer };
  if (Object.isFrozen(record)) CHECKS.set(record, Object.freeze(check));
  return check;
}
