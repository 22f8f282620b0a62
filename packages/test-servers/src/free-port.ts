/** Ports for servers that are killed and started again. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections (Linux: from 32768): while a server is down, one of those
 * could take its port, or a client could even connect to itself.
 */
const lowest = 20_000;
const ports = 12_000;

/** Each worker of a run has its own ports: a server may listen on its port long after the port was found. */
const workersMax = 100;
const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % workersMax;
let next = randomInt(ports / workersMax);

/** Returns a port that nothing is listening on at the moment; another one with each of the next hundred calls. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + ((worker + workersMax * next++) % ports);
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
