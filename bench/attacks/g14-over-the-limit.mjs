/** G14: one workspace sends far more events per minute than allowed, in bodies that decompress to 1 MiB. */
import { gzipSync } from 'node:zlib';
import { onlyStatuses, p99AtMost } from './expectation.mjs';
import { visit } from './feed.mjs';
import { singleEvents } from './honest.mjs';

const bodiesAtOnce = 16;
const batchEvents = 1_000;
const titleChars = 500;

export const title = 'over the event limit, gzip bodies of 1 MiB, 16 at once';
export const expectations = [
  onlyStatuses('everything over the limit refused with 429', ['202', '429']),
  p99AtMost("others' p99 unchanged (at most 20 % higher)", 1.2),
];
export const settings = { INGEST_EVENTS_PER_MINUTE: '3000' };

export async function prepare(product) {
  const [attacker, honest] = [await product.newWorkspace('attacker'), await product.newWorkspace('honest')];
  return { ingestUrl: product.ingestUrl, secretKey: attacker.secretKey, honest };
}

/** Fewer than the limit allows. */
export const probes = (product, { honest }) => [singleEvents(product, honest, 100)];

export async function strike({ ingestUrl, secretKey }, { client, isOver, note }) {
  const makeEvent = (_, index) => ({ ...visit(index, 1), title: 'x'.repeat(titleChars) });
  const body = gzipSync(JSON.stringify({ events: Array.from({ length: batchEvents }, makeEvent) }));
  const headers = {
    Authorization: `Bearer ${secretKey}`,
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
  };
  const send = async () => {
    while (!isOver()) {
      const { status } = await client.send(`${ingestUrl}/api/v1/events`, { method: 'POST', headers, body });
      note(status);
    }
  };
  await Promise.all(Array.from({ length: bodiesAtOnce }, send));
}
