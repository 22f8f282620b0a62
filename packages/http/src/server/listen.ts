/** A server that limits what a client can hold open, and that can drain. */
import { rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { StartError } from '@footfall/errors';
import { connectionsPerPort } from '@footfall/process/descriptors';
import { type ConnectionGuard, guardConnections } from './connections.ts';
import { hostUrl } from '@footfall/process/server-url';
import { isSocketInUse } from './socket-probe.ts';

/** The limits of every server of Footfall. */
export const serverLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  /** Connections of a port; fewer if the limit of open files of the process is lower. */
  connectionsMax: 10_000,
  /** New connections that the system keeps while the process is busy, as far as the system allows; the clients of others retry after a second. */
  newConnectionsMax: 4_096,
  /** Connections that have not sent a request yet, at most half of all; beyond it, the oldest of them is closed. */
  silentConnectionsMax: 5_000,
  headerBytesMax: 16 * 1024,
  /** The time for which a client may stop reading a response. Longer than the deadline for request headers, which has its own response. */
  unreadTimeoutMs: 12_000,
  /** Pipelined requests of one connection that are handled at the same time; the others wait. */
  handledPerConnectionMax: 8,
  /** Pipelined requests of all connections that wait; beyond it, they are refused with 503. About 5 kB each. */
  waitingRequestsMax: 10_000,
  /** The time for which a client may stall during draining, before it has sent a request or read a response. */
  stalledDrainMs: 3_000,
} as const;

export type ServerLimits = Record<keyof typeof serverLimits, number>;

/** The interval at which connections that have become idle are closed during draining. */
const drainSweepMs = 50;

export interface Listener {
  /** `http://host:port` with the port that was actually bound; for a Unix socket its path. */
  readonly url: string;
  /** Stops accepting, lets requests finish, disconnects stalled clients soon and all others after `deadlineMs`. */
  drain(deadlineMs: number): Promise<void>;
}

export interface Address {
  host: string;
  port: number;
  /** The setting that a message about a port in use names. */
  portSetting: string;
}

/** Listens at `address`, with `serverLimits` except for those in `limits`. Rejects with a StartError if the port is taken or not allowed, or the host is none of this machine. */
export async function listen(
  handler: RequestListener,
  address: Address,
  limits: Partial<ServerLimits> = {},
): Promise<Listener> {
  const bounds = { ...serverLimits, ...limits };
  const { server, guard } = makeServer(handler, bounds);
  const { host, port } = address;
  await bind(server, { host, port, backlog: bounds.newConnectionsMax }, (code) => whyNot(code, address));
  const bound = server.address();
  const boundPort = bound !== null && typeof bound === 'object' ? bound.port : port;
  return {
    url: hostUrl(host, boundPort),
    drain: (deadlineMs) => drain(server, guard, bounds.stalledDrainMs, deadlineMs),
  };
}

/** Listens on a Unix socket that only this user can open (mode 700). A socket left by a process that has ended is replaced. Rejects with a StartError. */
export async function listenOnSocket(handler: RequestListener, path: string): Promise<Listener> {
  const { server, guard } = makeServer(handler, serverLimits);
  if (!(await isSocketInUse(path))) rmSync(path, { force: true });
  // The mask applies to everything that other threads create meanwhile: with 177, they could not enter their own directories.
  const mask = process.umask(0o077);
  try {
    await bind(server, { path }, (code) => `cannot listen on ${path} (${code})`);
  } finally {
    process.umask(mask);
  }
  return { url: path, drain: (deadlineMs) => drain(server, guard, serverLimits.stalledDrainMs, deadlineMs) };
}

function makeServer(handler: RequestListener, bounds: ServerLimits): { server: Server; guard: ConnectionGuard } {
  const server = createServer({
    headersTimeout: bounds.headersTimeoutMs,
    requestTimeout: bounds.requestTimeoutMs,
    keepAliveTimeout: bounds.keepAliveTimeoutMs,
    maxHeaderSize: bounds.headerBytesMax,
    // Nothing here depends on Host, and Node's own refusal of a request without one has no body.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(1_000, bounds.headersTimeoutMs),
  });
  const connectionsMax = Math.min(bounds.connectionsMax, connectionsPerPort());
  server.maxConnections = connectionsMax;
  server.timeout = bounds.unreadTimeoutMs;
  const silentConnectionsMax = Math.min(bounds.silentConnectionsMax, Math.ceil(connectionsMax / 2));
  return { server, guard: guardConnections(server, handler, { ...bounds, silentConnectionsMax }) };
}

function bind(server: Server, where: ListenOptions, explain: (code: string) => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(new StartError(explain(error.code ?? 'unknown error'), { cause: error }));
    server.once('error', refuse);
    server.listen(where, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function whyNot(code: string, { host, port, portSetting }: Address): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is already in use on ${host}: stop what listens there, or set ${portSetting} to another port`;
    case 'EACCES':
      return `port ${port} is not allowed for this user: set ${portSetting} to a port above 1023`;
    default:
      return `cannot listen on ${host}:${port} (${code}): set HOST to an address of this machine`;
  }
}

async function drain(server: Server, guard: ConnectionGuard, stalledMs: number, deadlineMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  guard.stop();
  // A kept-alive connection counts as idle only once its last response has been sent.
  const sweep = setInterval(() => server.closeIdleConnections(), drainSweepMs);
  const stalled = setTimeout(() => guard.closeStalled(), stalledMs);
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(stalled);
  clearTimeout(deadline);
}
