// What a publish changed, told as events: per parcel from its facts before and after, per gmina from its plans. A source
// that was not loaded for a place before tells no events there: nothing was known to change.

import { assessSubject } from '../domain/assess/assessment.ts';
import {
  awaitedBetween,
  type Change,
  changesBetween,
  gminaChangesBetween,
} from '../domain/assess/changes.ts';
import { Corpus, isPlace } from '../domain/corpus/corpus.ts';
import type { SourceId } from '../domain/corpus/registers.ts';
import { gminaPlanningOn } from '../domain/layers/gmina-status.ts';
import { pogSourceOf } from '../domain/layers/pog.ts';
import { subjectOf } from '../domain/layers/subject.ts';
import type { AwaitedRow, EventRow, TellEvents, TouchedParcel } from '../store/writer.ts';

/** For a load of one source on one day. */
export function tellEvents(source: SourceId, day: string): TellEvents {
  return function* (before, after, touched) {
    const [was, is] = [new Corpus(before), new Corpus(after)];
    const wasLoaded = (gmina6: string) => was.stateAt(source, gmina6) !== undefined;
    yield* parcelEvents(was, is, source, day, touched);
    // Last, for the newest come first: what moved a gmina stands before what that moved in its parcels.
    yield* gminaEvents(was, is, day, day, wasLoaded);
  };
}

/** What the calendar alone changed from one day to the next: nothing was loaded, a plan or a rule came into force. */
export function tellCalendar(dayBefore: string, day: string): TellEvents {
  return function* (_before, after, touched) {
    const corpus = new Corpus(after);
    for (const { id, after: facts } of touched) {
      const subject = subjectOf(id, facts, corpus);
      const [was, is] = [assessSubject(subject, corpus, dayBefore), assessSubject(subject, corpus, day)];
      for (const change of changesBetween(was, is)) yield { ...change, subject: id };
    }
    yield* gminaEvents(corpus, corpus, dayBefore, day);
  };
}

/**
 * What loads changed whose answers were left for later, told now that they are worked out. Anything else is known for the
 * first time: that is no change of the place. No file was loaded: each event names the register its layer answers from.
 */
export function tellComputed(day: string): TellEvents {
  return function* (_before, after, touched) {
    const is = new Corpus(after);
    for (const { id, after: facts, awaited } of touched) {
      if (awaited === null) continue;
      const subject = subjectOf(id, facts, is);
      const now = assessSubject(subject, is, day);
      const known = { ...now, ...awaited };
      const fromOf = ({ layer }: Change) => {
        const answer = layer === null || layer === 'planning' ? null : now[layer];
        return answer && { source: answer.source.id, scope: subject.place, as_of: answer.as_of };
      };
      for (const change of changesBetween(known, now)) yield { ...change, subject: id, from: fromOf(change) };
      yield { parcel: id, awaited: awaitedBetween(known, now) };
    }
  };
}

function* parcelEvents(
  was: Corpus,
  is: Corpus,
  source: SourceId,
  day: string,
  touched: Iterable<TouchedParcel>,
): Iterable<EventRow | AwaitedRow> {
  const isNewKind = bringsNewKind(was, is, source);
  for (const { id, before, after, awaited } of touched) {
    const old = subjectOf(id, before, was);
    const isFirst = isNewKind || !was.stateAt(source, source === 'egib' ? old.place : old.gmina6);
    if (isFirst && awaited === null) continue;
    const now = assessSubject(subjectOf(id, after, is), is, day);
    // What an earlier load left for later is compared with what was known before that load.
    const known = { ...(isFirst ? now : assessSubject(old, was, day)), ...awaited };
    for (const change of changesBetween(known, now)) yield { ...change, subject: id };
    const left = awaitedBetween(known, now);
    if (left !== null || awaited !== null) yield { parcel: id, awaited: left };
  }
}

/** A register without places is loaded by role or kind: the first load of one is as the first load of a place. */
function bringsNewKind(was: Corpus, is: Corpus, source: SourceId): boolean {
  const known = new Set(was.statesOf(source).map(({ scope }) => scope));
  return is.statesOf(source).some(({ scope }) => !isPlace(scope) && !known.has(scope));
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
    if (pogSourceOf(was, gmina6) === null && pogSourceOf(is, gmina6) === null) continue;
    if (!wasLoaded(gmina6)) continue;
    const changes = gminaChangesBetween(
      gminaPlanningOn(dayBefore, was, gmina),
      gminaPlanningOn(dayAfter, is, gmina),
    );
    for (const change of changes) yield { ...change, subject: gmina.teryt };
  }
}
