// Since when a change feed would have told: by the first load of every register that tells what was asked for. Of the time before an
// empty feed says nothing (contract §9).

import type { Resolved } from '../../contract/answers.ts';
import { EVENT_NAMES, type EventName } from '../../contract/change-events.ts';
import type { SourceId } from '../../domain/corpus/registers.ts';
import { isMain } from '../../domain/layers/layer-registers.ts';
import { registersTelling } from '../../domain/publish/event-registers.ts';
import { CHANGE_FEED, type Watched } from '../../domain/sentences/change-feed-sentences.ts';
import type { Context } from '../snapshot/context.ts';

const CADASTRE: ReadonlySet<SourceId> = new Set(['egib']);

interface Watch {
  /** Since when all registers are watched that tell what was asked for; null where none of them is held. */
  readonly observed_since: string | null;
  readonly watched: readonly Watched[];
  readonly not_loaded: readonly SourceId[];
}

/** Nothing is said of the time before the last of the registers was loaded: an empty feed must not read as "no change". */
export function watchAt({ corpus }: Context, place: string, types: readonly EventName[] | null): Watch {
  const asked = types ?? EVENT_NAMES.filter((event) => event !== 'source_refreshed');
  const told = asked.map(registersTelling);
  const registers = new Set(told.flatMap((each) => [...each]));
  const since = [...corpus.watchedAt(place)].filter(([id]) => registers.has(id));
  const held = new Set(since.map(([id]) => id));
  // What other registers tell is not watched by the cadastre alone.
  const isWatched = (each: ReadonlySet<SourceId>) => {
    const others = each.difference(CADASTRE);
    return held.has('egib') && (others.size === 0 || !others.isDisjointFrom(held));
  };
  const latest = since
    .map(([, instant]) => instant)
    .sort()
    .at(-1);
  return {
    observed_since: (told.some(isWatched) ? latest : null) ?? null,
    watched: since.map(([id, instant]) => ({ id, since: instant })),
    not_loaded: [...registers].filter((id) => isMain(id) && !held.has(id)),
  };
}

/**
 * Whether the feed has to say since when it is watched: it is empty, or tells what is older, which only some of the registers tell.
 * Days are compared with the day.
 */
export const tellsWatch = ({ observed_since }: Watch, told: readonly string[]): boolean =>
  told.length === 0 ||
  observed_since === null ||
  told.some((instant) => instant < observed_since.slice(0, instant.length));

/** Registers that are watched for longer are named, and those that are not watched at all. `told` are instants of what the feed tells. */
export function withWatch(
  { corpus: { language } }: Context,
  resolved: Resolved,
  { observed_since, watched, not_loaded }: Watch,
  told: readonly string[] = [],
): Resolved {
  const day = observed_since?.slice(0, 10) ?? null;
  // A register of the same day matters where the feed tells something of that day.
  const before = told.some((instant) => day !== null && instant.startsWith(`${day}T`)) ? observed_since : day;
  const earlier = watched.filter((one) => before !== null && one.since < before);
  const isHeld = watched.some(({ id }) => id === 'egib');
  const notes = [
    ...(resolved.note ? [resolved.note] : []),
    ...(isHeld ? [] : [CHANGE_FEED.notWatched[language]]),
    ...(day === null ? [] : [CHANGE_FEED.watchedSince[language](day)]),
    ...(day !== null && earlier.length > 0 ? [CHANGE_FEED.watchedEarlier[language](earlier, day)] : []),
    ...(isHeld && not_loaded.length > 0 ? [CHANGE_FEED.notLoaded[language](not_loaded)] : []),
  ];
  return { ...resolved, note: notes.join(' ') };
}
