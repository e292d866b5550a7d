-- The dataset: one GeoPackage (OGC GeoPackage 1.3) that GDAL and QGIS open, and that the server reads.
-- Feature tables have R*Tree indexes named as the GeoPackage extension wants them. Its triggers are left out:
-- only our writer changes this file, and it keeps the indexes itself, set by set.

CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL PRIMARY KEY,
  organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  description TEXT
);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
  ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]', NULL),
  ('ETRF2000-PL / CS92', 2180, 'EPSG', 2180, 'PROJCS["ETRF2000-PL / CS92",GEOGCS["ETRF2000-PL",DATUM["ETRF2000_Poland",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",19],PARAMETER["scale_factor",0.9993],PARAMETER["false_easting",500000],PARAMETER["false_northing",-5300000],UNIT["metre",1],AUTHORITY["EPSG","2180"]]', NULL);

CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY,
  data_type TEXT NOT NULL,
  identifier TEXT UNIQUE,
  description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id)
);

CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL PRIMARY KEY REFERENCES gpkg_contents(table_name),
  column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id),
  z TINYINT NOT NULL,
  m TINYINT NOT NULL
);

CREATE TABLE gpkg_extensions (
  table_name TEXT,
  column_name TEXT,
  extension_name TEXT NOT NULL,
  definition TEXT NOT NULL,
  scope TEXT NOT NULL,
  UNIQUE (table_name, column_name, extension_name)
);

-- The geometry stands last: a read that does not want it does not load its pages.
CREATE TABLE parcels (
  fid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  area_official_m2 REAL,
  area_geometry_m2 REAL NOT NULL,
  lng REAL NOT NULL,
  lat REAL NOT NULL,
  record_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  obreb_id TEXT NOT NULL,
  number TEXT NOT NULL,
  land_use TEXT,
  geom BLOB NOT NULL
);
-- Numbers are asked for by obręb; ids without a map sheet are found by the id index alone.
CREATE INDEX parcels_on_sheets ON parcels (obreb_id, number) WHERE id LIKE '%.AR\_%' ESCAPE '\';
CREATE VIRTUAL TABLE rtree_parcels_geom USING rtree(id, minx, maxx, miny, maxy);

CREATE TABLE boundaries (
  fid INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  level TEXT NOT NULL,
  name TEXT,
  geom BLOB NOT NULL
);
CREATE VIRTUAL TABLE rtree_boundaries_geom USING rtree(id, minx, maxx, miny, maxy);

-- What the registers draw on the ground, whatever the register: zones, infill areas, plan outlines, designations, soil
-- contours, address points. Large polygons stand in pieces. Attributes are JSON; the answers are worked out from these.
-- Neighbouring parts of a register may draw the same object, each its own piece or version of it.
CREATE TABLE evidence (
  fid INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  role TEXT NOT NULL,
  key TEXT NOT NULL,
  piece INTEGER NOT NULL,
  place TEXT NOT NULL,
  version TEXT NOT NULL,
  hash TEXT NOT NULL,
  attributes TEXT NOT NULL,
  geom BLOB NOT NULL,
  UNIQUE (source, role, key, place, piece)
);
CREATE INDEX evidence_by_place ON evidence (source, place);
CREATE VIRTUAL TABLE rtree_evidence_geom USING rtree(id, minx, maxx, miny, maxy);

-- Address points by what people type: folded names, no street as ''. Which point it is: the row of evidence.
CREATE TABLE addresses (
  fid INTEGER PRIMARY KEY REFERENCES evidence(fid),
  gmina TEXT NOT NULL,
  locality TEXT NOT NULL,
  street TEXT NOT NULL,
  number TEXT NOT NULL
);
CREATE INDEX addresses_by_place ON addresses (gmina, locality, street, number);
CREATE INDEX addresses_by_street ON addresses (street, number);

-- What is known of a parcel, without anything that depends on the day: one text with a line for each layer that has a
-- fact (domain/layers/packed-facts.ts). No row, or an empty text: nothing is recorded.
CREATE TABLE parcel_facts (fid INTEGER PRIMARY KEY REFERENCES parcels(fid), facts TEXT NOT NULL);

-- Building permits, one row a parcel they name. Where that parcel lies (EPSG:2180) is worked out when permits or parcels
-- are published; NULL while no such parcel is held. The index holds those that have a place.
CREATE TABLE permits (
  fid INTEGER PRIMARY KEY,
  place TEXT NOT NULL,
  permit_id TEXT NOT NULL,
  parcel_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  decision_date TEXT,
  object_category TEXT,
  x REAL,
  y REAL,
  UNIQUE (place, permit_id, parcel_id)
);
CREATE INDEX permits_by_parcel ON permits (parcel_id);
CREATE VIRTUAL TABLE rtree_permits USING rtree(id, minx, maxx, miny, maxy);

