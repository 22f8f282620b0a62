import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lineCharsMax } from './line.ts';
import { openLog, splitLines, type TextLine } from './read-lines.ts';

const running = new AbortController().signal;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-lines-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function collect(lines: AsyncIterable<TextLine>): Promise<string[]> {
  const all: string[] = [];
  for await (const { text } of lines) all.push(text);
  return all;
}

async function linesOf(contents: string | Uint8Array): Promise<string[]> {
  const path = join(directory, 'access.log');
  await writeFile(path, contents);
  return collect((await openLog(path, running)).lines);
}

describe('the lines of a log', () => {
  it('end with a line feed, with or without a carriage return', async () => {
    expect(await linesOf('a\nb\r\n\nc')).toEqual(['a', 'b', '', 'c']);
  });

  it.each([
    ['a\nb\n', [true, true]],
    ['a\nb', [true, false]],
    ['a\n', [true]],
    [gzipSync('a\nb'), [true, false]],
  ])('A21 know whether they have a line break: %j', async (contents, ends) => {
    const path = join(directory, 'access.log');
    await writeFile(path, contents);
    const found: boolean[] = [];
    for await (const { hasEnd } of (await openLog(path, running)).lines) found.push(hasEnd);
    expect(found).toEqual(ends);
  });

  it('can contain a character that other readers treat as a line break', async () => {
    expect(await linesOf('a\u2028b\n')).toEqual(['a\u2028b']);
  });

  it('are the same if the file is compressed, whatever its name', async () => {
    expect(await linesOf(gzipSync('a\nb\n'))).toEqual(['a', 'b']);
  });

  it('include every part of a file that was compressed in parts', async () => {
    expect(await linesOf(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]))).toEqual(['a', 'b']);
  });

  it('are none in an empty file', async () => {
    expect(await linesOf('')).toEqual([]);
  });

  it('are complete if a character of several bytes is split between two chunks', async () => {
    const bytes = Buffer.from('é\n');
    async function* halves() {
      yield bytes.subarray(0, 1);
      yield bytes.subarray(1);
    }
    expect(await collect(splitLines(halves()))).toEqual(['é']);
  });

  it('are cut at the limit if one has no line break', async () => {
    const endless = 'x'.repeat(3 * lineCharsMax);
    const [line = ''] = await linesOf(endless);
    expect(line.length).toBeLessThanOrEqual(lineCharsMax + 1);
  });

  it('end with an error if the compressed file is truncated', async () => {
    await expect(linesOf(gzipSync('a\n'.repeat(1000)).subarray(0, 20))).rejects.toThrow(
      /^the gzip data of \/.* is damaged or cut short$/,
    );
  });

  it('A23 cannot be read from a missing file or a directory', async () => {
    const none = join(directory, 'none');
    await expect(openLog(none, running)).rejects.toThrow(`${none} cannot be read: no such file or directory`);
    await expect(openLog(directory, running)).rejects.toThrow(`${directory} cannot be read: it is a directory`);
  });

  it('A23 cannot be read from a file that the user has no permission to read', async () => {
    const path = join(directory, 'access.log');
    await writeFile(path, '', { mode: 0o000 });
    // Root can read everything.
    if (process.getuid?.() === 0) return;
    await expect(openLog(path, running)).rejects.toThrow(`${path} cannot be read: permission denied`);
  });
});
