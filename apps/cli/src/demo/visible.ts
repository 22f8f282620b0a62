/** Waits until the demo's events are in the responses of the API, because an earlier response would be cached. */
import { setTimeout as delay } from 'node:timers/promises';
import { FootfallClient } from '@footfall/client';
import { dayMs } from '@footfall/schemas';
import { daysOfTraffic } from './traffic.ts';

const attemptsMax = 80;
const pauseMs = 250;

/** Resolves once the workspace of `secretKey` reports `events` events, and also after a timeout, if the API cannot be reached, or when `signal` aborts. */
export async function awaitVisible(
  apiUrl: string,
  secretKey: string,
  events: number,
  onProgress: (events: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new FootfallClient({ url: apiUrl, key: secretKey });
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // Each range is requested only once, so no response comes from the cache.
    const end = new Date();
    const start = new Date(end.getTime() - (daysOfTraffic + 1) * dayMs);
    const result = await client.query('events', { start, end, limit: 1000 }, { signal }).catch(() => undefined);
    if (result === undefined) return;
    const visible = result.data.reduce((sum, { count }) => sum + count, 0);
    if (visible >= events) return;
    onProgress(visible);
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
