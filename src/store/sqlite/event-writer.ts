// Writes the events of one publish, in its transaction. When and from which load they come is that of the publish.

import { loadSubject } from '../reads.ts';
import type { EventRow } from '../writer.ts';
import type { Publication } from './publish.ts';

/** Six digits of the unit that a parcel or gmina belongs to; a register belongs to none. */
const placeOf = (subject: string) => (/^\d{6}/.test(subject) ? subject.slice(0, 6) : '');

export class EventWriter {
  written = 0;
  readonly #publication: Publication;

  constructor(publication: Publication) {
    this.#publication = publication;
  }

  /** Of parcels: `changes` selects subject, before, after. */
  tell(event: string, changes: string): void {
    const { db, run, load } = this.#publication;
    const { changes: count } = db
      .prepare(
        `INSERT INTO main.events (event, layer, as_of, detected_at, source, scope, place, subject, before, after)
         SELECT ?, NULL, ?, ?, ?, ?, substr(id, 1, 6), * FROM (${changes} ORDER BY 1)`,
      )
      .run(event, load.as_of, load.at, run.source, load.scopes[0] ?? '');
    this.written += Number(count);
  }

  add(rows: Iterable<EventRow>): void {
    const { db, run, load } = this.#publication;
    const insert = db.prepare(
      `INSERT INTO main.events (event, subject, place, layer, before, after, as_of, detected_at, source, scope)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));
    const here = { source: run.source, scope: load.scopes[0] ?? '', as_of: load.as_of };
    for (const { event, subject, place = placeOf(subject), layer, before, after, from = here } of rows) {
      insert.run(
        event,
        subject,
        place,
        layer,
        json(before),
        json(after),
        from?.as_of ?? null,
        load.at,
        from?.source ?? null,
        from?.scope ?? '',
      );
      this.written += 1;
    }
  }

  refreshed(scope: string, before: string | null): void {
    const { run, load } = this.#publication;
    this.add([
      {
        event: 'source_refreshed',
        subject: loadSubject(run.source, scope),
        layer: null,
        before: { as_of: before },
        after: { as_of: load.as_of, freshness: 'fresh' },
        from: { source: run.source, scope, as_of: load.as_of },
      },
    ]);
  }
}
