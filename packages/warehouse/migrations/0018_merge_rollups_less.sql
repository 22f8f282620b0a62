-- A batch adds a small part to each table. Of a merge of ten parts or more, the engine leaves out the small ones at the end
-- unless it is told not to, and so rewrites a large part for each small one.
ALTER TABLE breakdown MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE titles MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE visits MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE sessions MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
-- A batch reads the rows of subjects that are all over this table: the smaller the blocks, the less there is to decompress for each of them.
ALTER TABLE activity MODIFY SETTING merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  min_parts_to_merge_at_once = 10, min_compress_block_size = 4096;
