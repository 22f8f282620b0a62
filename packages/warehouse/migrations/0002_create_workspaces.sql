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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- Apart from the workspaces, so that no change made at the same time can bring a deleted one back.
CREATE TABLE IF NOT EXISTS workspace_deletions
(
    workspace_id String,
    deleted_at   DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY workspace_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
