-- Each flush and each batch adds a small part to its table. The engine merges parts that are together at least
-- `merge_selector_base` times as large as the largest of them, each counted as 5 MB larger than it is. With the default of 5, ten
-- parts were merged as long as the largest had less than 6 MB, so that a part of 5 MB was rewritten for every nine small ones.
-- With 9, it has at most 1 to 2 MB, and at least nine parts are merged: the settings for that have gone.
ALTER TABLE events MODIFY SETTING merge_selector_base = 9;
ALTER TABLE breakdown MODIFY SETTING merge_selector_base = 9;
ALTER TABLE titles MODIFY SETTING merge_selector_base = 9;
ALTER TABLE visits MODIFY SETTING merge_selector_base = 9;
ALTER TABLE activity MODIFY SETTING merge_selector_base = 9;
ALTER TABLE sessions MODIFY SETTING merge_selector_base = 9;

ALTER TABLE breakdown RESET SETTING min_parts_to_merge_at_once, merge_selector_enable_heuristic_to_remove_small_parts_at_right;
ALTER TABLE titles RESET SETTING min_parts_to_merge_at_once, merge_selector_enable_heuristic_to_remove_small_parts_at_right;
ALTER TABLE visits RESET SETTING min_parts_to_merge_at_once, merge_selector_enable_heuristic_to_remove_small_parts_at_right;
ALTER TABLE activity RESET SETTING min_parts_to_merge_at_once, merge_selector_enable_heuristic_to_remove_small_parts_at_right;
ALTER TABLE sessions RESET SETTING min_parts_to_merge_at_once, merge_selector_enable_heuristic_to_remove_small_parts_at_right;
