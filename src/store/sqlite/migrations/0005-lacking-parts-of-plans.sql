-- A plan tells how many of the zones and infill areas that its act names are not held; NULL: it cannot be told. Until now it
-- told only whether infill areas came, even where the load had reported that some of those it names did not.
CREATE TABLE new_plans (
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
INSERT INTO new_plans
  SELECT source, plan_id, kind, gmina6, title, process, effective_from, effective_to, adopted_on, resolution_url, NULL,
    iif(carries_ouz AND NOT EXISTS (
      SELECT 1 FROM issues WHERE issues.kind = 'missing_ouz' AND instr(message || ' ', ' ' || plan_id || ' ')), 0, NULL)
  FROM plans ORDER BY rowid;
DROP TABLE plans;
ALTER TABLE new_plans RENAME TO plans;
-- The same files count as new: only they tell what is lacking.
UPDATE sources SET file_sha256 = '' WHERE source = 'pog';
