/** Keeps connections that ask nothing, or nothing that is HTTP, from harming those that do. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from '@footfall/envelope';
import { AppError } from '@footfall/errors';

/** How long a client that is still sending may read the refusal before the connection is cut. */
const lingerMs = 1_000;

export interface ConnectionGuard {
  /** Closes the connections that have not sent a request yet. */
  closeSilent(): void;
}

/**
 * Answers malformed HTTP, too large headers and requests that come too slowly with 400, 431, 413 and 408, closes the
 * oldest connection without a request when there are more than `silentMax`, and idle ones when no further fits.
 */
export function guardConnections(server: Server, silentMax: number): ConnectionGuard {
  const silent = new Set<Duplex>();
  const responses = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.on('connection', (socket: Duplex) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    const [oldest] = silent;
    if (silent.size > silentMax) oldest?.destroy();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silent.delete(request.socket);
    responses.set(request.socket, response);
  });
  server.on('drop', () => server.closeIdleConnections());
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser may report the same connection again for what comes after its first error.
    if (refused.has(socket)) return;
    refused.add(socket);
    const response = responses.get(socket);
    const isAnswered = response?.headersSent === true && !response.writableFinished;
    if (isAnswered || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, error.code);
  });
  return {
    closeSilent: () => {
      for (const socket of silent) socket.destroy();
    },
  };
}

/** By the parser's error code; anything else is malformed HTTP. */
const refusals = new Map<string | undefined, { status: string; error: AppError }>([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: '408 Request Timeout', error: new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive') },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: '431 Request Header Fields Too Large',
      error: new AppError('BAD_REQUEST', "The request's headers are too large"),
    },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    {
      status: '413 Payload Too Large',
      error: new AppError('PAYLOAD_TOO_LARGE', "The body's chunk extensions are too large"),
    },
  ],
]);
const malformed = { status: '400 Bad Request', error: new AppError('BAD_REQUEST', 'The request is not valid HTTP') };

function refuse(socket: Duplex, code: string | undefined): void {
  const { status, error } = refusals.get(code) ?? malformed;
  const body = JSON.stringify(failure(error));
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${randomUUID()}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
