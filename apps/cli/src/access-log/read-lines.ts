/** Streams a log file's lines, compressed or not. */
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../terminal/command-error.ts';
import { lineCharsMax } from './line.ts';

export interface LogFile {
  /** Bytes of the file as it lies on disk; undefined for the standard input. */
  size: number | undefined;
  lines: AsyncIterable<string>;
  /** Bytes read from the file so far. */
  bytesRead(): number;
}

/** Opens `path`, or the standard input for `-`. Rejects with a CommandError when the file cannot be read. */
export async function openLog(path: string): Promise<LogFile> {
  const isStdin = path === '-';
  const size = isStdin ? undefined : await sizeOf(path);
  const input: Readable = isStdin ? process.stdin : createReadStream(path);
  let bytesRead = 0;
  const counted = countBytes(input, (bytes) => {
    bytesRead += bytes;
  });
  return { size, lines: splitLines(decompressed(counted)), bytesRead: () => bytesRead };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    await access(path, constants.R_OK);
    if (found.isDirectory()) throw new CommandError(`${path} is a directory`);
    return found.size;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read`, { cause: error });
  }
}

async function* countBytes(input: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** Decompresses gzip, recognized by its first two bytes; passes everything else through. */
async function* decompressed(input: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = await input.next();
  if (first.done) return;
  const whole = startingWith(first.value, input);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  try {
    // The loop gets whatever goes wrong, so the callback has nothing to do.
    for await (const chunk of pipeline(whole, createGunzip(), () => undefined)) yield Buffer.from(chunk);
  } catch (error) {
    throw new CommandError('the file is not whole: its gzip data is broken', { cause: error });
  }
}

async function* startingWith(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Lines without their ending. One longer than `lineCharsMax` is cut just above it, and never kept whole. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (parts.pop() ?? '').slice(0, lineCharsMax + 1);
    for (const part of parts) yield withoutReturn(part);
  }
  rest += decoder.decode();
  if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
