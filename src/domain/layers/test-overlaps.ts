// For the tests of layers that come from areas: evidence that meets a parcel, and a register loaded by role.

import type { Corpus } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import type { FactLayer, Overlap, ParcelGround } from './facts.ts';
import { type EvidenceRole, FACT_LAYERS } from './layer-table.ts';
import { corpusOf } from './test-corpus.ts';

export function overlap(
  role: EvidenceRole,
  overlap_m2: number | null,
  attributes: Overlap['attributes'] = {},
  key = '1',
): Overlap {
  return { role, source: 'test', key, attributes, overlap_m2 };
}

export const ground = (area_m2: number): ParcelGround => ({ area_m2, land_use: null });

/** Scopes that are loaded, with their day. */
export function corpusWith(
  source: SourceId,
  scopes: Readonly<Record<string, string | null>>,
  computed: readonly FactLayer[] = FACT_LAYERS,
): Corpus {
  return corpusOf(
    Object.entries(scopes).map(([scope, as_of]) => ({ source, scope, as_of })),
    computed,
  );
}
