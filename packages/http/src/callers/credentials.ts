/** Reads the API key of a request from its headers. */

export type Credentials = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'conflict' };

const bearerPattern = /^Bearer +(\S+) *$/i;

/** Each value of the headers that may have a key. */
type KeyHeaders = Partial<Record<'authorization' | 'x-api-key', string[] | undefined>>;

/** Returns the headers with keys among a request's `rawHeaders`, for callers that need no others: `headersDistinct` copies all of them. */
export function credentialHeaders(rawHeaders: readonly string[]): KeyHeaders {
  const found: Record<'authorization' | 'x-api-key', string[]> = { authorization: [], 'x-api-key': [] };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length !== 'x-api-key'.length && name.length !== 'authorization'.length) continue;
    const lower = name.toLowerCase();
    if (lower === 'x-api-key' || lower === 'authorization') found[lower].push(rawHeaders[at + 1] ?? '');
  }
  return found;
}

/**
 * Returns the key from `Authorization: Bearer` or `X-API-Key` of a request's `headersDistinct`. The result is `conflict` if two of
 * these headers differ, including one header sent twice: Node's `headers` keep only the first, and a proxy in front may
 * have checked the other. Another scheme, or a malformed header, counts as an unknown key.
 */
export function readCredentials(headers: KeyHeaders): Credentials {
  const { authorization = [], 'x-api-key': apiKeys = [] } = headers;
  const keys = new Set([
    ...authorization.map((value) => bearerPattern.exec(value)?.[1] ?? ''),
    ...apiKeys.map((value) => value.trim()),
  ]);
  const [key] = keys;
  if (key === undefined) return { kind: 'none' };
  return keys.size > 1 ? { kind: 'conflict' } : { kind: 'key', key };
}
