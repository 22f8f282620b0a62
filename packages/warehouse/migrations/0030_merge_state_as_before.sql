-- Every batch searches each part of these tables, so fewer parts save more than fewer merges.
ALTER TABLE activity RESET SETTING merge_selector_base;
ALTER TABLE sessions RESET SETTING merge_selector_base;
