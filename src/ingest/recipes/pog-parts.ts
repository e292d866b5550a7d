// Which of the parts of a general plan a load has brought: an act names its zones (wydzielenie) and regulations (regulacja),
// among them infill areas (OUZ). What it names and the load lacks, and what came and cannot be used, is counted; what becomes
// of that is domain/corpus/held-parts.ts.

import { textOf } from '../formats/xml.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import type { Act } from './app-acts.ts';
import { type AppObject, type FindObject, indexOf, linksOf } from './app-objects.ts';
import type { AppLoad } from './app-schema.ts';

export const ZONE = 'StrefaPlanistyczna';
export const OUZ = 'ObszarUzupelnieniaZabudowy';
/** Of city-centre building (OZS) and access to services (OSD): they say nothing that the service serves, but acts name them. */
export const OTHER_REGULATIONS = [
  'ObszarZabudowySrodmiejskiej',
  'ObszarStandardowDostepnosciInfrastrukturySpolecznej',
];
const OTHER_LINK = new RegExp(`${OTHER_REGULATIONS.join('|')}|\\d(OZS|OSD)(_|/|$)`);
const OUZ_LINK = new RegExp(`${OUZ}|\\dOUZ(_|/|$)`);

/** What an act names, as its links are written. */
export interface NamedParts {
  readonly zones: readonly string[];
  readonly ouz: readonly string[];
}

/** `find` looks among all objects of the load. A regulation that it does not find and that tells no kind may be an infill area. */
export function namedParts({ object }: Act, find: FindObject): NamedParts {
  const isOuz = (link: string) => OUZ_LINK.test(link) || find(link)?.type === OUZ;
  const isOther = (link: string) =>
    OTHER_LINK.test(link) || OTHER_REGULATIONS.includes(find(link)?.type ?? '');
  const divided = linksOf(object.element, 'wydzielenie');
  const regulated = linksOf(object.element, 'regulacja');
  const isZone = (link: string) => link.includes(ZONE) || find(link)?.type === ZONE;
  return {
    zones: [...divided.filter((link) => !isOuz(link)), ...regulated.filter(isZone)],
    ouz: [...divided.filter(isOuz), ...regulated.filter((link) => !isOther(link) && !isZone(link))],
  };
}

export interface Lack {
  readonly lacks_zones: number | null;
  readonly lacks_ouz: number | null;
}

/** What came with a load and is not among what is read of it. */
interface NotTaken {
  /** For their act or their day: they may belong to each act of their gmina. */
  readonly areas: readonly AppObject[];
  readonly objects: AppLoad['left_out'];
}

/**
 * How many zones and infill areas of an act are lacking; null where that cannot be told: it names none, though there may be
 * some. An act that names zones and no infill area has none (law §3.6), unless one came all the same.
 */
export function* countLack(
  act: Act,
  areas: readonly AppObject[],
  find: FindObject,
  notTaken: NotTaken,
): Generator<ReadItem, Lack> {
  const named = namedParts(act, find);
  const lackOf = (type: string, links: readonly string[]) => {
    const missing = [...new Set(links.filter((link) => find(link) === null))];
    const came = areas.filter((area) => area.type === type);
    const unusable = came.filter((area) => !isUsable(area));
    const lost = notTaken.areas.filter((area) => area.type === type && area.gmina6 === act.plan.gmina6);
    const nameless = leftOutOf(type, act, missing, notTaken.objects);
    const lacking = missing.length + unusable.length + lost.length + nameless;
    return { missing, came: came.length, lacking };
  };
  const [zones, ouz] = [lackOf(ZONE, named.zones), lackOf(OUZ, named.ouz)];
  const { plan_id } = act.plan;
  const { position } = act.object;
  if (zones.missing.length > 0) {
    const message = `${zones.missing.length} of the ${named.zones.length} zones of ${plan_id} are not in the load`;
    yield issueAt(position, 'missing_zone', message, 'wydzielenie', zones.missing[0]);
  }
  if (ouz.missing.length > 0) {
    const message = `${ouz.missing.length} of the ${named.ouz.length} infill areas of ${plan_id} are not in the load`;
    yield issueAt(position, 'missing_ouz', message, 'regulacja', ouz.missing[0]);
  }
  const hasNone = named.ouz.length === 0 && named.zones.length > 0 && ouz.came === 0 && ouz.lacking === 0;
  return {
    lacks_zones: named.zones.length > 0 ? zones.lacking : null,
    lacks_ouz: named.ouz.length > 0 || hasNone ? ouz.lacking : null,
  };
}

/** Those that may belong to the act and are not among the links that nothing was found for. */
function leftOutOf(
  type: string,
  { object }: Act,
  missing: readonly string[],
  left_out: AppLoad['left_out'],
): number {
  const findAct = indexOf([object]);
  return left_out.filter(
    (part) =>
      part.type === type &&
      (part.plan === null || findAct(part.plan) !== null) &&
      !missing.some((link) => part.isNamedBy(link)),
  ).length;
}

/** A zone has a symbol, by itself or in its label. */
const isUsable = ({ type, shape, element }: AppObject): boolean =>
  shape.ok && (type !== ZONE || symbolOf(element) !== '');

export const symbolOf = (zone: AppObject['element']): string =>
  textOf(zone, 'symbol') ?? textOf(zone, 'oznaczenie')?.replace(/^\d+/, '') ?? '';
