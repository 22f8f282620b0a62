-- Every table and its purpose, as all migrations leave it. A new store runs this file instead of them.

-- -------------------- events

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
    timestamp        DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    received_at      DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    timestamp_source Enum8('client' = 0, 'corrected' = 1, 'received' = 2) CODEC(ZSTD(1)),
    visitor_id       UInt64 CODEC(ZSTD(1)),
    session_id       UInt64 CODEC(ZSTD(1)),
    hostname         LowCardinality(String) CODEC(ZSTD(1)),
    path             LowCardinality(String) CODEC(ZSTD(1)),
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
    -- True if no client named the visitor and the session; they then do not occur again after their day.
    is_derived       Bool DEFAULT false CODEC(ZSTD(1)),
    INDEX received_at_range received_at TYPE minmax GRANULARITY 1,
    INDEX offset_range `offset` TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (workspace_id, toStartOfHour(timestamp), session_id, timestamp)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  merge_selector_base = 9, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- -------------------- rollups

-- A batch of the worker writes `breakdown`, `titles`, `visits`, `activity` and `sessions`: docs/adr/0026-rollup-batches.md. In each, the
-- workspace '' has a row that tells which batches have arrived: it is in one part with the rest of the batch, so that all of it is there or nothing.

-- The batches in which the worker advances, each planned before it is applied: the row with the highest number counts.
CREATE TABLE IF NOT EXISTS rollup_batches
(
    batch       UInt64,
    -- The batch that emptied the rollups; 0 if none has. Equal to `batch` in that batch itself.
    reset       UInt64,
    at          DateTime64(3, 'UTC'),
    -- The offsets that the batch reads of each log (`<incarnation>:<partition>`): from `starts` to below `ends`.
    logs        Array(String),
    starts      Array(String),
    ends        Array(String),
    -- Offsets that were stored and are left for later batches.
    behind      UInt64,
    -- True if a batch since the reset left no stored offsets for later ones, so that answers may come from the rollups.
    is_complete Bool
)
ENGINE = ReplacingMergeTree(batch)
ORDER BY tuple()
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- Lists and traffic are read from this table: for each value of a dimension how often it occurred, and with how many distinct
-- visitors (of clicks that went wrong: sessions). A distinct one counts in the hours in which it was seen, each with the
-- hour in which it had last been seen before: a last-seen pair. Those in a range are the pairs whose hour is in it and
-- whose last-seen hour is before it.
CREATE TABLE IF NOT EXISTS breakdown
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    dimension    LowCardinality(String) CODEC(ZSTD(1)),
    -- Each pair is stored up to three times, for the parts of a range; `time` and `last_seen` are there:
    --   hour:    the hour, and the last-seen hour,
    --   day:     midnight of the day, and the last hour of the last-seen day: only pairs of two days,
    --   reverse: the last-seen hour, and midnight of the day: the same pairs, sorted by where they were last seen.
    -- The first pair of a visitor has last_seen 0, and so has every count.
    grain        Enum8('hour' = 1, 'day' = 2, 'reverse' = 3),
    time         DateTime('UTC') CODEC(Delta, ZSTD(1)),
    last_seen    DateTime('UTC') CODEC(Delta, ZSTD(1)),
    value        LowCardinality(String) CODEC(ZSTD(1)),
    count        Int64 CODEC(T64, ZSTD(1)),
    uniques      Int32 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree((count, uniques))
ORDER BY (workspace_id, dimension, grain, time, last_seen, value)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  merge_selector_base = 9, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- Keeps nothing itself: what is inserted passes through the view.
CREATE TABLE IF NOT EXISTS breakdown_changes
(
    workspace_id   LowCardinality(String),
    dimension      LowCardinality(String),
    value          LowCardinality(String),
    hour           DateTime('UTC'),
    -- 0 in what is not a pair.
    last_seen_hour DateTime('UTC'),
    count          Int64,
    uniques        Int64
)
ENGINE = Null;

-- Rows of one key are left to merges, which add them up at a quarter of what it costs here.
CREATE MATERIALIZED VIEW IF NOT EXISTS breakdown_view TO breakdown AS
SELECT workspace_id, dimension, grain,
  multiIf(grain = 'hour', hour, grain = 'day', toStartOfDay(hour, 'UTC'), last_seen_hour) AS time,
  multiIf(
    grain = 'hour' OR toUInt32(last_seen_hour) = 0, last_seen_hour,
    grain = 'day', toStartOfDay(last_seen_hour, 'UTC') + INTERVAL 23 HOUR,
    toStartOfDay(hour, 'UTC')) AS last_seen,
  value, count, uniques
FROM breakdown_changes
ARRAY JOIN multiIf(
  toDate(hour) = toDate(last_seen_hour), ['hour'],
  toUInt32(last_seen_hour) = 0, ['hour', 'day'],
  ['hour', 'day', 'reverse']) AS grain;

