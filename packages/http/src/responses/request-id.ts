/** The headers of every response: `X-Request-Id`, which links it to the log and is never the client's, and `nosniff`. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Fields } from './fields.ts';

const header = 'X-Request-Id';

/** Returns the ID of the request. The first call creates it and sets both headers. */
export function requestId(response: ServerResponse): string {
  const known = response.getHeader(header);
  if (typeof known === 'string') return known;
  const id = randomUUID();
  response.setHeader(header, id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  return id;
}

/** Returns a new ID for a response whose head is written as a whole and contains `nosniff` already. */
export function requestIdFields(): Fields {
  return [header, randomUUID()];
}
