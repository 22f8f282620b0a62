/** Bounds of what the consumer reads and inserts at a time. */
export const batchLimits = {
  /** Offsets that one insert spans at most. Twice as many take 60 MB more, for a fifteenth less CPU time an event. */
  rowsMax: 5_000,
  bytesMax: 16 * 1024 * 1024,
  /** How long the first event of a batch waits for company. */
  flushIntervalMs: 250,
  /** How long one read waits when nothing comes. */
  idleWaitMs: 500,
} as const;
