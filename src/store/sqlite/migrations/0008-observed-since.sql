-- Since when a scope is watched was not kept: the first event from its load, or else its last load, is the earliest that is
-- certain. Counting the events of a place needs their layers too.
ALTER TABLE sources ADD COLUMN observed_since TEXT NOT NULL DEFAULT '';
UPDATE sources SET observed_since = min(last_success_at, coalesce(
  (SELECT min(detected_at) FROM events e WHERE e.source = sources.source AND e.scope = sources.scope), last_success_at));
DROP INDEX events_by_place;
CREATE INDEX events_by_place ON events (place, seq, event, detected_at, layer);
