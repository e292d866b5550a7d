// General plans of gminas (POG): answers of Rejestr Urbanistyczny, or a gmina's own APP file. Acts become plans, zones
// and infill areas (OUZ) their areas. What the law asks of the data and the file lacks is an issue; a load that would
// take away what it does not hold is refused.

import type { ZoneParameters } from '../../contract/layers.ts';
import { zoneOf } from '../../domain/law/zones.ts';
import type { PlanAreaRow } from '../../domain/publish/staged-rows.ts';
import { areaM2Of } from '../clean.ts';
import { textOf } from '../formats/xml.ts';
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
import { type AppObject, type FindObject, indexOf } from './app-objects.ts';
import { readApp } from './app-schema.ts';
import { KNOWN_SYMBOLS, scopeInName, scopesOf } from './plan-words.ts';
import { countLack, type Lack, namedParts, OTHER_REGULATIONS, OUZ, symbolOf, ZONE } from './pog-parts.ts';

const TYPES = new Set([ACT, DOCUMENT, ZONE, OUZ, ...OTHER_REGULATIONS]);

export const pog: Recipe = {
  source: 'pog',
  claims: /^(?!.*MPZP|pog[-_]fallback)(pog-.+\.(zip|xml|gml)|.*POG.*\.gml(\.zip)?)$/,
  names: ['pog-{powiat}.zip', 'pog-{powiat}.xml', '{gmina}-POG.gml'],
  files: /\.(gml|xml)$/i,
  reads:
    'general plans (POG): answers of Rejestr Urbanistyczny in one archive (pog-1418.zip), APP GML of a gmina',
  may_hold_forbidden: false,
  may_be_empty: true,
  read: readPog,
};

async function* readPog(
  paths: readonly string[],
  name: string,
  _served: readonly string[],
  places: PlacesOfLoad = NO_PLACES,
): AsyncGenerator<ReadItem, FileFacts> {
  const files = filesOf(paths, pog, name);
  const load = yield* readApp(files, ({ type }) => TYPES.has(type), places);
  const scope = scopeInName(name);
  const found = yield* readActs(load, 'pog', scope);
  const { acts } = found;
  const areas = load.objects.filter(({ type }) => type === ZONE || type === OUZ);
  const { byAct, actless, left_out } = yield* groupByAct(areas, acts, load);
  const find = indexOf(load.objects);
  const unwhole: string[] = [];
  for (const act of acts) {
    const parts = byAct.get(act) ?? [];
    for (const part of parts) yield* shapeIssues(part);
    const lack = lackOf(act, parts, find);
    if (lack !== null) {
      const found = `${lack}, ${act.plan.plan_id}`;
      yield issueAt(act.object.position, 'amendment_not_whole', found, 'wydzielenie', act.plan.plan_id);
      unwhole.push(`found ${found}; ${WHOLE_PLAN}`);
    }
    const lacking = yield* countLack(act, parts, find, { areas: left_out, objects: load.left_out });
    yield* readPlan(act, parts, lacking);
  }
  const gminas = acts.map(({ plan }) => plan.gmina6);
  // Of a gmina whose only act is missing nothing is replaced: it would be told to have no plan.
  const withoutAct = [...actless.union(found.unread)];
  const isWhole =
    acts.length === 0 || (!found.has_nameless && withoutAct.every((gmina6) => gminas.includes(gmina6)));
  const scopes = scopesOf(isWhole ? scope : null, gminas);
  return { as_of: load.as_of, scopes, lacking: unwhole[0] ?? (await lackOfActs(load, found, files)) };
}

const WHOLE_PLAN =
  'expected the whole plan, as Rejestr Urbanistyczny serves it: a file of what an amendment changes would take away the rest';

/**
 * What a load lacks that holds less than half of a plan: an amendment file has only the objects that change (§ 5 ust. 2
 * Dz.U. 2023 poz. 2758). The act's own `modyfikacja` does not tell: it marks a plan that is in force only in part.
 */
function lackOf(act: Act, areas: readonly AppObject[], find: FindObject): string | null {
  const { plan } = act;
  if (plan.process === 'obsolete') return null;
  const zones = areas.filter(({ type }) => type === ZONE);
  const named = namedParts(act, find).zones;
  if (named.length > 0) {
    const here = named.filter((link) => find(link) !== null).length;
    return here < named.length / 2 ? `${here} of the ${named.length} zones that the act names` : null;
  }
  if (zones.length === 0 || plan.geometry === null) return null;
  const filled = totalArea(zones) / areaM2Of(plan.geometry);
  return filled < 0.5 ? `zones on ${Math.round(filled * 100)} % of the area of the act` : null;
}

