/** G4: one workspace requests the most expensive results, many at once, none of them cached. */
import { allWithin } from './expectation.mjs';
import { feed, visit } from './feed.mjs';
import { analytics, visibleEvents } from './honest.mjs';

const requestsAtOnce = 32;
const dayMs = 86_400_000;
const days = 30;
const honestEvents = 2_000;

export const title = 'one workspace requests the most expensive results, 32 at once, none cached';
export const expectations = [
  allWithin("another workspace's responses within 1 s", 1_000, 'overview, pages'),
  allWithin('its events visible within 5 s', 5_000, 'event visible'),
];

/** The requests, in turn. */
const requests = [
  ['overview', {}],
  ['visitors', { granularity: 'hour' }],
  ['pages', { limit: 1000 }],
  ['sources', { limit: 1000 }],
  ['campaigns', { limit: 1000 }],
  ['geo', { limit: 1000 }],
  ['devices', {}],
  ['channels', {}],
];

export async function prepare(product, { isQuick }) {
  const [attacker, honest] = [await product.newWorkspace('attacker'), await product.newWorkspace('honest')];
  const { client, ingestUrl, apiUrl } = product;
  const count = isQuick ? 60_000 : 300_000;
  await feed(client, ingestUrl, attacker.secretKey, { count, makeEvent: (index) => visit(index, days) });
  const few = { count: honestEvents, makeEvent: (index) => visit(index, 5) };
  await feed(client, ingestUrl, honest.secretKey, few);
  await product.until(() => product.hasStored(count + honestEvents));
  return { apiUrl, secretKey: attacker.secretKey, honest };
}

export const probes = (product, { honest }) => [analytics(product, honest, 500), visibleEvents(product, honest)];

export async function strike({ apiUrl, secretKey }, { client, isOver, note }) {
  let requested = 0;
  const send = async () => {
    while (!isOver()) {
      const [name, parameters] = requests[requested % requests.length];
      requested += 1;
      // One second more each time: within the same hours, so that the cost is the same.
      const start = new Date(Date.now() - days * dayMs - requested * 1000).toISOString();
      const { status } = await client.query(apiUrl, secretKey, name, { ...parameters, start });
      note(status);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, send));
}
