/** G6: very many long paths within the minutes that realtime covers. */
import { setTimeout as delay } from 'node:timers/promises';
import { allWithin, atMost } from './expectation.mjs';
import { feed } from './feed.mjs';
import { healthz, pageview, realtime } from './honest.mjs';

const pathBytes = 2_000;
/** The number of events that fit in a body of 1 MiB. */
const batchEvents = 400;
/** A response is cached for a minute. */
const pauseMs = 61_000;
/** The number of workspaces, so that none is queried twice within a minute. */
const honestWorkspaces = 32;

export const title = '100,000 distinct paths of 2 kB as fast as they are accepted, then realtime';
export const expectations = [
  atMost(
    'realtime within 1 s',
    1,
    ({ figures, beside }) =>
      Math.max(figures['slowest realtime, s'], beside.find(({ name }) => name === 'realtime').maxMs / 1_000),
    (seconds) => `${seconds.toFixed(1)} s`,
  ),
  allWithin('event loop never blocked for more than 100 ms', 100, 'GET /healthz'),
];

export async function prepare(product, { isQuick }) {
  const attacker = await product.newWorkspace('attacker');
  const honest = [];
  for (let index = 0; index < honestWorkspaces; index += 1) {
    const workspace = await product.newWorkspace(`honest ${index}`);
    await product.client.sendEvents(product.ingestUrl, workspace.secretKey, pageview());
    honest.push(workspace);
  }
  const [count, realtimeRequests] = isQuick ? [20_000, 1] : [100_000, 3];
  const { apiUrl, ingestUrl } = product;
  return { apiUrl, ingestUrl, secretKey: attacker.secretKey, count, realtimeRequests, honest };
}

export const probes = (product, { honest }) => [healthz(product.apiUrl), realtime(product, honest)];

export async function strike({ apiUrl, ingestUrl, secretKey, count, realtimeRequests }, { client, note }) {
  const makeEvent = (index) => ({
    type: '$pageview',
    visitorId: `visitor-${index}`,
    url: `https://site.example/${String(index).padEnd(pathBytes, 'x')}`,
  });
  const startedAtMs = performance.now();
  await feed(client, ingestUrl, secretKey, { count, makeEvent, batchEvents, note });
  const plantedSeconds = (performance.now() - startedAtMs) / 1000;
  let slowestMs = 0;
  for (let requested = 0; requested < realtimeRequests; requested += 1) {
    if (requested > 0) await delay(pauseMs);
    const requestedAtMs = performance.now();
    const { status } = await client.query(apiUrl, secretKey, 'realtime', {}, { deadlineMs: 60_000 });
    note(`realtime ${status}`);
    slowestMs = Math.max(slowestMs, performance.now() - requestedAtMs);
  }
  return { 'seconds until all paths were accepted': plantedSeconds, 'slowest realtime, s': slowestMs / 1000 };
}
