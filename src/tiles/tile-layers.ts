// TILE_LAYERS: what each layer of a tile shows, from which zoom on, and what a feature of it says. Dates and steps of plans are
// carried as they are published, never a status: that depends on the day, and a tile is kept for good. Pure.

import type { Corpus, Plan } from '../domain/corpus/corpus.ts';
import { SOURCE_IDS, type SourceId } from '../domain/corpus/registers.ts';
import { readScope } from '../domain/corpus/scope.ts';
import type { EvidenceRole } from '../domain/layers/layer-table.ts';
import type { BoundaryLevel } from '../domain/publish/staged-rows.ts';
import { OVERLAY_ZOOMS, type Overlay } from './map-style.ts';
import type { TileProperties } from './mvt-layer.ts';

/** In the order in which they lie upon each other, the lowest first. */
export const TILE_LAYER_NAMES = [
  'coverage',
  'zones',
  'ouz',
  'mpzp',
  'flood',
  'protected',
  'landslides',
  'parcels',
  'buildings',
  'boundaries',
  'permits',
  'addresses',
  'unit_names',
  'parcel_numbers',
] as const;
export type TileLayerName = (typeof TILE_LAYER_NAMES)[number];

/** A row of evidence without its shape. */
export interface DrawnEvidence {
  readonly role: EvidenceRole;
  readonly source: SourceId;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface EvidenceLayer {
  readonly layer: TileLayerName & Overlay;
  /** Null: it is not drawn. */
  describe(row: DrawnEvidence, corpus: Corpus): TileProperties | null;
}

/** With what is told of single parcels. */
export const PARCELS_FROM_ZOOM = OVERLAY_ZOOMS.permits;

export const BOUNDARIES_FROM_ZOOM: Readonly<Record<Exclude<BoundaryLevel, 'unit'>, number>> = {
  powiat: OVERLAY_ZOOMS.coverage,
  gmina: 8,
  obreb: 11,
};

const textIn = (attributes: DrawnEvidence['attributes'], name: string): string | null => {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const planIn = ({ source, attributes }: DrawnEvidence, corpus: Corpus): Plan | undefined =>
  corpus.planOf(source, textIn(attributes, 'plan') ?? '');

/** What the status of a plan follows from, on whichever day. */
const describePlan = (plan: Plan | undefined): TileProperties => ({
  plan: plan?.plan_id,
  step: plan?.process,
  effective_from: plan?.effective_from,
  effective_to: plan?.effective_to,
});

/**
 * The registry comes first; a sweep of others is drawn only where the registry holds nothing of the gmina that lives (law §3.5). A tile
 * knows no day: a plan of the registry that will end has its last day beside it, and the sweep is drawn with it.
 */
function isBehindRegistry(row: DrawnEvidence, corpus: Corpus): boolean {
  if (row.source !== 'pog_fallback') return false;
  const plans = corpus.plansOf('pog', planIn(row, corpus)?.gmina6 ?? '');
  return plans.some(({ process, effective_to }) => process !== 'obsolete' && effective_to === null);
}

function describeZone(row: DrawnEvidence, corpus: Corpus): TileProperties | null {
  if (isBehindRegistry(row, corpus)) return null;
  return {
    symbol: textIn(row.attributes, 'symbol'),
    name: textIn(row.attributes, 'name'),
    ...describePlan(planIn(row, corpus)),
  };
}

const flood = (years: number): EvidenceLayer => ({
  layer: 'flood',
  describe: () => ({ years }),
});

const landslides = (kind: string): EvidenceLayer => ({
  layer: 'landslides',
  describe: () => ({ kind }),
});

/** By role. What is not listed is not drawn: how far registers reach, prices, roads, soil. */
export const EVIDENCE_LAYERS: { readonly [R in EvidenceRole]?: EvidenceLayer } = {
  pog_zone: { layer: 'zones', describe: describeZone },
  pog_ouz: { layer: 'ouz', describe: describeZone },
  mpzp_act: {
    layer: 'mpzp',
    describe: (row, corpus) => {
      const plan = planIn(row, corpus);
      return { kind: 'plan', name: plan?.title, ...describePlan(plan) };
    },
  },
  mpzp_area: {
    layer: 'mpzp',
    describe: (row, corpus) => ({
      kind: 'area',
      symbol: textIn(row.attributes, 'symbol'),
      ...describePlan(planIn(row, corpus)),
    }),
  },
  flood_q10: flood(10),
  flood_q100: flood(100),
  flood_q500: flood(500),
  protected: {
    layer: 'protected',
    describe: ({ attributes }) => ({
      type: textIn(attributes, 'type'),
      name: textIn(attributes, 'name'),
      buffer: attributes.buffer === true ? true : null,
    }),
  },
  landslide: landslides('landslide'),
  landslide_threat: landslides('threatened_area'),
  building: { layer: 'buildings', describe: ({ source }) => ({ source }) },
  address: {
    layer: 'addresses',
    describe: ({ attributes }) => ({
      number: textIn(attributes, 'house_number'),
      street: textIn(attributes, 'street'),
      locality: textIn(attributes, 'locality'),
    }),
  },
};

export const rolesAt = (zoom: number): EvidenceRole[] =>
  (Object.entries(EVIDENCE_LAYERS) as [EvidenceRole, EvidenceLayer][]).flatMap(([role, { layer }]) =>
    zoom >= OVERLAY_ZOOMS[layer] ? [role] : [],
  );

export const levelsAt = (zoom: number): BoundaryLevel[] =>
  (Object.entries(BOUNDARIES_FROM_ZOOM) as [BoundaryLevel, number][]).flatMap(([level, from_zoom]) =>
    zoom >= from_zoom ? [level] : [],
  );

/**
 * A powiat by what is loaded of it: of each source the day its data are of, or '' where the publisher gives none. A source that
 * holds only a part of the powiat has its day under `part:`; one that holds nothing has neither.
 */
export function describeCoverage(powiat: string, name: string | null, corpus: Corpus): TileProperties {
  const held: Record<string, string> = {};
  for (const source of SOURCE_IDS) {
    const whole = corpus.stateAt(source, powiat);
    if (whole) {
      held[source] = whole.as_of ?? '';
      continue;
    }
    const parts = corpus.statesOf(source).filter(({ scope }) => readScope(scope).place.startsWith(powiat));
    if (parts.length > 0)
      held[`part:${source}`] = parts
        .map(({ as_of }) => as_of ?? '')
        .sort()
        .at(0) as string;
  }
  return { powiat, name, ...held };
}
