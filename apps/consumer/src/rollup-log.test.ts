/** The lines that are logged while the rollups are computed. */
import { createLogger } from '@footfall/process';
import { RollupLog } from './rollup-log.ts';

const range = (start: number, end: number) => ({ topicId: 'one', partition: 0, start, end });
const batch = { batch: 8, reset: 7, atMs: 1_000, behind: 0, isComplete: false, ranges: [range(0, 5)] };
const begins = 'Computing the rollups: until they are complete, results are read from the events';

let lines: unknown[];
let nowMs: number;
let log: RollupLog;
beforeEach(() => {
  lines = [];
  nowMs = 1_000;
  const write = (line: string) => {
    const { msg, events, seconds } = JSON.parse(line);
    lines.push({ msg, events, seconds });
  };
  log = new RollupLog(createLogger('test', { write }), () => nowMs);
});

describe('a computation of the rollups', () => {
  it('is logged when it begins, with the number of events, and when it is complete, with its duration', () => {
    log.applied({ ...batch, ranges: [range(0, 25_000)], behind: 35_000 });
    expect(lines).toEqual([{ msg: begins, events: 60_000 }]);
    nowMs = 6_000;
    log.applied({ ...batch, batch: 9, atMs: 4_000, ranges: [range(25_000, 50_000)], behind: 10_500 });
    log.applied({ ...batch, batch: 10, atMs: 5_000, ranges: [range(50_000, 60_500)] });
    log.applied({ ...batch, batch: 11, atMs: 6_000, ranges: [range(60_500, 60_500)], isComplete: true });
    expect(lines.slice(1)).toEqual([{ msg: 'The rollups are complete', events: 60_500, seconds: 5 }]);
  });

  it('is logged as complete after its last batch has failed and was then finished with the next one', () => {
    log.applied({ ...batch, behind: 9 });
    log.applied({ ...batch, batch: 10, ranges: [range(14, 15)], isComplete: true });
    expect(lines).toEqual([
      { msg: begins, events: 14 },
      { msg: 'The rollups are complete', events: 15, seconds: 0 },
    ]);
  });

  it('is logged again when another one begins, even before it is complete', () => {
    log.applied({ ...batch, behind: 9 });
    log.applied({ ...batch, batch: 10, reset: 9 });
    expect(lines).toEqual([
      { msg: begins, events: 14 },
      { msg: begins, events: 5 },
      { msg: 'The rollups are complete', events: 5, seconds: 0 },
    ]);
  });
});

it('logs nothing while complete rollups are advanced', () => {
  log.applied({ ...batch, behind: 500, isComplete: true });
  expect(lines).toEqual([]);
});
