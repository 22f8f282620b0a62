-- A batch looks up sessions and subjects by their IDs, which are hashes over the workspace. The tables are sorted by ID alone, because
-- comparing workspaces as well took half of the time for finding the blocks. Their contents are computed again.
DROP TABLE IF EXISTS activity, sessions SYNC SETTINGS max_table_size_to_drop = 0;

-- The worker's own state, which no answer is read from. How often each subject (a visitor, or a session for clicks that
-- went wrong) did the same in an hour. `what` is one of:
--   ['session', and its attributes]: the visitor began a session,
--   ['event', type], for a pageview ['event', type, path]: the visitor sent an event,
--   ['dead', path], ['rage', path]: the session had such a click.
-- Rows are looked up by subjects that are all over the table: few columns and small blocks take a fifth of the time.
CREATE TABLE activity
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    subject_id   UInt64 CODEC(ZSTD(1)),
    hour         DateTime('UTC') CODEC(GCD, ZSTD(1)),
    what         Array(String) CODEC(ZSTD(1)),
    n            Int64 CODEC(T64, ZSTD(1)),
    -- 2100-01-01 unless it is derived.
    kept_until   SimpleAggregateFunction(max, Date) CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree(n)
PRIMARY KEY subject_id
ORDER BY (subject_id, workspace_id, hour, what)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 256,
  min_compress_block_size = 4096, max_compress_block_size = 65536, min_parts_to_merge_at_once = 10,
  merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- Each session as the worker knows it: the row of the latest batch counts.
CREATE TABLE sessions
(
    workspace_id    LowCardinality(String) CODEC(ZSTD(1)),
    session_id      UInt64 CODEC(Delta, ZSTD(1)),
    batch           UInt64 CODEC(T64, ZSTD(1)),
    started_at      DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    ended_at        DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    pageviews       UInt32 CODEC(T64, ZSTD(1)),
    custom_events   UInt32 CODEC(T64, ZSTD(1)),
    events          UInt32 CODEC(T64, ZSTD(1)),
    dead_clicks     UInt32 CODEC(T64, ZSTD(1)),
    rage_clicks     UInt32 CODEC(T64, ZSTD(1)),
    -- The position, in the order of events, of the event from which the session takes the attributes that follow.
    attribute_order UInt128 CODEC(ZSTD(1)),
    visitor_id      UInt64 CODEC(ZSTD(1)),
    source          LowCardinality(String) CODEC(ZSTD(1)),
    utm_source      LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium      LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign    LowCardinality(String) CODEC(ZSTD(1)),
    utm_term        LowCardinality(String) CODEC(ZSTD(1)),
    utm_content     LowCardinality(String) CODEC(ZSTD(1)),
    channel         LowCardinality(String) CODEC(ZSTD(1)),
    ad_platform     LowCardinality(String) CODEC(ZSTD(1)),
    browser         LowCardinality(String) CODEC(ZSTD(1)),
    os              LowCardinality(String) CODEC(ZSTD(1)),
    device          LowCardinality(String) CODEC(ZSTD(1)),
    country         LowCardinality(String) CODEC(ZSTD(1)),
    city            LowCardinality(String) CODEC(ZSTD(1)),
    -- Empty unless it is a pageview.
    entry_page      String CODEC(ZSTD(3)),
    entry_host      LowCardinality(String) CODEC(ZSTD(1)),
    -- The position of the last pageview in that order, or 0 without one, as `bitXor` with `attribute_order`, which leaves few bits.
    exit_xor        UInt128 CODEC(ZSTD(1)),
    exit_page       String CODEC(ZSTD(3)),
    exit_host       LowCardinality(String) CODEC(ZSTD(1)),
    -- 2100-01-01 unless it is derived.
    kept_until      Date CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(batch)
PRIMARY KEY session_id
ORDER BY (session_id, workspace_id)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512,
  min_parts_to_merge_at_once = 10, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- A store that has never rolled up anything has nothing to reset.
INSERT INTO rollup_batches (batch, reset, at, logs, starts, ends, behind, is_complete)
SELECT max(batch) + 1 AS next, next, now64(3, 'UTC'), [], [], [], 0, false
FROM rollup_batches
HAVING count() > 0;
