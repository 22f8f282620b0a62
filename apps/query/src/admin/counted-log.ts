/** Logs events that can happen thousands of times a second: one line per interval, with the count. */

export interface CountedLog {
  /** Counts one more. The first is written at once, the following ones at the end of the interval. */
  add(): void;
  /** Writes the rest. */
  close(): void;
}

/** `write` receives the count since the last line. The timer keeps no process alive. */
export function createCountedLog(write: (count: number) => void, intervalMs: number): CountedLog {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const writeCount = () => {
    timer = undefined;
    if (count === 0) return;
    write(count);
    count = 0;
    timer = setTimeout(writeCount, intervalMs);
    timer.unref();
  };

  return {
    add() {
      count += 1;
      if (timer === undefined) writeCount();
    },
    close() {
      clearTimeout(timer);
      writeCount();
      clearTimeout(timer);
    },
  };
}
