/** Checks may take any time while they advance. */
import { Progress, progressLimits } from './progress.ts';

let lines: string[];
let progress: Progress;

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  const note = (line: string) => void lines.push(line);
  progress = new Progress('/data/bus', { info: note, warn: note, error: note }, progressLimits);
});
afterEach(() => {
  progress.end();
  jest.useRealTimers();
});

it('G22 lets a check that advances take an hour, and reports its progress', () => {
  for (let minute = 1; minute <= 60; minute++) {
    jest.advanceTimersByTime(60_000);
    progress.advance(minute << 20, 60 << 20);
  }
  expect(progress.stalled.aborted).toBe(false);
  expect(lines).toContain('Checking /data/bus: 30 of 60 MiB');
});

it('G22 ends a check that reports the same progress again', () => {
  progress.advance(1, 100);
  for (let second = 0; second < 120; second++) {
    jest.advanceTimersByTime(1_000);
    progress.advance(1, 100);
  }
  expect(progress.stalled.aborted).toBe(true);
});

it('G22 reports nothing for a short check', () => {
  jest.advanceTimersByTime(progressLimits.reportMs - 1);
  progress.end();
  jest.advanceTimersByTime(progressLimits.stalledMs);
  expect(lines).toEqual([]);
  expect(progress.stalled.aborted).toBe(false);
});
