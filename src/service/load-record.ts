// From stored parcels to full records: layer answers, geometry when asked for, and what the ETag depends on.

import type { ParcelRecord } from '../contract/answers.ts';
import type { GeometryMode } from '../contract/inputs.ts';
import type { LayerKey } from '../contract/layers.ts';
import { notCovered } from '../domain/layers/answer.ts';
import { parseParcelId } from '../domain/parcel-id.ts';
import { assembleRecord, type LayerAnswers } from '../domain/record.ts';
import { LAYER_SOURCE } from '../domain/sources.ts';
import type { StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';

/** What is said where no data is held: which register would answer, and that nothing is inferred. */
const NOT_HELD: { readonly [K in LayerKey]: string } = {
  planning: 'Neither general-plan nor local-plan data are held for this place; nothing is inferred.',
  flood: 'Flood hazard maps are not held for this place; nothing is inferred.',
  landslide: 'The landslide inventory is not held for this place; nothing is inferred.',
  protected: 'The register of protected areas is not held for this place; nothing is inferred.',
  buildings: 'Building outlines are not held for this place; nothing is inferred.',
  road_access: 'Road data are not held for this place; nothing is inferred.',
  permits: 'The register of building permits is not held for this place; nothing is inferred.',
  prices: 'The register of prices is not held for this place; nothing is inferred.',
  soil: 'Soil classes are not held for this place; nothing is inferred.',
  address: 'Address points are not held for this place; nothing is inferred.',
  pog: 'General-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.',
  mpzp: 'Local-plan data (Rejestr Urbanistyczny) are not held for this place; nothing is inferred.',
  wz: 'Whether a zoning decision is possible cannot be said: no plan data are held for this place.',
};

const obrebOf = (id: string): string => {
  const parsed = parseParcelId(id);
  return parsed.ok ? parsed.value.obreb_id : id;
};

export function answerLayers(
  context: Context,
  parcel: StoredParcel,
  keys: readonly LayerKey[],
): LayerAnswers {
  const obreb = obrebOf(parcel.id);
  return Object.fromEntries(
    keys.map((key) => [key, notCovered(context.corpus.sourceAt(LAYER_SOURCE[key], obreb), NOT_HELD[key])]),
  );
}

export async function loadRecords(
  context: Context,
  parcels: readonly StoredParcel[],
  keys: readonly LayerKey[],
  mode: GeometryMode,
): Promise<ParcelRecord[]> {
  const shapes = mode === 'full' ? await context.reads.geometries(parcels.map((parcel) => parcel.id)) : null;
  return parcels.map((parcel) =>
    assembleRecord(
      parcel,
      context.corpus.admin,
      context.corpus.sourceAt('egib', obrebOf(parcel.id)),
      { mode, geometry: shapes?.get(parcel.id) },
      answerLayers(context, parcel, keys),
    ),
  );
}

/** The record, the dates and labels of its sources, its names, and the variant asked for (contract §6). */
export function etagPartsOf(record: ParcelRecord, variant: string): string[] {
  const answers = Object.values(record.layers).filter((answer) => answer !== undefined);
  const sources = [record.area.source, ...answers.map((answer) => answer.source)];
  return [
    record.record_hash ?? '',
    JSON.stringify(record.admin),
    variant,
    ...sources.map((source) => `${source.id} ${source.as_of} ${source.title}`),
  ];
}
