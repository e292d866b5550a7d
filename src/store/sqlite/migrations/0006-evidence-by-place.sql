-- Neighbouring parts of a register may draw the same object: evidence is known by its place, too, and by its version where
-- the register gives one. What is stored has none: it counts as older than whatever says its version.
CREATE TABLE placed_evidence (
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
INSERT INTO placed_evidence SELECT fid, source, role, key, piece, place, '', hash, attributes, geom FROM evidence ORDER BY fid;
-- Addresses refer to evidence: they stand aside while it is replaced.
CREATE TABLE kept_addresses AS SELECT * FROM addresses;
DROP TABLE addresses;
DROP TABLE evidence;
ALTER TABLE placed_evidence RENAME TO evidence;
CREATE INDEX evidence_by_place ON evidence (source, place);
CREATE TABLE addresses (
  fid INTEGER PRIMARY KEY REFERENCES evidence(fid),
  gmina TEXT NOT NULL,
  locality TEXT NOT NULL,
  street TEXT NOT NULL,
  number TEXT NOT NULL
);
INSERT INTO addresses SELECT * FROM kept_addresses ORDER BY fid;
DROP TABLE kept_addresses;
CREATE INDEX addresses_by_place ON addresses (gmina, locality, street, number);
CREATE INDEX addresses_by_street ON addresses (street, number);
