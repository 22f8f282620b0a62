-- `activity` has one row for what was a row for each dimension: most of a run's time went into looking up rows of it.
-- Counters of how far pages are scrolled are one dimension instead of two. All rollups are made anew from `events`. What is
-- dropped and emptied is of the former form: a process that comes late must not touch what another one has begun to fill.

-- An exchange that was begun would bring the former form back.
-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
INSERT INTO rollup_rebuilds (rebuild_id, version, state, requested_at, done, total, finished_at, error)
SELECT rebuild_id, version + 1, 'failed', requested_at, done, total, now64(3, 'UTC'), 'Footfall was upgraded meanwhile'
FROM rollup_rebuilds FINAL
WHERE state = 'exchanging';

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
TRUNCATE TABLE sessions;

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
TRUNCATE TABLE traffic_by_hour;

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
TRUNCATE TABLE counters;

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
TRUNCATE TABLE pages_by_hour;

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
TRUNCATE TABLE rollup_runs;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'activity_view' AND position(as_select, 'dimension') > 0
DROP TABLE IF EXISTS activity_view SYNC;

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity_changes' AND name = 'dimension'
DROP TABLE IF EXISTS activity_changes SYNC;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'staged_events' AND partition_key != ''
DROP TABLE IF EXISTS staged_events SYNC;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'staged_session_changes' AND partition_key != ''
DROP TABLE IF EXISTS staged_session_changes SYNC;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'staged_activity_changes' AND partition_key != ''
DROP TABLE IF EXISTS staged_activity_changes SYNC;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'staged_counter_changes' AND partition_key != ''
DROP TABLE IF EXISTS staged_counter_changes SYNC;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'staged_page_changes' AND partition_key != ''
DROP TABLE IF EXISTS staged_page_changes SYNC;

-- when: SELECT count() FROM system.columns WHERE database = currentDatabase() AND table = 'activity' AND name = 'dimension'
DROP TABLE IF EXISTS activity SYNC;

ALTER TABLE counters MODIFY COLUMN subjects Int32 CODEC(T64, ZSTD(1));

-- How often each subject did the same in an hour: what the worker compares to find new returns. A subject is a visitor,
-- or a session for the clicks that went wrong. `what` is one of:
--   ['session', and its attributes]: the visitor began a session,
--   ['event', type], for a pageview ['event', type, path]: the visitor sent an event,
--   ['dead', path], ['rage', path]: the session had such a click.
-- Rows are looked up by subjects that are all over the table: few columns and small blocks take a fifth of the time.
CREATE TABLE IF NOT EXISTS activity
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    subject_id   UInt64 CODEC(ZSTD(1)),
    hour         DateTime('UTC') CODEC(GCD, ZSTD(1)),
    what         Array(String) CODEC(ZSTD(1)),
    n            Int64 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree(n)
PRIMARY KEY (workspace_id, subject_id)
ORDER BY (workspace_id, subject_id, hour, what)
SETTINGS index_granularity = 256, min_compress_block_size = 8192, max_compress_block_size = 65536,
  fsync_after_insert = 1, fsync_part_directory = 1;

-- The stage, made anew: a part for each attempt, never merged, so that it costs little to empty. Events are staged in memory:
-- an attempt that has lost them is made again.
CREATE TABLE IF NOT EXISTS staged_events
(
    attempt      UInt64,
    sign         Int64,
    `partition`  UInt16,
    `offset`     UInt64,
    workspace_id LowCardinality(String),
    session_id   UInt64,
    timestamp    DateTime64(3, 'UTC'),
    type         LowCardinality(String),
    path         String,
    title        String,
    scroll_depth Int16,
    engaged_ms   Int32,
    continued    Bool,
    visitor_id   UInt64,
    source       LowCardinality(String),
    utm_source   LowCardinality(String),
    utm_medium   LowCardinality(String),
    utm_campaign LowCardinality(String),
    channel      LowCardinality(String),
    ad_platform  LowCardinality(String),
    browser      LowCardinality(String),
    os           LowCardinality(String),
    device       LowCardinality(String),
    country      LowCardinality(String),
    city         LowCardinality(String)
)
ENGINE = Memory;

CREATE TABLE IF NOT EXISTS staged_session_changes AS session_changes
ENGINE = MergeTree
ORDER BY attempt
SETTINGS min_bytes_for_wide_part = 1000000000, max_bytes_to_merge_at_max_space_in_pool = 1,
  fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS staged_counter_changes AS counter_changes
ENGINE = MergeTree
ORDER BY attempt
SETTINGS min_bytes_for_wide_part = 1000000000, max_bytes_to_merge_at_max_space_in_pool = 1,
  fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS staged_page_changes AS page_changes
ENGINE = MergeTree
ORDER BY attempt
SETTINGS min_bytes_for_wide_part = 1000000000, max_bytes_to_merge_at_max_space_in_pool = 1,
  fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS staged_activity_changes
(
    attempt      UInt64,
    workspace_id LowCardinality(String),
    subject_id   UInt64,
    hour         DateTime('UTC'),
    what         Array(String),
    n            Int64,
    -- Dimension and value of all that `what` stands for, and a hash of each that no other has.
    entries      Array(Tuple(dimension LowCardinality(String), value String)),
    keys         Array(FixedString(16))
)
ENGINE = MergeTree
ORDER BY attempt
SETTINGS min_bytes_for_wide_part = 1000000000, max_bytes_to_merge_at_max_space_in_pool = 1,
  fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS activity_changes AS staged_activity_changes ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS activity_view TO activity AS
SELECT workspace_id, subject_id, hour, what, n
FROM activity_changes;
