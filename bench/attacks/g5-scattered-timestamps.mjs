/** G5: events whose timestamps are scattered over all accepted years. */
import { allWithin } from './expectation.mjs';
import { feed, visit } from './feed.mjs';
import { visibleEvents } from './honest.mjs';

const count = 20_000;
const earliestMs = Date.parse('2000-01-01T00:00:00Z');

export const title = '20,000 events with timestamps scattered over 26 years';
export const expectations = [allWithin("another workspace's events visible within 5 s", 5_000)];

export async function prepare(product) {
  const [attacker, honest] = [await product.newWorkspace('attacker'), await product.newWorkspace('honest')];
  return { ingestUrl: product.ingestUrl, secretKey: attacker.secretKey, honest };
}

export const probes = (product, { honest }) => [visibleEvents(product, honest, 1_000)];

export async function strike({ ingestUrl, secretKey }, { client, note }) {
  const ages = Date.now() - 1_000 - earliestMs;
  const makeEvent = (index) => ({ ...visit(index, 1), timestamp: earliestMs + Math.floor(Math.random() * ages) });
  const startedAtMs = performance.now();
  await feed(client, ingestUrl, secretKey, { count, makeEvent, note });
  return { 'seconds until accepted': (performance.now() - startedAtMs) / 1000 };
}
