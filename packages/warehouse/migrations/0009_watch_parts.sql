-- Each insert leaves a record in these tables, so that a part of theirs that is lost later is missed at the next start.
ALTER TABLE workspaces MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE workspace_deletions MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE api_keys MODIFY SETTING non_replicated_deduplication_window = 10000;

-- Damaged parts are set aside however many and large they are. The engine would otherwise not open a table that has too
-- many of them, and nothing could be repaired. Footfall refuses to start as long as there is one: docs/adr/0021.
ALTER TABLE events MODIFY SETTING max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;
