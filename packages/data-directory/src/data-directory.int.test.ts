/** A directory has one owner at a time, and what is written in it is all there or not at all. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openLmdbDirectory } from './data-directory.ts';

const mapBytes = 1 << 24;
let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-lmdb-'));
  path = join(folder, 'directory');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(end));
  rmSync(folder, { recursive: true });
});

/** Starts a process that tries to hold the directory, and gives what it says. */
async function hold(): Promise<{ child: ChildProcess; said: string }> {
  const hooks = resolve('scripts/run-source.mjs');
  const file = resolve('packages/data-directory/src/hold.fixture.ts');
  const child = spawn(process.execPath, ['--conditions=source', '--import', hooks, file, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said).trim() };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a directory', () => {
  it('A11 has one owner when several processes start at once', async () => {
    const tries = await Promise.all([hold(), hold(), hold()]);
    expect(tries.map(({ said }) => said).toSorted()).toEqual(['2', '2', 'held']);
  });

  it('A11 is free again when its owner was killed, and not before', async () => {
    const { child } = await hold();
    await expect(openLmdbDirectory(path, { mapBytes })).rejects.toMatchObject({ exitCode: 2 });
    await end(child);
    const directory = await openLmdbDirectory(path, { mapBytes });
    expect((await hold()).said).toBe('2');
    await directory.close();
    expect((await hold()).said).toBe('held');
  });

  it('keeps what was written once the write has resolved', async () => {
    const directory = await openLmdbDirectory(path, { mapBytes });
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    await directory.write(() => {
      for (const key of [1, 2, 3]) void table.put(key, 'kept');
    });
    await directory.close();
    const again = await openLmdbDirectory(path, { mapBytes });
    const keys = [...again.root.openDB<string, number>('table', { encoding: 'string' }).getKeys()];
    await again.close();
    expect(keys).toEqual([1, 2, 3]);
  });

  it('A12 is refused, and free for others, when its pages do not fit together', async () => {
    const directory = await openLmdbDirectory(path, { mapBytes });
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    await directory.write(() => {
      for (let key = 0; key < 1_000; key++) void table.put(key, 'x'.repeat(200));
    });
    await directory.close();
    const file = join(path, 'data', 'data.mdb');
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.alloc(whole.length, whole.subarray(0, 8192)));
    await expect(openLmdbDirectory(path, { mapBytes })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('is damaged and not used'),
    });
    writeFileSync(file, whole);
    await (await openLmdbDirectory(path, { mapBytes })).close();
  });
});
