/** Responses of the admin API. */
const createdAt = '2026-03-01T10:00:00.000Z';

export const workspaceId = 'ws_0123456789abcdefghij';

export const workspaceNamed = (name: string) => ({
  workspaceId,
  name,
  plan: 'pro',
  domain: null,
  timezone: null,
  allowedOrigins: [],
  createdAt,
});

export const issuedKey = (type: 'public' | 'secret', key: string) => ({
  keyId: 'key_1',
  type,
  name: 'first keys',
  key,
  createdAt,
  expiresAt: null,
});
