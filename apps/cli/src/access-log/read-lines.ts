/** Streams a log file's lines, compressed or not. */
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../terminal/command-error.ts';
import { reasonOf } from '../terminal/system-error.ts';
import { lineCharsMax } from './line.ts';

export interface LogFile {
  /** The path, or the name of the standard input in messages. */
  name: string;
  /** Bytes of the file on disk; undefined for the standard input. */
  size: number | undefined;
  lines: AsyncIterable<TextLine>;
  /** Bytes read from the file so far. */
  bytesRead(): number;
  /** The first bytes, decompressed; empty before the first line has been read. */
  head(): Buffer;
}

export interface TextLine {
  text: string;
  /** False for a last line without a line end: the server may still be writing it. */
  hasEnd: boolean;
}

const headBytes = 1024;

/** Opens `path`, or the standard input for `-`. Rejects with a CommandError when the file cannot be read. Aborting `signal` ends the reading with an error. */
export async function openLog(path: string, signal: AbortSignal): Promise<LogFile> {
  const isStdin = path === '-';
  const name = isStdin ? 'standard input' : path;
  const size = isStdin ? undefined : await sizeOf(path);
  const input: Readable = addAbortSignal(signal, isStdin ? process.stdin : createReadStream(path));
  let bytesRead = 0;
  let head: Buffer = Buffer.alloc(0);
  const counted = watch(input, (chunk) => (bytesRead += chunk.length));
  const plain = watch(decompressed(counted, name), (chunk) => {
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
  });
  return { name, size, lines: splitLines(plain), bytesRead: () => bytesRead, head: () => head };
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) throw new CommandError(`${path} cannot be read: it is a directory`);
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return found.size;
}

function unreadable(path: string, cause: unknown): CommandError {
  return new CommandError(`${path} cannot be read: ${reasonOf(cause)}`, { cause });
}

async function* watch(input: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    onChunk(chunk);
    yield chunk;
  }
}

/** Decompresses gzip, recognized by its first two bytes; passes everything else through. */
async function* decompressed(input: AsyncGenerator<Buffer>, name: string): AsyncGenerator<Buffer> {
  const first = await input.next();
  if (first.done) return;
  const whole = startingWith(first.value, input);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  try {
    // The loop receives every error, so the callback is empty.
    for await (const chunk of pipeline(whole, createGunzip(), () => undefined)) yield Buffer.from(chunk);
  } catch (error) {
    throw new CommandError(`the gzip data of ${name} is damaged or cut short`, { cause: error });
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Splits into lines without their line ends. A line longer than `lineCharsMax` is cut just above it, and never kept whole. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (parts.pop() ?? '').slice(0, lineCharsMax + 1);
    for (const part of parts) yield { text: withoutReturn(part), hasEnd: true };
  }
  rest += decoder.decode();
  if (rest !== '') yield { text: withoutReturn(rest), hasEnd: false };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
