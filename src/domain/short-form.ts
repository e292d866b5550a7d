// An answer in short form (contract §13): each source once, in a list, and its id wherever it stood. Pure; knows no operation.

import type { PlanningPart } from '../contract/planning-parts.ts';
import type { ShortCheckResult, ShortSource } from '../contract/short-answers.ts';
import { SourceRef } from '../contract/sources.ts';
import { howMany, MOST_NAMED } from './sentences/measures.ts';

/** By its members: a source is an object that has all of them. */
const SOURCE_MEMBERS = Object.keys(SourceRef.shape);

const isSource = (value: object): value is SourceRef => SOURCE_MEMBERS.every((member) => member in value);

/** Sources of one id that differ, as in their dates, get a number behind it. */
export class SourceList {
  readonly #names = new Map<string, string>();
  readonly sources: ShortSource[] = [];

  nameOf(source: SourceRef): string {
    const text = JSON.stringify(source);
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const same = this.sources.filter(({ id }) => id === source.id || id.startsWith(`${source.id}#`)).length;
    const name = same === 0 ? source.id : `${source.id}#${same + 1}`;
    this.#names.set(text, name);
    const { attribution, as_of, fallback } = source;
    this.sources.push({ id: name, attribution, as_of, ...(fallback ? { fallback } : {}) });
    return name;
  }
}

type ShortParts = Pick<ShortCheckResult, 'parts' | 'other_parts'>;

/** The largest parts, as they are; of very many the others together. `parts` come by their size. */
export function shortenParts(parts: readonly PlanningPart[]): ShortParts {
  const named = parts.slice(0, howMany(parts.length, MOST_NAMED));
  const others = Map.groupBy(parts.slice(named.length), ({ building }) => building);
  if (others.size === 0) return { parts: named };
  const summed = [...others].map(([building, group]) => {
    const sum = (member: 'share_pct' | 'area_m2') =>
      Math.round(group.reduce((total, part) => total + part[member], 0) * 100) / 100;
    return { building, share_pct: sum('share_pct'), area_m2: sum('area_m2'), count: group.length };
  });
  return { parts: named, other_parts: summed };
}

/** The value with the id of each source in its place, and without days that are those of its source. */
export function shorten(value: unknown, list: SourceList): unknown {
  if (Array.isArray(value)) return value.map((item) => shorten(item, list));
  if (value === null || typeof value !== 'object') return value;
  if (isSource(value)) return list.nameOf(value);
  const members = Object.entries(value).filter(([name]) => name !== 'as_of' || !hasDayOfSource(value));
  return Object.fromEntries(members.map(([name, member]) => [name, shorten(member, list)]));
}

function hasDayOfSource(answer: object): boolean {
  if (!('source' in answer && 'as_of' in answer)) return false;
  const { source, as_of } = answer;
  return source !== null && typeof source === 'object' && isSource(source) && source.as_of === as_of;
}
