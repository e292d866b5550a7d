// GET /v1/events: what changed for a parcel and its gmina, or for a gmina, newest first (spec §4.8; contract §9). A permit
// is an event of every parcel around it: it is written once, for the permit, and found from the parcel that asks.

import { type ChangeEvent, EVENT_NAMES, type Resolved } from '../../contract/answers.ts';
import type { InputOf } from '../../contract/operations.ts';
import { loadSubject, permitSubject } from '../../domain/publish/event-rows.ts';
import { gminaTerytOf } from '../../domain/record.ts';
import type { ShapedParcel } from '../../domain/text/lookups.ts';
import type { StoredEvent } from '../../store/reads.ts';
import type { NoAnswer, Outcome } from '../pipeline/outcome.ts';
import { cutPage, startOf } from '../pipeline/pagination.ts';
import { parseList, requireTarget } from '../pipeline/parse.ts';
import type { Identification } from '../resolve/identification.ts';
import { identifyTarget } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadNearPermits } from '../snapshot/nearby-permits.ts';

export async function runEvents(context: Context, input: InputOf<'events'>): Promise<Outcome<ChangeEvent[]>> {
  const { since, types: written, limit, cursor, ...described } = input;
  const types = written === undefined ? null : parseList('types', written, EVENT_NAMES);
  const resolution = await identifyTarget(context, requireTarget(described));
  const about = await subjectsOf(context, resolution);
  if ('status' in about) return about;
  const { resolved, parcel_id, subjects, places } = about;
  const filters = { subjects: [parcel_id ?? '', ...places], since: since ?? null, types };
  const start = startOf(filters, cursor, ['number']);
  const distances =
    resolution.status === 'parcel' && (types === null || types.includes('permit_added'))
      ? await permitDistances(context, resolution.parcel)
      : new Map<string, number>();
  const rows = await context.reads.events({
    subjects: [...subjects, ...distances.keys()],
    places,
    since: since ?? null,
    types,
    before_seq: start ? Number(start[0]) : null,
    limit: limit + 1,
  });
  // The permits around and the loads of registers are no part of the cursor's filters: one that is added between two
  // pages spoils neither.
  const { rows: shown, page } = cutPage(rows, limit, filters, (row) => [row.seq]);
  return {
    status: 'ok',
    result: shown.map((row) => eventOf(context, row, distances.get(row.subject))),
    resolved,
    page,
  };
}

interface About {
  readonly resolved: Resolved;
  readonly parcel_id: string | null;
  readonly subjects: readonly string[];
  readonly places: readonly string[];
}

/**
 * A parcel: its own events, those of its gmina, and those of the registers that hold the place. A gmina: its own, those of
 * everything in it, and those of its registers. A parcel that is gone has left its events behind.
 */
async function subjectsOf(context: Context, resolution: Identification): Promise<About | NoAnswer> {
  const { corpus, reads } = context;
  const loadsAt = (...places: string[]) =>
    new Set(
      places.flatMap((place) => corpus.loadsAt(place).map(({ source, scope }) => loadSubject(source, scope))),
    );
  const ofParcel = (id: string, resolved: Resolved): About => {
    const gmina_teryt = gminaTerytOf(id, corpus.admin);
    const subjects = [id, gmina_teryt, ...loadsAt(id, gmina_teryt)];
    return { resolved, parcel_id: id, subjects, places: [] };
  };
  if (resolution.status === 'parcel') return ofParcel(resolution.parcel.id, resolution.resolved);
  if (resolution.status === 'gmina') {
    const { gmina, candidate, resolved } = resolution;
    if (!candidate.held) return { status: 'not_covered', candidates: [candidate], resolved };
    // Districts of a city have units of their own.
    const units = corpus.admin.obrebyOf(gmina.teryt).map((obreb) => obreb.id.slice(0, 6));
    const places = [...new Set([gmina.teryt.slice(0, 6), ...units])];
    return { resolved, parcel_id: null, subjects: [...loadsAt(gmina.teryt)], places };
  }
  const absent = resolution.status === 'not_found' ? resolution.absent : undefined;
  const id = absent?.id;
  if (!absent || !id) return resolution;
  const anyEvent = { subjects: [id], places: [], since: null, types: null, before_seq: null, limit: 1 };
  if ((await reads.events(anyEvent)).length === 0) return resolution;
  const gone = `${id} is not in the cadastre any more; this is what was told of it.`;
  return ofParcel(id, { ...absent, note: absent.note ? `${absent.note} ${gone}` : gone });
}

/** How far each permit around the parcel is, by the subject of its event. */
async function permitDistances(context: Context, parcel: ShapedParcel): Promise<Map<string, number>> {
  const near = await loadNearPermits(context, parcel);
  return new Map(
    near.map(({ permit_id, distance_m }) => [permitSubject(permit_id), Math.round(distance_m * 100) / 100]),
  );
}

/** Codes of gminy have no underscore, other subjects no digits in front. */
const isParcelId = (subject: string) => /^\d{6}_/.test(subject);

function eventOf(context: Context, row: StoredEvent, distance_m: number | undefined): ChangeEvent {
  return {
    id: `ev_${row.seq}`,
    event: row.event,
    ...(isParcelId(row.subject) ? { parcel_id: row.subject } : {}),
    detected_at: row.detected_at,
    layer: row.layer,
    before: row.before,
    after: distance_m === undefined ? row.after : { ...(row.after as object), distance_m },
    as_of: row.as_of,
    // What the calendar alone changed has no load of its own: the register as it stands for the place.
    ...(row.source ? { source: context.corpus.sourceAt(row.source, row.scope || row.subject) } : {}),
  };
}
