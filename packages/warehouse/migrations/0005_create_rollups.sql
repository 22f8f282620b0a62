-- Rollups: what the endpoints of large workspaces read instead of `events`. A worker finds out what new events change
-- and inserts that into the change tables at the end of this file; the views on them add it up. docs/adr/0014 explains.
-- In every table the workspace '' has a row that each run of the worker adds 1 to: it tells which runs have arrived.
-- Runs are many and small: merged by fewer than ten parts, the same rows would be written anew twice as often.

-- What the worker knows of each session: the row of the latest run counts.
CREATE TABLE IF NOT EXISTS sessions
(
    workspace_id  LowCardinality(String) CODEC(ZSTD(1)),
    session_id    UInt64 CODEC(Delta, ZSTD(1)),
    run           UInt64 CODEC(T64, ZSTD(1)),
    -- 0 when all its events have been removed.
    events        UInt32 CODEC(T64, ZSTD(1)),
    started_at    DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    ended_at      DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    pageviews     UInt32 CODEC(T64, ZSTD(1)),
    custom_events UInt32 CODEC(T64, ZSTD(1)),
    dead_clicks   UInt32 CODEC(T64, ZSTD(1)),
    rage_clicks   UInt32 CODEC(T64, ZSTD(1)),
    -- Place in the order of events of the one that gives the session its attributes, which follow.
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
    city          LowCardinality(String) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(run)
ORDER BY (workspace_id, session_id)
SETTINGS index_granularity = 512, fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 10;

-- How often each subject was active with each value of each dimension, by the hour: what the worker compares to find new
-- returns. A subject is a visitor, or a session for the clicks that went wrong.
CREATE TABLE IF NOT EXISTS activity
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    subject_id   UInt64 CODEC(ZSTD(1)),
    dimension    LowCardinality(String) CODEC(ZSTD(1)),
    value        LowCardinality(String) CODEC(ZSTD(1)),
    hour         DateTime('UTC') CODEC(GCD, ZSTD(1)),
    n            Int64 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree(n)
ORDER BY (workspace_id, subject_id, dimension, value, hour)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 10;

-- Pageviews and sessions by the hour, sessions at the hour of their start.
CREATE TABLE IF NOT EXISTS traffic_by_hour
(
    workspace_id  LowCardinality(String) CODEC(ZSTD(1)),
    hour          DateTime('UTC') CODEC(Delta, ZSTD(1)),
    pageviews     Int64 CODEC(ZSTD(1)),
    -- With at least one event in the hour.
    visitors      Int64 CODEC(ZSTD(1)),
    sessions      Int64 CODEC(ZSTD(1)),
    bounces       Int64 CODEC(ZSTD(1)),
    duration_ms   Int64 CODEC(ZSTD(1)),
    -- Sessions with a dead click, and with a rage click.
    dead_sessions Int64 CODEC(ZSTD(1)),
    rage_sessions Int64 CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree
ORDER BY (workspace_id, hour)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 10;

-- How often each value of each dimension occurred, and with how many subjects. A subject counts when it is active with a
-- value after a while, where it is and where it was last: a return. Subjects in a range are the returns into it from before it.
CREATE TABLE IF NOT EXISTS counters
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    dimension    LowCardinality(String) CODEC(ZSTD(1)),
    -- Each is in the table up to three times, for the parts of a range; `time` and `previous` are there:
    --   hour:   the hour, and the hour of the subject's last activity,
    --   day:    midnight of the day, and the last hour of the day of the last activity: only returns from an earlier day,
    --   return: the hour of the last activity, and midnight of the day: the same returns, found by where they come from.
    -- A subject that was never active before, and what is no return, has previous 0.
    grain        Enum8('hour' = 1, 'day' = 2, 'return' = 3),
    time         DateTime('UTC') CODEC(Delta, ZSTD(1)),
    previous     DateTime('UTC') CODEC(Delta, ZSTD(1)),
    value        LowCardinality(String) CODEC(ZSTD(1)),
    occurrences  Int64 CODEC(T64, ZSTD(1)),
    subjects     Int64 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree((occurrences, subjects))
ORDER BY (workspace_id, dimension, grain, time, previous, value)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 10;

-- What page views left behind, by path.
CREATE TABLE IF NOT EXISTS pages_by_hour
(
    workspace_id  LowCardinality(String) CODEC(ZSTD(1)),
    path          String CODEC(ZSTD(1)),
    hour          DateTime('UTC') CODEC(GCD, Delta, ZSTD(1)),
    -- The sum, and of how many page views it is the sum.
    engaged_ms    SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
    engaged_views SimpleAggregateFunction(sum, Int64) CODEC(T64, ZSTD(1)),
    -- Of the latest pageview: its place in the order of events, and its title; (0, '') without one.
    latest        SimpleAggregateFunction(max, Tuple(UInt128, String)) CODEC(ZSTD(3))
)
ENGINE = AggregatingMergeTree
ORDER BY (workspace_id, path, hour)
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 10;

-- The last run of the worker, and the offsets of each log (`<incarnation>:<partition>`) below which it has seen all.
CREATE TABLE IF NOT EXISTS rollup_runs
(
    run     UInt64,
    -- Which of the attempts at this run is the one that counts.
    attempt UInt64,
    at      DateTime64(3, 'UTC'),
    logs    Array(String),
    offsets Array(String),
    -- Events that were stored, and not yet seen, when it ended.
    behind  UInt64,
    -- Removed events that the run took off again, as `<incarnation>:<partition>:<offset>`.
    removed Array(String)
)
ENGINE = ReplacingMergeTree(run)
ORDER BY tuple()
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- Events that were taken out of `events` after they had been there, each until the rollups have taken them off.
CREATE TABLE IF NOT EXISTS removed_events AS events
ENGINE = MergeTree
ORDER BY (incarnation, `partition`, `offset`)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The events that a run adds (sign 1) or takes off (-1), with a marker row (0): read once, for all that they change.
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
ENGINE = MergeTree
PARTITION BY attempt
ORDER BY tuple();

-- What a run is about to change, kept until all of it has arrived: a run that is interrupted goes on from here.
CREATE TABLE IF NOT EXISTS staged_session_changes
(
    attempt       UInt64,
    -- -1 for what a session was, 1 for what it is now.
    sign          Int8,
    run           UInt64,
    workspace_id  LowCardinality(String),
    session_id    UInt64,
    events        UInt32,
    started_at    DateTime64(3, 'UTC'),
    ended_at      DateTime64(3, 'UTC'),
    pageviews     UInt32,
    custom_events UInt32,
    dead_clicks   UInt32,
    rage_clicks   UInt32,
    duration_ms   Int64,
    is_bounced    Bool,
    first_order   UInt128,
    visitor_id    UInt64,
    source        LowCardinality(String),
    utm_source    LowCardinality(String),
    utm_medium    LowCardinality(String),
    utm_campaign  LowCardinality(String),
    channel       LowCardinality(String),
    ad_platform   LowCardinality(String),
    browser       LowCardinality(String),
    os            LowCardinality(String),
    device        LowCardinality(String),
    country       LowCardinality(String),
    city          LowCardinality(String)
)
ENGINE = MergeTree
PARTITION BY attempt
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS staged_activity_changes
(
    attempt      UInt64,
    workspace_id LowCardinality(String),
    subject_id   UInt64,
    dimension    LowCardinality(String),
    value        LowCardinality(String),
    hour         DateTime('UTC'),
    n            Int64,
    key          FixedString(16) DEFAULT sipHash128(workspace_id, dimension, value)
)
ENGINE = MergeTree
PARTITION BY attempt
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS staged_counter_changes
(
    attempt       UInt64,
    workspace_id  LowCardinality(String),
    dimension     LowCardinality(String),
    value         LowCardinality(String),
    hour          DateTime('UTC'),
    -- Of a return, when it is not the first; 0 for all else.
    previous_hour DateTime('UTC'),
    occurrences   Int64,
    subjects      Int64
)
ENGINE = MergeTree
PARTITION BY attempt
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS staged_page_changes
(
    attempt       UInt64,
    workspace_id  LowCardinality(String),
    path          String,
    hour          DateTime('UTC'),
    engaged_ms    Int64,
    engaged_views Int64,
    latest        Tuple(UInt128, String)
)
ENGINE = MergeTree
PARTITION BY attempt
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- The change tables keep nothing themselves: what is inserted passes through the views.
CREATE TABLE IF NOT EXISTS session_changes AS staged_session_changes ENGINE = Null;

CREATE TABLE IF NOT EXISTS activity_changes AS staged_activity_changes ENGINE = Null;

CREATE TABLE IF NOT EXISTS counter_changes AS staged_counter_changes ENGINE = Null;

CREATE TABLE IF NOT EXISTS page_changes AS staged_page_changes ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_view TO sessions AS
SELECT workspace_id, session_id, run, events, started_at, ended_at, pageviews, custom_events, dead_clicks, rage_clicks,
  first_order, visitor_id, source, utm_source, utm_medium, utm_campaign, channel, ad_platform, browser, os, device, country, city
FROM session_changes
WHERE sign = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS session_traffic_view TO traffic_by_hour AS
SELECT workspace_id, toStartOfHour(started_at) AS hour,
  sum(toInt64(sign)) AS sessions, sum(sign * is_bounced) AS bounces, sum(sign * duration_ms) AS duration_ms,
  sum(sign * (dead_clicks > 0)) AS dead_sessions, sum(sign * (rage_clicks > 0)) AS rage_sessions
FROM session_changes
WHERE events > 0
GROUP BY workspace_id, hour;

CREATE MATERIALIZED VIEW IF NOT EXISTS activity_view TO activity AS
SELECT workspace_id, subject_id, dimension, value, hour, n
FROM activity_changes;

-- Rows of one key are left to merges, which add them up at a quarter of what it costs here.
CREATE MATERIALIZED VIEW IF NOT EXISTS counters_view TO counters AS
SELECT workspace_id, dimension, grain,
  multiIf(grain = 'hour', hour, grain = 'day', toStartOfDay(hour, 'UTC'), previous_hour) AS time,
  multiIf(
    grain = 'hour' OR toUInt32(previous_hour) = 0, previous_hour,
    grain = 'day', toStartOfDay(previous_hour, 'UTC') + INTERVAL 23 HOUR,
    toStartOfDay(hour, 'UTC')) AS previous,
  value, occurrences, subjects
FROM counter_changes
ARRAY JOIN multiIf(
  toDate(hour) = toDate(previous_hour), ['hour'],
  toUInt32(previous_hour) = 0, ['hour', 'day'],
  ['hour', 'day', 'return']) AS grain;

CREATE MATERIALIZED VIEW IF NOT EXISTS counter_traffic_view TO traffic_by_hour AS
SELECT workspace_id, hour, sumIf(occurrences, dimension = 'type') AS pageviews, sumIf(subjects, dimension = 'all') AS visitors
FROM counter_changes
WHERE dimension = 'all' OR (dimension = 'type' AND value = '$pageview')
GROUP BY workspace_id, hour;

CREATE MATERIALIZED VIEW IF NOT EXISTS pages_by_hour_view TO pages_by_hour AS
SELECT workspace_id, path, hour, engaged_ms, engaged_views, latest
FROM page_changes;
