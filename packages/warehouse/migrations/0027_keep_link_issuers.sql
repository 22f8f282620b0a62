-- A link ends when its issuer could no longer issue it. Empty for the admin token and the socket, and for links issued before this column existed.
ALTER TABLE sign_in_links ADD COLUMN IF NOT EXISTS issued_by SimpleAggregateFunction(max, String);
