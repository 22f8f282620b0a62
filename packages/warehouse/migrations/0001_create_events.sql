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
    INDEX received_at_range received_at TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (workspace_id, toStartOfHour(timestamp), session_id, timestamp)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;
