-- What the visitors of a share see is narrowed to: a JSON array of filters, as the analytics API writes them; empty for none.
ALTER TABLE shares ADD COLUMN IF NOT EXISTS filters SimpleAggregateFunction(max, String);
