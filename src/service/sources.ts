// GET /v1/sources: the registers served, and with a place the coverage each has there (spec §4.9).

import type { LayerKey } from '../contract/layers.ts';
import type { InputOf } from '../contract/operations.ts';
import type { Coverage, Source } from '../contract/sources.ts';
import { COVERAGE_RANK } from '../domain/layers/answer.ts';
import { SOURCE_IDS, SOURCES, type SourceId, sourceEntry } from '../domain/sources.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';
import { loadRecord } from './load-record.ts';
import type { Outcome } from './outcome.ts';
import { targetOf } from './parse-input.ts';
import { resolveTarget } from './resolve-target.ts';

export async function runSources(context: Context, input: InputOf<'sources'>): Promise<Outcome<Source[]>> {
  const { layer, ...described } = input;
  const ids = SOURCE_IDS.filter(
    (id) => layer === undefined || (SOURCES[id].layers as readonly string[]).includes(layer),
  );
  const { corpus, now } = context;
  const served = corpus.admin.servedPlaces();
  const entry = (id: SourceId) => sourceEntry(id, corpus.statesOf(id), served, now);
  const target = targetOf(described);
  if (!target) return { status: 'ok', result: ids.map(entry) };

  const resolution = await resolveTarget(context, target);
  if (resolution.status !== 'parcel' && resolution.status !== 'gmina') return resolution;
  const coverageHere =
    resolution.status === 'parcel'
      ? await coverageOnParcel(context, resolution.parcel)
      : (id: SourceId) => coverageAt(context, id, resolution.gmina.teryt.slice(0, 6));
  return {
    status: 'ok',
    result: ids.map((id) => ({ ...entry(id), coverage_here: coverageHere(id) })),
    resolved: resolution.resolved,
  };
}

/** Planning and zoning decisions are put together from these. */
const OWN_LAYERS: readonly LayerKey[] = [
  ...(['pog', 'mpzp', 'flood', 'landslide', 'protected', 'buildings'] as const),
  ...(['road_access', 'permits', 'prices', 'soil', 'address'] as const),
];

/** A source says of a parcel what its layers say there; one that answers none of them is held or not. */
async function coverageOnParcel(
  context: Context,
  parcel: StoredParcel,
): Promise<(source: SourceId) => Coverage> {
  const record = await loadRecord(context, parcel, OWN_LAYERS, 'none');
  const answers = [
    { source: record.area.source, coverage: 'covered' as const },
    ...Object.values(record.layers).filter((answer) => answer !== undefined),
  ];
  return (id) =>
    answers
      .filter(({ source }) => source.id === id)
      .map(({ coverage }): Coverage => coverage)
      .sort((a, b) => COVERAGE_RANK[b] - COVERAGE_RANK[a])
      .at(0) ?? coverageAt(context, id, parcel.id);
}

function coverageAt({ corpus }: Context, source: SourceId, place: string): Coverage {
  const anywhere = SOURCES[source].unit === 'country' && corpus.statesOf(source).length > 0;
  const scope = place.split('.').slice(0, 2).join('.');
  return anywhere || corpus.stateAt(source, scope) ? 'covered' : 'not_covered';
}
