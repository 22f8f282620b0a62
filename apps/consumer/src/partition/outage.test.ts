/** The log lines about an outage, for any number of failed steps. */
import { createLogger } from '@footfall/process';
import { Outage } from './outage.ts';

const down = new Error('down');
const read = { partition: 0, step: 'read' };
const insert = { partition: 1, step: 'insert' };
let nowMs: number;
let lines: string[];
let outage: Outage;

beforeEach(() => {
  nowMs = Date.UTC(2026, 2, 1);
  lines = [];
  const logger = createLogger('test', { write: (line) => lines.push(JSON.parse(line).msg) });
  outage = new Outage(logger, () => nowMs);
});

describe('an outage', () => {
  it('is logged once when it begins and once when it is over, for any number of failures', () => {
    for (let second = 0; second < 15; second += 1) {
      for (const step of [read, insert]) outage.failed(step, down);
      nowMs += 1_000;
    }
    expect(lines).toEqual(['A step failed, retrying until it succeeds']);
    outage.succeeded(read);
    expect(lines).toHaveLength(1);
    outage.succeeded(insert);
    outage.succeeded(insert);
    expect(lines.slice(1)).toEqual(['All steps succeed again, after 15 s']);
  });

  it('is logged once a minute while it lasts', () => {
    for (let second = 0; second <= 130; second += 1) {
      outage.failed(read, down);
      nowMs += 1_000;
    }
    expect(lines).toEqual([
      'A step failed, retrying until it succeeds',
      'A step still fails after 60 s, retrying',
      'A step still fails after 120 s, retrying',
    ]);
  });

  it('is over once any step succeeds, not when its partition is revoked', () => {
    outage.failed(insert, down);
    outage.abandoned(insert);
    nowMs += 4_000;
    expect(lines).toHaveLength(1);
    outage.succeeded(read);
    expect(lines.slice(1)).toEqual(['All steps succeed again, after 4 s']);
  });

  it('begins again after it was over', () => {
    outage.failed(read, down);
    outage.succeeded(read);
    outage.failed(read, down);
    expect(lines).toHaveLength(3);
  });
});
