-- Each session gets a row of its own, which filtered answers of large workspaces are read from: docs/adr/0030-visits.md. The
-- rollups are computed from `events` once more, as by `footfall rebuild`. Until they are complete, every answer comes from `events`.

CREATE TABLE IF NOT EXISTS visits
(
    workspace_id  LowCardinality(String) CODEC(ZSTD(1)),
    -- The day on which the session started, in UTC.
    day           Date CODEC(ZSTD(1)),
    session_id    UInt64 CODEC(Delta, ZSTD(1)),
    started_at    DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    ended_at      DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    visitor_id    UInt64 CODEC(ZSTD(1)),
    pageviews     UInt32 CODEC(T64, ZSTD(1)),
    custom_events UInt32 CODEC(T64, ZSTD(1)),
    events        UInt32 CODEC(T64, ZSTD(1)),
    dead_clicks   UInt32 CODEC(T64, ZSTD(1)),
    rage_clicks   UInt32 CODEC(T64, ZSTD(1)),
    -- Of the event that gives the session its attributes.
    source        LowCardinality(String) CODEC(ZSTD(1)),
    utm_source    LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium    LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign  LowCardinality(String) CODEC(ZSTD(1)),
    utm_term      LowCardinality(String) CODEC(ZSTD(1)),
    utm_content   LowCardinality(String) CODEC(ZSTD(1)),
    channel       LowCardinality(String) CODEC(ZSTD(1)),
    ad_platform   LowCardinality(String) CODEC(ZSTD(1)),
    browser       LowCardinality(String) CODEC(ZSTD(1)),
    os            LowCardinality(String) CODEC(ZSTD(1)),
    device        LowCardinality(String) CODEC(ZSTD(1)),
    country       LowCardinality(String) CODEC(ZSTD(1)),
    city          LowCardinality(String) CODEC(ZSTD(1)),
    -- Of the first and the last pageview; empty without one.
    entry_page    String CODEC(ZSTD(3)),
    exit_page     String CODEC(ZSTD(3)),
    entry_host    LowCardinality(String) CODEC(ZSTD(1)),
    exit_host     LowCardinality(String) CODEC(ZSTD(1)),
    -- 1 for what a session is, -1 for what it was before a batch changed it: the two rows of a former state cancel each other.
    -- FINAL leaves rows that cancel each other out only if the query reads this column: add `WHERE sign = 1`.
    sign          Int32 CODEC(ZSTD(1)),
    INDEX ended_at_range ended_at TYPE minmax GRANULARITY 1
)
ENGINE = SummingMergeTree(sign)
PRIMARY KEY (workspace_id, day, session_id)
ORDER BY (
  workspace_id, day, session_id, started_at, ended_at, visitor_id, pageviews, custom_events, events, dead_clicks, rage_clicks,
  source, utm_source, utm_medium, utm_campaign, utm_term, utm_content, channel, ad_platform, browser, os, device, country, city,
  entry_page, exit_page, entry_host, exit_host)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  min_parts_to_merge_at_once = 10, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- The worker's state of a session has more columns, and one with another name, so that processes of the previous version can no
-- longer roll up. What it contains is computed again.
DROP TABLE IF EXISTS sessions SYNC SETTINGS max_table_size_to_drop = 0;

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
    -- Of the event that gives the session its attributes, which follow: its place in the order of events.
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
    -- Of the last pageview: its place in that order, or 0 without one, as `bitXor` with `attribute_order`, which leaves few bits.
    exit_xor        UInt128 CODEC(ZSTD(1)),
    exit_page       String CODEC(ZSTD(3)),
    exit_host       LowCardinality(String) CODEC(ZSTD(1)),
    -- 2100-01-01 unless it is derived.
    kept_until      Date CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(batch)
ORDER BY (workspace_id, session_id)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512,
  min_parts_to_merge_at_once = 10, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- A store that has never rolled up anything has nothing to reset.
INSERT INTO rollup_batches (batch, reset, at, logs, starts, ends, behind, is_complete)
SELECT max(batch) + 1 AS next, next, now64(3, 'UTC'), [], [], [], 0, false
FROM rollup_batches
HAVING count() > 0;
