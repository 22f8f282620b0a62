/** The lines that are written while a reader is slow or absent, and afterwards. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineWriter } from './line-writer.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
let folder: string;
let path: string;
let reader: number;
let fd: number;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  folder = mkdtempSync(join(tmpdir(), 'footfall-lines-'));
  path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  reader = openSync(path, O_RDONLY | O_NONBLOCK);
  fd = openSync(path, O_WRONLY | O_NONBLOCK);
});
afterEach(() => {
  jest.useRealTimers();
  for (const each of [reader, fd]) closeSync(each);
  rmSync(folder, { recursive: true });
});

/** Returns the text in the pipe. */
function read(): string {
  const buffer = Buffer.alloc(1 << 20);
  let length = 0;
  try {
    for (let more = -1; more !== 0; length += more)
      more = readSync(reader, buffer, length, buffer.length - length, null);
  } catch {
    // The pipe is empty.
  }
  return buffer.toString('utf8', 0, length);
}

/** Returns the text that arrives until the writer has nothing left. */
function readAll(): string {
  let all = '';
  for (let more = read(); more !== ''; more = read()) {
    all += more;
    jest.runOnlyPendingTimers();
  }
  return all;
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${String(from + index).padStart(99, '.')}\n`);

describe('a log whose reader is slow', () => {
  it('keeps every line, in order', () => {
    const writer = new LineWriter(fd);
    const lines = numbered(3_000);
    for (const line of lines) writer.write(line);
    expect(readAll()).toBe(lines.join(''));
  });

  it('drops lines beyond the limit on memory, and writes their number instead', () => {
    const writer = new LineWriter(fd);
    for (const line of numbered(20_000)) writer.write(line);
    const first = readAll().split('\n').length - 1;
    writer.write('again\n');
    const [report = '', again] = read().split('\n');
    expect(JSON.parse(report)).toMatchObject({
      level: 40,
      msg: `${20_000 - first} lines of the log could not be written`,
    });
    expect(again).toBe('again');
  });

  it('returns from the last flush although no process reads', () => {
    const writer = new LineWriter(fd);
    for (const line of numbered(3_000)) writer.write(line);
    writer.flushSync();
    expect(read().startsWith(numbered(1).join(''))).toBe(true);
  });
});

describe('a log that cannot be written', () => {
  it('drops lines, and continues with their number when it can be written again', () => {
    const writer = new LineWriter(fd);
    writer.write('before\n');
    expect(read()).toBe('before\n');
    closeSync(reader);
    for (const line of numbered(3)) writer.write(line);
    writer.flushSync();
    reader = openSync(path, O_RDONLY | O_NONBLOCK);
    writer.write('after\n');
    writer.write('and on\n');
    const [report = '', ...rest] = read().split('\n');
    expect(JSON.parse(report)).toMatchObject({
      pid: process.pid,
      lines: 3,
      msg: '3 lines of the log could not be written',
    });
    expect(rest).toEqual(['after', 'and on', '']);
  });

  it('begins a new line after one whose end was lost', () => {
    const writer = new LineWriter(fd);
    // A pipe accepts only a part of a text that is longer than 4 KiB.
    for (const line of numbered(100)) writer.write(line.padStart(5_000));
    const received = read();
    expect(received.endsWith('\n')).toBe(false);
    closeSync(reader);
    jest.runOnlyPendingTimers();
    reader = openSync(path, O_RDONLY | O_NONBLOCK);
    writer.write('after\n');
    const [cut, report = '', after] = read().split('\n');
    expect(cut).toBe('');
    const complete = received.split('\n').length - 1;
    expect(JSON.parse(report)).toMatchObject({ lines: 100 - complete });
    expect(after).toBe('after');
  });
});
