/** Ports for servers that are killed and started again. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections (Linux: from 32768): while a server is down, one of those
 * could take its port, or a client could even connect to itself.
 */
const lowest = 20_000;
const highest = 32_000;

/** Returns a port that nothing is listening on at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
