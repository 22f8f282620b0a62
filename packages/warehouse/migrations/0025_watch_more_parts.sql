-- Each insert leaves a record in these tables as well, so that a part that is lost later is noticed at the next start: docs/adr/0021.
ALTER TABLE people MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE person_sessions MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE sign_in_links MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE shares MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE goals MODIFY SETTING non_replicated_deduplication_window = 10000;

ALTER TABLE annotations MODIFY SETTING non_replicated_deduplication_window = 10000;
