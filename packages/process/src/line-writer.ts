/** Writes the lines of a log to a file descriptor in order. A line that cannot be written is dropped: a full disk or a stalled reader must not stop the program. */
import { writeSync } from 'node:fs';
import { hostname } from 'node:os';

/** The most lines that wait for a reader that is slower than the log; further ones are dropped. */
const waitingLinesMax = 5_000;
/** The pause before a pipe that was full is written again. */
const retryMs = 50;
/** The longest time that the end of the process waits for a pipe that is full. */
const flushMsMax = 1_000;
/** The level `warn` in pino's lines. */
const warnLevel = 40;
const newline = 0x0a;

interface Waiting {
  bytes: Buffer;
  /** The number of lines that are lost if this cannot be written. */
  lines: number;
}

/** A destination for pino. Writes synchronously, which costs less than a write in the background and keeps the last lines of a process that crashes; the descriptor of a pipe must not block. */
export class LineWriter {
  readonly #fd: number;
  readonly #waiting: Waiting[] = [];
  /** The lines dropped since their number was last written. */
  #lostLines = 0;
  #isAtLineStart = true;
  /** True if the beginning of a line was written, and its end was dropped. */
  #isCut = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** `line` ends with a newline. The first line after dropped ones is preceded by one with their number. Never throws. */
  write(line: string): void {
    if (this.#waiting.length >= waitingLinesMax) {
      this.#lostLines += 1;
      return;
    }
    if (this.#lostLines > 0) this.#waiting.push(this.#describeLoss());
    this.#waiting.push({ bytes: Buffer.from(line), lines: 1 });
    if (this.#retry === undefined) this.#writeWaiting();
  }

  /** Writes the waiting lines before the process ends. Returns after a second even if no process reads them. Never throws. */
  flushSync(): void {
    const deadline = performance.now() + flushMsMax;
    for (;;) {
      clearTimeout(this.#retry);
      this.#writeWaiting();
      if (this.#retry === undefined || performance.now() > deadline) return;
      sleepSync(retryMs);
    }
  }

  #writeWaiting(): void {
    this.#retry = undefined;
    try {
      for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
        const written = writeSync(this.#fd, next.bytes);
        if (written > 0) this.#isAtLineStart = next.bytes[written - 1] === newline;
        next.bytes = next.bytes.subarray(written);
        if (next.bytes.length === 0) this.#waiting.shift();
      }
    } catch (error) {
      if (isBusy(error)) this.#retry = setTimeout(() => this.#writeWaiting(), retryMs).unref();
      else this.#drop();
    }
  }

  #drop(): void {
    this.#lostLines += this.#waiting.splice(0).reduce((sum, { lines }) => sum + lines, 0);
    this.#isCut = !this.#isAtLineStart;
  }

  #describeLoss(): Waiting {
    const lines = this.#lostLines;
    const msg = `${lines} ${lines === 1 ? 'line' : 'lines'} of the log could not be written`;
    const report = { level: warnLevel, time: Date.now(), pid: process.pid, hostname: hostname(), lines, msg };
    const bytes = Buffer.from(`${this.#isCut ? '\n' : ''}${JSON.stringify(report)}\n`);
    this.#lostLines = 0;
    this.#isCut = false;
    return { bytes, lines };
  }
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EAGAIN';
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
