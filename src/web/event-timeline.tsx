// What changed on a parcel and in its gmina, newest first.

import type { ChangeEvent } from '../contract/change-events.ts';
import { changes } from './page-answers.ts';
import { pageWords, showDay } from './words.ts';

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
              <b>{told.names[event.event]}</b>
              <Difference event={event} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Short values only: what is long stands in the JSON. */
function Difference({ event: { before, after } }: { event: ChangeEvent }) {
  const [was, is] = [shortText(before), shortText(after)];
  return was === null && is === null ? null : (
    <span class="difference">{pageWords.value.events.from_to(was ?? '–', is ?? '–')}</span>
  );
}

function shortText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  const texts = Object.values(value).filter((one) => typeof one === 'string' || typeof one === 'number');
  const text = texts.slice(0, 3).join(', ');
  return text === '' || text.length > 60 ? null : text;
}
