// Owns the table of open streams in the accounts file, which all processes of a server have in common.

import type { StreamSeat, StreamSeats } from '../watches.ts';
import type { AccountsDb } from './accounts-file.ts';

export class SqliteStreamSeats implements StreamSeats {
  readonly #db: AccountsDb;

  constructor(db: AccountsDb) {
    this.#db = db;
  }

  /** One statement: nobody else writes in between. */
  take(key_id: string, holder: string, most: number, now: string, until: string): StreamSeat | null {
    const taken = this.#db
      .prepare(
        `WITH RECURSIVE numbers (seat) AS (SELECT 1 UNION ALL SELECT seat + 1 FROM numbers WHERE seat < ?3)
         INSERT INTO stream_seats (key_id, seat, holder, until)
         SELECT ?1, seat, ?2, ?5 FROM numbers
         WHERE seat NOT IN (SELECT seat FROM stream_seats WHERE key_id = ?1 AND until >= ?4) ORDER BY seat LIMIT 1
         ON CONFLICT (key_id, seat) DO UPDATE SET holder = excluded.holder, until = excluded.until
         RETURNING seat`,
      )
      .get(key_id, holder, most, now, until);
    return taken ? { key_id, seat: Number(taken.seat), holder } : null;
  }

  renew({ key_id, seat, holder }: StreamSeat, until: string): boolean {
    const { changes } = this.#db
      .prepare('UPDATE stream_seats SET until = ? WHERE key_id = ? AND seat = ? AND holder = ?')
      .run(until, key_id, seat, holder);
    return Number(changes) > 0;
  }

  leave({ key_id, seat, holder }: StreamSeat): void {
    this.#db
      .prepare('DELETE FROM stream_seats WHERE key_id = ? AND seat = ? AND holder = ?')
      .run(key_id, seat, holder);
  }
}
