// GET /v1/check: the build verdict over the full record, for the day it is asked (spec §4.7).

import type { CheckResult, ParcelRecord } from '../contract/answers.ts';
import { type LayerAnswer, type LayerKey, RECORD_LAYERS } from '../contract/layers.ts';
import type { InputOf } from '../contract/operations.ts';
import type { LayerAnswers } from '../domain/record.ts';
import { assessBuilding } from '../domain/verdict.ts';
import type { Context } from './context.ts';
import { gminaPlanningOf } from './gmina-planning.ts';
import { answerLayers, etagPartsOf, loadRecords } from './load-record.ts';
import type { Outcome } from './outcome.ts';
import { requireTarget } from './parse-input.ts';
import { resolveParcel } from './resolve-target.ts';

export async function runCheck(context: Context, input: InputOf<'check'>): Promise<Outcome<CheckResult>> {
  const resolution = await resolveParcel(context, requireTarget(input));
  if (resolution.status !== 'parcel') return resolution;
  const [record] = await loadRecords(context, [resolution.parcel], RECORD_LAYERS, 'centroid');
  if (!record) throw new Error(`no record for ${resolution.parcel.id}`);
  const plans = answerLayers(context, resolution.parcel, ['pog', 'mpzp']);
  const assessment = assessBuilding(
    {
      gmina: gminaOf(context, record),
      pog: need(plans, 'pog'),
      mpzp: need(plans, 'mpzp'),
      soil: need(record.layers, 'soil'),
      protected: need(record.layers, 'protected'),
      flood: need(record.layers, 'flood'),
      landslide: need(record.layers, 'landslide'),
      road_access: need(record.layers, 'road_access'),
      ouz_share_pct: null,
      form_shares_pct: [],
    },
    context.day,
  );
  return {
    status: 'ok',
    result: { ...assessment, record },
    resolved: resolution.resolved,
    // The verdict depends on the day: midnight changes the tag (contract §6, The day).
    etag: etagPartsOf(record, `check ${context.day}`),
  };
}

function need<K extends LayerKey>(layers: LayerAnswers, key: K): LayerAnswer<K> {
  const answer = layers[key];
  if (!answer) throw new Error(`layer ${key} was not loaded`);
  return answer as LayerAnswer<K>;
}

function gminaOf(context: Context, record: ParcelRecord) {
  const gmina = context.corpus.admin.gminaByCode(record.admin.gmina_teryt);
  const { gmina_name } = record.admin;
  return gmina
    ? gminaPlanningOf(context, gmina)
    : { gmina_name, pog_status: 'unknown' as const, sources: [] };
}
