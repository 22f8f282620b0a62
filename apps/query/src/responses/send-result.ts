/** Sends a response in the encoding that the request prefers, or 304 if the client has it already. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from '@footfall/http';
import type { QueryResult } from './results.ts';
import type { Reservation } from './response-memory.ts';

/** Writes `result`, whose bytes are reserved, with the headers of `head`, to which it adds. Rejects, without having sent or added anything, if it cannot be encoded or exceeds a limit. */
export async function sendResult(
  request: IncomingMessage,
  response: ServerResponse,
  head: string[],
  result: QueryResult,
  reservation: Reservation,
  nowMs: number,
): Promise<void> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  const isCurrent = hasEtag(ifNoneMatch, result.etag);
  const encoding = chooseEncoding(acceptEncoding);
  const body = isCurrent ? undefined : await result.body.in(encoding);
  reservation.resize(body?.length ?? 0);
  const maxAgeSeconds = Math.floor(remainingMs(result, nowMs) / 1000);
  // `Age` is not sent: clients add it to the time that they have had a response, and `max-age` is already the remaining time.
  head.push('Last-Modified', new Date(computedAtMs(result, nowMs)).toUTCString(), 'X-Period', result.period);
  if (result.comparedPeriod !== undefined) head.push('X-Compared-Period', result.comparedPeriod);
  head.push('Cache-Control', `private, max-age=${maxAgeSeconds}`, 'ETag', result.etag);
  if (body === undefined) {
    response.writeHead(304, head).end();
    return;
  }
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  head.push(...result.contentFields, 'Content-Length', String(body.length));
  response.writeHead(200, head).end(body);
}

/** Returns the rest of the response's lifetime; never more than all of it, even if the clock has been set back since. */
function remainingMs({ expiresAtMs, lifetimeMs }: QueryResult, nowMs: number): number {
  return Math.min(lifetimeMs, Math.max(0, expiresAtMs - nowMs));
}

/** Returns the time of the computation; never later than now. */
function computedAtMs({ fromCache, expiresAtMs, lifetimeMs }: QueryResult, nowMs: number): number {
  return fromCache ? Math.min(nowMs, expiresAtMs - lifetimeMs) : nowMs;
}

/** Returns true if `If-None-Match` names `etag`, weak or strong (RFC 9110, 13.1.2). */
function hasEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
