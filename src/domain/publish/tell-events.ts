// What a publish changed, told as events: per parcel from its facts before and after, per gmina from its plans. A source
// that was not loaded for a place before tells no events there: nothing was known to change.

import { assessSubject } from '../assess/assessment.ts';
import {
  type Awaited,
  awaitedBetween,
  type Change,
  changesBetween,
  gminaChangesBetween,
} from '../assess/changes.ts';
import { Corpus, type CorpusParts } from '../corpus/corpus.ts';
import type { SourceId } from '../corpus/registers.ts';
import { readScope } from '../corpus/scope.ts';
import type { Facts } from '../layers/facts.ts';
import { generalPlansOf } from '../layers/general-plan.ts';
import { gminaPlanningOn } from '../layers/gmina-status.ts';
import { subjectOf } from '../layers/subject.ts';
import type { AwaitedRow, EventRow } from './event-rows.ts';

/** Parcels whose answers a load may move: what was known of them, and what is known now. */
export interface TouchedParcel {
  readonly id: string;
  readonly before: Facts;
  readonly after: Facts;
  readonly awaited: Awaited | null;
}

/** Tells the events of a publish from what was and what is: of its parcels page by page, then of the rest. */
export type TellEvents = (
  before: CorpusParts,
  after: CorpusParts,
) => {
  readonly ofParcels: (page: readonly TouchedParcel[]) => Iterable<EventRow | AwaitedRow>;
  /** Last, for the newest come first: what moved a gmina stands before what that moved in its parcels. */
  readonly ofGminy: () => Iterable<EventRow>;
};

const none = () => [];

/** For a publish that tells nothing. */
export const tellNothing: TellEvents = () => ({ ofParcels: none, ofGminy: none });

/** For a load of one source on one day. */
export function tellEvents(source: SourceId, day: string): TellEvents {
  return (before, after) => {
    const [was, is] = [new Corpus(before), new Corpus(after)];
    const wasLoaded = (gmina6: string) => was.stateAt(source, gmina6) !== undefined;
    return {
      ofParcels: (page) => parcelEvents(was, is, source, day, page),
      ofGminy: () => gminaEvents(was, is, day, day, wasLoaded),
    };
  };
}

/** What the calendar alone changed from one day to the next: nothing was loaded, a plan or a rule came into force. */
export function tellCalendar(dayBefore: string, day: string): TellEvents {
  return (_before, after) => {
    const corpus = new Corpus(after);
    return {
      *ofParcels(page) {
        for (const { id, after: facts } of page) {
          const subject = subjectOf(id, facts, corpus);
          const [was, is] = [assessSubject(subject, corpus, dayBefore), assessSubject(subject, corpus, day)];
          for (const change of changesBetween(was, is)) yield { ...judgedOn(day, change), subject: id };
        }
      },
      ofGminy: () => gminaEvents(corpus, corpus, dayBefore, day),
    };
  };
}

/**
 * What loads changed whose answers were left for later, told now that they are worked out. Anything else is known for the
 * first time: that is no change of the place. No file was loaded: each event names the register its layer answers from.
 */
export function tellComputed(day: string): TellEvents {
  return (_before, after) => {
    const is = new Corpus(after);
    return { ofParcels: (page) => computedEvents(is, day, page), ofGminy: none };
  };
}

/** What is put together from several registers, or says what is held, is of the day it was worked out for: no file dates it. */
const judgedOn = (day: string, change: Change): Change =>
  change.event === 'verdict_changed' || change.event === 'coverage_changed'
    ? { ...change, as_of: day }
    : change;

function* computedEvents(
  is: Corpus,
  day: string,
  page: readonly TouchedParcel[],
): Iterable<EventRow | AwaitedRow> {
  for (const { id, after: facts, awaited } of page) {
    if (awaited === null) continue;
    const subject = subjectOf(id, facts, is);
    const now = assessSubject(subject, is, day);
    const known = { ...now, ...awaited };
    const fromOf = ({ layer }: Change) => {
      const answer = layer === null || layer === 'planning' ? null : now[layer];
      return answer && { source: answer.source.id, scope: subject.place, as_of: answer.as_of };
    };
    for (const change of changesBetween(known, now))
      yield { ...judgedOn(day, change), subject: id, from: fromOf(change) };
    yield { parcel: id, awaited: awaitedBetween(known, now) };
  }
}

function* parcelEvents(
  was: Corpus,
  is: Corpus,
  source: SourceId,
  day: string,
  page: readonly TouchedParcel[],
): Iterable<EventRow | AwaitedRow> {
  const newParts = placesOfNewParts(was, is, source);
  for (const { id, before, after, awaited } of page) {
    const old = subjectOf(id, before, was);
    const isFirst =
      newParts.some((place) => old.place.startsWith(place)) ||
      !was.stateAt(source, source === 'egib' ? old.place : old.gmina6);
    if (isFirst && awaited === null) continue;
    const now = assessSubject(subjectOf(id, after, is), is, day);
    // What an earlier load left for later is compared with what was known before that load.
    const known = { ...(isFirst ? now : assessSubject(old, was, day)), ...awaited };
    for (const change of changesBetween(known, now)) yield { ...judgedOn(day, change), subject: id };
    const left = awaitedBetween(known, now);
    if (left !== null || awaited !== null) yield { parcel: id, awaited: left };
  }
}

/** The first load of a part of a register is as the first load of a place: where, as beginnings of codes. */
function placesOfNewParts(was: Corpus, is: Corpus, source: SourceId): string[] {
  const known = new Set(was.statesOf(source).map(({ scope }) => scope));
  return is
    .statesOf(source)
    .filter(({ scope }) => !known.has(scope))
    .map(({ scope }) => readScope(scope))
    .filter(({ part }) => part !== null)
    .map(({ place }) => place);
}

/** Gminy whose plans are known before or after. The day may differ too: the calendar causes events of its own. */
function* gminaEvents(
  was: Corpus,
  is: Corpus,
  dayBefore: string,
  dayAfter: string,
  wasLoaded: (gmina6: string) => boolean = () => true,
): Iterable<EventRow> {
  for (const gmina of is.admin.gminy) {
    const gmina6 = gmina.teryt.slice(0, 6);
    if ([was, is].every((corpus) => generalPlansOf(corpus, gmina6).length === 0)) continue;
    if (!wasLoaded(gmina6)) continue;
    const changes = gminaChangesBetween(
      gminaPlanningOn(dayBefore, was, gmina),
      gminaPlanningOn(dayAfter, is, gmina),
    );
    for (const change of changes) yield { ...change, subject: gmina.teryt };
  }
}
