/** A server with bounds on what a client may hold open, that can drain. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '@footfall/errors';

export const serverLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  connectionsMax: 10_000,
  headerBytesMax: 16 * 1024,
} as const;

export interface Listener {
  /** `http://host:port`, with the port that was really bound. */
  readonly url: string;
  /** Stops accepting, lets running requests finish, cuts what is left after `deadlineMs`. */
  drain(deadlineMs: number): Promise<void>;
}

export interface Address {
  host: string;
  port: number;
  /** The setting that a message about a taken port should name. */
  portSetting: string;
}

/** Listens at `address`. Rejects with a StartError when the port is taken or not allowed. */
export async function listen(
  handler: RequestListener,
  address: Address,
  limits: Partial<typeof serverLimits> = {},
): Promise<Listener> {
  const bounds = { ...serverLimits, ...limits };
  const server = createServer(
    {
      headersTimeout: bounds.headersTimeoutMs,
      requestTimeout: bounds.requestTimeoutMs,
      keepAliveTimeout: bounds.keepAliveTimeoutMs,
      maxHeaderSize: bounds.headerBytesMax,
      connectionsCheckingInterval: Math.min(1_000, bounds.headersTimeoutMs),
    },
    handler,
  );
  server.maxConnections = bounds.connectionsMax;
  await bind(server, address);
  // `listening` has been emitted, so the address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return { url: `http://${host}:${port}`, drain: (deadlineMs) => drain(server, deadlineMs) };
}

function bind(server: Server, { host, port, portSetting }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `port ${port} is already in use on ${host}: stop what listens there, or set ${portSetting} to another port`
          : error.code === 'EACCES'
            ? `port ${port} is not allowed for this user: set ${portSetting} to a port above 1023`
            : `cannot listen on ${host}:${port} (${error.code ?? 'unknown error'})`;
      reject(new StartError(reason, { cause: error }));
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

async function drain(server: Server, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearTimeout(deadline);
}
