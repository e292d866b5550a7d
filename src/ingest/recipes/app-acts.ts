// Planning acts and the resolutions that adopt them → plans, with the areas that belong to each. The same for general
// and local plans: what an area means is the recipe's.

import type { PlanProcess } from '../../domain/law/plan-status.ts';
import type { PlanKind, PlanRow } from '../../domain/publish/staged-rows.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { type AppObject, codeOf, type FindObject, indexOf, linksOf, planIn } from './app-objects.ts';
import type { AppLoad } from './app-schema.ts';
import { isOver } from './app-versions.ts';
import { dayOf, webAddressOf } from './plan-words.ts';

export const ACT = 'AktPlanowaniaPrzestrzennego';
export const DOCUMENT = 'DokumentFormalny';

export interface Act {
  /** Without what it lacks: only the load as a whole tells. */
  readonly plan: Omit<PlanRow, 'lacks_zones' | 'lacks_ouz'>;
  readonly object: AppObject;
}

/**
 * TypAktuPlanowaniaPrzestrzennegoKod. Local plans of revitalisation and reconstruction and integrated investment plans
 * are local plans of a special form. The namespace tells too: …/141803-POG.
 */
const KINDS: { readonly [K in PlanKind]: { readonly type: RegExp; readonly namespace: RegExp } } = {
  pog: { type: /^planOgolnyGminy$/, namespace: /-POG\// },
  mpzp: { type: /^(miejscowyPlan|zintegrowanyPlanInwestycyjny)/, namespace: /-MPZP\// },
};

const PROCESSES: readonly string[] = [
  'elaboration',
  'adoption',
  'legalForce',
  'obsolete',
] satisfies PlanProcess[];
const isProcess = (code: string | null): code is PlanProcess => code !== null && PROCESSES.includes(code);

const processOf = (element: XmlElement): PlanProcess | null => {
  const code = codeOf(element, 'status');
  return isProcess(code) ? code : null;
};

/** The acts of one kind; those of others are left alone. */
export function* readActs(load: AppLoad, kind: PlanKind, scope: string | null): Generator<ReadItem, Act[]> {
  const objects = [...load.objects, ...actsApart(load, kind)].filter(({ type, id, element }) => {
    const ofKind = KINDS[kind];
    return type === ACT && (ofKind.type.test(codeOf(element, 'typPlanu') ?? '') || ofKind.namespace.test(id));
  });
  const adopting = adoptingDocuments(objects, load.objects);
  const acts: Act[] = [];
  for (const object of objects) {
    const { id, gmina6, element, position, shape } = object;
    const process = processOf(element);
    if (process === null) {
      const message = `the status must be one of ${PROCESSES.join(', ')} (${id})`;
      yield issueAt(position, 'unknown_status', message, 'status', linksOf(element, 'status')[0]);
      continue;
    }
    if (scope !== null && !gmina6.startsWith(scope)) {
      const message = `the name of the load says ${scope}; the plan is of another unit`;
      yield issueAt(position, 'outside_scope', message, 'idIIP', id);
      continue;
    }
    yield* shapeIssues(object);
    const document = adopting.get(object) ?? null;
    acts.push({
      object,
      plan: {
        plan_id: id,
        kind,
        gmina6,
        title: textOf(element, 'tytul'),
        process,
        effective_from: dayOf(textOf(element, 'obowiazujeOd')),
        effective_to: dayOf(textOf(element, 'obowiazujeDo')),
        adopted_on: document && dateOf(document.element),
        resolution_url: document && addressOf(document.element),
        geometry: shape.ok ? shape.geometry : null,
      },
    });
  }
  return acts;
}

/**
 * Two local plans under one id are two plans: without either, its ground would be told to have none. A gmina has one
 * general plan, and which of two is the one cannot be told.
 */
function actsApart({ conflicting }: AppLoad, kind: PlanKind): AppObject[] {
  if (kind !== 'mpzp') return [];
  return conflicting.map((object) => ({ ...object, id: `${object.id}/${object.version}` }));
}

/** A geometry that is missing, unreadable or had to be repaired. */
export function* shapeIssues({
  position,
  id,
  shape,
}: Pick<AppObject, 'position' | 'id' | 'shape'>): Generator<ReadItem> {
  if (!shape.ok) yield issueAt(position, shape.kind, shape.message, 'geometry', id);
  else if (shape.repaired) {
    yield issueAt(position, 'repaired_geometry', 'the polygon was invalid and was repaired', 'geometry', id);
  }
}

/** The act points at the document, or the document at the act; either end may be missing from the load. */
function adoptingDocuments(
  acts: readonly AppObject[],
  objects: readonly AppObject[],
): Map<AppObject, AppObject> {
  const documents = objects.filter(({ type }) => type === DOCUMENT);
  const findAct = indexOf(acts);
  const findDocument = indexOf(documents);
  const adopting = new Map<AppObject, AppObject>();
  for (const document of documents) {
    for (const act of linked(document, 'uchwala', findAct)) adopting.set(act, document);
  }
  for (const act of acts) {
    const [document] = linked(act, 'dokumentUchwalajacy', findDocument);
    if (document) adopting.set(act, document);
  }
  return adopting;
}

function linked(from: AppObject, name: string, find: FindObject): AppObject[] {
  return linksOf(from.element, name).flatMap((link) => find(link) ?? []);
}

const dateOf = (document: XmlElement): string | null => {
  const date = childOf(document, 'data', 'CI_Date', 'date');
  return date ? (dayOf(textOf(date, 'Date')) ?? dayOf(textOf(date, 'DateTime'))) : null;
};

const addressOf = (document: XmlElement): string | null =>
  childrenOf(document, 'lacze')
    .map(({ text }) => webAddressOf(text.trim()))
    .find((address) => address !== null) ?? null;

/** The areas of a load by the acts that they belong to. */
export interface AreasOfActs {
  readonly byAct: ReadonlyMap<Act, readonly AppObject[]>;
  /** Gminy of areas whose act is not in the load: it has a plan there of which nothing else is known. */
  readonly actless: ReadonlySet<string>;
}

/** Areas that are part of each plan now. */
export function* groupByAct(
  areas: readonly AppObject[],
  acts: readonly Act[],
  as_of: string | null,
): Generator<ReadItem, AreasOfActs> {
  const actOf = new Map(acts.map((act) => [act.object, act]));
  const find = indexOf([...actOf.keys()]);
  const byAct = new Map<Act, AppObject[]>(acts.map((act) => [act, []]));
  const actless = new Set<string>();
  for (const area of areas) {
    if (isOver(area.element, as_of)) continue;
    // A link may be empty; then the local id tells.
    const link = linksOf(area.element, 'plan')[0] ?? planIn(area);
    const object = find(link);
    const act = object && actOf.get(object);
    if (act) byAct.get(act)?.push(area);
    else {
      actless.add(area.gmina6);
      yield issueAt(area.position, 'unknown_plan', `the plan of ${area.id} is not in the load`, 'plan', link);
    }
  }
  return { byAct, actless };
}

/**
 * Why a load without a single act cannot be one of plans, null where it can: areas and resolutions belong to acts. Without
 * anything, or with acts of another kind alone, the registry holds no plan of this kind, and that is a fact.
 */
export function lackOfActs(
  { objects, left_out, unread }: AppLoad,
  acts: readonly Act[],
  actless: ReadonlySet<string>,
): string | null {
  if (acts.length > 0) return null;
  const expected = `expected acts (${ACT}) with their areas and documents, in one file or archive`;
  const known = [...objects, ...left_out];
  if (known.length === 0) {
    return unread.size === 0 ? null : `found features of type ${[...unread].join(', ')}; ${expected}`;
  }
  if (actless.size === 0 && known.some(({ type }) => type === ACT)) return null;
  const found = [...Map.groupBy(known, ({ type }) => type)].map(([type, of]) => `${of.length} ${type}`);
  return `found ${found.join(', ')} and no act that they belong to; ${expected}`;
}

/** The title of a code, or plain text. */
export const areaNameOf = (area: XmlElement): string | null =>
  childOf(area, 'nazwa')?.attributes.title?.trim() || textOf(area, 'nazwa');
