// What is known of a register once a load is published: the state of each of its scopes, and which of them moved.

import type { SourceId, SourceState } from '../corpus/registers.ts';
import { readScope } from '../corpus/scope.ts';
import { type EventRow, loadSubject } from './event-rows.ts';

/** A load as its states tell of it. */
export interface LoadedFile {
  readonly source: SourceId;
  readonly sha256: string;
  readonly synthetic: boolean;
  readonly as_of: string | null;
  /** When it is published. */
  readonly at: string;
}

/** A scope that the load replaces, and what is held of it now. */
export interface LoadedScope {
  readonly scope: string;
  /** Of the load, in this scope. */
  readonly rows: number;
  readonly publishes: readonly string[];
}

/** Rows of a load in each of its scopes. */
export function rowsIn(scopes: readonly string[], byPlace: ReadonlyMap<string, number>): number[] {
  return scopes.map((scope) =>
    [...byPlace].reduce((sum, [place, count]) => sum + (place.startsWith(scope) ? count : 0), 0),
  );
}

/** `known` are the states of the source before; given back are all of them after, and an event for each day that moved. */
export function statesAfter(
  known: readonly SourceState[],
  { source, sha256, synthetic, as_of, at }: LoadedFile,
  scopes: readonly LoadedScope[],
): { readonly states: SourceState[]; readonly events: EventRow[] } {
  const events: EventRow[] = [];
  const states = new Map(known.map((state) => [state.scope, state]));
  for (const { scope, rows, publishes } of scopes) {
    const before = states.get(scope);
    if (before && before.as_of !== as_of) {
      const event = refreshed(source, scope, before.as_of, as_of);
      if (!events.some((told) => isTheSame(told, event))) events.push(event);
    }
    for (const other of states.keys()) if (isWithin(other, scope)) states.delete(other);
    const replaced = [before, ...(readScope(scope).part === null ? [] : widerOf(states, scope))];
    for (const state of replaced)
      if (state && state.file_sha256 !== sha256) forgetFile(states, state.file_sha256);
    const saved = {
      source,
      scope,
      as_of,
      last_success_at: at,
      observed_since: before?.observed_since ?? at,
      file_sha256: sha256,
      rows,
      synthetic,
      publishes,
    };
    states.set(scope, saved);
  }
  return { states: [...states.values()], events };
}

/** An obręb loaded by itself is gone when its powiat is loaded whole. */
const isWithin = (scope: string, wider: string) => wider !== '' && scope !== wider && scope.startsWith(wider);

/** Loads of a part of a register of which this scope replaces some ground. */
const widerOf = (states: ReadonlyMap<string, SourceState>, scope: string): SourceState[] =>
  [...states.values()].filter((state) => isWithin(scope, state.scope));

/** Where only some scopes of an earlier file are replaced, that file is no longer what is served: loading it again must count. */
function forgetFile(states: Map<string, SourceState>, sha256: string): void {
  for (const [scope, state] of states) {
    if (state.file_sha256 === sha256) states.set(scope, { ...state, file_sha256: '' });
  }
}

/** The parts of a register in one load move together, and an event does not name the part. */
const isTheSame = (told: EventRow, { before, from }: EventRow): boolean =>
  JSON.stringify(told.before) === JSON.stringify(before) &&
  readScope(told.from?.scope ?? '').place === readScope(from?.scope ?? '').place;

function refreshed(source: SourceId, scope: string, was: string | null, as_of: string | null): EventRow {
  return {
    event: 'source_refreshed',
    subject: loadSubject(source, scope),
    layer: null,
    before: { as_of: was },
    after: { as_of, freshness: 'fresh' },
    from: { source, scope, as_of },
  };
}
