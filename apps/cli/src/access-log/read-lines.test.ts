import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lineCharsMax } from './line.ts';
import { openLog, splitLines } from './read-lines.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-lines-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function linesOf(contents: string | Uint8Array): Promise<string[]> {
  const path = join(directory, 'access.log');
  await writeFile(path, contents);
  return collect((await openLog(path)).lines);
}

describe('the lines of a log', () => {
  it('are those between line feeds, with or without a carriage return', async () => {
    expect(await linesOf('a\nb\r\n\nc')).toEqual(['a', 'b', '', 'c']);
  });

  it('hold a character that another reader takes for the end of a line', async () => {
    expect(await linesOf('a\u2028b\n')).toEqual(['a\u2028b']);
  });

  it('are the same when the file is compressed, whatever its name', async () => {
    expect(await linesOf(gzipSync('a\nb\n'))).toEqual(['a', 'b']);
  });

  it('are those of every part of a file compressed in parts', async () => {
    expect(await linesOf(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]))).toEqual(['a', 'b']);
  });

  it('are none in an empty file', async () => {
    expect(await linesOf('')).toEqual([]);
  });

  it('are whole when a character of several bytes is cut in two', async () => {
    const bytes = Buffer.from('é\n');
    async function* halves() {
      yield bytes.subarray(0, 1);
      yield bytes.subarray(1);
    }
    expect(await collect(splitLines(halves()))).toEqual(['é']);
  });

  it('are cut when one has no end', async () => {
    const endless = 'x'.repeat(3 * lineCharsMax);
    const [line = ''] = await linesOf(endless);
    expect(line.length).toBeLessThanOrEqual(lineCharsMax + 1);
  });

  it('end with a reason when the compressed file is cut short', async () => {
    await expect(linesOf(gzipSync('a\n'.repeat(1000)).subarray(0, 20))).rejects.toThrow('is not whole');
  });

  it('cannot be had from a file that is not there, or a directory', async () => {
    await expect(openLog(join(directory, 'none'))).rejects.toThrow('cannot be read');
    await expect(openLog(directory)).rejects.toThrow('is a directory');
  });
});
