// The events behind a number that a subscription or a stream is to be told of, oldest first.

import type { EventName } from '../../contract/change-events.ts';
import type { SearchPolygon } from '../../contract/inputs.ts';
import { readSearchArea, type SearchArea } from '../../domain/geometry/search-area.ts';
import type { MultiPolygon } from '../../domain/geometry/types.ts';
import { boundsOf } from '../../domain/geometry/wkb.ts';
import { permitSubject } from '../../domain/publish/event-rows.ts';
import type { EventSelection, StoredEvent } from '../../store/reads.ts';
import type { WatchTarget } from '../../store/watches.ts';
import { inSteps } from '../pipeline/event-loop.ts';
import type { Context } from '../snapshot/context.ts';
import { loadNearPermits } from '../snapshot/nearby-permits.ts';
import { parcelsOf } from './area-search.ts';
import { subjectsOfGmina, subjectsOfParcel } from './event-subjects.ts';

export interface Watch {
  readonly target: WatchTarget;
  readonly types: readonly EventName[] | null;
  /** Of an area: the parcels it held when it was last looked at. */
  readonly held_parcels: readonly string[];
}

export interface WatchedEvents {
  readonly events: readonly StoredEvent[];
  readonly held_parcels: readonly string[];
}

export async function watchedEvents(
  context: Context,
  { target, types, held_parcels }: Watch,
  after_seq: number,
  limit: number,
): Promise<WatchedEvents> {
  const found = await selectionOf(context, target, held_parcels);
  const selection: EventSelection = { ...found, since: null, types };
  const events = await context.reads.eventsAfter(selection, after_seq, limit);
  return { events, held_parcels: found.held_parcels };
}

async function selectionOf(context: Context, target: WatchTarget, before: readonly string[]) {
  if ('gmina' in target) return { ...subjectsOfGmina(context, target.gmina), held_parcels: [] };
  if ('parcel' in target) {
    const parcel = (await context.reads.parcels([target.parcel])).get(target.parcel);
    const near = parcel ? await loadNearPermits(context, parcel) : [];
    const permits = near.map(({ permit_id }) => permitSubject(permit_id));
    return {
      subjects: [...subjectsOfParcel(context, target.parcel), ...permits],
      places: [],
      held_parcels: [],
    };
  }
  const read = await inSteps(areaIn(target.polygon), context.pause);
  // It was valid when it was stored.
  if (!read.ok) throw new RangeError(read.message.en);
  const held_parcels = await parcelsIn(context, read.area);
  const bounds = boundsOf({ type: 'MultiPolygon', coordinates: read.area });
  const [permits = []] = await context.reads.permitsIn([bounds], context.pause);
  // A parcel that is gone was in the area before.
  const subjects = new Set([...before, ...held_parcels]);
  for (const { permit_id } of permits) subjects.add(permitSubject(permit_id));
  return { subjects: [...subjects], places: [], held_parcels };
}

export function areaIn(polygon: SearchPolygon): Generator<void, SearchArea> {
  return readSearchArea(polygon.type === 'Polygon' ? [polygon.coordinates] : polygon.coordinates);
}

export async function parcelsIn(context: Context, area: MultiPolygon): Promise<string[]> {
  const found = await parcelsOf(context, area, '', Number.MAX_SAFE_INTEGER);
  return found.map(({ id }) => id);
}
