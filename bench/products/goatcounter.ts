/** GoatCounter, from its executable. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startGoatCounter } from '../goatcounter.ts';
import type { Batch } from './pageviews.ts';
import type { Product } from './product.ts';

/** It stores what it has accepted every ten seconds. */
const storedMs = 15_000;
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

export async function openGoatCounter(program: string): Promise<Product> {
  const { port, host, token, dataDir, pid, stop } = await startGoatCounter(program);
  const agent = new Agent({ keepAlive: true });
  const call = async (method: string, path: string, wanted: number, headers: object, body = '') => {
    const sent = request({ port, agent, method, path, headers: { Host: host, ...headers } });
    const responded = new Promise<number | undefined>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', (response) => void text(response).then(() => resolve(response.statusCode), reject));
    });
    sent.end(body);
    const status = await responded;
    if (status !== wanted) throw new Error(`${path} responded with ${status}`);
  };
  return {
    pid,
    dataDir,
    // Its API fails if two requests arrive at once.
    sendersMax: 1,
    send(batch) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      return call('POST', '/api/v0/count', 202, headers, JSON.stringify({ hits: hitsOf(batch), filter: [] }));
    },
    settle: () => delay(storedMs),
    readScreen({ startMs, endMs }) {
      const [start, end] = [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 10));
      return call('GET', `/?period-start=${start}&period-end=${end}`, 200, { 'User-Agent': browser });
    },
    async stop() {
      agent.destroy();
      await stop();
    },
  };
}

function hitsOf({ pageviews, userAgent, country }: Batch): object[] {
  return pageviews.map(({ visitor, path, title, query, referrer, atMs }) => ({
    session: visitor,
    path,
    title,
    query,
    ref: referrer,
    user_agent: userAgent,
    location: country,
    created_at: new Date(atMs).toISOString(),
  }));
}
