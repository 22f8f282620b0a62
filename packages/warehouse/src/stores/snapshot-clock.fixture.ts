/** A monotonic clock that only a test advances; it determines the age of snapshots. Timers, sockets and the engines continue as usual. */
const realApis = [
  'Date',
  'hrtime',
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Stops the clock while `work` runs. `work` receives a function that advances the clock. */
export async function withSnapshotClock(work: (advance: (ms: number) => void) => Promise<void>): Promise<void> {
  jest.useFakeTimers({ doNotFake: [...realApis] });
  try {
    await work((ms) => jest.advanceTimersByTime(ms));
  } finally {
    jest.useRealTimers();
  }
}
