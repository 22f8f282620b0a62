/** `X-Request-Id` ties a response to the log: ours for every request, never the client's. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const ids = new WeakMap<IncomingMessage, string>();

/** The request's id, made and set on the response at the first call. */
export function requestId(request: IncomingMessage, response: ServerResponse): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(request, id);
  response.setHeader('X-Request-Id', id);
  return id;
}