-- The latest title of each path, by the hour.
CREATE TABLE IF NOT EXISTS titles
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    path         String CODEC(ZSTD(1)),
    hour         DateTime('UTC') CODEC(GCD, Delta, ZSTD(1)),
    -- The position of the pageview in the order of events, and its title.
    latest       SimpleAggregateFunction(max, Tuple(UInt128, String)) CODEC(ZSTD(3))
)
ENGINE = AggregatingMergeTree
ORDER BY (workspace_id, path, hour)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024,
  min_compress_block_size = 4096, merge_selector_base = 9,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- A row for each session, which filtered answers of large workspaces are read from: docs/adr/0030-visits.md.
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
    -- The attributes of the event from which the session takes them.
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
    -- The paths and hosts of the first and the last pageview; empty without one.
    entry_page    String CODEC(ZSTD(3)),
    exit_page     String CODEC(ZSTD(3)),
    entry_host    LowCardinality(String) CODEC(ZSTD(1)),
    exit_host     LowCardinality(String) CODEC(ZSTD(1)),
    -- 1 for what a session is, -1 for what it was before a batch changed it: the two rows of a former state cancel each other.
    -- Readers select current states without FINAL: docs/adr/0035-current-states-without-final.md.
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
  merge_selector_base = 9, max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- The worker's own state, which no answer is read from. How often each subject (a visitor, or a session for clicks that
-- went wrong) did the same in an hour:
--   session:    the visitor began a session with these attributes,
--   event:      the visitor sent an event of this type; the path is empty if it has none,
--   dead, rage: the session had such a click on the path.
-- Rows are looked up by subjects that are all over the table: few columns and small blocks take a fifth of the time.
CREATE TABLE IF NOT EXISTS activity
(
    workspace_id LowCardinality(String) CODEC(ZSTD(1)),
    subject_id   UInt64 CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 4096),
    hour         DateTime('UTC') CODEC(GCD, ZSTD(1)),
    kind         LowCardinality(String) CODEC(ZSTD(1)),
    attributes   Array(LowCardinality(String)) CODEC(ZSTD(1)),
    path         String CODEC(ZSTD(1)),
    times        Int64 CODEC(T64, ZSTD(1)),
    -- 2100-01-01 unless it is derived. In the key, so that no merge joins a row that is kept with one that is not.
    kept_until   Date CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree(times)
PRIMARY KEY subject_id
ORDER BY (subject_id, workspace_id, hour, kind, attributes, path, kept_until)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 256,
  min_compress_block_size = 16384, max_compress_block_size = 65536,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- Each session as the worker knows it: the row of the latest batch counts.
CREATE TABLE IF NOT EXISTS sessions
(
    workspace_id    LowCardinality(String) CODEC(ZSTD(1)),
    session_id      UInt64 CODEC(Delta, ZSTD(1)) SETTINGS (min_compress_block_size = 4096),
    batch           UInt64 CODEC(T64, ZSTD(1)),
    started_at      DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    ended_at        DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    pageviews       UInt32 CODEC(T64, ZSTD(1)),
    custom_events   UInt32 CODEC(T64, ZSTD(1)),
    events          UInt32 CODEC(T64, ZSTD(1)),
    dead_clicks     UInt32 CODEC(T64, ZSTD(1)),
    rage_clicks     UInt32 CODEC(T64, ZSTD(1)),
    -- The position, in the order of events, of the event whose attributes are those of the session.
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
    -- The position of the last pageview in that order, or 0 without one, as `bitXor` with `attribute_order`, which leaves few bits.
    exit_xor        UInt128 CODEC(ZSTD(1)),
    exit_page       String CODEC(ZSTD(3)),
    exit_host       LowCardinality(String) CODEC(ZSTD(1)),
    -- 2100-01-01 unless it is derived.
    kept_until      Date CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(batch)
PRIMARY KEY session_id
ORDER BY (session_id, workspace_id)
TTL kept_until
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512,
  max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;

-- -------------------- workspaces

-- Each change of a workspace is a new row; the one with the highest version counts. Read with FINAL.
CREATE TABLE IF NOT EXISTS workspaces
(
    workspace_id    String,
    version         UInt64,
    name            String,
    plan            LowCardinality(String),
    allowed_origins Array(String),
    created_at      DateTime64(3, 'UTC'),
    -- The site's own host and the time zone of its dashboard; empty means none.
    domain          String DEFAULT '',
    timezone        String DEFAULT ''
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

-- The goals of workspaces. Rows of one goal merge column by column, as those of shares do, so that nothing
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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

-- The annotations of days of a workspace. Rows of one annotation merge column by column, as those of goals do, so that nothing
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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

-- -------------------- people

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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

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
    ended_at     SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    -- The person who issued it; empty for the admin token and the socket.
    issued_by    SimpleAggregateFunction(max, String)
)
ENGINE = AggregatingMergeTree
ORDER BY link_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;

CREATE TABLE IF NOT EXISTS shares
(
    share_id      String,
    workspace_id  SimpleAggregateFunction(max, String),
    -- Stored in plain text, because people copy the link again.
    token         SimpleAggregateFunction(max, String),
    -- The secret that signs grants.
    secret        SimpleAggregateFunction(max, String),
    name          SimpleAggregateFunction(max, String),
    password_hash SimpleAggregateFunction(max, String),
    created_at    SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0,
    expires_at    SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    ended_at      SimpleAggregateFunction(min, DateTime64(3, 'UTC')) DEFAULT '2299-12-31 00:00:00.000',
    -- The filters that narrow every answer to its visitors: a JSON array, written as in the analytics API; empty for none.
    filters       SimpleAggregateFunction(max, String)
)
ENGINE = AggregatingMergeTree
ORDER BY share_id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000;
