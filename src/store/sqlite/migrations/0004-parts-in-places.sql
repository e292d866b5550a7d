-- Registers that are loaded by part (flood, landslides, nature protection, boundaries) belong to a place, too. Until now
-- one voivodeship was served, 14: whatever is stored without a place is of it.
UPDATE evidence SET key = '14/' || key
  WHERE source = 'flood' AND instr(key, '/') > 1 AND substr(key, instr(key, '/') + 1) <> ''
    AND substr(key, instr(key, '/') + 1) NOT GLOB '*[^0-9]*';
UPDATE evidence SET place = place || '14' WHERE source IN ('flood', 'sopo', 'gdos') AND place LIKE '%/';
UPDATE events SET subject = subject || '14' WHERE source IN ('flood', 'sopo', 'gdos') AND subject LIKE 'source %/';
UPDATE events SET scope = scope || '14' WHERE source IN ('flood', 'sopo', 'gdos') AND scope LIKE '%/';
UPDATE events SET subject = subject || '/14' WHERE source = 'prg' AND subject LIKE 'source prg %' AND subject NOT LIKE '%/%';
UPDATE events SET scope = scope || '/14' WHERE source = 'prg' AND scope <> '' AND scope NOT LIKE '%/%';
UPDATE sources SET scope = scope || '14' WHERE source IN ('flood', 'sopo', 'gdos') AND scope LIKE '%/';
UPDATE sources SET scope = scope || '/14' WHERE source = 'prg' AND scope NOT LIKE '%/%';
