/** Responses to requests that never reach an app: malformed HTTP, requests that arrive too slowly, and parts of HTTP that no app here supports. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from '../responses/envelope.ts';
import { AppError, unavailable } from '@footfall/errors';
import { shownValue } from '@footfall/schemas';
import { setRequestId } from '../responses/request-id.ts';
import { sendJson } from '../responses/respond.ts';

/** The time in which a client that is still sending can read the refusal, before it is disconnected. */
const lingerMs = 1_000;

export interface Refusal {
  /** The status may be more specific than that of the error's code. */
  readonly status: number;
  readonly error: AppError;
}

const malformed: Refusal = { status: 400, error: new AppError('BAD_REQUEST', 'The request is not valid HTTP') };
const unknownCoding = ({ headers }: IncomingMessage): Refusal => ({
  status: 501,
  error: new AppError(
    'BAD_REQUEST',
    `Transfer-Encoding must be chunked, got ${shownValue(headers['transfer-encoding'])}`,
  ),
});
const unknownExpectation = ({ headers }: IncomingMessage): Refusal => ({
  status: 417,
  error: new AppError('BAD_REQUEST', `Expect must be 100-continue, got ${shownValue(headers.expect)}`),
});
const tooManyWaiting = (): Refusal => ({
  status: 503,
  error: unavailable('Too many requests are waiting for an earlier one on their connection'),
});
export const connectRefusal: Refusal = {
  status: 405,
  error: new AppError('METHOD_NOT_ALLOWED', 'CONNECT is not supported: this is not a proxy', {
    headers: { Allow: 'GET, HEAD, POST, OPTIONS' },
  }),
};

const byParserError = new Map<string | undefined, Refusal>([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: 408, error: new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive') },
  ],
  [
    'HPE_INVALID_URL',
    {
      status: 400,
      error: new AppError(
        'BAD_REQUEST',
        'The URL is not valid: characters that are not printable ASCII must be percent-encoded (é as %C3%A9)',
      ),
    },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, error: new AppError('BAD_REQUEST', 'The URL and the headers together must have at most 16 KiB') },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    { status: 413, error: new AppError('PAYLOAD_TOO_LARGE', "The body's chunk extensions are too large") },
  ],
]);

/** Returns the refusal for an error code of the parser; anything unknown is malformed HTTP. */
export function parserRefusal(code: string | undefined): Refusal {
  return byParserError.get(code) ?? malformed;
}

/** Returns false for a transfer coding that is not supported, such as gzip within chunks. */
export function isCodingKnown({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || /^chunked$/i.test(coding.trim());
}

export const refuseCoding = refuseWith(unknownCoding);
export const refuseExpectation = refuseWith(unknownExpectation);
export const refuseWaiting = refuseWith(tooManyWaiting);

/** Returns a handler that responds without waiting for the body, and closes the connection. */
function refuseWith(refusalOf: (request: IncomingMessage) => Refusal): RequestListener {
  return (request, response) => {
    const { status, error } = refusalOf(request);
    setRequestId(response);
    response.setHeader('Connection', 'close');
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
    sendJson(response, status, failure(error));
    request.resume();
  };
}

/** Responds on a connection that has no request, and closes it. */
export function refuseConnection(socket: Duplex, { status, error }: Refusal): void {
  const body = JSON.stringify(failure(error));
  const fields = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    ...error.headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
