// What changed on a parcel and in its gmina, newest first.

import type { ChangeEvent } from '../contract/change-events.ts';
import { changes } from './page-answers.ts';
import { tellChange } from './tell-change.ts';
import { pageWords, showDay, withoutSampleLabel } from './words.ts';

export function EventTimeline({ id }: { id: string }) {
  const told = pageWords.value.events;
  const known = changes.value;
  if (known?.id !== id) return null;
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title">{told.title}</h2>
      {known.events.length === 0 ? (
        <p class="quiet">{known.since === null ? told.never : told.none(showDay(known.since))}</p>
      ) : (
        <ol class="timeline">
          {known.events.map((event) => (
            <li key={event.id}>
              <time dateTime={event.detected_at}>{showDay(event.detected_at)}</time>
              <Told event={event} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Told({ event }: { event: ChangeEvent }) {
  const told = pageWords.value.events;
  const { of, was, is } = tellChange(event);
  const change = was === null ? is : told.from_to(was, is ?? '–');
  return (
    <>
      <span>
        <b>{told.names[event.event]}</b>
        {of === null ? '' : `: ${withoutSampleLabel(of)}`}
      </span>
      {change !== null && <span class="difference">{change}</span>}
    </>
  );
}