CREATE TABLE plans (
  source TEXT NOT NULL,
  plan_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  gmina6 TEXT NOT NULL,
  title TEXT,
  process TEXT NOT NULL,
  effective_from TEXT,
  effective_to TEXT,
  adopted_on TEXT,
  resolution_url TEXT,
  lacks_zones INTEGER,
  lacks_ouz INTEGER,
  PRIMARY KEY (source, plan_id)
);

-- How much of a gmina its local plans cover, from which day on.
CREATE TABLE mpzp_cover (gmina6 TEXT NOT NULL, since TEXT NOT NULL, pct REAL NOT NULL, PRIMARY KEY (gmina6, since));

-- For which powiaty the facts of a layer are worked out from what is loaded now.
CREATE TABLE computed (layer TEXT NOT NULL, powiat TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (layer, powiat));

-- What was last known of parcels where a load left layers for later (JSON): what they are compared with, once, when they
-- are worked out.
CREATE TABLE awaited (id TEXT NOT NULL PRIMARY KEY REFERENCES parcels(id), known TEXT NOT NULL);

INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) VALUES
  ('evidence', 'features', 'evidence', 'What the registers draw on the ground', 2180),
  ('parcels', 'features', 'parcels', 'Land parcels (EGiB)', 2180),
  ('boundaries', 'features', 'boundaries', 'Boundaries of powiaty, gminy, cadastral units and obręby (PRG)', 2180);
INSERT INTO gpkg_geometry_columns VALUES
  ('evidence', 'geom', 'GEOMETRY', 2180, 0, 0),
  ('parcels', 'geom', 'MULTIPOLYGON', 2180, 0, 0),
  ('boundaries', 'geom', 'MULTIPOLYGON', 2180, 0, 0);
INSERT INTO gpkg_extensions VALUES
  ('evidence', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only'),
  ('parcels', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only'),
  ('boundaries', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');

CREATE TABLE terc (code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE obreby (id TEXT NOT NULL PRIMARY KEY, name TEXT);

-- What is loaded: the scope is a place ('' for the country, a voivodeship, a powiat, a gmina, an obręb), or a part of the
-- register in a place: flood_q100/14.
CREATE TABLE sources (
  source TEXT NOT NULL,
  scope TEXT NOT NULL,
  as_of TEXT,
  last_success_at TEXT NOT NULL,
  file_sha256 TEXT NOT NULL,
  rows INTEGER NOT NULL,
  synthetic INTEGER NOT NULL,
  publishes TEXT NOT NULL,
  observed_since TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (source, scope)
);
CREATE VIEW partitions AS
  SELECT t.code AS powiat, t.name, s.as_of, s.last_success_at, s.rows AS parcels, s.source IS NOT NULL AS loaded
  FROM terc t LEFT JOIN sources s ON s.source = 'egib' AND s.scope = t.code
  WHERE length(t.code) = 4;

CREATE TABLE runs (
  run INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  synthetic INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  outcome TEXT NOT NULL,
  reason TEXT,
  rows INTEGER NOT NULL DEFAULT 0,
  issues INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE issues (
  issue INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs(run),
  position TEXT NOT NULL,
  field TEXT,
  kind TEXT NOT NULL,
  value TEXT,
  message TEXT NOT NULL
);
CREATE INDEX issues_by_run ON issues (run, kind);

-- The place is the unit (six digits) of a parcel, gmina or permit; '' for what belongs to none.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL,
  subject TEXT NOT NULL,
  place TEXT NOT NULL,
  layer TEXT,
  before TEXT,
  after TEXT,
  as_of TEXT,
  detected_at TEXT NOT NULL,
  source TEXT,
  scope TEXT NOT NULL
);
CREATE INDEX events_by_subject ON events (subject, seq);
-- Walked from the newest on: a page of a gmina reads no more than it shows, and what filters leave out costs no row.
CREATE INDEX events_by_place ON events (place, seq, event, detected_at, layer);

INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES
  ('terc', 'attributes', 'terc'), ('obreby', 'attributes', 'obreby'), ('sources', 'attributes', 'sources'),
  ('partitions', 'attributes', 'partitions'), ('runs', 'attributes', 'runs'), ('issues', 'attributes', 'issues'),
  ('events', 'attributes', 'events'), ('plans', 'attributes', 'plans'), ('parcel_facts', 'attributes', 'parcel_facts'),
  ('permits', 'attributes', 'permits'), ('addresses', 'attributes', 'addresses'),
  ('mpzp_cover', 'attributes', 'mpzp_cover'), ('computed', 'attributes', 'computed'),
  ('awaited', 'attributes', 'awaited');

CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO meta VALUES ('schema', '8'), ('version', '0');
