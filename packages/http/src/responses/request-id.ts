/** The headers of every response: `X-Request-Id`, which links it to the log and is never the client's, and `nosniff`. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fields } from './fields.ts';

const header = 'X-Request-Id';
const ids = new WeakMap<IncomingMessage, string>();

/** Returns the request's ID. The first call creates it and sets both headers on the response. */
export function requestId(request: IncomingMessage, response: ServerResponse): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(request, id);
  response.setHeader(header, id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  return id;
}

/** Returns a new ID for a response whose head is written as a whole and contains `nosniff` already. */
export function requestIdFields(): Fields {
  return [header, randomUUID()];
}
