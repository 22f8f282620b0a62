-- Rollups with fewer tables, computed from `events` once more: docs/adr/0026-rollup-batches.md. Until they are complete,
-- every answer comes from `events`. Processes of the previous version can no longer roll up.

-- Views first: an insert into the table that they read would reach a table that is gone.
DROP TABLE IF EXISTS
  sessions_view, session_traffic_view, activity_view, counters_view, counter_traffic_view, pages_by_hour_view,
  rebuilt_sessions_view, rebuilt_session_traffic_view, rebuilt_activity_view, rebuilt_counters_view,
  rebuilt_counter_traffic_view, rebuilt_pages_by_hour_view, rebuilt_removed_events_view
SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0;

DROP TABLE IF EXISTS
  session_changes, activity_changes, counter_changes, page_changes, staged_events, staged_session_changes,
  staged_activity_changes, staged_counter_changes, staged_page_changes, rebuilt_session_changes,
  rebuilt_activity_changes, rebuilt_counter_changes, rebuilt_page_changes, rebuilt_staged_events,
  rebuilt_staged_session_changes, rebuilt_staged_activity_changes, rebuilt_staged_counter_changes,
  rebuilt_staged_page_changes, sessions, activity, counters, traffic_by_hour, pages_by_hour, rollup_runs,
  removed_events, rebuilt_sessions, rebuilt_activity, rebuilt_counters, rebuilt_traffic_by_hour,
  rebuilt_pages_by_hour, rebuilt_rollup_runs, rebuilt_removed_events, rollup_rebuilds
SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0;

-- Nothing reads it any more.
DROP TABLE IF EXISTS copied_event_blocks SYNC;

-- Visitors and sessions that no client has named are derived, and do not occur again after their day.
ALTER TABLE events ADD COLUMN IF NOT EXISTS is_derived Bool DEFAULT false CODEC(ZSTD(1));

-- The batches in which the worker advances, each planned before it is applied: the row with the highest number counts.
CREATE TABLE IF NOT EXISTS rollup_batches
(
    batch       UInt64,
    -- The batch that emptied the rollups; 0 if none has. Equal to `batch` in that batch itself.
    reset       UInt64,
    at          DateTime64(3, 'UTC'),
    -- The offsets that the batch reads of each log (`<incarnation>:<partition>`): from `starts` to below `ends`.
    logs        Array(String),
    starts      Array(String),
    ends        Array(String),
    -- Offsets that were stored and are left for later batches.
    behind      UInt64,
    -- Whether a batch since the reset left nothing behind: answers may come from the rollups.
    is_complete Bool
)
ENGINE = ReplacingMergeTree(batch)
ORDER BY tuple()
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- In the four tables that a batch writes, the workspace '' has a row that tells which batches have arrived: it is in one
-- part with the rest of the batch, so that all of it is there or nothing.

-- What lists and traffic are read from: for each value of a dimension how often it occurred, and with how many distinct
-- visitors (of clicks that went wrong: sessions). A distinct one counts in the hours in which it was seen, each with the
-- hour in which it had last been seen before: a last-seen pair. Those in a range are the pairs whose hour is in it and
-- whose last-seen hour is before it.
CREATE TABLE IF NOT EXISTS breakdown
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    dimension    LowCardinality(String) CODEC(ZSTD(1)),
    -- Each pair is stored up to three times, for the parts of a range; `time` and `last_seen` are there:
    --   hour:    the hour, and the last-seen hour,
    --   day:     midnight of the day, and the last hour of the last-seen day: only pairs of two days,
    --   reverse: the last-seen hour, and midnight of the day: the same pairs, sorted by where they were last seen.
    -- The first pair of a visitor has last_seen 0, and so has every count.
    grain        Enum8('hour' = 1, 'day' = 2, 'reverse' = 3),
    time         DateTime('UTC') CODEC(Delta, ZSTD(1)),
    last_seen    DateTime('UTC') CODEC(Delta, ZSTD(1)),
    value        LowCardinality(String) CODEC(ZSTD(1)),
    count        Int64 CODEC(T64, ZSTD(1)),
    uniques      Int32 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree((count, uniques))
