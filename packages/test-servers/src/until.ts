/** Waits for a condition. */
import { setTimeout as delay } from 'node:timers/promises';

/** The deadline of everything that a test waits for. It only ends what hangs: Kafka took two minutes to start on a busy machine. */
export const waitMsMax = 300_000;

/** The pause between two attempts. It grows, because frequent attempts slow down what the caller waits for. */
const pauseMs = { first: 20, max: 500 };

/** Resolves once `isSo` returns true; rejects after `waitMsMax`, with the result of `last` in the message. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  last: () => unknown = () => 'nothing',
): Promise<void> {
  const deadline = performance.now() + waitMsMax;
  for (let nextMs = pauseMs.first; !(await isSo()); nextMs = Math.min(1.5 * nextMs, pauseMs.max)) {
    if (performance.now() > deadline)
      throw new Error(`the condition was not met in time; last: ${JSON.stringify(await last())}`);
    await delay(nextMs);
  }
}
