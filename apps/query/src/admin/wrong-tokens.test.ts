/** The log of wrong admin tokens: one line per interval, which counts everything. */
import { Registry } from '@footfall/process';
import { pino } from 'pino';
import { countWrongTokens } from './wrong-tokens.ts';

const intervalMs = 60_000;
const setUp = () => {
  const written: number[] = [];
  const logger = pino({}, { write: (line) => void written.push(JSON.parse(line).count) });
  return { written, log: countWrongTokens(logger, new Registry()) };
};
const add = (log: { add(): void }, times: number) => {
  for (let added = 0; added < times; added += 1) log.add();
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the log of wrong tokens', () => {
  it('G12 writes the first at once, then one line per interval with their number', () => {
    const { log, written } = setUp();
    add(log, 3_000);
    expect(written).toEqual([1]);
    jest.advanceTimersByTime(intervalMs);
    expect(written).toEqual([1, 2_999]);
    add(log, 2);
    jest.advanceTimersByTime(intervalMs);
    expect(written).toEqual([1, 2_999, 2]);
  });

  it('after an interval without any, writes the first one at once again', () => {
    const { log, written } = setUp();
    add(log, 1);
    jest.advanceTimersByTime(10 * intervalMs);
    add(log, 1);
    expect(written).toEqual([1, 1]);
  });

  it('writes the remaining ones when it is closed, and nothing after that', () => {
    const { log, written } = setUp();
    add(log, 5);
    log.close();
    expect(written).toEqual([1, 4]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
