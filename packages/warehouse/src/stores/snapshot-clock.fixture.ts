/** A monotonic clock that only a test advances; it determines the age of snapshots. */
import { fakeOnly } from '@footfall/test-servers';

/** Stops the clock while `work` runs. `work` receives a function that advances the clock. */
export async function withSnapshotClock(work: (advance: (ms: number) => void) => Promise<void>): Promise<void> {
  fakeOnly(['performance']);
  try {
    await work((ms) => jest.advanceTimersByTime(ms));
  } finally {
    jest.useRealTimers();
  }
}
