// Events as they are written: what happened to what, and from which load it is known.

import type { EventName } from '../../contract/change-events.ts';
import type { Awaited } from '../assess/changes.ts';
import type { SourceId } from '../corpus/registers.ts';

/** What an event of a register is about: the part of it that one load brings. */
export const loadSubject = (source: SourceId, scope: string): string => `source ${source} ${scope}`;

/** What an event of a building permit is about. */
export const permitSubject = (permit_id: string): string => `permit ${permit_id}`;

/** The load that an event is known from. */
export interface Origin {
  readonly source: string;
  readonly scope: string;
  readonly as_of: string | null;
}

/** An event as it is told; when, and from which load, is known by whoever publishes. */
export interface EventRow {
  readonly event: EventName;
  readonly subject: string;
  /** Six digits of the unit it happened in; known by itself of a parcel or gmina. */
  readonly place?: string;
  readonly layer: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** Members that are told though they are the same. */
  readonly always?: readonly string[];
  /** Where it is not that of the load. */
  readonly as_of?: string;
  /** Where it comes from when that is not the load that tells it; null where that is no single register. */
  readonly from?: Origin | null;
}

/** What a parcel's layers that are left for later will be compared with; null once there is nothing left. */
export interface AwaitedRow {
  readonly parcel: string;
  readonly awaited: Awaited | null;
}

/** An event as it is stored. */
export interface DatedEvent {
  readonly event: EventName;
  readonly subject: string;
  /** Six digits; '' for what belongs to no unit. */
  readonly place: string;
  readonly layer: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly as_of: string | null;
  readonly detected_at: string;
  readonly source: string | null;
  readonly scope: string;
}

/** Six digits of the unit that a parcel or gmina belongs to; a register belongs to none. */
const unitIn = (subject: string) => (/^\d{6}/.test(subject) ? subject.slice(0, 6) : '');

/**
 * Of two objects only the members in which they differ, those of inner objects too; anything else as it is. Where all that is
 * told is equal (an outline that moved without growing), all of it is told. `always` are told in any case.
 */
export function changedMembers(
  before: unknown,
  after: unknown,
  always: readonly string[] = [],
): { before: unknown; after: unknown } {
  if (!isPlain(before) || !isPlain(after)) return { before, after };
  const was: [string, unknown][] = [];
  const is: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (JSON.stringify(old) === JSON.stringify(now) && !always.includes(name)) continue;
    const inner = changedMembers(old, now);
    if (old !== undefined) was.push([name, inner.before]);
    if (now !== undefined) is.push([name, inner.after]);
  }
  if (was.length === 0 && is.length === 0) return { before, after };
  return { before: Object.fromEntries(was), after: Object.fromEntries(is) };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** `here` is the load that tells the event. */
export function datedEvent(row: EventRow, here: Origin, at: string): DatedEvent {
  const { event, subject, place = unitIn(subject), layer, before, after, always, from = here } = row;
  return {
    event,
    subject,
    place,
    layer,
    ...changedMembers(before, after, always),
    as_of: row.as_of ?? from?.as_of ?? null,
    detected_at: at,
    source: from?.source ?? null,
    scope: from?.scope ?? '',
  };
}
