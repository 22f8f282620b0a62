/** G20: many large batches at once; and a stop while clients are slow. */
import { setTimeout as delay } from 'node:timers/promises';
import { atMost, onlyStatuses } from './expectation.mjs';
import { visit } from './feed.mjs';
import { singleEvents } from './honest.mjs';
import { openRaw } from './raw-connection.mjs';

const bodiesAtOnce = 24;
const batchEvents = 1_000;
const titleChars = 500;
const slowClients = 30;
const tricklePauseMs = 500;
/** The time in which the slow clients connect before the signal. */
const settleMs = 2_000;

export const title = '24 parallel bodies of 1 MiB, again and again; SIGTERM under slow clients';
export const expectations = [
  atMost(
    'a response within 4 s',
    4,
    ({ figures }) => figures['slowest response, s'],
    (seconds) => `${seconds.toFixed(1)} s`,
  ),
  onlyStatuses('accepted or refused with 503', ['202', '503']),
  {
    text: 'exit 0 within 10 s of SIGTERM',
    judge({ figures }) {
      const { 'seconds until SIGTERM ended it': seconds, 'exit status': status } = figures;
      return { hasPassed: status === 0 && seconds <= 10, found: `${status} after ${seconds.toFixed(1)} s` };
    },
  },
];

export async function prepare(product) {
  const [attacker, honest] = [await product.newWorkspace('attacker'), await product.newWorkspace('honest')];
  return { ingestUrl: product.ingestUrl, secretKey: attacker.secretKey, honest };
}

export const probes = (product, { honest }) => [singleEvents(product, honest)];

export async function strike({ ingestUrl, secretKey }, { client, isOver, note }) {
  let slowestMs = 0;
  const send = async (_, connection) => {
    const makeEvent = (_event, index) => ({ ...visit(index + connection, 1), title: 'x'.repeat(titleChars) });
    const events = Array.from({ length: batchEvents }, makeEvent);
    const sentAtMs = performance.now();
    const { status } = await client.sendEvents(ingestUrl, secretKey, events);
    note(status);
    slowestMs = Math.max(slowestMs, performance.now() - sentAtMs);
  };
  while (!isOver()) await Promise.all(Array.from({ length: bodiesAtOnce }, send));
  return { 'slowest response, s': slowestMs / 1000 };
}

/** Half of the slow clients send a byte now and then, the others never read. */
export async function finish(product, { secretKey }) {
  const head = `POST /api/v1/events HTTP/1.1\r\nHost: attacked\r\nAuthorization: Bearer ${secretKey}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`;
  const senders = Array.from({ length: slowClients }, () => openRaw(product.ingestPort, head));
  const download = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: attacked\r\n\r\n'.repeat(6);
  const readers = Array.from({ length: slowClients }, () => openRaw(product.apiPort, download).pause());
  const trickle = setInterval(() => senders.forEach((socket) => socket.writable && socket.write(' ')), tricklePauseMs);
  await delay(settleMs);
  const { seconds, status } = await product.stop();
  clearInterval(trickle);
  for (const socket of [...senders, ...readers]) socket.destroy();
  return { 'seconds until SIGTERM ended it': seconds, 'exit status': status };
}
