// General plans as a third party has swept them from the pages of gminas, for where the registry holds nothing. GeoJSON,
// one feature a zone: `gmina` (6 or 7 digits), `symbol`, perhaps `name`, what is known of the plan (plan-features.ts)
// and max_height_m, max_coverage_pct, min_biologically_active_pct, max_intensity. No infill areas, no outlines.

import type { ZoneParameters } from '../../contract/layers.ts';
import { zoneOf } from '../../domain/law/zones.ts';
import type { PlanRow } from '../../domain/publish/staged-rows.ts';
import { filesOf } from '../load-files.ts';
import { type FileFacts, issueAt, type ReadItem, type Recipe } from '../recipe.ts';
import { areMany } from '../strays.ts';
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
import { KNOWN_SYMBOLS, scopeInName, scopesOf } from './plan-words.ts';

export const pogFallback: Recipe = {
  source: 'pog_fallback',
  claims: /^pog[-_]fallback-.+\.(zip|(geo)?json(\.zip)?)$/,
  names: ['pog_fallback-{powiat}.geojson', 'pog_fallback-{powiat}.zip'],
  files: /\.(geo)?json$/i,
  reads: 'general plans of a third-party sweep, GeoJSON (pog_fallback-1418.geojson)',
  may_hold_forbidden: false,
  may_be_empty: false,
  read: readFallback,
};

async function* readFallback(paths: readonly string[], name: string): AsyncGenerator<ReadItem, FileFacts> {
  const scope = scopeInName(name);
  const { features, as_of } = yield* readPlanFeatures(filesOf(paths, pogFallback, name));
  /** One a gmina, as its first zone with a status describes it; null as long as none has one. */
  const plans = new Map<string, PlanRow | null>();
  const numbers = new AreaNumbers();
  const symbols = { known: 0, unknown: 0 };
  let elsewhere = 0;
  for (const feature of features) {
    const { position, properties, shape } = feature;
    const gmina6 = gminaIn(properties);
    if (gmina6 === null || (scope !== null && !gmina6.startsWith(scope))) {
      elsewhere += 1;
      const message = `the code of a gmina has 6 or 7 digits${scope === null ? '' : ` and begins with ${scope}`}`;
      yield issueAt(position, 'bad_gmina', message, 'gmina', properties.gmina);
      continue;
    }
    const symbol = wordIn(properties, 'symbol');
    const zone = zoneOf(symbol);
    symbols[zone === null ? 'unknown' : 'known'] += 1;
    if (symbol === null || zone === null) {
      yield issueAt(position, 'bad_symbol', KNOWN_SYMBOLS, 'symbol', symbol);
      if (symbol === null) continue;
    }
    const plan_id = `fallback/${gmina6}`;
    const area_id = numbers.idOf(plan_id, symbol);
    yield* shapeIssues({ position, id: area_id, shape });
    const known = plans.get(gmina6) ?? null;
    const process = processIn(properties);
    const plan =
      known !== null && process !== null
        ? known
        : yield* readPlanFacts(feature, { plan_id, kind: 'pog', gmina6 });
    plans.set(gmina6, known ?? plan);
    if (plan === null) continue;
    if (known === null) yield { row: { kind: 'plan', row: plan }, position };
    if (process !== plan.process) {
      const message = `a gmina has one plan here; its first zone has another status (${plan.process})`;
      yield issueAt(position, 'conflicting_status', message, 'status', properties.status);
      continue;
    }
    if (!shape.ok) continue;
    const called = wordIn(properties, 'name') ?? zone?.name ?? null;
    const parameters = yield* readParameters(feature);
    const facts = { role: 'zone', symbol, name: called, parameters, geometry: shape.geometry } as const;
    yield { row: { kind: 'plan_area', row: { area_id, plan_id, gmina6, ...facts } }, position };
  }
  const gminas = [...plans].flatMap(([gmina6, plan]) => (plan ? [gmina6] : []));
  for (const gmina6 of plans.keys()) {
    if (gminas.includes(gmina6)) continue;
    const message = `no zone of gmina ${gmina6} is taken: none of them says the status of the plan`;
    yield issueAt('whole file', 'left_out', message, 'status');
  }
  // Of a gmina whose plan cannot be used nothing is replaced.
  const scopes = scopesOf(gminas.length === plans.size ? scope : null, gminas);
  return { as_of, scopes, lacking: lackIn(features.length, elsewhere, symbols) };
}

/** Why the file is another one than its name says: of other units, or of local plans, whose designations have symbols, too. */
function lackIn(
  all: number,
  elsewhere: number,
  { known, unknown }: { readonly known: number; readonly unknown: number },
): string | null {
  if (areMany(elsewhere, all))
    return `${elsewhere} of ${all} features are of no gmina of which the name says the file is`;
  if (unknown <= known) return null;
  return `${unknown} of ${unknown + known} features have no symbol of a zone (SW, SJ …): no general plans`;
}

function* readParameters({ position, properties }: PlanFeature): Generator<ReadItem, ZoneParameters> {
  const issues: ReadItem[] = [];
  const read = (name: Exclude<keyof ZoneParameters, 'min_new_plot_area_m2'>): number | null => {
    const word = wordIn(properties, name);
    const value = Number(word ?? Number.NaN);
    if (word !== null && !(value >= 0 && (!name.endsWith('_pct') || value <= 100))) {
      issues.push(issueAt(position, 'bad_value', 'a number from 0 is expected, a share to 100', name, word));
    }
    return Number.isFinite(value) ? value : null;
  };
  const parameters = {
    max_height_m: read('max_height_m'),
    max_coverage_pct: read('max_coverage_pct'),
    min_biologically_active_pct: read('min_biologically_active_pct'),
    max_intensity: read('max_intensity'),
    min_new_plot_area_m2: null,
  };
  yield* issues;
  return parameters;
}
