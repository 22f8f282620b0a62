/** Periodically stores when keys and sessions were last used. */
import type { Logger } from '@footfall/process';

const flushIntervalMs = 30_000;

/** Flushes on a timer that keeps no process alive. Returns a function that stops the timer and flushes once more. */
export function keepLastUsed(uses: { flushLastUsed(): Promise<void> }, logger: Logger): () => Promise<void> {
  const flush = () =>
    uses
      .flushLastUsed()
      .catch((error: unknown) => logger.warn({ err: error }, 'Could not store when keys or sessions were last used'));
  const timer = setInterval(() => void flush(), flushIntervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return flush();
  };
}
