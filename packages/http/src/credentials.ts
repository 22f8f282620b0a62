/** Reads the API key of a request from its headers. */
import type { IncomingHttpHeaders } from 'node:http';

export type Credentials = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'conflict' };

const bearerPattern = /^Bearer +(\S+) *$/i;

/** The key from `Authorization: Bearer` or `X-API-Key`; `conflict` when both are there and differ. Another scheme, or a malformed header, is a key that no store knows. */
export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const authorization = headers.authorization;
  const header = headers['x-api-key'];
  const keys = new Set<string>();
  if (authorization !== undefined) keys.add(bearerPattern.exec(authorization)?.[1] ?? '');
  if (header !== undefined) keys.add(Array.isArray(header) ? header.join(',') : header.trim());
  const [key] = keys;
  if (key === undefined) return { kind: 'none' };
  return keys.size > 1 ? { kind: 'conflict' } : { kind: 'key', key };
}
