// GET /v1/sources: the registers served, and with a place the coverage each has there (spec §4.9).

import { LAYER_KEYS, type LayerKey } from '../../contract/layers.ts';
import type { InputOf } from '../../contract/operations.ts';
import type { Coverage, Source, SourcePart } from '../../contract/sources.ts';
import type { RegisterPart } from '../../domain/corpus/register-parts.ts';
import { SOURCE_IDS, type SourceId } from '../../domain/corpus/registers.ts';
import { readScope } from '../../domain/corpus/scope.ts';
import { sourceEntry } from '../../domain/corpus/source-entry.ts';
import { coverageInGmina, coverageOnParcel } from '../../domain/layers/coverage-here.ts';
import { layersOf } from '../../domain/layers/layer-registers.ts';
import { heldOrNot } from '../../domain/layers/place-held.ts';
import type { StoredParcel } from '../../store/reads.ts';
import type { Outcome } from '../pipeline/outcome.ts';
import { targetOf } from '../pipeline/parse.ts';
import { resolveTarget } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadRecord, subjectIn } from './load-record.ts';

export async function runSources(context: Context, input: InputOf<'sources'>): Promise<Outcome<Source[]>> {
  const { layer, ...described } = input;
  const ids = SOURCE_IDS.filter((id) => layer === undefined || layersOf(id).includes(layer));
  const { corpus, day, now } = context;
  const entry = (id: SourceId, place: string | null) => {
    const states = corpus.statesOf(id);
    const own = place === null ? undefined : corpus.stateAt(id, place);
    const dated = own ? [own] : states;
    return sourceEntry(id, layersOf(id), states, corpus.served, now, corpus.language, dated);
  };
  const target = targetOf(described);
  if (!target) return { status: 'ok', result: ids.map((id) => entry(id, null)) };

  const resolution = await resolveTarget(context, target);
  if (resolution.status !== 'parcel' && resolution.status !== 'gmina') return resolution;
  const { place, gmina6 } =
    resolution.status === 'gmina'
      ? placeOfGmina(resolution.gmina.teryt)
      : subjectIn(context, resolution.parcel);
  const coverageHere =
    resolution.status === 'parcel'
      ? await coveragesOn(context, resolution.parcel, layer)
      : (id: SourceId) => coverageInGmina(id, layer, resolution.gmina.teryt.slice(0, 6), corpus, day);
  return {
    status: 'ok',
    result: ids.map((id) => ({
      ...withPartsHere(entry(id, place), corpus.missingParts(id, gmina6)),
      coverage_here: coverageHere(id),
    })),
    resolved: resolution.resolved,
  };
}

/** Registers that are held of a powiat, or of anything where `powiat` is empty, with the days of what is held there. */
export function sourcesHeldIn({ corpus, now }: Context, ids: readonly SourceId[], powiat: string): Source[] {
  return ids.flatMap((id) => {
    const states = corpus.statesOf(id);
    const dated = states.filter(({ scope }) => meets(readScope(scope).place, powiat));
    if (dated.length === 0) return [];
    return [sourceEntry(id, layersOf(id), states, corpus.served, now, corpus.language, dated)];
  });
}

const meets = (place: string, other: string): boolean => place.startsWith(other) || other.startsWith(place);

function placeOfGmina(teryt: string) {
  const gmina6 = teryt.slice(0, 6);
  return { place: gmina6, gmina6 };
}

/** Of each part of a register whether it is held for the place, be it without a row there. */
function withPartsHere({ parts, ...source }: Source, missing: readonly RegisterPart[]): Source {
  if (parts === undefined) return source;
  const isMissing = ({ id }: SourcePart) => missing.some(({ part }) => part === id);
  return {
    ...source,
    parts: parts.map((part) => ({ ...part, coverage_here: heldOrNot(!isMissing(part)) })),
  };
}

async function coveragesOn(
  context: Context,
  parcel: StoredParcel,
  layer: LayerKey | undefined,
): Promise<(source: SourceId) => Coverage> {
  const { corpus, day } = context;
  const record = await loadRecord(context, parcel, layer === undefined ? LAYER_KEYS : [layer], 'none');
  const subject = subjectIn(context, parcel);
  return (id) => coverageOnParcel(id, layer, record.layers, subject, corpus, day);
}
