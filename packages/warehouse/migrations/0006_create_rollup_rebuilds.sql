-- Rebuilds of the rollups that were asked for, and how far each is: the row with the highest version counts.
CREATE TABLE IF NOT EXISTS rollup_rebuilds
(
    rebuild_id   String,
    version      UInt64,
    -- requested, running, exchanging, done or failed.
    state        LowCardinality(String),
    requested_at DateTime64(3, 'UTC'),
    -- Offsets of the logs: seen, and to see.
    done         UInt64,
    total        UInt64,
    -- 1970 while it is not finished.
    finished_at  DateTime64(3, 'UTC'),
    -- Why it failed.
    error        String,
    -- While it exchanges: the new tables, as `<name> <uuid>`. Those that the names mean already have been exchanged.
    tables       Array(String)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY rebuild_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
