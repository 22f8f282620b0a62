-- A visitor can have derived sessions and sessions with IDs from clients. If both did the same in an hour, a merge joined their rows of `activity`, and
-- the day until which the row is kept was that of either. With that day in the key, they stay apart. What was joined cannot be divided again, so the
-- rollups are computed from `events` again, as by `footfall rebuild`; until they are complete, every answer comes from `events`.
DROP TABLE IF EXISTS activity SYNC SETTINGS max_table_size_to_drop = 0;

-- The worker's own state, which no answer is read from. How often each subject (a visitor, or a session for clicks that
-- went wrong) did the same in an hour:
--   session:    the visitor began a session with these attributes,
--   event:      the visitor sent an event of this type; the path is empty if it has none,
--   dead, rage: the session had such a click on the path.
-- Rows are looked up by subjects that are all over the table: few columns and small blocks take a fifth of the time.
CREATE TABLE activity
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    subject_id   UInt64 CODEC(ZSTD(1)),
    hour         DateTime('UTC') CODEC(GCD, ZSTD(1)),
    kind         LowCardinality(String) CODEC(ZSTD(1)),
    attributes   Array(LowCardinality(String)) CODEC(ZSTD(1)),
    path         String CODEC(ZSTD(1)),
    times        Int64 CODEC(T64, ZSTD(1)),
    -- 2100-01-01 unless it is derived. In the key, so that no merge joins a row that is kept with one that is not.
    kept_until   Date CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree(times)
PRIMARY KEY subject_id
ORDER BY (subject_id, workspace_id, hour, kind, attributes, path, kept_until)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 256,
  min_compress_block_size = 16384, max_compress_block_size = 65536, min_parts_to_merge_at_once = 10,
  merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- A store that has never rolled up anything has nothing to reset.
INSERT INTO rollup_batches (batch, reset, at, logs, starts, ends, behind, is_complete)
SELECT max(batch) + 1 AS next, next, now64(3, 'UTC'), [], [], [], 0, false
FROM rollup_batches
HAVING count() > 0;
