/** Reads the API key of a request from its headers. */
import type { IncomingMessage } from 'node:http';

export type Credentials = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'conflict' };

const bearerPattern = /^Bearer +(\S+) *$/i;

/**
 * Returns the key from `Authorization: Bearer` or `X-API-Key` of a request's `headersDistinct`. The result is `conflict` if two of
 * these headers differ, including one header sent twice: Node's `headers` keep only the first, and a proxy in front may
 * have checked the other. Another scheme, or a malformed header, counts as an unknown key.
 */
export function readCredentials(headers: IncomingMessage['headersDistinct']): Credentials {
  const { authorization = [], 'x-api-key': apiKeys = [] } = headers;
  const keys = new Set([
    ...authorization.map((value) => bearerPattern.exec(value)?.[1] ?? ''),
    ...apiKeys.map((value) => value.trim()),
  ]);
  const [key] = keys;
  if (key === undefined) return { kind: 'none' };
  return keys.size > 1 ? { kind: 'conflict' } : { kind: 'key', key };
}
