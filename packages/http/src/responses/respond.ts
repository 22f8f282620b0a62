/** Writes JSON responses and errors, with or without Express. */
import type { ServerResponse } from 'node:http';
import { type AppError, toAppError } from '@footfall/errors';
import { failure } from './envelope.ts';
import type { Logger } from '@footfall/process';
import { chooseEncoding, encode, type Encoding, encodeNow } from './encoding.ts';

/** The time in which one line is logged, because a dependency that does not respond fails every request. */
const unavailableLogMs = 1_000;
/** The monotonic time of each logger's last such line. */
const loggedAtMs = new WeakMap<Logger, number>();

/** Sends `body` as JSON, not compressed. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, JSON.stringify(body), 'identity');
}

/** Sends `body` as JSON, in the encoding that the request prefers. */
export async function sendEncodedJson(response: ServerResponse, status: number, body: unknown): Promise<void> {
  const encoding = chooseEncoding(response.req.headers['accept-encoding']);
  send(response, status, await encode(JSON.stringify(body), encoding), encoding);
}

function send(response: ServerResponse, status: number, sent: string | Buffer, encoding: Encoding): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(sent);
}

/** Sends the error's status, headers and body, and logs its cause under the request's ID. */
export function sendError(
  response: ServerResponse,
  thrown: unknown,
  logger: Logger,
  encoding: Encoding = 'identity',
): void {
  const error = toAppError(thrown);
  if (error.status >= 500) log(error, response, logger);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
  if (error.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer');
  send(response, error.status, encodeNow(JSON.stringify(failure(error)), encoding), encoding);
}

function log(error: AppError, response: ServerResponse, logger: Logger): void {
  const details = { requestId: response.getHeader('X-Request-Id'), code: error.code };
  if (error.code !== 'UNAVAILABLE') {
    logger.error({ ...details, err: error.cause ?? error }, error.message);
    return;
  }
  // Overload is counted, not logged: a line for each refused request would add to it.
  if (error.cause === undefined) return;
  const nowMs = performance.now();
  if (nowMs - (loggedAtMs.get(logger) ?? Number.NEGATIVE_INFINITY) < unavailableLogMs) return;
  loggedAtMs.set(logger, nowMs);
  logger.error({ ...details, err: error }, error.message);
}
