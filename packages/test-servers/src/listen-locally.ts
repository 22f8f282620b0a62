/** Servers in the process of a test. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts `server` on a free port of 127.0.0.1, and resolves with the port. */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port }: { port: number } = Object(server.address());
  return port;
}
