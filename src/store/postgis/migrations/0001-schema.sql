-- The dataset and the accounts in PostgreSQL. Rows have the columns of the embedded store and the same bytes; geometry is a
-- GeoPackage blob beside its bounds, which alone are indexed (PostGIS). Parcels stand in one partition a powiat, evidence in one
-- for each powiat, voivodeship and the country: a query names those it reads. What is looked up across the country (addresses,
-- permits, events, boundaries) stands in plain tables. Texts are compared by their bytes, as SQLite does.

CREATE TABLE meta (key text COLLATE "C" PRIMARY KEY, value text NOT NULL);
INSERT INTO meta VALUES ('version', '0'), ('ground', '0'), ('keys', '0'), ('born', gen_random_uuid()::text);

-- References are given in the order of loads, so that rows come back in the order in which they were loaded.
CREATE TABLE counters (kind text COLLATE "C" PRIMARY KEY, newest bigint NOT NULL);
INSERT INTO counters SELECT kind, 0 FROM unnest(ARRAY['parcels', 'boundaries', 'terc', 'plans', 'evidence', 'permits', 'events']) kind;

CREATE TABLE parcels (
  part text COLLATE "C" NOT NULL,
  fid bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  area_official_m2 float8,
  area_geometry_m2 float8 NOT NULL,
  lng float8 NOT NULL,
  lat float8 NOT NULL,
  minx float8 NOT NULL,
  miny float8 NOT NULL,
  maxx float8 NOT NULL,
  maxy float8 NOT NULL,
  record_hash text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  obreb_id text COLLATE "C" NOT NULL,
  number text COLLATE "C" NOT NULL,
  land_use text,
  facts text,
  geom bytea NOT NULL
) PARTITION BY LIST (part);
CREATE UNIQUE INDEX parcels_by_id ON parcels (id, part);
CREATE UNIQUE INDEX parcels_by_fid ON parcels (fid, part);
CREATE INDEX parcels_on_sheets ON parcels (obreb_id, number) WHERE id LIKE '%.AR\_%';
CREATE INDEX parcels_by_bounds ON parcels USING gist (ST_MakeEnvelope(minx, miny, maxx, maxy, 2180));

CREATE TABLE evidence (
  part text COLLATE "C" NOT NULL,
  fid bigint NOT NULL,
  source text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  piece integer NOT NULL,
  place text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  attributes text NOT NULL,
  minx float8 NOT NULL,
  miny float8 NOT NULL,
  maxx float8 NOT NULL,
  maxy float8 NOT NULL,
  geom bytea NOT NULL
) PARTITION BY LIST (part);
CREATE UNIQUE INDEX evidence_by_key ON evidence (source, role, key, place, piece, part);
CREATE UNIQUE INDEX evidence_by_fid ON evidence (fid, part);
CREATE INDEX evidence_by_place ON evidence (source, place);
CREATE INDEX evidence_by_bounds ON evidence USING gist (ST_MakeEnvelope(minx, miny, maxx, maxy, 2180));

-- Which partitions there are, and in which squares of the ground each has rows of a kind (parcels, or a role of evidence): from
-- this it is known which ones a box has to name. A square that has become empty may stay.
CREATE TABLE partitions (kind text COLLATE "C" NOT NULL, part text COLLATE "C" NOT NULL, PRIMARY KEY (kind, part));
CREATE TABLE ground (
  kind text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  PRIMARY KEY (kind, part, x, y)
);

CREATE TABLE boundaries (
  fid bigint PRIMARY KEY,
  code text COLLATE "C" NOT NULL UNIQUE,
  level text COLLATE "C" NOT NULL,
  name text,
  minx float8 NOT NULL,
  miny float8 NOT NULL,
  maxx float8 NOT NULL,
  maxy float8 NOT NULL,
  geom bytea NOT NULL
);
CREATE INDEX boundaries_by_bounds ON boundaries USING gist (ST_MakeEnvelope(minx, miny, maxx, maxy, 2180));

-- With what an answer needs of the row of evidence, so that an address anywhere in the country is one lookup.
CREATE TABLE addresses (
  fid bigint PRIMARY KEY,
  gmina text COLLATE "C" NOT NULL,
  locality text COLLATE "C" NOT NULL,
  street text COLLATE "C" NOT NULL,
  number text COLLATE "C" NOT NULL,
  attributes text NOT NULL,
  geom bytea NOT NULL
);
CREATE INDEX addresses_by_place ON addresses (gmina, locality, street, number, fid);
CREATE INDEX addresses_by_street ON addresses (street, number, fid);

