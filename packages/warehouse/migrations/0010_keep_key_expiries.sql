-- The expiry that a key was issued with, which a rotation passes on: `expires_at` may become the end of the grace.
-- 1970-01-01 for keys that were issued before this column, 2299-12-31 for those that never expire.
ALTER TABLE api_keys ADD COLUMN IF NOT EXISTS own_expires_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) DEFAULT 0;
