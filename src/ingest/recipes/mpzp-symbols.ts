// Designations of local plans that gminas publish themselves, as GeoJSON: the registry holds outlines and resolutions but
// no symbols. Features name their plan in `plan_id` (or `plan`), and have a `symbol` and perhaps a `name`; those of a plan
// that the registry does not hold may describe it (plan-features.ts). Where the collection says "complete": true, there are no
// other local plans of its gminy. A source of its own, so that a new answer of the registry does not wipe what a gmina has
// published.

import { ALL_LOCAL_PLANS } from '../../domain/layers/local-plans.ts';
import type { PlanRow } from '../../domain/publish/staged-rows.ts';
import { filesOf } from '../load-files.ts';
import {
  type FileFacts,
  issueAt,
  NO_PLACES,
  type PlacesOfLoad,
  type ReadItem,
  type Recipe,
} from '../recipe.ts';
import { shapeIssues } from './app-acts.ts';
import {
  AreaNumbers,
  gminaIn,
  type PlanFeature,
  processIn,
  readPlanFacts,
  readPlanFeatures,
  wordIn,
} from './plan-features.ts';
import { judgePlace } from './plan-geometry.ts';
import { scopeInName, scopesOf } from './plan-words.ts';

export const mpzpSymbols: Recipe = {
  source: 'mpzp_symbols',
  claims: /^mpzp.*\.geojson(\.zip)?$/i,
  names: ['mpzp-{gmina}.geojson', 'mpzp-{gmina}.geojson.zip'],
  files: /json$/i,
  reads: 'designations of local plans that gminas publish, GeoJSON (mpzp-141803.geojson)',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readDesignations,
};

async function* readDesignations(
  paths: readonly string[],
  name: string,
  _served: readonly string[],
  places: PlacesOfLoad = NO_PLACES,
): AsyncGenerator<ReadItem, FileFacts> {
  const scope = scopeInName(name);
  const { features, as_of, is_complete } = yield* readPlanFeatures(filesOf(paths, mpzpSymbols, name));
  const numbers = new AreaNumbers();
  const described = new Set<string>();
  const gminas = new Set<string>();
  let isWhole = is_complete;
  for (const found of features) {
    const plan = yield* planOf(found, scope);
    const shape = plan && (await judgePlace('designation', plan.gmina6, found.shape, places));
    const feature = { ...found, ...(shape && { shape }) };
    // What is left out may be the plan that somebody asks about.
    isWhole &&= plan !== null && feature.shape.ok && wordIn(feature.properties, 'symbol') !== null;
    if (plan === null) continue;
    gminas.add(plan.gmina6);
    // Said once per plan, and only where the file says it: the registry's own word comes first.
    if (!described.has(plan.plan_id) && processIn(feature.properties) !== null) {
      described.add(plan.plan_id);
      const row = yield* readPlanFacts(feature, { ...plan, kind: 'mpzp' });
      if (row) yield { row: { kind: 'plan', row }, position: feature.position };
    }
    yield* readArea(feature, plan, numbers);
  }
  return { as_of, scopes: scopesOf(scope, gminas), ...(isWhole ? { claims: [ALL_LOCAL_PLANS] } : {}) };
}

function* readArea(
  { position, properties, shape }: PlanFeature,
  plan: Pick<PlanRow, 'plan_id' | 'gmina6'>,
  numbers: AreaNumbers,
): Generator<ReadItem> {
  const symbol = wordIn(properties, 'symbol');
  if (symbol === null) {
    yield issueAt(position, 'missing_symbol', 'the designation has no symbol', 'symbol');
    return;
  }
  const area_id = numbers.idOf(plan.plan_id, symbol);
  yield* shapeIssues({ position, id: area_id, shape });
  if (!shape.ok) return;
  const area = { area_id, symbol, name: wordIn(properties, 'name'), geometry: shape.geometry };
  const row = { ...area, ...plan, role: 'designation', parameters: null } as const;
  yield { row: { kind: 'plan_area', row }, position };
}

function* planOf(
  { position, properties }: PlanFeature,
  scope: string | null,
): Generator<ReadItem, Pick<PlanRow, 'plan_id' | 'gmina6'> | null> {
  const link = wordIn(properties, 'plan_id') ?? wordIn(properties, 'plan');
  const gmina6 = gminaIn(properties) ?? /(?:^|\/)(\d{6})-/.exec(link ?? '')?.[1];
  if (link === null || gmina6 === undefined) {
    const message = 'a designation needs plan_id, and a gmina of 6 or 7 digits unless plan_id has it';
    yield issueAt(position, 'unknown_plan', message, 'plan_id', link);
    return null;
  }
  if (scope !== null && !gmina6.startsWith(scope)) {
    const message = `the name of the load says ${scope}; the plan is of another unit`;
    yield issueAt(position, 'outside_scope', message, 'plan_id', link);
    return null;
  }
  // A bare number of a plan is one only within its gmina.
  return { plan_id: link.includes('/') ? link : `${gmina6}-MPZP/${link}`, gmina6 };
}
