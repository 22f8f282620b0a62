-- The breakdown has a dimension more, the assistant that a session came from, and only a title that was sent is a page's
-- title: the rollups are computed from `events` once more, as by `footfall rebuild`. A store that has never rolled up
-- anything has nothing to reset.
INSERT INTO rollup_batches (batch, reset, at, logs, starts, ends, behind, is_complete)
SELECT max(batch) + 1 AS next, next, now64(3, 'UTC'), [], [], [], 0, false
FROM rollup_batches
HAVING count() > 0;
