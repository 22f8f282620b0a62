/** Requests to a server that a busy machine may slow down. */
import { setTimeout as delay } from 'node:timers/promises';
import { waitMsMax } from './until.ts';

const pauseMs = 200;
/** Far above the time of any response with the product's own deadlines; without it, a request would wait for a frozen server. */
export const responseMsMax = 60_000;

/** Resolves with the first response other than a 503 with Retry-After, which a busy machine may send. Returns that 503 after the deadline. */
export async function responseFrom(url: string, init: RequestInit = {}): Promise<Response> {
  const deadline = performance.now() + waitMsMax;
  for (;;) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(responseMsMax) });
    const isRefused = response.status === 503 && response.headers.has('retry-after');
    if (!isRefused || performance.now() > deadline) return response;
    await response.body?.cancel();
    await delay(pauseMs);
  }
}
