/** Waits until the demo's events are in the answers: a first look while they are on their way would stay in the cache. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { call } from '../http-call.ts';

const attemptsMax = 40;
const pauseMs = 250;
const dayMs = 86_400_000;

const answerSchema = z.object({ data: z.array(z.object({ count: z.number() })) });

/** True once the workspace of `secretKey` reports `events` events; false when that takes too long, or the API is elsewhere. */
export async function areVisible(apiUrl: string, secretKey: string, events: number): Promise<boolean> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // Each range is asked for once only, so no answer comes from the cache.
    const endMs = Date.now();
    const range = `start=${new Date(endMs - 40 * dayMs).toISOString()}&end=${new Date(endMs).toISOString()}`;
    const path = `/api/v1/analytics/events?limit=1000&${range}`;
    const reply = await call({ url: apiUrl }, { method: 'GET', path, token: secretKey }).catch(() => undefined);
    const answer = answerSchema.safeParse(reply?.body);
    if (!answer.success) return false;
    if (answer.data.data.reduce((sum, { count }) => sum + count, 0) >= events) return true;
    await delay(pauseMs);
  }
  return false;
}
