/** Footfall's standalone process, of any checkout that has been built. */
import { screenEndpoints } from '../designs/design.ts';
import type { Batch } from './pageviews.ts';
import type { Product } from './product.ts';

const requestsAtOnce = 16;
const settleMsMax = 1_800_000;

/** Starts the product of the checkout in `root`, with a workspace that no limit applies to. */
export async function openFootfall(root: string): Promise<Product> {
  const { startStandalone } = await import(new URL('../../standalone-process.mjs', import.meta.url).href);
  const settings = { TRUST_PROXY: '1', LOG_LEVEL: 'error' };
  const product = await startStandalone({ root, settings, connections: requestsAtOnce });
  const { secretKey: key } = await product.newWorkspace('Benchmark');
  return {
    pid: product.pid,
    dataDir: product.dataDir,
    sendersMax: 4,
    async send(batch) {
      const headers = { 'X-API-Key': key, 'User-Agent': batch.userAgent, 'X-Forwarded-For': batch.address };
      const body = JSON.stringify({ events: batch.pageviews.map(eventOf) });
      await product.until(async () => {
        const { status } = await product.send(product.ingestPort, '/api/v1/events', { headers, body });
        // It requires a retry while too many events wait to be stored.
        if (status !== 202 && status !== 503) throw new Error(`events were refused with ${status}`);
        return status === 202;
      });
    },
    settle: (events) => product.until(() => product.hasStored(events), settleMsMax),
    async readScreen({ startMs, endMs }) {
      const [start, end] = [startMs, endMs].map((ms) => new Date(ms).toISOString());
      const responses = screenEndpoints.map(async (name) => {
        const path = `/api/v1/analytics/${name}?start=${start}&end=${end}`;
        const { status, text } = await product.send(product.apiPort, path, { headers: { 'X-API-Key': key } });
        if (status !== 200 || JSON.parse(text).fromCache === true)
          throw new Error(`${name}: ${status}, or from the cache`);
      });
      await Promise.all(responses);
    },
    stop: product.stop,
  };
}

function eventOf({ id, visitor, path, title, query, referrer, atMs }: Batch['pageviews'][number]): object {
  return {
    id,
    type: '$pageview',
    visitorId: visitor,
    url: `https://www.example.com${path}${query}`,
    title,
    referrer,
    timestamp: new Date(atMs).toISOString(),
  };
}
