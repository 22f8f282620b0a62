/** G8: clients that make many requests and never read the responses. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost } from './expectation.mjs';
import { analytics, healthz } from './honest.mjs';
import { attackerAddress, openRaw } from './raw-connection.mjs';

const clients = 500;
/** The number of responses, which in total exceed the system's buffers. */
const requestsPerClient = 6;
/** A time above the expectation, after which the attack ends, so that it always has a verdict. */
const heldSecondsMax = 60;
const pollMs = 250;
/** A busy server may accept a further connection after it has closed those that it had. */
const quietSeconds = 10;

/** The attacker's address in the format of /proc/net/tcp. */
const procAddress = Buffer.from(attackerAddress.split('.').map(Number).toReversed()).toString('hex').toUpperCase();

export const title = `${clients} clients that request a large file and never read`;
export const expectations = [
  atMost(
    'connections with unread responses closed within 30 s',
    30,
    ({ figures }) => figures['seconds until all were closed'] ?? Infinity,
    (seconds) => (seconds === Infinity ? 'not closed' : `${seconds.toFixed(1)} s`),
  ),
];

export async function prepare(product) {
  return { port: product.apiPort, honest: await product.newWorkspace('honest') };
}

export const probes = (product, { honest }) => [analytics(product, honest), healthz(product.apiUrl)];

export async function strike({ port }, { note }) {
  const request = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: attacked\r\n\r\n'.repeat(requestsPerClient);
  const sockets = Array.from({ length: clients }, () => openRaw(port, request).pause());
  note('connections', clients);
  const startedAtMs = performance.now();
  const secondsSinceStart = () => (performance.now() - startedAtMs) / 1000;
  let lastOpenSeconds = 0;
  let open = heldConnections(port);
  for (; open > 0 || secondsSinceStart() - lastOpenSeconds < quietSeconds; await delay(pollMs)) {
    if (secondsSinceStart() > heldSecondsMax) break;
    open = heldConnections(port);
    if (open > 0) lastOpenSeconds = secondsSinceStart();
  }
  for (const socket of sockets) socket.destroy();
  return open > 0 ? { 'still open at the end': open } : { 'seconds until all were closed': lastOpenSeconds };
}

/**
 * Returns the number of the attacker's connections for which the server keeps unread data: a client that does not read does not notice that its
 * connection was closed. A response that fits into the system's buffers, such as a refusal, does not count: to the server, its connection is idle.
 */
function heldConnections(port) {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n');
  return lines.filter((line) => {
    const [, local, remote, , queues, , , , , inode] = line.trim().split(/\s+/);
    const hasUnread = !queues.startsWith('00000000:');
    // A connection that a process has closed, or not accepted yet, has no inode.
    return parseInt(local.split(':')[1], 16) === port && remote.startsWith(procAddress) && inode !== '0' && hasUnread;
  }).length;
}
