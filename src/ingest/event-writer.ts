// Writes the events of one publish as they are told, and counts them.

import { datedEvent, type EventRow, type Origin } from '../domain/publish/event-rows.ts';
import type { Publication } from '../store/writer.ts';

export class EventWriter {
  written = 0;
  readonly #publication: Publication;
  readonly #here: Origin;
  readonly #at: string;

  /** `here` is the load that tells them. */
  constructor(publication: Publication, here: Origin, at: string) {
    this.#publication = publication;
    this.#here = here;
    this.#at = at;
  }

  async add(rows: Iterable<EventRow>): Promise<void> {
    const events = Array.from(rows, (row) => datedEvent(row, this.#here, this.#at));
    if (events.length > 0) await this.#publication.addEvents(events);
    this.written += events.length;
  }
}
