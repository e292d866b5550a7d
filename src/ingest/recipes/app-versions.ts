// Which of several objects of one id counts: publishers send versions along that are over, and give one id to two things.
// The newer version of the same thing is taken; of two things that share an id neither, for nobody can tell which of them
// links mean. Does not know what a plan or a zone means.

import { OverlapArea } from '../../domain/geometry/overlap.ts';
import { areaOf } from '../../domain/geometry/rings.ts';
import { textOf } from '../formats/xml.ts';
import { issueAt, type ReadItem } from '../recipe.ts';
import { type AppObject, codeOf } from './app-objects.ts';
import { dayOf } from './plan-words.ts';

export interface SettledVersions {
  /** One of each id, in the order of the files. */
  readonly objects: AppObject[];
  /** All that share an id with another thing. */
  readonly conflicting: AppObject[];
}

export function* settleVersions(
  found: readonly AppObject[],
  as_of: string | null,
): Generator<ReadItem, SettledVersions> {
  const settled: SettledVersions = { objects: [], conflicting: [] };
  for (const same of Map.groupBy(found, ({ type, id }) => `${type} ${id}`).values()) {
    const live = same.filter(({ element }) => !isOver(element, as_of));
    const [newest, ...others] = (live.length > 0 ? live : same).toSorted(byVersion);
    if (newest === undefined) continue;
    const another = others.find((other) => !isSameThing(newest, other));
    if (another) {
      yield conflictOf(newest, another);
      settled.conflicting.push(newest, ...others);
      continue;
    }
    for (const repeated of others.filter(({ version }) => version === newest.version)) {
      const message = `${newest.id} stands in the load before; the first is kept`;
      yield issueAt(repeated.position, 'duplicate_id', message, 'idIIP', newest.id);
    }
    settled.objects.push(newest);
  }
  return settled;
}

/** Later ones first; of one version the first of the files. */
const byVersion = (a: AppObject, b: AppObject) =>
  a.version === b.version ? 0 : a.version < b.version ? 1 : -1;

export const isOver = (element: AppObject['element'], as_of: string | null): boolean => {
  const last = dayOf(textOf(element, 'obowiazujeDo'));
  return codeOf(element, 'status') === 'obsolete' || (last !== null && as_of !== null && last < as_of);
};

/** A new version may move a border; it does not move to other ground. */
const SAME_GROUND = 0.5;

function isSameThing(a: AppObject, b: AppObject): boolean {
  const told = (names: readonly string[]) => {
    const words = ({ element }: AppObject) => names.map((name) => textOf(element, name) ?? '').join(' ');
    return { areEqual: words(a) === words(b), isEmpty: words(a).trim() === '' };
  };
  const label = told(['oznaczenie', 'symbol']);
  if (!label.areEqual) return false;
  if (a.shape.ok && b.shape.ok) {
    const [first, second] = [a.shape.geometry, b.shape.geometry];
    const shared_m2 = new OverlapArea(first).with(new OverlapArea(second));
    return shared_m2 >= SAME_GROUND * Math.min(areaOf(first), areaOf(second));
  }
  return label.isEmpty ? told(['tytul', 'numerIdentyfikacyjny']).areEqual : true;
}

function conflictOf(newest: AppObject, another: AppObject): ReadItem {
  const described = ({ version, position, element }: AppObject) =>
    `${textOf(element, 'oznaczenie') ?? 'the one'} of version ${version || 'unknown'} (${position})`;
  const message = `two things have the id ${newest.id}: ${described(newest)} and ${described(another)}; neither is taken`;
  return issueAt(newest.position, 'conflicting_id', message, 'idIIP', newest.id);
}
