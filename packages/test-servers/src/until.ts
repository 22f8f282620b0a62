/** Waits for a condition, with a deadline that suffices on a busy machine. */
import { setTimeout as delay } from 'node:timers/promises';

/** The pause between two attempts. It grows, because frequent attempts slow down what the caller waits for. */
const pauseMs = { first: 20, max: 500 };

/** Resolves once `isSo` returns true; rejects after `deadlineMs`, with the result of `last` in the message. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  last: () => unknown = () => 'nothing',
  deadlineMs = 120_000,
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  for (let nextMs = pauseMs.first; !(await isSo()); nextMs = Math.min(1.5 * nextMs, pauseMs.max)) {
    if (performance.now() > deadline)
      throw new Error(`the condition was not met in time; last: ${JSON.stringify(await last())}`);
    await delay(nextMs);
  }
}
