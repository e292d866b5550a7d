// GET /v1/events: what changed for a parcel and its gmina, or for a gmina, newest first (spec §4.8; contract §9). A permit
// is an event of every parcel around it: it is written once, for the permit, and found from the parcel that asks.

import type { Resolved } from '../../contract/answers.ts';
import { type ChangeEvent, EVENT_NAMES, type EventSummary } from '../../contract/change-events.ts';
import { HINTS } from '../../contract/fault-hints.ts';
import { FAULTS } from '../../contract/fault-sentences.ts';
import { phraseOf } from '../../contract/language.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { InputOf } from '../../contract/operations.ts';
import { permitSubject } from '../../domain/publish/event-rows.ts';
import { CHANGE_FEED } from '../../domain/sentences/change-feed-sentences.ts';
import { withReasonIn } from '../../domain/sentences/stored-reasons.ts';
import type { LocatedParcel, ShapedParcel } from '../../domain/text/lookups.ts';
import type { StoredEvent } from '../../store/reads.ts';
import { invalidInput, type NoAnswer, type Outcome } from '../pipeline/outcome.ts';
import { cutPage, startOf } from '../pipeline/pagination.ts';
import { parseList, requireTarget } from '../pipeline/parse.ts';
import type { Identification } from '../resolve/identification.ts';
import { identifyTarget } from '../resolve/resolve-target.ts';
import type { Context } from '../snapshot/context.ts';
import { loadNearPermits } from '../snapshot/nearby-permits.ts';
import { subjectsOfGmina, subjectsOfParcel } from './event-subjects.ts';
import { tellsWatch, watchAt, withWatch } from './feed-watch.ts';

export async function runEvents(
  context: Context,
  input: InputOf<'events'>,
): Promise<Outcome<ChangeEvent[] | EventSummary>> {
  const { since = null, types: written, summary, limit: asked, cursor, ...described } = input;
  const limit = asked ?? LIMITS.page_limit.default;
  const pages = (['limit', 'cursor'] as const).filter((name) => input[name] !== undefined);
  if (summary && pages.length > 0)
    throw invalidInput(phraseOf(FAULTS.pagesWithSummary, pages), HINTS.pagesOrSummary);
  const types = written === undefined ? null : parseList('types', written, EVENT_NAMES);
  const resolution = await identifyTarget(context, requireTarget(described));
  const about = await subjectsOf(context, resolution);
  if ('status' in about) return about;
  const { resolved, parcel_id, places } = about;
  const filters = { subjects: [parcel_id ?? '', ...places], since, types };
  const start = startOf(filters, cursor, ['number']);
  const distances =
    resolution.status === 'parcel' && (types === null || types.includes('permit_added'))
      ? await permitDistances(context, resolution.parcel)
      : new Map<string, number>();
  const selection = { subjects: [...about.subjects, ...distances.keys()], places, since, types };
  const watch = watchAt(context, about.watched, types);
  const { observed_since } = watch;
  if (summary) {
    const by_type = await context.reads.countEvents(selection, context.pause);
    const days = by_type.map(({ first }) => first);
    const noted = tellsWatch(watch, days) ? withWatch(context, resolved, watch) : resolved;
    return { status: 'ok', result: { by_type, observed_since }, resolved: noted, observed_since };
  }
  const rows = await context.reads.events({
    ...selection,
    before_seq: start ? Number(start[0]) : null,
    limit: limit + 1,
  });
  // The permits around and the loads of registers are no part of the cursor's filters: one that is added between two
  // pages spoils neither.
  const { rows: shown, page } = cutPage(rows, limit, filters, (row) => [row.seq]);
  const instants = shown.map(({ detected_at }) => detected_at);
  // Behind the last page there is nothing, and that says nothing.
  const isWatchTold = tellsWatch(watch, instants) && !(shown.length === 0 && cursor !== undefined);
  return {
    status: 'ok',
    result: shown.map((row) => eventOf(context, row, distances.get(row.subject))),
    resolved: isWatchTold ? withWatch(context, resolved, watch, instants) : resolved,
    observed_since,
    page,
  };
}

