-- A list of pages reads the titles of a few paths that are all over this table: the smaller the blocks, the less there is to
-- decompress for each of them.
ALTER TABLE titles MODIFY SETTING min_compress_block_size = 4096;
