import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCut } from './repair.ts';

const record = (part: string, operation = 1) => `${operation}\t${part}\tblock-of-${part}\n`;

describe('the cut in the deduplication log of a table', () => {
  let table: string;
  beforeEach(() => {
    table = mkdtempSync(join(tmpdir(), 'footfall-table-'));
  });
  afterEach(() => rmSync(table, { recursive: true }));

  const write = (parts: readonly string[], logs: Readonly<Record<number, string>>) => {
    for (const part of parts) mkdirSync(join(table, part));
    mkdirSync(join(table, 'deduplication_logs'));
    for (const [number, text] of Object.entries(logs)) writeFileSync(logPath(number), text);
  };
  const logPath = (number: number | string) => join(table, 'deduplication_logs', `deduplication_log_${number}.txt`);

  it('removes the last record if its part does not exist, and only that one', () => {
    write(['202611_1_1_0'], { 1: record('202611_1_1_0') + record('202611_2_2_0') + record('202612_3_3_0') });
    const kept = record('202611_1_1_0') + record('202611_2_2_0');
    expect(findCut(table)).toEqual({ log: logPath(1), bytes: kept.length });
  });

  it.each([
    ['is there', '202611_7_7_0'],
    ['was merged', '202611_1_9_2'],
    ['was mutated', '202611_7_7_0_12'],
    ['was merged and mutated', '202611_2_8_1_12'],
  ])('leaves the record of a part that %s', (_what, part) => {
    write([part], { 1: record('202611_7_7_0') });
    expect(findCut(table)).toBeUndefined();
  });

  it.each(['202612_1_9_2', '202611_1_6_1', '202611_8_9_1', 'tmp_insert_202611_7_7_0', 'detached'])(
    'does not mistake %s for the part of a record',
    (other) => {
      write([other], { 1: record('202611_7_7_0') });
      expect(findCut(table)).toEqual({ log: logPath(1), bytes: 0 });
    },
  );

  it('checks the newest log that has records: the engine starts an empty one right after the record that fills the last', () => {
    write([], { 9: record('202611_1_1_0'), 10: record('202611_2_2_0'), 11: '' });
    expect(findCut(table)).toEqual({ log: logPath(10), bytes: 0 });
  });

  it('removes a torn line, to which the next record would be appended', () => {
    write(['202611_1_1_0'], { 1: `${record('202611_1_1_0')}1\t202611_2` });
    expect(findCut(table)).toEqual({ log: logPath(1), bytes: record('202611_1_1_0').length });
  });

  it('leaves the record of a dropped part', () => {
    write([], { 1: record('202611_1_1_0') + record('202611_1_1_0', 2) });
    expect(findCut(table)).toBeUndefined();
  });

  it('finds nothing in a table without records or without logs', () => {
    expect(findCut(table)).toBeUndefined();
    write([], { 1: '' });
    expect(findCut(table)).toBeUndefined();
  });
});
