/** The watermark of the rollups: for each log the offset below which they contain every event. */

/** A partition of the topic with this ID, and an end: all offsets below it are included. */
export interface LogEnd {
  topicId: string;
  partition: number;
  offset: number;
}

/** The offsets of one log from `start` (inclusive) to `end` (exclusive). */
export interface LogRange {
  topicId: string;
  partition: number;
  start: number;
  end: number;
}

type Log = Pick<LogEnd, 'topicId' | 'partition'>;

/** A topic ID has no colon. */
export const logName = ({ topicId, partition }: Log) => `${topicId}:${partition}`;

export function parseLogName(name: string): Log {
  const colon = name.lastIndexOf(':');
  return { topicId: name.slice(0, colon), partition: Number(name.slice(colon + 1)) };
}

/**
 * Returns the next `offsetsMax` offsets between the ends of the previous ranges and `ends`, with a fair share for each log. Logs
 * without new offsets keep an empty range. `behind` is the number of offsets that are left.
 */
export function nextRanges(
  last: readonly LogRange[],
  ends: readonly LogEnd[],
  offsetsMax: number,
): { ranges: LogRange[]; behind: number } {
  const logs = new Map(last.map((log) => [logName(log), { ...log, start: log.end, stored: log.end }]));
  for (const { offset, ...log } of ends) {
    const { end } = logs.get(logName(log)) ?? { end: 0 };
    logs.set(logName(log), { ...log, start: end, end, stored: Math.max(end, offset) });
  }
  const waiting = sum([...logs.values()].map(({ start, stored }) => stored - start));
  const share = waiting === 0 ? 0 : Math.min(1, offsetsMax / waiting);
  const ranges = [...logs.values()].map(({ stored, ...log }) => ({
    ...log,
    end: log.start + Math.ceil((stored - log.start) * share),
  }));
  return { ranges, behind: waiting - sum(ranges.map(({ start, end }) => end - start)) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