CREATE TABLE permits (
  fid bigint PRIMARY KEY,
  place text COLLATE "C" NOT NULL,
  permit_id text COLLATE "C" NOT NULL,
  parcel_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  decision_date text,
  object_category text,
  x float8,
  y float8,
  UNIQUE (place, permit_id, parcel_id)
);
CREATE INDEX permits_by_parcel ON permits (parcel_id, fid);
CREATE INDEX permits_by_bounds ON permits USING gist (ST_MakeEnvelope(x, y, x, y, 2180)) WHERE x IS NOT NULL;

CREATE TABLE plans (
  fid bigint PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  gmina6 text COLLATE "C" NOT NULL,
  title text,
  process text NOT NULL,
  effective_from text,
  effective_to text,
  adopted_on text,
  resolution_url text,
  lacks_zones integer,
  lacks_ouz integer,
  UNIQUE (source, plan_id)
);

CREATE TABLE mpzp_cover (
  gmina6 text COLLATE "C" NOT NULL,
  since text COLLATE "C" NOT NULL,
  pct float8 NOT NULL,
  PRIMARY KEY (gmina6, since)
);
CREATE TABLE computed (
  layer text COLLATE "C" NOT NULL,
  powiat text COLLATE "C" NOT NULL,
  at text NOT NULL,
  PRIMARY KEY (layer, powiat)
);
CREATE TABLE awaited (id text COLLATE "C" PRIMARY KEY, known text NOT NULL);
CREATE TABLE terc (
  fid bigint PRIMARY KEY,
  code text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  kind text NOT NULL
);
CREATE TABLE obreby (id text COLLATE "C" PRIMARY KEY, name text);
CREATE TABLE sources (
  source text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  as_of text,
  last_success_at text NOT NULL,
  file_sha256 text NOT NULL,
  rows integer NOT NULL,
  synthetic integer NOT NULL,
  publishes text NOT NULL,
  observed_since text NOT NULL DEFAULT '',
  PRIMARY KEY (source, scope)
);

CREATE TABLE runs (
  run integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  file text NOT NULL,
  sha256 text NOT NULL,
  synthetic integer NOT NULL,
  started_at text NOT NULL,
  finished_at text,
  outcome text NOT NULL,
  reason text,
  rows integer NOT NULL DEFAULT 0,
  issues integer NOT NULL DEFAULT 0
);
CREATE TABLE issues (
  issue bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  run integer NOT NULL REFERENCES runs (run),
  position text NOT NULL,
  field text,
  kind text COLLATE "C" NOT NULL,
  value text,
  message text NOT NULL
);
CREATE INDEX issues_by_run ON issues (run, kind);

CREATE TABLE events (
  seq bigint PRIMARY KEY,
  event text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  place text COLLATE "C" NOT NULL,
  layer text COLLATE "C",
  before text,
  after text,
  as_of text,
  detected_at text COLLATE "C" NOT NULL,
  source text,
  scope text NOT NULL
);
CREATE INDEX events_by_subject ON events (subject, seq);
CREATE INDEX events_by_place ON events (place, seq) INCLUDE (event, detected_at, layer);

-- The accounts: keys by the SHA-256 of their secrets, what each was charged, and what servers have leased of limits and quotas.
CREATE TABLE keys (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  hash bytea NOT NULL UNIQUE,
  previous_hash bytea UNIQUE,
  previous_until text COLLATE "C",
  rate_per_s float8 NOT NULL,
  burst integer NOT NULL,
  monthly_quota bigint,
  created_at text NOT NULL,
  revoked_at text
);
CREATE UNIQUE INDEX keys_by_name ON keys (name) WHERE revoked_at IS NULL;
CREATE FUNCTION tell_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE meta SET value = (value::bigint + 1)::text WHERE meta.key = 'keys';
  PERFORM pg_notify('miedza_news', current_schema() || ' keys');
  RETURN NULL;
END $$;
CREATE TRIGGER keys_changed AFTER INSERT OR UPDATE OR DELETE ON keys FOR EACH STATEMENT EXECUTE FUNCTION tell_keys();

CREATE TABLE usage (
  key_id text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  cost bigint NOT NULL,
  charged bigint NOT NULL,
  refunded bigint NOT NULL,
  PRIMARY KEY (key_id, day, operation)
);

