/** The settings of a read, whatever the defaults of the server or of the engine's version are. */
import type { ReadLimits } from './port.ts';

/**
 * The largest result of a statement for API queries, and the largest response before compression. A process has several in memory at a time: while a result is
 * converted into a response, it uses about ten times its size.
 */
export const resultBytesMax = 8_388_608;

/** The message for results and responses above that size. */
export const resultTooLarge =
  'The result is too large; lower limit and read the rest with offset, or request a shorter range';

/** The limits of all reads of a driver. */
export interface ReaderLimits extends ReadLimits {
  /** The most API queries, and the most other reads, at the same time. */
  queriesAtOnceMax: number;
  readsAtOnceMax: number;
  /** The most reads of either kind that wait. */
  readsWaitingMax: number;
  readWaitMsMax: number;
}

/** The limits that both drivers have in common. */
export const readerLimits = {
  readSeconds: 10,
  readMemoryBytes: 1_073_741_824,
  readRows: 1_000_000,
  resultBytes: resultBytesMax,
  readsWaitingMax: 512,
  readWaitMsMax: 10_000,
};

/** Returns the limits for the product's own reads: some, such as those of all event IDs of a day, have large results. */
export const ownReads = (limits: ReadLimits): ReadLimits => ({ ...limits, resultBytes: 0 });

const longReadSecondsMax = 3_600;
export const longReadsAtOnceMax = 1;

/** Returns the limits for the product's own reads that grow with the store. */
export const longReads = (limits: ReadLimits): ReadLimits => ({ ...ownReads(limits), readSeconds: longReadSecondsMax });

/** The largest statement: on the embedded engine it includes the values, which may be lists of thousands of IDs. */
const statementBytesMax = 16_777_216;

export const readSettings = ({ readSeconds, readMemoryBytes, readRows, resultBytes }: ReadLimits) => ({
  max_execution_time: readSeconds,
  timeout_overflow_mode: 'throw' as const,
  max_memory_usage: String(readMemoryBytes),
  max_query_size: String(statementBytesMax),
  max_result_rows: String(readRows),
  max_result_bytes: String(resultBytes),
  result_overflow_mode: 'throw' as const,
  output_format_json_quote_64bit_integers: 0 as const,
  // In parallel, it would take 4 MB for the few rows of a result.
  output_format_parallel_formatting: 0 as const,
  session_timezone: 'UTC',
  // The engine would compile each expression on its third use: the statement waits up to 40 ms, and API queries read too few rows to gain from it.
  compile_expressions: 0 as const,
  compile_aggregate_expressions: 0 as const,
  compile_sort_description: 0 as const,
});
