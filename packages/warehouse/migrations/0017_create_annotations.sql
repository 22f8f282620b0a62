-- What people note on days of their workspace. Rows of one annotation merge column by column, as those of goals do, so that nothing
-- written beside a removal can undo it. 2299-12-31 means never. Read with FINAL.
CREATE TABLE IF NOT EXISTS annotations
(
    annotation_id String,
    workspace_id  SimpleAggregateFunction(max, String),
    -- YYYY-MM-DD, a day in the time zone of whoever reads the figures.
    date          SimpleAggregateFunction(max, String),
    text          SimpleAggregateFunction(max, String),
    created_at    SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    ended_at      SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000'
)
ENGINE = AggregatingMergeTree
ORDER BY annotation_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
