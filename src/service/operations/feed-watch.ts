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
    watched: since.map(([id, instant]) => ({ id, day: instant.slice(0, 10) })),
    not_loaded: [...registers].filter((id) => isMain(id) && !held.has(id)),
  };
}

/** Registers that are watched for longer are named, and those that are not watched at all. */
export function withWatch(
  { corpus: { language } }: Context,
  resolved: Resolved,
  { observed_since, watched, not_loaded }: Watch,
): Resolved {
  const day = observed_since?.slice(0, 10) ?? null;
  const earlier = watched.filter((one) => day !== null && one.day < day);
  const isHeld = watched.some(({ id }) => id === 'egib');
  const notes = [
    ...(resolved.note ? [resolved.note] : []),
    ...(isHeld ? [] : [CHANGE_FEED.notWatched[language]]),
    ...(day === null ? [] : [CHANGE_FEED.watchedSince[language](day)]),
    ...(earlier.length > 0 ? [CHANGE_FEED.watchedEarlier[language](earlier)] : []),
    ...(isHeld && not_loaded.length > 0 ? [CHANGE_FEED.notLoaded[language](not_loaded)] : []),
  ];
  return { ...resolved, note: notes.join(' ') };
}
