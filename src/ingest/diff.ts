// What a publish changed, told as events: per parcel from its facts before and after, per gmina from its plans. A source
// that was not loaded for a place before tells no events there: nothing was known to change.

import { assessSubject } from '../domain/assessment.ts';
import { Corpus, isPlace } from '../domain/corpus.ts';
import { changesBetween, gminaChangesBetween } from '../domain/events.ts';
import { gminaPlanningOn } from '../domain/layers/planning.ts';
import { subjectOf } from '../domain/layers/subject.ts';
import type { SourceId } from '../domain/sources.ts';
import type { EventRow, TellEvents, TouchedParcel } from '../store/store.ts';

/** For a load of one source on one day. */
export function tellEvents(source: SourceId, day: string): TellEvents {
  return function* (before, after, touched) {
    const [was, is] = [new Corpus(before), new Corpus(after)];
    const wasLoaded = (gmina6: string) => was.stateAt(source, gmina6) !== undefined;
    yield* gminaEvents(was, is, day, day, wasLoaded);
    yield* parcelEvents(was, is, source, day, touched);
  };
}

/** What the calendar alone changed from one day to the next: nothing was loaded, a plan or a rule came into force. */
export function tellCalendar(dayBefore: string, day: string): TellEvents {
  return function* (_before, after, touched) {
    const corpus = new Corpus(after);
    yield* gminaEvents(corpus, corpus, dayBefore, day);
    for (const { id, after: facts } of touched) {
      const subject = subjectOf(id, facts, corpus);
      const [was, is] = [assessSubject(subject, corpus, dayBefore), assessSubject(subject, corpus, day)];
      for (const change of changesBetween(was, is)) yield { ...change, subject: id };
    }
  };
}

function* parcelEvents(
  was: Corpus,
  is: Corpus,
  source: SourceId,
  day: string,
  touched: Iterable<TouchedParcel>,
): Iterable<EventRow> {
  if (bringsNewKind(was, is, source)) return;
  for (const { id, before, after } of touched) {
    const [old, now] = [subjectOf(id, before, was), subjectOf(id, after, is)];
    if (!was.stateAt(source, source === 'egib' ? old.place : old.gmina6)) continue;
    for (const change of changesBetween(assessSubject(old, was, day), assessSubject(now, is, day))) {
      yield { ...change, subject: id };
    }
  }
}

/** A register without places is loaded by role or kind: the first load of one is as the first load of a place. */
function bringsNewKind(was: Corpus, is: Corpus, source: SourceId): boolean {
  const known = new Set(was.statesOf(source).map(({ scope }) => scope));
  return is.statesOf(source).some(({ scope }) => !isPlace(scope) && !known.has(scope));
}

/** Gminy whose plans are known before or after. The day may differ too: the calendar causes events of its own. */
export function* gminaEvents(
  was: Corpus,
  is: Corpus,
  dayBefore: string,
  dayAfter: string,
  wasLoaded: (gmina6: string) => boolean = () => true,
): Iterable<EventRow> {
  for (const gmina of is.admin.gminy) {
    const gmina6 = gmina.teryt.slice(0, 6);
    if (was.pogSourceOf(gmina6) === null && is.pogSourceOf(gmina6) === null) continue;
    if (!wasLoaded(gmina6)) continue;
    const changes = gminaChangesBetween(
      gminaPlanningOn(dayBefore, was, gmina),
      gminaPlanningOn(dayAfter, is, gmina),
    );
    for (const change of changes) yield { ...change, subject: gmina.teryt };
  }
}
