/** Waits until the demo's events are in the responses of the API: a response from before that would stay in the cache. */
import { setTimeout as delay } from 'node:timers/promises';
import { FootfallClient } from '@footfall/client';
import { daysOfTraffic } from './traffic.ts';

const attemptsMax = 80;
const pauseMs = 250;
const dayMs = 86_400_000;

/** True once the workspace of `secretKey` reports `events` events; false if that takes too long, or the API cannot be reached. */
export async function areVisible(
  apiUrl: string,
  secretKey: string,
  events: number,
  onProgress: (events: number) => void,
): Promise<boolean> {
  const client = new FootfallClient({ url: apiUrl, key: secretKey });
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // Each range is requested only once, so no response comes from the cache.
    const end = new Date();
    const start = new Date(end.getTime() - (daysOfTraffic + 1) * dayMs);
    const answer = await client.query('events', { start, end, limit: 1000 }).catch(() => undefined);
    if (answer === undefined) return false;
    const visible = answer.data.reduce((sum, { count }) => sum + count, 0);
    if (visible >= events) return true;
    onProgress(visible);
    await delay(pauseMs);
  }
  return false;
}
