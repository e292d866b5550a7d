// The events that the calendar causes (contract §6, The day): a plan comes into force or ends, a rule of law turns. No
// file brings them; the daily refresh tells them, day by day, each once.

import { Corpus } from '../domain/corpus/corpus.ts';
import { warsawDay } from '../domain/day.ts';
import { calendarDays, shiftDay } from '../domain/law/calendar.ts';
import { planStatusOn } from '../domain/law/plan-status.ts';
import { generalPlansOf } from '../domain/layers/general-plan.ts';
import { localPlansOf } from '../domain/layers/local-plans.ts';
import { tellCalendar, tellNothing } from '../domain/publish/tell-events.ts';
import { publishLoad } from './publish-load.ts';
import { revisit } from './revisit.ts';
import type { IngestOptions } from './run.ts';

/** The days told of, with how many events each; none on the first call, which only starts the count. */
export async function tellCalendarDays({
  writer,
  now,
}: IngestOptions): Promise<{ day: string; events: number }[]> {
  const today = warsawDay(now());
  const last = await writer.calendarDay();
  const corpus = new Corpus(await writer.corpus());
  const told: { day: string; events: number }[] = [];
  for (let day = last === null ? today : shiftDay(last, 1); day <= today; day = shiftDay(day, 1)) {
    const places = last === null ? [] : placesTurningOn(day, corpus);
    // A quiet day needs no stage; the last one is kept all the same.
    if (places.length === 0 && day < today) continue;
    const at = now().toISOString();
    const { stage, comparison } = await revisit(writer, { source: 'pog', places, at });
    const load = { as_of: day, at, layers: [], computed: true, calendar_day: day };
    const tell = places.length === 0 ? tellNothing : tellCalendar(shiftDay(day, -1), day);
    const { events } = await publishLoad(stage, comparison, load, tell);
    if (places.length > 0) told.push({ day, events });
  }
  return told;
}

/** Gminy (six digits) where a plan changes its status on that day; all of them when the law itself turns. */
function placesTurningOn(day: string, corpus: Corpus): string[] {
  const before = shiftDay(day, -1);
  const isTurn = calendarDays().includes(day);
  return corpus.admin.gminy
    .filter((gmina) => corpus.holdsGmina(gmina))
    .map((gmina) => gmina.teryt.slice(0, 6))
    .filter((gmina6) => {
      const all = [...generalPlansOf(corpus, gmina6), ...localPlansOf(corpus, gmina6)];
      return isTurn || all.some((plan) => planStatusOn(before, plan) !== planStatusOn(day, plan));
    });
}
