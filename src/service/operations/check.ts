// GET /v1/check: the build verdict over the full record, for the day it is asked (spec §4.7).

import type { CheckItem, CheckResult } from '../../contract/answers.ts';
import { RECORD_LAYERS } from '../../contract/layers.ts';
import type { InputOf } from '../../contract/operations.ts';
import type { ShortCheckResult } from '../../contract/short-answers.ts';
import { assessAnswers } from '../../domain/assess/assessment.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { measuredParts } from '../../domain/law/judged-parts.ts';
import { geoJsonOf } from '../../domain/record.ts';
import { SourceList, shorten, shortenParts } from '../../domain/short-form.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { requireTarget } from '../pipeline/parse.ts';
import { resolveParcel } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadRecord, subjectIn } from './load-record.ts';

export async function runCheck(
  context: Context,
  input: InputOf<'check'>,
): Promise<Outcome<CheckResult | ShortCheckResult>> {
  const resolution = await resolveParcel(context, requireTarget(input));
  if (resolution.status !== 'parcel') return resolution;
  const { parcel, resolved } = resolution;
  const { answers, corpus, day } = context;
  const subject = subjectIn(context, parcel);
  // The verdict rests on the very answers that the record shows.
  const answerOf = answers.answersOf(subject, day);
  const { use, detail } = input;
  const planning = answers.judgedPlanningOf(subject, day, answerOf);
  const assessed = assessAnswers(answerOf, subject, corpus, day, use, planning);
  const { parts: judged, checks, disclaimer, ...found } = assessed;
  const parts = measuredParts(judged, parcel.area_geometry_m2);
  // The verdict is that of the day and the use: midnight changes the tag (contract §6, The day).
  const tag = use === 'any' ? `check-${day}-` : `check-${day}-${use}-`;
  const outline = context.format === 'geojson' ? { geometry: geoJsonOf(decodeMultiPolygon(parcel.wkb)) } : {};
  if (detail === 'short') {
    const list = new SourceList();
    const told = checks.map(briefly);
    const short = shorten({ ...found, ...shortenParts(parts), checks: told, disclaimer }, list) as Omit<
      ShortCheckResult,
      'id' | 'sources'
    >;
    const result = { id: parcel.id, ...short, sources: list.sources, ...outline };
    return { status: 'ok', result, resolved, tag: `${tag}short-` };
  }
  // While what it follows from is still at hand: the record waits for permits, and others come in between.
  answerOf('planning');
  const record = await loadRecord(context, parcel, RECORD_LAYERS, 'centroid', answerOf);
  return { status: 'ok', result: { ...found, parts, checks, record, disclaimer, ...outline }, resolved, tag };
}

/** What was judged is told in words, and its value is that of the layer; what passes needs no statute. */
function briefly({ value: _value, basis, ...check }: CheckItem): Omit<CheckItem, 'value'> {
  return check.result === 'pass' || basis === undefined ? check : { ...check, basis };
}
