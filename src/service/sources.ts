// GET /v1/sources: the registers served, and with a place the coverage each has there (spec §4.9).

import type { InputOf } from '../contract/operations.ts';
import type { Coverage, Source } from '../contract/sources.ts';
import { SOURCE_IDS, SOURCES, type SourceId, sourceEntry } from '../domain/sources.ts';
import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';
import { targetOf } from './parse-input.ts';
import { resolveTarget } from './resolve-target.ts';

export async function runSources(context: Context, input: InputOf<'sources'>): Promise<Outcome<Source[]>> {
  const { layer, ...described } = input;
  const ids = SOURCE_IDS.filter(
    (id) => layer === undefined || (SOURCES[id].layers as readonly string[]).includes(layer),
  );
  const { corpus, now } = context;
  const entry = (id: SourceId) => sourceEntry(id, corpus.statesOf(id), corpus.coverage.partitions_total, now);
  const target = targetOf(described);
  if (!target) return { status: 'ok', result: ids.map(entry) };

  const resolution = await resolveTarget(context, target);
  if (resolution.status !== 'parcel' && resolution.status !== 'gmina') return resolution;
  const place = resolution.status === 'parcel' ? resolution.parcel.id : resolution.gmina.teryt.slice(0, 6);
  return {
    status: 'ok',
    result: ids.map((id) => ({ ...entry(id), coverage_here: coverageAt(context, id, place) })),
    resolved: resolution.resolved,
  };
}

function coverageAt({ corpus }: Context, source: SourceId, place: string): Coverage {
  const anywhere = SOURCES[source].unit === 'country' && corpus.statesOf(source).length > 0;
  const scope = place.split('.').slice(0, 2).join('.');
  return anywhere || corpus.stateAt(source, scope) ? 'covered' : 'not_covered';
}
