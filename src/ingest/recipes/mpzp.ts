// Local plans (MPZP) as APP GML: the registry's answers hold outlines and resolutions, no designations; a gmina's own
// file may hold those too.

import { actlessClaim } from '../../domain/layers/local-plans.ts';
import type { PlanAreaRow, PlanRow } from '../../domain/publish/staged-rows.ts';
import type { GmlFeature } from '../formats/gml.ts';
import { childOf, textOf } from '../formats/xml.ts';
import { filesOf } from '../load-files.ts';
import {
  type FileFacts,
  issueAt,
  NO_PLACES,
  type PlacesOfLoad,
  type ReadItem,
  type Recipe,
} from '../recipe.ts';
import {
  ACT,
  type Act,
  areaNameOf,
  DOCUMENT,
  groupByAct,
  lackOfActs,
  readActs,
  shapeIssues,
} from './app-acts.ts';
import type { AppObject } from './app-objects.ts';
import { readApp } from './app-schema.ts';
import { scopeInName, scopesOf } from './plan-words.ts';

export const mpzp: Recipe = {
  source: 'mpzp',
  claims: /^(?!pog)(mpzp-(?!.*geojson).+\.(zip|xml|gml)|.*MPZP.*\.gml(\.zip)?)$/,
  names: ['mpzp-{powiat}.zip', 'mpzp-{powiat}.xml', '{gmina}-MPZP.gml'],
  files: /\.(gml|xml)$/i,
  reads: 'local plans (MPZP): answers of Rejestr Urbanistyczny, APP GML (mpzp-1418.zip)',
  may_hold_forbidden: false,
  may_be_empty: true,
  read: readMpzp,
};

/** Designations have different names from gmina to gmina: what has a symbol is one. */
const isWanted = ({ type, element }: GmlFeature): boolean =>
  [ACT, DOCUMENT].includes(type) || ['symbol', 'oznaczenie'].some((name) => childOf(element, name));

async function* readMpzp(
  paths: readonly string[],
  name: string,
  _served: readonly string[],
  places: PlacesOfLoad = NO_PLACES,
): AsyncGenerator<ReadItem, FileFacts> {
  const scope = scopeInName(name);
  const files = filesOf(paths, mpzp, name);
  const load = yield* readApp(files, isWanted, places);
  const found = yield* readActs(load, 'mpzp', scope);
  const { acts } = found;
  const areas = load.objects.filter(
    ({ type, id }) => type !== ACT && type !== DOCUMENT && !/-POG\//.test(id),
  );
  const { byAct, actless } = yield* groupByAct(areas, acts, load);
  for (const [act, parts] of byAct) {
    // Where a plan lies whose outline cannot be used, nobody knows.
    const row = { ...act.plan, lacks_zones: act.plan.geometry === null ? 1 : null, lacks_ouz: null };
    yield { row: { kind: 'plan', row }, position: act.object.position };
    for (const part of parts) yield* readDesignation(part, act);
  }
  const gminas = new Set(acts.map(({ plan }) => plan.gmina6));
  // A plan of which not even the gmina is known may be of each.
  const withoutAct = actless.union(found.unread).union(found.has_nameless ? gminas : new Set<string>());
  return {
    as_of: load.as_of,
    scopes: scopesOf(scope, gminas),
    claims: [...withoutAct].map(actlessClaim),
    lacking: await lackOfActs(load, found, files),
  };
}

function* readDesignation(area: AppObject, { plan }: Act): Generator<ReadItem> {
  const { id, position, element, shape } = area;
  yield* shapeIssues(area);
  // As on the drawing, number and all: 1MN.
  const symbol = textOf(element, 'oznaczenie') ?? textOf(element, 'symbol');
  if (symbol === null) {
    yield issueAt(position, 'missing_symbol', `the designation ${id} has no symbol`, 'symbol');
  } else if (shape.ok) {
    yield designation(
      plan,
      { area_id: id, symbol, name: areaNameOf(element), geometry: shape.geometry },
      position,
    );
  }
}

function designation(
  { plan_id, gmina6 }: Pick<PlanRow, 'plan_id' | 'gmina6'>,
  facts: Pick<PlanAreaRow, 'area_id' | 'symbol' | 'name' | 'geometry'>,
  position: string,
): ReadItem {
  const row = { ...facts, plan_id, gmina6, role: 'designation', parameters: null } as const;
  return { row: { kind: 'plan_area', row }, position };
}
