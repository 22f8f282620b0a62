/** Waits that outlast a busy machine, but have a deadline. */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@footfall/test-servers';

const deadlineMs = 120_000;
const pollIntervalMs = 200;
/** The deadline: far above the product's deadlines, without which a response would wait for a frozen server. */
export const responseMsMax = 60_000;

/** Resolves with the first response other than a 503 with Retry-After, which a busy machine may send. Returns that 503 after the deadline. */
export async function responseFrom(url: string, init: RequestInit = {}): Promise<Response> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(responseMsMax) });
    const isRefused = response.status === 503 && response.headers.has('retry-after');
    if (!isRefused || performance.now() > deadline) return response;
    await response.body?.cancel();
    await pause(pollIntervalMs);
  }
}

/** Resolves once the result of `read` is the same JSON as `wanted`; rejects with the result after the deadline. */
export async function expectEventually(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const text = JSON.stringify(wanted);
  let found: string | undefined;
  const isFound = async () => (found = JSON.stringify(await read())) === text;
  await until(isFound, () => `${found}, not ${text}`, deadlineMs);
}
