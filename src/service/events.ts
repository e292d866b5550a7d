// GET /v1/events: what changed for a parcel and its gmina, or for a gmina, newest first (spec §4.8; contract §9).

import { type ChangeEvent, EVENT_NAMES } from '../contract/answers.ts';
import type { InputOf } from '../contract/operations.ts';
import { placeOf } from '../domain/record.ts';
import type { StoredEvent } from '../store/store.ts';
import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';
import { cutPage, startOf } from './pages.ts';
import { parseList, requireTarget } from './parse-input.ts';
import { resolveTarget } from './resolve-target.ts';

export async function runEvents(context: Context, input: InputOf<'events'>): Promise<Outcome<ChangeEvent[]>> {
  const { since, types: written, limit, cursor, ...described } = input;
  const types = written === undefined ? null : parseList('types', written, EVENT_NAMES);
  const resolution = await resolveTarget(context, requireTarget(described));
  if (resolution.status !== 'parcel' && resolution.status !== 'gmina') return resolution;
  if (resolution.status === 'gmina' && !resolution.candidate.held) {
    return { status: 'not_covered', candidates: [resolution.candidate], resolved: resolution.resolved };
  }
  const subjects =
    resolution.status === 'gmina'
      ? [resolution.gmina.teryt]
      : [resolution.parcel.id, placeOf(resolution.parcel.id, context.corpus.admin).gmina_teryt];
  const filters = { subjects, since: since ?? null, types };
  const start = startOf(filters, cursor, ['number']);
  const rows = await context.reads.events({
    ...filters,
    before_seq: start ? Number(start[0]) : null,
    limit: limit + 1,
  });
  const { rows: shown, page } = cutPage(rows, limit, filters, (row) => [row.seq]);
  return {
    status: 'ok',
    result: shown.map((row) => eventOf(context, row)),
    resolved: resolution.resolved,
    page,
  };
}

function eventOf(context: Context, row: StoredEvent): ChangeEvent {
  return {
    id: `ev_${row.seq}`,
    event: row.event,
    detected_at: row.detected_at,
    layer: row.layer,
    before: row.before,
    after: row.after,
    as_of: row.as_of,
    // What the calendar alone changed has no load of its own: the register as it stands for the place.
    ...(row.source ? { source: context.corpus.sourceAt(row.source, row.scope || row.subject) } : {}),
  };
}
