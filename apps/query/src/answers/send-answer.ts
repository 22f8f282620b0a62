/** Sends an answer in the encoding that the request prefers, or 304 if the client has it already. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, encodings } from '@footfall/http';
import type { Answer } from './answer.ts';

/** Writes `answer` behind the fields of `head`, which it adds to. Rejects, with nothing sent or added, when it cannot be encoded. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  head: string[],
  answer: Answer,
  nowMs: number,
): Promise<void> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  const isHeld = holds(ifNoneMatch, answer.etag);
  const encoding = chooseEncoding(acceptEncoding, encodings);
  const body = isHeld ? undefined : await answer.body.in(encoding);
  const maxAgeSeconds = Math.floor(remainingMs(answer, nowMs) / 1000);
  // Not `Age`: clients add it to the time that an answer has been with them, and `max-age` is what is left already.
  head.push('Last-Modified', new Date(computedAtMs(answer, nowMs)).toUTCString(), 'X-Period', answer.period);
  head.push('Cache-Control', `private, max-age=${maxAgeSeconds}`, 'ETag', answer.etag);
  if (body === undefined) {
    response.writeHead(304, head).end();
    return;
  }
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  head.push(...answer.contentFields, 'Content-Length', String(body.length));
  response.writeHead(200, head).end(body);
}

/** Returns the rest of the answer's lifetime; never more than all of it, even if the clock was set back since. */
function remainingMs({ expiresAtMs, lifetimeMs }: Answer, nowMs: number): number {
  return Math.min(lifetimeMs, Math.max(0, expiresAtMs - nowMs));
}

/** Returns when the answer was computed; never later than now. */
function computedAtMs({ fromCache, expiresAtMs, lifetimeMs }: Answer, nowMs: number): number {
  return fromCache ? Math.min(nowMs, expiresAtMs - lifetimeMs) : nowMs;
}

/** Returns true if `If-None-Match` names `etag`, weak or strong (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
