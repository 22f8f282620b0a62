/** A written file is complete, has its permissions, and leaves no draft behind. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDurably } from './data-directory.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-durably-'));
  path = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes a file, and replaces one', async () => {
  await writeDurably(path, 'first', 0o600);
  expect(readFileSync(path, 'utf8')).toBe('first');
  await writeDurably(path, Buffer.from('second'), 0o600);
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(readdirSync(folder)).toEqual(['file']);
});

it('does not reuse a draft that a crash left, whose permissions may be wider', async () => {
  writeFileSync(`${path}.new`, 'a longer text than the next one', { mode: 0o644 });
  await writeDurably(path, 'text', 0o600);
  expect(readFileSync(path, 'utf8')).toBe('text');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['file']);
});

it('rejects if the folder does not exist', async () => {
  await expect(writeDurably(join(folder, 'none', 'file'), 'text', 0o600)).rejects.toThrow('ENOENT');
});