-- Who watches what; one server holds the lease to deliver.
CREATE TABLE subscriptions (
  id text COLLATE "C" PRIMARY KEY,
  key_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  target text NOT NULL,
  types text,
  secret text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  sent_seq bigint NOT NULL,
  held_parcels text NOT NULL,
  failing_since text,
  attempts integer NOT NULL,
  next_attempt text COLLATE "C",
  disabled integer NOT NULL,
  last_delivery text,
  last_error text
);
CREATE INDEX subscriptions_by_key ON subscriptions (key_id, created_at, id);
CREATE TABLE push_lease (one integer PRIMARY KEY CHECK (one = 1), holder text NOT NULL, until text COLLATE "C" NOT NULL);
INSERT INTO push_lease VALUES (1, '', '');

-- A token bucket a key: so many tokens were missing at that moment. Lost with a crash of PostgreSQL, and then full again.
CREATE UNLOGGED TABLE buckets (
  key_id text COLLATE "C" PRIMARY KEY,
  missing float8 NOT NULL,
  at timestamptz NOT NULL
);

/*
 * Takes as many tokens as there are, at most `wanted`; `needed` of them or none, and what weighs more than the burst needs a
 * full bucket. Negative numbers give tokens back. A debt is taken whether the tokens are there or not.
 */
CREATE FUNCTION lease_tokens(
  of_key text, rate float8, burst float8, needed float8, wanted float8, is_debt boolean,
  OUT taken float8, OUT missing_after float8
) LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz := clock_timestamp();
  bucket buckets%ROWTYPE;
  room float8;
BEGIN
  INSERT INTO buckets VALUES (of_key, 0, now_at) ON CONFLICT DO NOTHING;
  SELECT * INTO bucket FROM buckets b WHERE b.key_id = of_key FOR UPDATE;
  bucket.missing := greatest(0, bucket.missing - greatest(0, extract(epoch FROM now_at - bucket.at)) * rate);
  room := burst - bucket.missing;
  IF is_debt OR wanted < 0 THEN taken := wanted;
  ELSIF needed > burst AND bucket.missing <= 1e-6 THEN taken := needed;
  ELSIF room + 1e-6 < needed THEN taken := 0;
  ELSE taken := greatest(needed, least(wanted, floor(room + 1e-6)));
  END IF;
  missing_after := greatest(0, bucket.missing + taken);
  UPDATE buckets b SET missing = missing_after, at = now_at WHERE b.key_id = of_key;
END $$;

-- What a server has set aside of a key's quota. It ends with its time: a server that was killed holds nothing for long.
CREATE TABLE quota_leases (
  key_id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  server text COLLATE "C" NOT NULL,
  credits bigint NOT NULL,
  expires timestamptz NOT NULL,
  PRIMARY KEY (key_id, month, server)
);

/* Sets the lease of a server to at most `wanted` credits, as far as charges and the leases of others leave room. */
CREATE FUNCTION lease_quota(
  of_key text, of_month text, of_server text, wanted bigint, quota bigint, lasts interval,
  OUT credits bigint, OUT charged bigint, OUT elsewhere bigint
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext(current_schema() || ' quota'), hashtext(of_key));
  SELECT coalesce(sum(u.charged), 0) INTO charged FROM usage u
    WHERE u.key_id = of_key AND u.day BETWEEN of_month || '-01' AND of_month || '-31';
  SELECT coalesce(sum(l.credits), 0) INTO elsewhere FROM quota_leases l
    WHERE l.key_id = of_key AND l.month = of_month AND l.server <> of_server AND l.expires > clock_timestamp();
  credits := greatest(0, least(wanted, quota - charged - elsewhere));
  INSERT INTO quota_leases VALUES (of_key, of_month, of_server, credits, clock_timestamp() + lasts)
    ON CONFLICT (key_id, month, server) DO UPDATE SET credits = excluded.credits, expires = excluded.expires;
  DELETE FROM quota_leases l WHERE l.key_id = of_key AND l.expires < clock_timestamp() - interval '1 hour';
END $$;

-- For PostGIS and QGIS: what is served, as geometries.
CREATE VIEW parcel_shapes AS
  SELECT part, id, area_official_m2, area_geometry_m2, land_use,
    ST_GeomFromWKB(substring(geom FROM 41), 2180) AS shape FROM parcels;
CREATE VIEW boundary_shapes AS
  SELECT code, level, name, ST_GeomFromWKB(substring(geom FROM 41), 2180) AS shape FROM boundaries;
