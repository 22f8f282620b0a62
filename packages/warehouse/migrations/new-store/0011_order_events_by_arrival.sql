-- The tables of a new store, as the migrations up to the one of this name leave them; the later ones run as usual.
-- `events` comes last: a store that has it is not new.

-- Each change of a workspace is a new row; the one with the highest version counts. Read with FINAL.
CREATE TABLE IF NOT EXISTS workspaces
(
    workspace_id    String,
    version         UInt64,
    name            String,
    plan            LowCardinality(String),
    allowed_origins Array(String),
    created_at      DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY workspace_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

-- Apart from the workspaces, so that no change made at the same time can bring a deleted one back.
CREATE TABLE IF NOT EXISTS workspace_deletions
(
    workspace_id String,
    deleted_at   DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY workspace_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

-- Rows of one key merge column by column (the fullest text, the earliest end, the latest use), whatever their order:
-- a revocation is a row that names only the key and the time, and nothing written beside it can undo it. Read with FINAL.
CREATE TABLE IF NOT EXISTS api_keys
(
    key_id       String,
    workspace_id SimpleAggregateFunction(max, String),
    -- SHA-256 in hex.
    key_hash     SimpleAggregateFunction(max, String),
    type         SimpleAggregateFunction(max, String),
    name         SimpleAggregateFunction(max, String),
    last_four    SimpleAggregateFunction(max, String),
    created_at   SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    -- 2299-12-31 means never.
    expires_at   SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    revoked_at   SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    -- 1970-01-01 means never.
    last_used_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    -- The expiry that the key was issued with: 1970-01-01 if it was not stored then, 2299-12-31 if it never expires.
    own_expires_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0
)
ENGINE = AggregatingMergeTree
ORDER BY key_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

-- Every event, once. The truth from which all else can be rebuilt.
CREATE TABLE IF NOT EXISTS events
(
    -- The position of the event in the log: the topic ID, the partition and the offset.
    incarnation      LowCardinality(String) CODEC(ZSTD(1)),
    `partition`      UInt16 CODEC(ZSTD(1)),
    `offset`         UInt64 CODEC(Delta, ZSTD(1)),
    workspace_id     LowCardinality(String) CODEC(ZSTD(1)),
    id               UUID CODEC(ZSTD(1)),
    type             LowCardinality(String) CODEC(ZSTD(1)),
    timestamp        DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    received_at      DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    timestamp_source Enum8('client' = 0, 'corrected' = 1, 'received' = 2) CODEC(ZSTD(1)),
    visitor_id       UInt64 CODEC(ZSTD(1)),
    session_id       UInt64 CODEC(ZSTD(1)),
    hostname         LowCardinality(String) CODEC(ZSTD(1)),
    path             String CODEC(ZSTD(1)),
    title            String CODEC(ZSTD(1)),
    source           LowCardinality(String) CODEC(ZSTD(1)),
    utm_source       LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium       LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign     LowCardinality(String) CODEC(ZSTD(1)),
    utm_term         LowCardinality(String) CODEC(ZSTD(1)),
    utm_content      LowCardinality(String) CODEC(ZSTD(1)),
    channel          LowCardinality(String) CODEC(ZSTD(1)),
    ad_platform      LowCardinality(String) CODEC(ZSTD(1)),
    browser          LowCardinality(String) CODEC(ZSTD(1)),
    os               LowCardinality(String) CODEC(ZSTD(1)),
    device           LowCardinality(String) CODEC(ZSTD(1)),
    country          LowCardinality(String) CODEC(ZSTD(1)),
    city             LowCardinality(String) CODEC(ZSTD(1)),
    -- Hundredths of a percent; -1 when the event carries none.
    scroll_depth     Int16 CODEC(ZSTD(1)),
    -- Milliseconds; -1 when the event carries none.
    engaged_ms       Int32 CODEC(ZSTD(1)),
    continued        Bool CODEC(ZSTD(1)),
    -- The event's own properties, as one JSON object.
    props            String CODEC(ZSTD(1)),
    -- The event's index in its request.
    request_index    UInt16 DEFAULT toUInt16(`offset` % 65536) CODEC(ZSTD(1)),
    INDEX received_at_range received_at TYPE minmax GRANULARITY 1,
    INDEX offset_range `offset` TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (workspace_id, toStartOfHour(timestamp), session_id, timestamp)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;
