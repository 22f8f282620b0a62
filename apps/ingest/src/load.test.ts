/** How much is taken in hand: what can be done in time. */
import { AppError } from '@footfall/errors';
import { ingestLimits } from './config.ts';
import { Load, type Share } from './load.ts';

const limits = { ...ingestLimits, inFlightEventsMax: 10_000, inFlightEventsMin: 1_000, acceptDeadlineMs: 2_500 };

let nowMs: number;
let load: Load;

beforeEach(() => {
  nowMs = 0;
  load = new Load(limits, () => nowMs);
});

function begin(events: number): Share {
  const share = load.share();
  share.begin(events);
  return share;
}

/** Whether so many more events find room; they leave at once, after a time that says nothing. */
function hasRoomFor(events: number): boolean {
  const share = load.share();
  try {
    share.begin(events);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return false;
    throw error;
  }
  nowMs += limits.acceptDeadlineMs * 0.75;
  share.release();
  nowMs -= limits.acceptDeadlineMs * 0.75;
  return true;
}

function work(events: number, tookMs: number): void {
  const share = begin(events);
  nowMs += tookMs;
  share.release();
}

it('takes events up to the bound while all is well, and has their room again when they are done', () => {
  const first = begin(9_000);
  expect([hasRoomFor(1_000), hasRoomFor(1_001)]).toEqual([true, false]);
  first.release();
  expect(hasRoomFor(10_000)).toBe(true);
});

it('takes less at one time after work that came too late, but one request alone always', () => {
  for (let late = 0; late < 10; late += 1) work(1_000, 2_501);
  expect(hasRoomFor(5_000)).toBe(true);
  const first = begin(400);
  expect([hasRoomFor(600), hasRoomFor(601)]).toEqual([true, false]);
  first.release();
});

it('takes more again after work that was quick, and as much after work that was not', () => {
  for (let late = 0; late < 10; late += 1) work(1_000, 2_501);
  work(1_000, 1_300);
  const slow = begin(1);
  expect(hasRoomFor(1_000)).toBe(false);
  slow.release();
  for (let quick = 0; quick < 3; quick += 1) work(1_000, 100);
  const next = begin(1);
  expect([hasRoomFor(4_000), hasRoomFor(4_001)]).toEqual([true, false]);
  next.release();
});

it('B1 has an answer for every request within 4 seconds of its last byte, whatever does not answer', () => {
  expect(ingestLimits.identifyDeadlineMs + ingestLimits.acceptDeadlineMs).toBeLessThan(4_000);
});
