// Owns the table of open streams in the database, which all servers have in common.

import type { StreamSeat, StreamSeats } from '../watches.ts';
import type { Link } from './link.ts';

export class PostgisStreamSeats implements StreamSeats {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  async take(
    key_id: string,
    holder: string,
    most: number,
    now: string,
    until: string,
  ): Promise<StreamSeat | null> {
    const free = await this.#link.rows(
      `SELECT seat FROM generate_series(1, $2::integer) seat
       WHERE seat NOT IN (SELECT s.seat FROM stream_seats s WHERE s.key_id = $1 AND s.until >= $3) ORDER BY seat`,
      [key_id, most, now],
    );
    // Another server may take the same seat at the same moment: then the next one is tried.
    for (const { seat } of free) {
      const taken = await this.#link.rows(
        `INSERT INTO stream_seats (key_id, seat, holder, until) VALUES ($1, $2, $3, $5)
         ON CONFLICT (key_id, seat) DO UPDATE SET holder = excluded.holder, until = excluded.until
           WHERE stream_seats.until < $4 RETURNING seat`,
        [key_id, seat, holder, now, until],
      );
      if (taken.length > 0) return { key_id, seat: Number(seat), holder };
    }
    return null;
  }

  async renew({ key_id, seat, holder }: StreamSeat, until: string): Promise<boolean> {
    const sql =
      'UPDATE stream_seats SET until = $4 WHERE key_id = $1 AND seat = $2 AND holder = $3 RETURNING seat';
    return (await this.#link.rows(sql, [key_id, seat, holder, until])).length > 0;
  }

  async leave({ key_id, seat, holder }: StreamSeat): Promise<void> {
    const sql = 'DELETE FROM stream_seats WHERE key_id = $1 AND seat = $2 AND holder = $3';
    await this.#link.rows(sql, [key_id, seat, holder]);
  }
}
