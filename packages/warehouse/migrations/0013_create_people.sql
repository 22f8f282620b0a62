-- The site's own host and the time zone of its dashboard; empty means none.
ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS domain String DEFAULT '';
ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS timezone String DEFAULT '';

-- Each change of a person is a new row; the one with the highest version counts. Changes are made one at a time, under a lock. Read with FINAL.
CREATE TABLE IF NOT EXISTS people
(
    person_id     String,
    version       UInt64,
    -- Empty until the owner has named one.
    email         String,
    name          String,
    is_owner      Bool,
    -- The workspaces in which the person has the role.
    admin_of      Array(String),
    viewer_of     Array(String),
    -- scrypt with its parameters and salt; empty for none.
    password_hash String,
    created_at    DateTime64(3, 'UTC'),
    is_removed    Bool
)
ENGINE = ReplacingMergeTree(version)
ORDER BY person_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- In the three tables below rows of one ID merge column by column, as those of api_keys do, so that nothing written
-- beside an end can undo it. 2299-12-31 means never. Read with FINAL.
CREATE TABLE IF NOT EXISTS person_sessions
(
    session_id   String,
    person_id    SimpleAggregateFunction(max, String),
    -- SHA-256 in hex.
    token_hash   SimpleAggregateFunction(max, String),
    -- The browser and system that signed in.
    client       SimpleAggregateFunction(max, String),
    created_at   SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    last_used_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    ended_at     SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000'
)
ENGINE = AggregatingMergeTree
ORDER BY session_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS sign_in_links
(
    link_id      String,
    -- SHA-256 in hex.
    token_hash   SimpleAggregateFunction(max, String),
    kind         SimpleAggregateFunction(max, String),
    -- For a link of kind sign-in.
    person_id    SimpleAggregateFunction(max, String),
    -- For an invitation.
    email        SimpleAggregateFunction(max, String),
    name         SimpleAggregateFunction(max, String),
    role         SimpleAggregateFunction(max, String),
    workspace_id SimpleAggregateFunction(max, String),
    created_at   SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    expires_at   SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    -- Used, revoked, or replaced by a newer one.
    ended_at     SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000'
)
ENGINE = AggregatingMergeTree
ORDER BY link_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS shares
(
    share_id      String,
    workspace_id  SimpleAggregateFunction(max, String),
    -- In the clear: people copy the link again.
    token         SimpleAggregateFunction(max, String),
    -- What grants are signed with.
    secret        SimpleAggregateFunction(max, String),
    name          SimpleAggregateFunction(max, String),
    password_hash SimpleAggregateFunction(max, String),
    created_at    SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    expires_at    SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    ended_at      SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000'
)
ENGINE = AggregatingMergeTree
ORDER BY share_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
