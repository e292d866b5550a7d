// GET /v1/events: what changed for a parcel and its gmina, or for a gmina, newest first (spec §4.8; contract §9). A permit
// is an event of every parcel around it: it is written once, for the permit, and found from the parcel that asks.

import { type ChangeEvent, EVENT_NAMES } from '../contract/answers.ts';
import type { InputOf } from '../contract/operations.ts';
import { placeOf } from '../domain/record.ts';
import type { StoredEvent, StoredParcel } from '../store/store.ts';
import type { Context } from './context.ts';
import { loadNearPermits } from './near-permits.ts';
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
  const distances =
    resolution.status === 'parcel' && (types === null || types.includes('permit_added'))
      ? await permitDistances(context, resolution.parcel)
      : new Map<string, number>();
  const rows = await context.reads.events({
    ...filters,
    subjects: [...subjects, ...distances.keys()],
    before_seq: start ? Number(start[0]) : null,
    limit: limit + 1,
  });
  // The permits around are no part of the cursor's filters: one that is added between two pages spoils neither.
  const { rows: shown, page } = cutPage(rows, limit, filters, (row) => [row.seq]);
  return {
    status: 'ok',
    result: shown.map((row) => eventOf(context, row, distances.get(row.subject))),
    resolved: resolution.resolved,
    page,
  };
}

/** How far each permit around the parcel is, by the subject of its event. */
async function permitDistances(context: Context, parcel: StoredParcel): Promise<Map<string, number>> {
  const near = await loadNearPermits(context, parcel);
  return new Map(
    near.map(({ permit_id, distance_m }) => [`permit ${permit_id}`, Math.round(distance_m * 100) / 100]),
  );
}

function eventOf(context: Context, row: StoredEvent, distance_m: number | undefined): ChangeEvent {
  return {
    id: `ev_${row.seq}`,
    event: row.event,
    detected_at: row.detected_at,
    layer: row.layer,
    before: row.before,
    after: distance_m === undefined ? row.after : { ...(row.after as object), distance_m },
    as_of: row.as_of,
    // What the calendar alone changed has no load of its own: the register as it stands for the place.
    ...(row.source ? { source: context.corpus.sourceAt(row.source, row.scope || row.subject) } : {}),
  };
}