ORDER BY (workspace_id, dimension, grain, time, last_seen, value)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  min_parts_to_merge_at_once = 10, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- The latest title of each path, by the hour.
CREATE TABLE IF NOT EXISTS titles
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    path         String CODEC(ZSTD(1)),
    hour         DateTime('UTC') CODEC(GCD, Delta, ZSTD(1)),
    -- The pageview's place in the order of events, and its title.
    latest       SimpleAggregateFunction(max, Tuple(UInt128, String)) CODEC(ZSTD(3))
)
ENGINE = AggregatingMergeTree
ORDER BY (workspace_id, path, hour)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024,
  min_parts_to_merge_at_once = 10, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- The worker's own state, which no answer is read from. How often each subject (a visitor, or a session for clicks that
-- went wrong) did the same in an hour. `what` is one of:
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
    n            Int64 CODEC(T64, ZSTD(1)),
    -- 2100-01-01 unless it is derived.
    kept_until   SimpleAggregateFunction(max, Date) CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree(n)
PRIMARY KEY (workspace_id, subject_id)
ORDER BY (workspace_id, subject_id, hour, what)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 256,
  min_compress_block_size = 8192, max_compress_block_size = 65536,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- Each session as the worker knows it: the row of the latest batch counts.
CREATE TABLE IF NOT EXISTS sessions
(
    workspace_id  LowCardinality(String) CODEC(ZSTD(1)),
    session_id    UInt64 CODEC(Delta, ZSTD(1)),
    batch         UInt64 CODEC(T64, ZSTD(1)),
    started_at    DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    ended_at      DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    pageviews     UInt32 CODEC(T64, ZSTD(1)),
    custom_events UInt32 CODEC(T64, ZSTD(1)),
    dead_clicks   UInt32 CODEC(T64, ZSTD(1)),
    rage_clicks   UInt32 CODEC(T64, ZSTD(1)),
    -- Of the event that gives the session its attributes, which follow: its place in the order of events.
    first_order   UInt128 CODEC(ZSTD(1)),
    visitor_id    UInt64 CODEC(ZSTD(1)),
    source        LowCardinality(String) CODEC(ZSTD(1)),
    utm_source    LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium    LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign  LowCardinality(String) CODEC(ZSTD(1)),
    channel       LowCardinality(String) CODEC(ZSTD(1)),
    ad_platform   LowCardinality(String) CODEC(ZSTD(1)),
    browser       LowCardinality(String) CODEC(ZSTD(1)),
    os            LowCardinality(String) CODEC(ZSTD(1)),
    device        LowCardinality(String) CODEC(ZSTD(1)),
    country       LowCardinality(String) CODEC(ZSTD(1)),
    city          LowCardinality(String) CODEC(ZSTD(1)),
    -- 2100-01-01 unless it is derived.
    kept_until    Date CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(batch)
ORDER BY (workspace_id, session_id)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512,
  min_parts_to_merge_at_once = 10, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- Keeps nothing itself: what is inserted passes through the view.
CREATE TABLE IF NOT EXISTS breakdown_changes
(
    workspace_id   LowCardinality(String),
    dimension      LowCardinality(String),
    value          LowCardinality(String),
    hour           DateTime('UTC'),
    -- 0 in what is not a pair.
    last_seen_hour DateTime('UTC'),
    count          Int64,
    uniques        Int64
)
ENGINE = Null;

-- Rows of one key are left to merges, which add them up at a quarter of what it costs here.
CREATE MATERIALIZED VIEW IF NOT EXISTS breakdown_view TO breakdown AS
SELECT workspace_id, dimension, grain,
  multiIf(grain = 'hour', hour, grain = 'day', toStartOfDay(hour, 'UTC'), last_seen_hour) AS time,
  multiIf(
    grain = 'hour' OR toUInt32(last_seen_hour) = 0, last_seen_hour,
    grain = 'day', toStartOfDay(last_seen_hour, 'UTC') + INTERVAL 23 HOUR,
    toStartOfDay(hour, 'UTC')) AS last_seen,
  value, count, uniques
FROM breakdown_changes
ARRAY JOIN multiIf(
  toDate(hour) = toDate(last_seen_hour), ['hour'],
  toUInt32(last_seen_hour) = 0, ['hour', 'day'],
  ['hour', 'day', 'reverse']) AS grain;
