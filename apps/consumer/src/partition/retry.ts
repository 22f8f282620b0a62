/** Retries without limit, because an accepted event must be stored. */
import { StartError } from '@footfall/errors';
import { setTimeout as delay } from 'node:timers/promises';

const firstDelayMs = 100;
const delayMaxMs = 5_000;

/** Retries one named step until it succeeds. */
export type Retry = <Result>(step: string, attempt: () => Promise<Result>) => Promise<Result>;

/** Resolves with the result of `attempt`, which is repeated with exponential backoff until it succeeds. Rejects when `signal` aborts, or with a StartError, which no retry can fix. */
export async function untilDone<Result>(
  attempt: () => Promise<Result>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<Result> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, delayMaxMs)) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StartError) throw error;
      onFailure(error);
      // Half of the pause is jitter, so that consumers that failed together do not retry together.
      await delay(delayMs * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }
}
