/** Protects other connections from clients that send nothing, never read, or pipeline without end. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Connection, type Shared } from './connection.ts';
import { connectRefusal, isCodingKnown, parserRefusal, refuseCoding, refuseExpectation } from './refusals.ts';
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

/**
 * Passes requests to `handler`, a few per connection at a time. Responds to malformed HTTP and to features that no app supports,
 * and closes connections whose client does not read, silent ones beyond their limit, and idle ones if the limit of connections is reached.
 * `server.timeout` is the time for which a client may stop reading a response.
 */
export function guardConnections(server: Server, handler: RequestListener, bounds: ConnectionBounds): ConnectionGuard {
  const shared: Shared = { ...bounds, turnstile: new Turnstile(), waitingRequests: 0, isStopped: false };
  const connections = new Map<Duplex, Connection>();
  const silent = new Set<Connection>();

  server.on('connection', (socket: Duplex) => {
    const connection = new Connection(socket, shared);
    connections.set(socket, connection);
    silent.add(connection);
    socket.once('close', () => {
      connections.delete(socket);
      silent.delete(connection);
    });
    shared.turnstile.noteNewConnection();
    const [oldest] = silent;
    if (silent.size > bounds.silentConnectionsMax) oldest?.close();
  });

  /** Returns the connection of a request, which is no longer silent. */
  const speaking = ({ socket }: IncomingMessage): Connection | undefined => {
    const connection = connections.get(socket);
    if (connection) silent.delete(connection);
    return connection;
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = speaking(request);
    if (isCodingKnown(request)) connection?.accept({ request, response, respond: handler });
    else connection?.refuse({ request, response, respond: refuseCoding });
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    speaking(request)?.refuse({ request, response, respond: refuseExpectation });
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    connections.get(socket)?.refuseRest(connectRefusal);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const connection = connections.get(socket);
    // The parser may report the same connection again for data after its first error.
    if (connection?.isRefused) return;
    if (connection === undefined || error.code === 'ECONNRESET') socket.destroy();
    else connection.refuseRest(parserRefusal(error.code));
  });
  server.on('drop', () => server.closeIdleConnections());
  server.on('timeout', (socket: Duplex) => {
    const connection = connections.get(socket);
    // Node has its own deadlines for requests that arrive slowly, and a query has its own for a response.
    if (connection && !connection.isBusy) connection.close();
  });

  return {
    stop() {
      shared.isStopped = true;
      for (const connection of silent) connection.close();
    },
    closeStalled() {
      for (const connection of connections.values()) if (!connection.isComputing) connection.close();
    },
  };
}
