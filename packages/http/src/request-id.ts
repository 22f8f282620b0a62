/** `X-Request-Id` ties a response to the log: ours for every request, never the client's. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { uuidv7 } from 'uuidv7';

const ids = new WeakMap<IncomingMessage, string>();

/** The request's id, made and set on the response at the first call. */
export function requestId(request: IncomingMessage, response: ServerResponse): string {
  const known = ids.get(request);
  if (known) return known;
  const id = uuidv7();
  ids.set(request, id);
  response.setHeader('X-Request-Id', id);
  return id;
}
