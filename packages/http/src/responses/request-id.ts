/** What every response carries: `X-Request-Id`, which ties it to the log and is never the client's, and `nosniff`. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fields } from './fields.ts';

const header = 'X-Request-Id';
const ids = new WeakMap<IncomingMessage, string>();

/** The request's id, made at the first call, which sets both headers on the response. */
export function requestId(request: IncomingMessage, response: ServerResponse): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(request, id);
  response.setHeader(header, id);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  return id;
}

/** A fresh id for a response whose head is written as a whole, and says `nosniff` itself. */
export function requestIdFields(): Fields {
  return [header, randomUUID()];
}
