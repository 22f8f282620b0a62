/** G8: clients that request much and never read it. */
import { setTimeout as delay } from 'node:timers/promises';
import { analytics, healthz } from './honest.mjs';
import { openSockets } from './product.mjs';
import { openRaw } from './raw-connection.mjs';

const clients = 500;
/** Together more than the buffers of the system take. */
const requestsPerClient = 6;
/** Sockets of the honest client and of the product itself may come and go. */
const othersMax = 20;
const pollMs = 250;

export const title = `${clients} clients that request a large file and never read`;
export const expected = 'closed within 30 s';

export async function prepare(product) {
  return { port: product.ports.api, pid: product.pid, honest: await product.newWorkspace('honest') };
}

export const probes = (product, { honest }) => [analytics(product, honest), healthz(product.apiUrl)];

export async function strike({ port, pid }, { isOver, note }) {
  const before = openSockets(pid);
  const open = () => openSockets(pid) - before;
  const request = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: attacked\r\n\r\n'.repeat(requestsPerClient);
  const sockets = Array.from({ length: clients }, () => openRaw(port, request).pause());
  note('connections', clients);
  const startedAtMs = performance.now();
  const secondsSince = () => (performance.now() - startedAtMs) / 1000;
  while (!isOver() && open() < clients / 2 && secondsSince() < 5) await delay(pollMs);
  while (!isOver() && open() > othersMax) await delay(pollMs);
  const left = open();
  const figures =
    left > othersMax ? { 'still open at the end': left } : { 'seconds until all were closed': secondsSince() };
  for (const socket of sockets) socket.destroy();
  return figures;
}
