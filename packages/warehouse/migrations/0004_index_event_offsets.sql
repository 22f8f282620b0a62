-- What came from a range of offsets is found without reading the whole table.
ALTER TABLE events ADD INDEX IF NOT EXISTS offset_range `offset` TYPE minmax GRANULARITY 1;

-- Parts written before get it in the background.
ALTER TABLE events MATERIALIZE INDEX offset_range SETTINGS mutations_sync = 0;
