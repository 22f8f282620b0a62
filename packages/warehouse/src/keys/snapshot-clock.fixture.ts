/** A monotonic clock that only a test advances: it decides how old a snapshot is. Timers, sockets and the engines continue as usual. */
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

/** Stops the clock while `work` runs, which gets a function that advances it. */
export async function withSnapshotClock(work: (advance: (ms: number) => void) => Promise<void>): Promise<void> {
  jest.useFakeTimers({ doNotFake: [...realApis] });
  try {
    await work((ms) => jest.advanceTimersByTime(ms));
  } finally {
    jest.useRealTimers();
  }
}
