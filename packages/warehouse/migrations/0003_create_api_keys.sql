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
    last_used_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0
)
ENGINE = AggregatingMergeTree
ORDER BY key_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
