/** G2: bodies without their last byte, and without a key. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost } from './expectation.mjs';
import { singleEvents } from './honest.mjs';
import { openRaw } from './raw-connection.mjs';

const connections = 66;
const bodyBytes = 1024 * 1024;
const reconnectMs = 100;

export const title = `${connections} connections, bodies of 1 MiB less one byte, no key`;
export const expectations = [
  atMost(
    'no honest request refused',
    0,
    ({ beside }) => beside.reduce((sum, { requests, succeeded }) => sum + requests - succeeded, 0),
    (failed) => `${failed} failed`,
  ),
];

export async function prepare(product) {
  return { port: product.ingestPort, honest: await product.newWorkspace('honest') };
}

export const probes = (product, { honest }) => [singleEvents(product, honest)];

export async function strike({ port }, { isOver, note }) {
  const head = `POST /api/v1/events HTTP/1.1\r\nHost: attacked\r\nContent-Type: application/json\r\nContent-Length: ${bodyBytes}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(bodyBytes - 1, ' ')]);
  const hold = async () => {
    while (!isOver()) {
      let outcome = 'cut';
      const socket = openRaw(port, bytes, (status) => {
        outcome = status;
        socket.destroy();
      });
      const watch = setInterval(() => {
        if (!isOver()) return;
        outcome = 'still open';
        socket.destroy();
      }, 100);
      await once(socket, 'close');
      clearInterval(watch);
      note(outcome);
      await delay(reconnectMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, hold));
}
