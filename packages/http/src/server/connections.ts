/** Protects other connections from clients that send nothing, never read, or pipeline without end. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  connectRefusal,
  isCodingKnown,
  parserRefusal,
  refuseCoding,
  refuseConnection,
  refuseExpectation,
  refuseWaiting,
} from './refusals.ts';
import { Turnstile } from './turnstile.ts';

interface ConnectionBounds {
  /** Connections without a request so far; beyond it, the oldest of them is closed. */
  silentConnectionsMax: number;
  /** Pipelined requests of one connection that are handled at the same time; the others wait. */
  handledPerConnectionMax: number;
  /** Pipelined requests of all connections that wait; beyond it, they are refused with 503. */
  waitingRequestsMax: number;
}

export interface ConnectionGuard {
  /** Closes the connections that have not sent a request yet, and handles no further pipelined requests. */
  stop(): void;
  /** Closes the connections that wait for their client to send the rest of a request or to read a response. */
  closeStalled(): void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  respond: RequestListener;
}

/** The requests of one connection. */
interface Connection {
  readonly handled: Set<Exchange>;
  readonly waiting: Exchange[];
  /** True once a request was refused here and not by the app: the requests after it are never handled. */
  isRefused: boolean;
}

/**
 * Passes requests to `handler`, a few per connection at a time. Responds to malformed HTTP and to features that no app supports,
 * and closes connections whose client does not read, silent ones beyond their limit, and idle ones if there is no room for another.
 * `server.timeout` is the time for which a client may stop reading a response.
 */
export function guardConnections(server: Server, handler: RequestListener, bounds: ConnectionBounds): ConnectionGuard {
  const silent = new Set<Duplex>();
  const connections = new Map<Duplex, Connection>();
  const refused = new WeakSet<Duplex>();
  const turnstile = new Turnstile();
  let waitingRequests = 0;
  let isStopped = false;

  server.on('connection', (socket: Duplex) => {
    const connection: Connection = { handled: new Set(), waiting: [], isRefused: false };
    connections.set(socket, connection);
    turnstile.giveWay();
    silent.add(socket);
    socket.once('close', () => {
      silent.delete(socket);
      connections.delete(socket);
      waitingRequests -= connection.waiting.length;
    });
    const [oldest] = silent;
    if (silent.size > bounds.silentConnectionsMax) oldest?.destroy();
  });

  const handle = (connection: Connection, exchange: Exchange) => {
    const { request, response, respond } = exchange;
    connection.handled.add(exchange);
    response.once('close', () => {
      connection.handled.delete(exchange);
      // In a later turn of the event loop, so that a long queue does not block other connections.
      if (connection.waiting.length > 0) setImmediate(() => handleWaiting(request.socket, connection));
      else turnstile.pause(request.socket);
    });
    respond(request, response);
  };
  const handleWaiting = (socket: Duplex, connection: Connection) => {
    if (isStopped || !connections.has(socket)) return;
    while (connection.handled.size < bounds.handledPerConnectionMax) {
      const next = connection.waiting.shift();
      if (next === undefined) break;
      waitingRequests -= 1;
      handle(connection, next);
    }
    if (connection.waiting.length === 0) socket.resume();
  };
  const accept = (exchange: Exchange) => {
    const { socket } = exchange.request;
    const connection = connections.get(socket);
    if (connection === undefined || connection.isRefused) return;
    silent.delete(socket);
    connection.isRefused = exchange.respond !== handler;
    const { handled, waiting } = connection;
    if (handled.size < bounds.handledPerConnectionMax && waiting.length === 0) return handle(connection, exchange);
    if (waitingRequests >= bounds.waitingRequestsMax) {
      connection.isRefused = true;
      exchange.respond = refuseWaiting;
    }
    waitingRequests += 1;
    waiting.push(exchange);
    // Requests that have arrived with this one are parsed with it; later ones stay with the client.
    socket.pause();
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    accept({ request, response, respond: isCodingKnown(request) ? handler : refuseCoding });
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    accept({ request, response, respond: refuseExpectation });
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    if (isAnswering(connections.get(socket))) socket.destroy();
    else refuseConnection(socket, connectRefusal);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser may report the same connection again for data after its first error.
    const connection = connections.get(socket);
    if (refused.has(socket) || connection?.isRefused === true) return;
    refused.add(socket);
    const cannotRead = !socket.writable || error.code === 'ECONNRESET';
    if (cannotRead || isAnswering(connection)) socket.destroy();
    else refuseConnection(socket, parserRefusal(error.code));
  });
  server.on('drop', () => server.closeIdleConnections());
  server.on('timeout', (socket: Duplex) => {
    // Node has its own deadlines for requests that arrive slowly, and a query has its own for a response.
    const isOurs = (connections.get(socket)?.handled.size ?? 0) > 0 && socket.writableLength === 0;
    if (!isOurs && !silent.has(socket)) socket.destroy();
  });

  return {
    stop() {
      isStopped = true;
      for (const socket of silent) socket.destroy();
    },
    closeStalled() {
      for (const [socket, { handled }] of connections) {
        const isComputing = [...handled].some(({ request }) => request.complete) && socket.writableLength === 0;
        if (!isComputing) socket.destroy();
      }
    },
  };
}

/** Returns true if a response has been sent in part, so that nothing else may be written. */
function isAnswering(connection: Connection | undefined): boolean {
  return [...(connection?.handled ?? [])].some(({ response }) => response.headersSent && !response.writableFinished);
}
