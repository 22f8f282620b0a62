/** The headers of every response: `X-Request-Id`, which links it to the log and is never the client's, and `nosniff`. */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Fields } from './fields.ts';

const header = 'X-Request-Id';

/** Sets both headers, with a new ID, unless they are set. */
export function setRequestId(response: ServerResponse): void {
  if (response.hasHeader(header)) return;
  response.setHeader(header, randomUUID());
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** Returns a new ID for a response whose head is written as a whole and contains `nosniff` already. */
export function requestIdFields(): Fields {
  return [header, randomUUID()];
}
