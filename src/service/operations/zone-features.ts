// Zones of general plans as features for GIS programs, walked cell by cell. A zone that is stored in several pieces is several features.

import type { FeatureItem } from '../../contract/answers.ts';
import type { ZoneParameters } from '../../contract/layers.ts';
import type { Plan } from '../../domain/corpus/corpus.ts';
import { commonBox } from '../../domain/geometry/box.ts';
import { CountryGrid } from '../../domain/geometry/country-grid.ts';
import { decodeMultiPolygon } from '../../domain/geometry/wkb.ts';
import { planStatusOn } from '../../domain/law/plan-status.ts';
import { isSuperseded, isSweepAlone } from '../../domain/layers/general-plan.ts';
import { geoJsonOf } from '../../domain/record.ts';
import type { EvidenceShape } from '../../store/reads.ts';
import { type DayRange, isWithin } from '../pipeline/datetime.ts';
import type { Context } from '../snapshot/context.ts';
import type { FeatureCollection, FeatureFilter } from './feature-walk.ts';

/** Part of every id: with another side features would have other ids. */
const GRID = new CountryGrid(20_000);
/** Bounds of all there is. */
const EVERYWHERE = [-Infinity, -Infinity, Infinity, Infinity] as const;

export const ZONE_FEATURES: FeatureCollection = {
  async *walk(context, filter, behind) {
    const bounds = filter.box?.bounds ?? EVERYWHERE;
    for (const cell of GRID.cellsIn(bounds, behind.cell)) {
      for (const shape of await zonesIn(context, cell, bounds)) {
        const id = zoneId(shape);
        if (cell === behind.cell && id <= behind.id) continue;
        const isWanted = isAsked(context, shape, filter);
        yield { cell, id, toFeature: isWanted ? () => featureOf(context, shape) : null };
      }
      yield { cell: cell + 1, id: '', toFeature: null };
    }
  },

  /** The cell in front of the id says where to look. */
  async find(context, id) {
    const written = /^\d{1,5}(?=:)/.exec(id)?.[0];
    if (written === undefined) return null;
    const shape = (await zonesIn(context, Number(written), EVERYWHERE)).find((one) => zoneId(one) === id);
    return shape ? featureOf(context, shape) : null;
  },
};

/** Those that belong to a cell, in the order of ids. */
async function zonesIn(
  { reads, corpus, day }: Context,
  cell: number,
  bounds: readonly [number, number, number, number],
): Promise<EvidenceShape[]> {
  const shapes = await reads.evidenceIn(commonBox(GRID.boxOf(cell), bounds), ['pog_zone']);
  return shapes
    .filter((shape) => GRID.cellOf(shape.box, bounds) === cell && isTold(shape, corpus, day))
    .sort((a, b) => (zoneId(a) < zoneId(b) ? -1 : 1));
}

function isAsked({ corpus }: Context, shape: EvidenceShape, { box, days }: FeatureFilter): boolean {
  if (days && !isLawIn(days, planIn(shape, corpus), corpus)) return false;
  return box === null || box.meets(geoJsonOf(decodeMultiPolygon(shape.wkb)).coordinates);
}

const zoneId = ({ source, key, place, piece, box }: EvidenceShape): string =>
  [GRID.cellOf(box), source, place, piece, key].join(':');

const planIn = ({ source, attributes }: EvidenceShape, corpus: Context['corpus']) =>
  corpus.planOf(source, String(attributes.plan ?? ''));

/** The registry comes first; a sweep of others counts only where the registry holds nothing of the gmina that lives (law §3.5). */
function isTold(shape: EvidenceShape, corpus: Context['corpus'], day: string): boolean {
  const plan = planIn(shape, corpus);
  return plan === undefined || !isSuperseded(plan, corpus, day);
}

/** The step decides, not the days: drafts and repealed plans carry them too (law §3.1). Of a sweep alone nobody knows (law §3.5). */
function isLawIn(days: DayRange, plan: Plan | undefined, corpus: Context['corpus']): boolean {
  if (plan?.process !== 'legalForce' || isUnproven(plan, corpus)) return false;
  return isWithin(days, plan.effective_from, plan.effective_to);
}

const isUnproven = ({ source, gmina6 }: Plan, corpus: Context['corpus']): boolean =>
  isSweepAlone(corpus, source, gmina6);

/** As the layer has it; a plan that has ended keeps the days on which it was law. */
function standingOf(plan: Plan | undefined, corpus: Context['corpus'], day: string) {
  if (!plan || isUnproven(plan, corpus))
    return { status: 'unknown', effective_from: null, effective_to: null };
  const status = planStatusOn(day, plan);
  const { process, effective_from, effective_to } = plan;
  const hasDays = process === 'adoption' || process === 'legalForce';
  return hasDays
    ? { status, effective_from, effective_to }
    : { status, effective_from: null, effective_to: null };
}

function featureOf({ corpus, day }: Context, shape: EvidenceShape): FeatureItem {
  const plan = planIn(shape, corpus);
  const { symbol = null, name = null } = shape.attributes;
  const parameters = shape.attributes.parameters as ZoneParameters | null | undefined;
  const gmina = plan && corpus.admin.gminaOfUnit(`${plan.gmina6}_1`);
  return {
    id: zoneId(shape),
    geometry: geoJsonOf(decodeMultiPolygon(shape.wkb)),
    properties: {
      symbol,
      name,
      source: shape.source,
      plan_id: plan?.plan_id ?? null,
      ...standingOf(plan, corpus, day),
      gmina_teryt: gmina?.teryt ?? null,
      gmina_name: gmina?.name ?? null,
      max_height_m: parameters?.max_height_m ?? null,
      max_coverage_pct: parameters?.max_coverage_pct ?? null,
      min_biologically_active_pct: parameters?.min_biologically_active_pct ?? null,
      max_intensity: parameters?.max_intensity ?? null,
    },
  };
}
