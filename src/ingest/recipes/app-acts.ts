// Planning acts and the resolutions that adopt them → plans, with the areas that belong to each. The same for general
// and local plans: what an area means is the recipe's.

import { basename } from 'node:path';
import type { PlanProcess } from '../../domain/law/plan-status.ts';
import type { PlanKind, PlanRow } from '../../domain/publish/staged-rows.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../formats/xml.ts';
import type { LoadFile } from '../load-files.ts';
import { issueAt, passedOver, type ReadItem } from '../recipe.ts';
import { placesByCount } from '../rows-by-place.ts';
import { areMany } from '../strays.ts';
import { isToldEmpty } from '../whole-answers.ts';
import { type AppObject, codeOf, type FindObject, idIn, indexOf, linksOf, planIn } from './app-objects.ts';
import type { AppLoad } from './app-schema.ts';
import { isOver } from './app-versions.ts';
import { DAY_FORM, dayOf, webAddressOf } from './plan-words.ts';

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
const KINDS: { readonly [K in PlanKind]: ActKind } = {
  pog: { words: 'general plans', type: /^planOgolnyGminy$/, namespace: /-POG\// },
  mpzp: {
    words: 'local plans',
    type: /^(miejscowyPlan|zintegrowanyPlanInwestycyjny)/,
    namespace: /-MPZP\//,
  },
};
interface ActKind {
  readonly words: string;
  readonly type: RegExp;
  readonly namespace: RegExp;
}

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

/** The acts of a load that were asked for, and what is known of the others. */
export interface ActsOfLoad {
  readonly acts: readonly Act[];
  /** Gminy of acts that cannot be used: each has a plan of which no more is known. */
  readonly unread: ReadonlySet<string>;
  /** Whether an act came of which not even the gmina can be told. */
  readonly has_nameless: boolean;
  /** Why the load is none of such plans: acts of other kinds alone, or of other units than its name says. */
  readonly foreign: string | null;
}

/** The acts of one kind; those of others are passed over. */
export function* readActs(
  load: AppLoad,
  kind: PlanKind,
  scope: string | null,
): Generator<ReadItem, ActsOfLoad> {
  const all = [...load.objects, ...actsApart(load, kind)].filter(({ type }) => type === ACT);
  const [objects = [], others = []] = [true, false].map((wanted) =>
    all.filter((object) => isOfKind(object, kind) === wanted),
  );
  const adopting = adoptingDocuments(objects, load.objects);
  const acts: Act[] = [];
  const unread = new Set<string>();
  for (const { link, document } of actsMissing(load, kind)) {
    const message = `the act that ${document.id} adopts or changes is not in the load`;
    yield issueAt(document.position, 'missing_act', message, 'uchwala', idIn(link) ?? link);
    const gmina6 = /\/(\d{6})-/.exec(link)?.[1];
    if (gmina6?.startsWith(scope ?? '')) unread.add(gmina6);
  }
  const nameless = load.left_out.filter(({ type, has_id }) => type === ACT && !has_id);
  for (const { gmina6 } of nameless) if (gmina6?.startsWith(scope ?? '')) unread.add(gmina6);
  const has_nameless = nameless.some(({ gmina6 }) => gmina6 === null);
  const elsewhere: string[] = [];
  const strays = scope === null ? strayVoivodeships(objects) : [];
  for (const object of objects) {
    const { id, gmina6, element, position, shape } = object;
    const process = processOf(element);
    if (process === null) {
      const message = `the status must be one of ${PROCESSES.join(', ')} (${id})`;
      yield issueAt(position, 'unknown_status', message, 'status', linksOf(element, 'status')[0]);
      unread.add(gmina6);
      continue;
    }
    if (scope !== null && !gmina6.startsWith(scope)) {
      const message = `the name of the load says ${scope}; the plan is of another unit`;
      yield issueAt(position, 'outside_scope', message, 'idIIP', id);
      elsewhere.push(gmina6);
      continue;
    }
    if (strays.includes(gmina6.slice(0, 2))) {
      const message =
        'a single plan of another voivodeship than all others: its gmina is not taken as loaded';
      yield issueAt(position, 'other_place', message, 'idIIP', id);
      continue;
    }
    yield* shapeIssues(object);
    yield* dayIssues(object);
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
  if (others.length > 0 && objects.length > 0) {
    yield passedOver('acts', `${describeTypes(others)}: not ${KINDS[kind].words}`);
  }
  const isForeign = objects.length === 0 ? others.length > 0 : areMany(elsewhere.length, objects.length);
  if (!isForeign) return { acts, unread, has_nameless, foreign: null };
  const foreign =
    objects.length === 0
      ? `${describeTypes(others)} and no ${KINDS[kind].words}`
      : `${elsewhere.length} of ${objects.length} acts of other gminy (${[...new Set(elsewhere)].join(', ').slice(0, 100)}), where the name says ${scope}`;
  return { acts, unread, has_nameless, foreign };
}

/** Acts that resolutions of a load adopt or change, none repeals, and that did not come: a plan lies there that nobody has seen. */
function actsMissing(
  { objects, past }: AppLoad,
  kind: PlanKind,
): { readonly link: string; readonly document: AppObject }[] {
  const documents = objects.filter(({ type, element }) => type === DOCUMENT && !isRepealed(element));
  const linksBy = (...names: string[]) =>
    documents.flatMap((document) =>
      names.flatMap((name) => linksOf(document.element, name).map((link) => ({ link, document }))),
    );
  const repealed = new Set(linksBy('uchyla', 'uniewaznia').map(({ link }) => idIn(link)));
  const find = indexOf(objects);
  const missing = linksBy('uchwala', 'zmienia').filter(({ link }) => {
    const id = idIn(link);
    return id !== null && KINDS[kind].namespace.test(id) && !repealed.has(id) && !past.has(id) && !find(link);
  });
  return [...new Map(missing.map((one) => [idIn(one.link), one])).values()];
}

const isRepealed = (document: XmlElement): boolean => textOf(document, 'dataUchylenia') !== null;

function strayVoivodeships(objects: readonly AppObject[]): string[] {
  const byCode = Map.groupBy(objects, ({ gmina6 }) => gmina6.slice(0, 2));
  return placesByCount(new Map([...byCode].map(([code, of]) => [code, of.length]))).strays;
}

const isOfKind = ({ id, element }: AppObject, kind: PlanKind): boolean => {
  const { type, namespace } = KINDS[kind];
  return type.test(codeOf(element, 'typPlanu') ?? '') || namespace.test(id);
};

/** By what they say they are: 2 planOgolnyGminy. */
function describeTypes(acts: readonly AppObject[]): string {
  const types = Map.groupBy(acts, ({ element }) => codeOf(element, 'typPlanu') ?? 'acts without a type');
  return [...types].map(([type, of]) => `${of.length} ${type}`).join(', ');
}

/**
 * Two local plans under one id are two plans: without either, its ground would be told to have none. A gmina has one
 * general plan, and which of two is the one cannot be told.
 */
function actsApart({ conflicting }: AppLoad, kind: PlanKind): AppObject[] {
  if (kind !== 'mpzp') return [];
  return conflicting.map((object) => ({ ...object, id: `${object.id}/${object.version}` }));
}

/** Days that are written and cannot be read. */
function* dayIssues({ element, position, id }: AppObject): Generator<ReadItem> {
  for (const field of ['obowiazujeOd', 'obowiazujeDo']) {
    const written = textOf(element, field);
    if (written === null || dayOf(written) !== null) continue;
    yield issueAt(position, 'bad_date', `${DAY_FORM} (${field} of ${id})`, field, written);
  }
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
  /** Those that are not taken, for their act or their day: what they say of their ground is not known. */
  readonly left_out: readonly AppObject[];
}

/** Areas that are part of each plan now. */
export function* groupByAct(
  areas: readonly AppObject[],
  acts: readonly Act[],
  { as_of, past }: AppLoad,
): Generator<ReadItem, AreasOfActs> {
  const actOf = new Map(acts.map((act) => [act.object, act]));
  const find = indexOf([...actOf.keys()]);
  const byAct = new Map<Act, AppObject[]>(acts.map((act) => [act, []]));
  const actless = new Set<string>();
  const left_out: AppObject[] = [];
  for (const area of areas) {
    if (isOver(area.element, as_of)) continue;
    // A link may be empty; then the local id tells.
    const link = linksOf(area.element, 'plan')[0] ?? planIn(area);
    const object = find(link);
    const act = object && actOf.get(object);
    if (act) {
      yield* dayIssues(area);
      if (childrenOf(area.element, 'plan').length === 0) {
        const message = `${area.id} has no link to its plan (plan, xlink:href); it counts to ${act.plan.plan_id} by its own id`;
        yield issueAt(area.position, 'missing_link', message, 'plan');
      }
      if (isOfLater(area, act, as_of)) {
        const message = `${area.id} is in force only after its plan (${act.plan.effective_from}) and after the day of the data (${as_of ?? 'unknown'}); it is left out`;
        const day = textOf(area.element, 'obowiazujeOd');
        yield issueAt(area.position, 'later_than_plan', message, 'obowiazujeOd', day);
        left_out.push(area);
        continue;
      }
      byAct.get(act)?.push(area);
      const [status] = linksOf(area.element, 'status');
      if (status !== undefined && processOf(area.element) === null) {
        const message = `the status must be one of ${PROCESSES.join(', ')}; ${area.id} counts by that of its plan`;
        yield issueAt(area.position, 'unknown_status', message, 'status', status);
      }
    } else {
      actless.add(area.gmina6);
      if (!past.has(idIn(link) ?? '')) left_out.push(area);
      yield issueAt(area.position, 'unknown_plan', `the plan of ${area.id} is not in the load`, 'plan', link);
    }
  }
  return { byAct, actless, left_out };
}

/** An amendment adds areas to a plan in force; those that it has not added yet are not part of it. */
function isOfLater({ element }: AppObject, { plan }: Act, as_of: string | null): boolean {
  const from = dayOf(textOf(element, 'obowiazujeOd'));
  if (from === null || plan.effective_from === null) return false;
  return from > plan.effective_from && from > (as_of ?? '');
}

/**
 * Why a load cannot be one of such plans, null where it can: acts of another kind or place are another file, and areas and
 * resolutions belong to acts. An answer that counts 0 is a fact: the registry holds no plan of this kind.
 */
export async function lackOfActs(
  { objects, left_out, unread }: AppLoad,
  { acts, foreign }: ActsOfLoad,
  files: readonly LoadFile[],
): Promise<string | null> {
  if (foreign !== null) return `found ${foreign}`;
  if (acts.length > 0) return null;
  const expected = `expected acts (${ACT}) with their areas and documents, in one file or archive`;
  const known = [...objects, ...left_out];
  if (known.length === 0) {
    if (unread.size > 0) return `found features of type ${[...unread].join(', ')}; ${expected}`;
    for (const { path } of files) {
      if (await isToldEmpty(path)) continue;
      return `found no feature in ${basename(path)}, which does not say that there is none; ${expected}, or numberMatched="0" of a register that holds nothing`;
    }
    return null;
  }
  const found = [...Map.groupBy(known, ({ type }) => type)].map(([type, of]) => `${of.length} ${type}`);
  const lack = known.some(({ type }) => type === ACT)
    ? 'no act that can be used'
    : 'no act that they belong to';
  return `found ${found.join(', ')} and ${lack}; ${expected}`;
}

/** The title of a code, or plain text. */
export const areaNameOf = (area: XmlElement): string | null =>
  childOf(area, 'nazwa')?.attributes.title?.trim() || textOf(area, 'nazwa');
