-- `events` is partitioned by the month of arrival, so that an insert is one part whatever timestamps clients send:
-- docs/adr/0023-events-by-month-of-arrival.md. Its rows are copied to a new table, and the tables are exchanged. A copy that
-- was cut short continues with the months that are incomplete.

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
CREATE TABLE IF NOT EXISTS events_by_arrival AS events
ENGINE = MergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (workspace_id, toStartOfHour(timestamp), session_id, timestamp)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1;

-- From now on `events` accepts no insert. Consumers of the previous version retry theirs until the tables are exchanged.
-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
ALTER TABLE events ADD CONSTRAINT IF NOT EXISTS is_being_copied CHECK false;

-- The new table has the constraint if it was created from the closed one, after an attempt that was cut short.
-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events_by_arrival'
ALTER TABLE events_by_arrival DROP CONSTRAINT IF EXISTS is_being_copied;

-- Months that an earlier attempt copied in part.
-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
-- until: SELECT count() = 0 FROM system.processes WHERE current_database = currentDatabase() AND match(query, '^(INSERT INTO|DELETE FROM|ALTER TABLE) events(_by_arrival)? ')
-- each: SELECT month AS each FROM (SELECT toYYYYMM(received_at) AS month, count() AS rows FROM events GROUP BY month) AS old FULL JOIN (SELECT toYYYYMM(received_at) AS month, count() AS rows FROM events_by_arrival GROUP BY month) AS new USING month WHERE old.rows != new.rows AND new.rows > 0
ALTER TABLE events_by_arrival DROP PARTITION {each:UInt32};

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
-- each: SELECT month AS each FROM (SELECT toYYYYMM(received_at) AS month, count() AS rows FROM events GROUP BY month) AS old LEFT JOIN (SELECT toYYYYMM(received_at) AS month, count() AS rows FROM events_by_arrival GROUP BY month) AS new USING month WHERE old.rows != new.rows
INSERT INTO events_by_arrival SELECT * FROM events WHERE toYYYYMM(received_at) = {each:UInt32}
SETTINGS deduplicate_insert = 'disable', min_insert_block_size_bytes = 67108864, max_insert_threads = 1;

-- Throws if a row has been added or removed meanwhile: the next start copies its month again.
-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
-- until: SELECT count() = 0 FROM system.processes WHERE current_database = currentDatabase() AND match(query, '^(INSERT INTO|DELETE FROM|ALTER TABLE) events(_by_arrival)? ')
SELECT throwIf((SELECT count() FROM events) != (SELECT count() FROM events_by_arrival), 'events was changed while it was copied') FORMAT Null;

-- Blocks up to this number were copied: the table does not know the tokens that their rows were inserted with.
CREATE TABLE IF NOT EXISTS copied_event_blocks (newest UInt64)
ENGINE = MergeTree
ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
INSERT INTO copied_event_blocks
SELECT max(max_block_number) FROM system.parts WHERE database = currentDatabase() AND table = 'events_by_arrival';

-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(timestamp)'
EXCHANGE TABLES events AND events_by_arrival;

-- The previous table.
-- when: SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events_by_arrival' AND partition_key = 'toYYYYMM(timestamp)' AND (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'events' AND partition_key = 'toYYYYMM(received_at)')
DROP TABLE events_by_arrival SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0;
