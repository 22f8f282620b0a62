/** A format of access logs. */
import type { LogLine } from '../line.ts';

export interface LogFormat {
  name: string;
  /** Returns a reader for the lines of one log, in order; in some formats a line can declare the fields of the lines after it. */
  createReader: () => LineReader;
}

/** Returns the request; 'directive' for a line about the log itself; undefined for a line that is not in the format. */
type LineReader = (text: string) => LogLine | 'directive' | undefined;
