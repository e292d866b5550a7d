// A corpus for the tests of layers: two gminy of one powiat, with its parcels and answers worked out; each test adds the
// plans and loads that it is about.

import { Corpus, type CorpusParts, type Plan } from '../corpus/corpus.ts';
import type { SourceId, SourceState } from '../corpus/registers.ts';
import { AdminDirectory } from '../places/admin-units.ts';
import type { Facts, Overlap } from './facts.ts';
import type { PogFact } from './general-plan.ts';
import { FACT_LAYERS, NO_FACTS } from './layer-table.ts';
import type { MpzpFact } from './local-plans.ts';
import { type Subject, subjectOf } from './subject.ts';
import { groundOf } from './test-strip.ts';

const PARCEL = '141803_2.0009.123/4';
export const GMINA = '141803';
export const DAY = '2026-11-15';

const ADMIN = new AdminDirectory(
  [
    { code: '14', name: 'MAZOWIECKIE', kind: 'województwo' },
    { code: '1418', name: 'piaseczyński', kind: 'powiat' },
    { code: '1418032', name: 'Lesznowola', kind: 'gmina wiejska' },
    { code: '1418043', name: 'Piaseczno', kind: 'gmina miejsko-wiejska' },
  ],
  [{ id: '141803_2.0009', name: 'Wola Mrokowska' }],
);

export const state = (source: SourceId, scope = '1418', changes: Partial<SourceState> = {}): SourceState => ({
  source,
  scope,
  as_of: '2026-11-08',
  last_success_at: '2026-11-10T08:00:00.000Z',
  observed_since: '2026-11-10T08:00:00.000Z',
  file_sha256: `${source} ${scope}`,
  rows: 1,
  synthetic: false,
  publishes: ['land_use'],
  ...changes,
});

/** In force since 2026-08-01, with all that its act names, unless it is changed. */
export const plan = (plan_id: string, changes: Partial<Plan> = {}): Plan => ({
  plan_id,
  source: 'pog',
  kind: 'pog',
  gmina6: GMINA,
  title: `Plan ${plan_id}`,
  process: 'legalForce',
  effective_from: '2026-08-01',
  effective_to: null,
  adopted_on: '2026-06-25',
  resolution_url: `https://example.org/${plan_id}.pdf`,
  lacks_zones: 0,
  lacks_ouz: 0,
  ...changes,
});

export const corpusOf = (changes: Partial<CorpusParts> = {}): Corpus =>
  new Corpus({
    version: 1,
    admin: ADMIN,
    states: [state('egib')],
    plans: [],
    mpzp_cover: [],
    computed: FACT_LAYERS.map((layer) => ({ layer, powiat: '1418' })),
    ...changes,
  });

/** The parcel with facts given as values; its ground follows from its plans unless it is given. */
export function parcelWith(
  facts: { readonly [L in keyof Facts]?: unknown },
  corpus: Corpus,
  id = PARCEL,
): Subject {
  const ground = groundOf((facts.pog ?? []) as PogFact[], (facts.mpzp ?? []) as MpzpFact[]);
  const texts = Object.entries({ ground, ...facts }).map(([layer, fact]) => [
    layer,
    fact === null ? null : JSON.stringify(fact),
  ]);
  return subjectOf(id, { ...NO_FACTS, ...Object.fromEntries(texts) }, corpus, GROUND.area_m2);
}

export const GROUND = { area_m2: 1_000, land_use: null };

export const overlap = (
  role: Overlap['role'],
  key: string,
  overlap_m2: number | null,
  attributes: Overlap['attributes'],
  source = 'pog',
): Overlap => ({ role, source, key, attributes, overlap_m2 });
