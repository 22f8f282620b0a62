-- What workspaces want their visitors to do. Rows of one goal merge column by column, as those of shares do, so that nothing
-- written beside a removal can undo it. 2299-12-31 means never. Read with FINAL.
CREATE TABLE IF NOT EXISTS goals
(
    goal_id      String,
    workspace_id SimpleAggregateFunction(max, String),
    name         SimpleAggregateFunction(max, String),
    -- One of the two is empty.
    type         SimpleAggregateFunction(max, String),
    path         SimpleAggregateFunction(max, String),
    -- A JSON object; empty for none.
    props        SimpleAggregateFunction(max, String),
    -- The property that has the value of an event; empty for none.
    value_prop   SimpleAggregateFunction(max, String),
    created_at   SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    ended_at     SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000'
)
ENGINE = AggregatingMergeTree
ORDER BY goal_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