interface About {
  readonly resolved: Resolved;
  readonly parcel_id: string | null;
  readonly subjects: readonly string[];
  readonly places: readonly string[];
  /** The place whose registers are watched. */
  readonly watched: string;
}

/**
 * A parcel: its own events, those of its gmina, and those of the registers that hold the place. A gmina: its own, those of
 * everything in it, and those of its registers. A parcel that is gone has left its events behind.
 */
async function subjectsOf(context: Context, resolution: Identification): Promise<About | NoAnswer> {
  const { reads } = context;
  const ofParcel = (id: string, resolved: Resolved): About => ({
    resolved,
    parcel_id: id,
    subjects: subjectsOfParcel(context, id),
    places: [],
    watched: id,
  });
  if (resolution.status === 'parcel') return ofParcel(resolution.parcel.id, resolution.resolved);
  if (resolution.status === 'gmina') {
    const { gmina, candidate, resolved } = resolution;
    if (!candidate.held) return { status: 'not_covered', candidates: [candidate], resolved };
    const { subjects, places } = subjectsOfGmina(context, gmina.teryt);
    return { resolved, parcel_id: null, subjects, places, watched: places[0] ?? '' };
  }
  const absent = resolution.status === 'not_found' ? resolution.absent : undefined;
  const id = absent?.id;
  if (!absent || !id) return resolution;
  const anyEvent = { subjects: [id], places: [], since: null, types: null, before_seq: null, limit: 1 };
  if ((await reads.events(anyEvent)).length === 0) return resolution;
  const successors = resolution.status === 'not_found' ? resolution.successors : undefined;
  // Each tells how it came from the parcel that is gone.
  const became = new Set(successors?.map(({ match_reason }) => match_reason));
  const notes = [
    ...(absent.note ? [absent.note] : []),
    CHANGE_FEED.goneParcel[context.corpus.language](id),
    ...became,
  ];
  return ofParcel(id, { ...absent, note: notes.join(' ') });
}

/** How far each permit around the parcel is, by the subject of its event. */
async function permitDistances(context: Context, parcel: LocatedParcel): Promise<Map<string, number>> {
  const near = await loadNearPermits(context, await outlined(context, parcel));
  return new Map(
    near.map(({ permit_id, distance_m }) => [permitSubject(permit_id), Math.round(distance_m * 100) / 100]),
  );
}

/** Told by a number it comes without its outline. */
async function outlined({ reads, pause }: Context, parcel: LocatedParcel): Promise<ShapedParcel> {
  if (isShaped(parcel)) return parcel;
  const row = (await reads.parcels([parcel.id], pause)).get(parcel.id);
  if (!row) throw new Error(`${parcel.id} was found and cannot be read`);
  return row;
}

const isShaped = (parcel: LocatedParcel): parcel is ShapedParcel => 'wkb' in parcel;

/** Codes of gminy have no underscore, other subjects no digits in front. */
const isParcelId = (subject: string) => /^\d{6}_/.test(subject);

function eventOf(context: Context, row: StoredEvent, distance_m: number | undefined): ChangeEvent {
  const { language } = context.corpus;
  return {
    id: `ev_${row.seq}`,
    event: row.event,
    ...(isParcelId(row.subject) ? { parcel_id: row.subject } : {}),
    detected_at: row.detected_at,
    layer: row.layer,
    before: withReasonIn(language, row.before),
    after:
      distance_m === undefined ? withReasonIn(language, row.after) : { ...(row.after as object), distance_m },
    as_of: row.as_of,
    // What the calendar alone changed has no load of its own: the register as it stands for the place.
    ...(row.source ? { source: context.corpus.sourceAt(row.source, row.scope || row.subject) } : {}),
  };
}