function* readPlan(act: Act, areas: readonly AppObject[], lack: Lack): Generator<ReadItem> {
  const { plan, object } = act;
  yield { row: { kind: 'plan', row: { ...plan, ...lack } }, position: object.position };
  for (const area of areas) {
    if (!area.shape.ok) continue;
    const { plan_id, gmina6 } = plan;
    const facts = area.type === OUZ ? ouzFacts(area) : yield* readZone(area);
    const row = facts && { area_id: area.id, plan_id, gmina6, ...facts, geometry: area.shape.geometry };
    if (row) yield { row: { kind: 'plan_area', row }, position: area.position };
  }
  yield* checkFilled(act, areas);
}

type AreaFacts = Pick<PlanAreaRow, 'role' | 'symbol' | 'name' | 'parameters'>;

const ouzFacts = ({ element }: AppObject): AreaFacts => ({
  role: 'ouz',
  symbol: 'OUZ',
  name: areaNameOf(element),
  parameters: null,
});

function* readZone(area: AppObject): Generator<ReadItem, AreaFacts | null> {
  const { position, element, id } = area;
  const label = textOf(element, 'oznaczenie');
  const symbol = symbolOf(element);
  if (symbol === '') {
    yield issueAt(position, 'missing_symbol', `the zone ${id} has no symbol`, 'symbol');
    return null;
  }
  const zone = zoneOf(symbol);
  if (zone === null) yield issueAt(position, 'bad_symbol', `${id}: ${KNOWN_SYMBOLS}`, 'symbol', symbol);
  if (!/^\d+$/.test(label?.endsWith(symbol) ? label.slice(0, -symbol.length) : '')) {
    const message = `${id}: a label is a number and the symbol, as 100SU`;
    yield issueAt(position, 'bad_label', message, 'oznaczenie', label);
  }
  const parameters = yield* readParameters(area);
  const missing = zone?.obligatory.filter((parameter) => parameters[parameter] === null) ?? [];
  if (missing.length > 0) {
    const message = `${id}: a plan must set ${missing.join(', ')} in zones ${symbol} (art. 13e ust. 2–3 u.p.z.p.)`;
    yield issueAt(position, 'missing_parameter', message, missing.join(' '));
  }
  return { role: 'zone', symbol, name: areaNameOf(element) ?? zone?.name ?? null, parameters };
}

function* readParameters({ element, position, id }: AppObject): Generator<ReadItem, ZoneParameters> {
  const issues: ReadItem[] = [];
  const read = (field: string, most: number): number | null => {
    const text = textOf(element, field);
    if (text === null) return null;
    const value = Number(text.replace(',', '.'));
    if (Number.isFinite(value) && value >= 0 && value <= most) return value;
    const message = `${id}: a number from 0${most === 100 ? ' to 100' : ''} is expected`;
    issues.push(issueAt(position, 'bad_value', message, field, text));
    // What is published is served as it is: only what is no number at all is left out.
    return Number.isFinite(value) ? value : null;
  };
  const parameters = {
    max_height_m: read('maksWysokoscZabudowy', Number.POSITIVE_INFINITY),
    max_coverage_pct: read('maksUdzialPowierzchniZabudowy', 100),
    min_biologically_active_pct: read('minUdzialPowierzchniBiologicznieCzynnej', 100),
    max_intensity: read('maksNadziemnaIntensywnoscZabudowy', Number.POSITIVE_INFINITY),
    // No element of a general plan.
    min_new_plot_area_m2: null,
  };
  yield* issues;
  return parameters;
}

/**
 * Zones divide a plan without gaps and overlaps (art. 13c ust. 1 u.p.z.p.). In the sum of areas common edges cancel to
 * nothing however they are rounded; a point of one zone on the straight edge of another leaves a few m².
 */
const UNFILLED_M2 = 10;

function* checkFilled({ plan, object }: Act, areas: readonly AppObject[]): Generator<ReadItem> {
  const zones = areas.filter(({ type }) => type === ZONE);
  if (plan.geometry === null || (zones.length === 0 && plan.process !== 'legalForce')) return;
  const difference_m2 = totalArea(zones) - areaM2Of(plan.geometry);
  if (Math.abs(difference_m2) <= UNFILLED_M2) return;
  const size = `${Math.round(Math.abs(difference_m2))} m²`;
  const message = `the zones are together ${size} ${difference_m2 > 0 ? 'larger' : 'smaller'} than ${plan.plan_id}`;
  yield issueAt(object.position, 'zones_do_not_fill_plan', message, 'geometria', Math.round(difference_m2));
}

const totalArea = (areas: readonly AppObject[]): number =>
  areas.reduce((sum, { shape }) => sum + (shape.ok ? areaM2Of(shape.geometry) : 0), 0);
