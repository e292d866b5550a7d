-- Streams of events that are open, on all servers together: a key has so many seats. Lost with a crash of PostgreSQL, and then all are free.
CREATE UNLOGGED TABLE stream_seats (
  key_id text COLLATE "C" NOT NULL,
  seat integer NOT NULL,
  holder text NOT NULL,
  until text COLLATE "C" NOT NULL,
  PRIMARY KEY (key_id, seat)
);
