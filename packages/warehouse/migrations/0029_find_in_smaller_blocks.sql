-- A rollup batch looks up thousands of IDs that are all over these tables, and each of them decompresses a block of the column.
ALTER TABLE sessions MODIFY COLUMN session_id MODIFY SETTING min_compress_block_size = 4096;
ALTER TABLE activity MODIFY COLUMN subject_id MODIFY SETTING min_compress_block_size = 4096;
