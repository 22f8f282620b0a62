-- The index of an event in its request decides between events of one millisecond that arrived together:
-- docs/adr/0025-bus-keyed-by-event-id.md. Events of one request lie next to each other in the log, so that rows stored before keep their order.
ALTER TABLE events ADD COLUMN IF NOT EXISTS request_index UInt16 DEFAULT toUInt16(`offset` % 65536) CODEC(ZSTD(1));
