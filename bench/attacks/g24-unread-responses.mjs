/** G24: clients of one workspace request its largest responses, none of them cached, and read none. */
import { setTimeout as delay } from 'node:timers/promises';
import { allWithin, memoryAtMost } from './expectation.mjs';
import { feed, visit } from './feed.mjs';
import { analytics, healthz } from './honest.mjs';
import { openRaw } from './raw-connection.mjs';

const values = 9_900;
const batchEvents = 330;
const connections = 40;
const openEveryMs = 600;
const pollMs = 250;
const honestEvents = 2_000;
/** All values, which are 29 MB and more than one response may have, and as many as fit into one. */
const limits = [values, values / 5];

export const title = `${connections} clients that request responses of 6 and 29 MB and never read`;
export const expectations = [
  memoryAtMost(400),
  allWithin("another workspace's responses within 2 s", 2_000, 'overview, pages'),
];

const longPath = 'p'.repeat(1_900);
const longText = 'a'.repeat(1_010);
const largePageview = (index) => ({
  type: '$pageview',
  visitorId: `visitor-${index}`,
  url: `https://site.example/${index}${longPath}`,
  props: { a: `${index}${longText}` },
});

export async function prepare(product) {
  const [attacked, honest] = [await product.newWorkspace('attacked'), await product.newWorkspace('honest')];
  const { client, ingestUrl, apiPort, apiUrl } = product;
  await feed(client, ingestUrl, attacked.publicKey, { count: values, makeEvent: largePageview, batchEvents });
  const few = { count: honestEvents, makeEvent: (index) => visit(index, 5) };
  await feed(client, ingestUrl, honest.secretKey, few);
  await product.until(() => product.hasStored(values + honestEvents));
  return { port: apiPort, apiUrl, secretKey: attacked.secretKey, honest };
}

export const probes = (product, { honest }) => [analytics(product, honest), healthz(product.apiUrl)];

export async function strike({ port, apiUrl, secretKey }, { client, note }) {
  let requested = 0;
  const request = () => {
    const limit = limits[requested % limits.length];
    requested += 1;
    // A different filter each time, so that no response comes from the cache.
    const path = `/api/v1/analytics/breakdown?by=path,prop:a&limit=${limit}&filter=country:is_not:Y${requested}`;
    return `GET ${path} HTTP/1.1\r\nHost: attacked\r\nX-API-Key: ${secretKey}\r\n\r\n`;
  };
  const sockets = [];
  while (sockets.length < connections) {
    sockets.push(openRaw(port, request()).pause());
    note('connections');
    await delay(openEveryMs);
  }
  for (const socket of sockets) socket.destroy();
  // Once the connections have closed, the workspace can reserve memory again.
  const startedAtMs = performance.now();
  while ((await client.query(apiUrl, secretKey, 'overview')).status !== 200) await delay(pollMs);
  return { 'seconds until the workspace was served again': (performance.now() - startedAtMs) / 1000 };
}
