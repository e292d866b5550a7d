// The tables of push, as they came into the accounts file, step by step. Published: never edited.

export const PUSH_TABLES = `CREATE TABLE subscriptions (
     id TEXT PRIMARY KEY,
     key_id TEXT NOT NULL,
     url TEXT NOT NULL,
     target TEXT NOT NULL,
     types TEXT,
     secret TEXT NOT NULL,
     created_at TEXT NOT NULL,
     sent_seq INTEGER NOT NULL,
     held_parcels TEXT NOT NULL,
     failing_since TEXT,
     attempts INTEGER NOT NULL,
     next_attempt TEXT,
     disabled INTEGER NOT NULL,
     last_delivery TEXT,
     last_error TEXT
   ) STRICT;
   CREATE INDEX subscriptions_by_key ON subscriptions (key_id, created_at, id);
   CREATE TABLE push_lease (only INTEGER PRIMARY KEY CHECK (only = 1), holder TEXT NOT NULL, until TEXT NOT NULL) STRICT;
   INSERT INTO push_lease VALUES (1, '', '');`;

/** Streams of events that are open, in all processes: a key has so many seats. */
export const STREAM_SEATS = `CREATE TABLE stream_seats (
     key_id TEXT NOT NULL,
     seat INTEGER NOT NULL,
     holder TEXT NOT NULL,
     until TEXT NOT NULL,
     PRIMARY KEY (key_id, seat)
   ) STRICT, WITHOUT ROWID;`;
