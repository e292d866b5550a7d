-- The facts of a parcel become one packed value instead of a column a layer: a new layer changes no schema.
CREATE TABLE packed_facts (fid INTEGER PRIMARY KEY REFERENCES parcels(fid), facts TEXT NOT NULL);
INSERT INTO packed_facts
  SELECT fid, concat_ws(char(10), 'pog ' || pog, 'mpzp ' || mpzp, 'soil ' || soil, 'address ' || address,
    'flood ' || flood, 'landslide ' || landslide, 'protected ' || protected, 'buildings ' || buildings,
    'road_access ' || road_access, 'prices ' || prices)
  FROM parcel_facts ORDER BY fid;
DROP TABLE parcel_facts;
ALTER TABLE packed_facts RENAME TO parcel_facts;
