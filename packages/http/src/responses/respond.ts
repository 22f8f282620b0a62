/** Writes JSON responses and errors, with or without Express. */
import type { ServerResponse } from 'node:http';
import { type AppError, toAppError } from '@footfall/errors';
import { failure } from './envelope.ts';
import type { Logger } from '@footfall/process';
import { type Encoding, encodeNow } from './encoding.ts';

/** `Retry-After` of an UNAVAILABLE without its own. */
const unavailableRetrySeconds = 5;

/** A dependency that does not respond fails every request: only one line is logged in this time. */
const unavailableLogMs = 1_000;
/** The monotonic time of each logger's last such line. */
const loggedAtMs = new WeakMap<Logger, number>();

/** Sends `body` as JSON, compressed synchronously: not for bodies of many kilobytes. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  encoding: Encoding = 'identity',
): void {
  const text = JSON.stringify(body);
  const sent = encoding === 'identity' ? text : encodeNow(text, encoding);
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
): AppError {
  const error = toAppError(thrown);
  if (error.status >= 500) log(error, response, logger);
  if (response.headersSent) {
    response.destroy();
    return error;
  }
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const retryAfterSeconds =
    error.retryAfterSeconds ?? (error.code === 'UNAVAILABLE' ? unavailableRetrySeconds : undefined);
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  if (error.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer');
  sendJson(response, error.status, failure(error), encoding);
  return error;
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
