/** The log lines about an event log that is too slow. */
import { createLogger } from '@footfall/process';
import { PublishDelay } from './publish-delay.ts';

const tookMsMax = 1_000;
let nowMs: number;
let lines: string[];
let delay: PublishDelay;

beforeEach(() => {
  nowMs = 0;
  lines = [];
  const logger = createLogger('test', { write: (line) => lines.push(JSON.parse(line).msg) });
  delay = new PublishDelay(logger, tookMsMax, () => nowMs);
});

const begins = expect.stringMatching(/^The event log takes too long to store events, 1 s so far: .*503/);

describe('events that are not stored in time', () => {
  it('are logged at the beginning and once a minute, however many requests fail', () => {
    for (nowMs = 1_000; nowMs <= 122_000; nowMs += 500) expect(delay.noteIfExceeded(nowMs - 1_000)).toBe(true);
    expect(lines).toEqual([
      begins,
      expect.stringContaining(', 61 s so far'),
      expect.stringContaining(', 121 s so far'),
    ]);
  });

  it('are logged as over once other events are stored in time', () => {
    nowMs = 1_000;
    delay.noteIfExceeded(0);
    nowMs = 9_000;
    delay.stored(0);
    expect(lines).toEqual([begins]);
    delay.stored(8_500);
    delay.stored(8_500);
    expect(lines.slice(1)).toEqual(['The event log stores events in time again, after 9 s']);
  });

  it('do not count as a slow log if their publishing has just begun', () => {
    nowMs = 1_000;
    expect(delay.noteIfExceeded(500)).toBe(false);
    delay.stored(500);
    expect(lines).toEqual([]);
  });
});
