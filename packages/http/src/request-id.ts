/** `X-Request-Id` ties a response to the log: ours for every request, never the client's. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fields } from './fields.ts';

const header = 'X-Request-Id';
const ids = new WeakMap<IncomingMessage, string>();

/** The request's id, made and set on the response at the first call. */
export function requestId(request: IncomingMessage, response: ServerResponse): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = randomUUID();
  ids.set(request, id);
  response.setHeader(header, id);
  return id;
}

/** A fresh id for a response whose head is written as a whole. */
export function requestIdFields(): Fields {
  return [header, randomUUID()];
}
