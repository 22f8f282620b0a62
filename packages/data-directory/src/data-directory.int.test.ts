/** A directory has one owner at a time, and its data is written completely or not at all. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeWithSmallDisk } from '@footfall/test-servers';
import { open } from 'lmdb';
import { lockDirectory, HeldFile, openLmdbDirectory } from './data-directory.ts';
import { walkEnvironment } from './walk.ts';

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-lmdb-'));
  path = join(folder, 'directory');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(children.splice(0).map(end));
  rmSync(folder, { recursive: true });
});

interface Holder {
  child: ChildProcess;
  /** Makes the process try to own the directory, and resolves with its output. */
  lock: () => Promise<string>;
}

/** Starts a process that can try to own the directory, by the command `around` if given. */
async function startHolder(...around: string[]): Promise<Holder> {
  const hooks = resolve('scripts/run-source.mjs');
  const file = resolve('packages/data-directory/src/hold.fixture.ts');
  const [command, ...args] = [...around, process.execPath, '--conditions=source', '--import', hooks, file, path];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const word = async () => String((await once(child.stdout, 'data'))[0]).trim();
  await word();
  return {
    child,
    lock: () => {
      child.stdin.write('lock\n');
      return word();
    },
  };
}

/** Starts a process that tries to own the directory at once. */
async function hold(...around: string[]): Promise<{ child: ChildProcess; said: string }> {
  const { child, lock } = await startHolder(...around);
  return { child, said: await lock() };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('a directory', () => {
  it('A11 has one owner if several processes create it at the same time', async () => {
    const holders = await Promise.all([startHolder(), startHolder(), startHolder()]);
    const said = await Promise.all(holders.map(({ lock }) => lock()));
    expect(said.toSorted()).toEqual(['2', '2', 'held']);
  });

  it('A11 is free again once its owner was killed, and not before', async () => {
    const { child } = await hold();
    await expect(openLmdbDirectory(path)).rejects.toMatchObject({ exitCode: 2 });
    await end(child);
    const directory = await openLmdbDirectory(path);
    expect((await hold()).said).toBe('2');
    await directory.close();
    expect((await hold()).said).toBe('held');
  });

  it('A11 is free again once its owner was killed while another process looked at its owner', async () => {
    const { child } = await hold();
    const looking = open({ path: join(path, 'owner'), overlappingSync: false });
    await end(child);
    expect((await hold()).said).toBe('held');
    await looking.close();
  });

  it('A11 has one owner within a process as well, and is free again once it was closed', async () => {
    const directory = await openLmdbDirectory(path);
    await expect(openLmdbDirectory(path)).rejects.toMatchObject({ exitCode: 2 });
    expect((await hold()).said).toBe('2');
    await directory.close();
    await (await openLmdbDirectory(path)).close();
  });

  it('cannot be locked by another user, which would prevent it from being opened', async () => {
    mkdirSync(path, { mode: 0o755 });
    await hold();
    expect(statSync(join(path, 'owner')).mode & 0o777).toBe(0o700);
  });

  it.each([0, 5_000, 8_192, 12_288])(
    'A12 is opened if the file of its owner was truncated to %d bytes',
    async (bytes) => {
      await (await openLmdbDirectory(path)).close();
      truncateSync(join(path, 'owner', 'data.mdb'), bytes);
      const { child, said } = await hold();
      expect(said).toBe('held');
      // The same while it is in use.
      truncateSync(join(path, 'owner', 'data.mdb'), bytes);
      expect((await hold()).said).toBe('2');
      await end(child);
      expect((await hold()).said).toBe('held');
    },
  );

  it('keeps everything whose write has resolved', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    await directory.write(() => {
      for (const key of [1, 2, 3]) void table.put(key, 'kept');
    });
    await directory.close();
    const again = await openLmdbDirectory(path);
    const keys = [...again.root.openDB<string, number>('table', { encoding: 'string' }).getKeys()];
    await again.close();
    expect(keys).toEqual([1, 2, 3]);
  });

  it('frees the space of a past backlog when it is opened again with most of it free, and keeps the data', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<Buffer, number>('table', { encoding: 'binary' });
    const value = (key: number) => Buffer.alloc(1 << 20, key);
    await directory.write(() => {
      for (let key = 0; key < 140; key++) void table.put(key, value(key));
    });
    await directory.write(() => {
      for (let key = 0; key < 66; key++) void table.remove(key);
    });
    await directory.close();
    const file = join(path, 'data', 'data.mdb');
    const halfFull = await openLmdbDirectory(path);
    expect(statSync(file).size).toBeGreaterThan(140 << 20);
    const filled = halfFull.root.openDB<Buffer, number>('table', { encoding: 'binary' });
    await halfFull.write(() => {
      for (let key = 66; key < 130; key++) void filled.remove(key);
    });
    await halfFull.close();
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    // The state after a process was killed while it compacted.
    mkdirSync(join(path, 'data', 'compact'));
    writeFileSync(join(path, 'data', 'compact', 'data.mdb'), 'half a copy');

    const again = await openLmdbDirectory(path, { logger: { info: note, warn: note, error: note } });
    expect(statSync(file).size).toBeLessThan(12 << 20);
    expect(lines).toEqual([expect.stringMatching(/^Compacted .*data\.mdb: 131 MiB are free again$/)]);
    const kept = again.root.openDB<Buffer, number>('table', { encoding: 'binary' });
    expect([...kept.getRange()].map(({ key, value: is }) => [key, is.equals(value(key))])).toEqual(
      Array.from({ length: 10 }, (_, index) => [130 + index, true]),
    );
    await again.write(() => void kept.put(140, value(140)));
    await again.close();

    const onceMore = await openLmdbDirectory(path);
    expect(onceMore.root.openDB<Buffer, number>('table', { encoding: 'binary' }).get(140)).toEqual(value(140));
    await onceMore.close();
  });

  it('A12 is refused and unlocked if its pages are inconsistent', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    await directory.write(() => {
      for (let key = 0; key < 1_000; key++) void table.put(key, 'x'.repeat(200));
    });
    await directory.close();
    const file = join(path, 'data', 'data.mdb');
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.alloc(whole.length, whole.subarray(0, 8192)));
    await expect(openLmdbDirectory(path)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('is damaged and not used'),
    });
    writeFileSync(file, whole);
    await (await openLmdbDirectory(path)).close();
  });

  it('A12 is refused if one of its pages has replaced another', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    await directory.write(() => {
      for (let key = 0; key < 1_000; key++) void table.put(key, `value ${key}.`.padEnd(200));
    });
    await directory.close();
    const file = join(path, 'data', 'data.mdb');
    const bytes = readFileSync(file);
    const pageBytes = 4096;
    const pageOf = (key: number) => Math.floor(bytes.indexOf(`value ${key}.`) / pageBytes) * pageBytes;
    bytes.copyWithin(pageOf(500), pageOf(100), pageOf(100) + pageBytes);
    writeFileSync(file, bytes);
    await expect(openLmdbDirectory(path)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('the keys of table are out of order'),
    });
  });

  it('A12 is refused if its list of free pages is damaged', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    await directory.write(() => {
      for (let key = 0; key < 1_000; key++) void table.put(key, 'x'.repeat(200));
    });
    await directory.write(() => {
      for (let key = 0; key < 500; key++) void table.remove(key);
    });
    await directory.close();
    const file = join(path, 'data', 'data.mdb');
    const bytes = readFileSync(file);
    const pageBytes = 4096;
    const pageHeaderBytes = 24;
    // Both of the first pages have the number of the page with the list.
    for (const page of [0, 1]) {
      const list = Number(bytes.readBigUInt64LE(page * pageBytes + 88));
      bytes.fill(0, list * pageBytes + pageHeaderBytes, (list + 1) * pageBytes);
    }
    writeFileSync(file, bytes);
    await expect(openLmdbDirectory(path)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('is damaged and not used'),
    });
  });

  it.each([
    ['removed', () => rmSync(path, { recursive: true })],
    ['moved', () => renameSync(path, `${path}.moved`)],
    [
      'replaced',
      () => {
        renameSync(path, `${path}.moved`);
        mkdirSync(join(path, 'data'), { recursive: true });
        writeFileSync(join(path, 'data', 'data.mdb'), '');
      },
    ],
  ])('G11 refuses to write when it was %s', async (_how, takeAway) => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<string, string>('table', { encoding: 'string' });
    takeAway();
    await expect(directory.write(() => void table.put('key', 'lost'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(table.get('key')).toBeUndefined();
    await directory.close();
  });

  it('G11 rejects a write during which it was removed', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<string, string>('table', { encoding: 'string' });
    const write = directory.write(() => {
      void table.put('key', 'lost');
      rmSync(path, { recursive: true });
    });
    await expect(write).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await directory.close();
  });

  it('G11 is not opened if its disk is full', async () => {
    const opening = openLmdbDirectory(path, { freeBytesMin: Number.MAX_SAFE_INTEGER });
    await expect(opening).rejects.toMatchObject({ exitCode: 1, message: expect.stringContaining(`${path} is full`) });
    await (await openLmdbDirectory(path)).close();
  });

  it('G22 is refused with the reason if its check has stalled', async () => {
    await (await openLmdbDirectory(path)).close();
    const limits = { stalledMs: 1, reportMs: 60_000 };
    await expect(walkEnvironment(join(path, 'data'), undefined, limits)).rejects.toThrow(
      'has not advanced for 0.001 s',
    );
    await (await openLmdbDirectory(path)).close();
  });

  it.each([
    ['INT', 'could not be checked: SIGINT'],
    ['KILL', 'could not be checked: SIGKILL'],
    ['SEGV', 'is damaged and not used: its pages are inconsistent'],
    ['BUS', 'is damaged and not used: its pages are inconsistent'],
  ])(
    'A12 is reported as damaged only if its check was ended by a signal that damage causes, here SIG%s',
    async (name, reason) => {
      await (await openLmdbDirectory(path)).close();
      // Runs instead of Node.
      const program = join(folder, 'program');
      writeFileSync(program, `#!/bin/sh\nkill -${name} $$\n`, { mode: 0o700 });
      jest.replaceProperty(process, 'execPath', program);
      const opening = openLmdbDirectory(path);
      await expect(opening).rejects.toMatchObject({ exitCode: 1, message: `${join(path, 'data')} ${reason}` });
    },
  );

  it('A12 is not reported as damaged if its check cannot be started', async () => {
    await (await openLmdbDirectory(path)).close();
    jest.replaceProperty(process, 'execPath', join(folder, 'none'));
    const opening = openLmdbDirectory(path);
    await expect(opening).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/could not be checked: .*spawn .* ENOENT$/),
    });
  });

  it.each(['data.mdb', 'lock.mdb'])('A15 is not reported as damaged if its %s cannot be opened', async (name) => {
    await (await openLmdbDirectory(path)).close();
    const file = join(path, 'data', name);
    // A link to itself refuses every user, even root.
    rmSync(file);
    symlinkSync(file, file);
    await expect(openLmdbDirectory(path)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(`^${join(path, 'data')} cannot be written: .*ELOOP.*'${file}'$`),
    });
  });

  it('G22 reports how much of it has been checked', async () => {
    const directory = await openLmdbDirectory(path);
    const table = directory.root.openDB<Buffer, number>('table', { encoding: 'binary' });
    await directory.write(() => {
      for (let key = 0; key < 200; key++) void table.put(key, Buffer.alloc(1 << 18, key));
    });
    await directory.close();
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const logger = { info: note, warn: note, error: note };
    await walkEnvironment(join(path, 'data'), logger, { stalledMs: 600_000, reportMs: 1 });
    expect(lines[0]).toMatch(/^Checking .*: \d+ of \d+ MiB$/);
    expect(lines.at(-1)).toBe(`Checked 51 MiB of ${join(path, 'data')}`);
  });
});

/** Runs a command as process 1 of a new container. */
const contained = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const hasContainers = spawnSync(contained[0] ?? '', [...contained.slice(1), 'true']).status === 0;

(hasContainers ? describe : describe.skip)('a directory that containers share (needs unshare)', () => {
  it('A11 has one owner, although the processes have the same ID, and is free again once it was killed', async () => {
    const { child, said } = await hold(...contained);
    expect(said).toBe('held');
    expect((await hold(...contained)).said).toBe('2');
    await end(child);
    expect((await hold(...contained)).said).toBe('held');
    expect((await hold()).said).toBe('2');
  });
});

describeWithSmallDisk('a directory on a disk without space for a compact copy', 120 << 20, (disk) => {
  it('is opened without compaction, which is logged', async () => {
    const options = { freeBytesMin: 0 };
    const at = join(disk(), 'directory');
    const directory = await openLmdbDirectory(at, options);
    const table = directory.root.openDB<Buffer, number>('table', { encoding: 'binary' });
    await directory.write(() => void table.put(1, Buffer.alloc(40 << 20, 1)));
    await directory.write(() => void table.put(2, Buffer.alloc(66 << 20, 2)));
    await directory.write(() => void table.remove(2));
    await directory.close();

    const lines: string[] = [];
    const logger = { info: () => undefined, warn: (line: string) => void lines.push(line), error: () => undefined };
    const again = await openLmdbDirectory(at, { ...options, logger });
    expect(lines).toEqual([expect.stringContaining('could not be compacted and stays as it is')]);
    expect(readdirSync(join(at, 'data')).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
    expect(again.root.openDB<Buffer, number>('table', { encoding: 'binary' }).get(1)).toHaveLength(40 << 20);
    await again.close();
  });
});

describeWithSmallDisk('a directory on a disk without free inodes', 'nr_inodes=1100', (disk) => {
  it('G11 cannot be written or opened until it has some again, which is logged', async () => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const options = { freeBytesMin: 0, logger: { info: note, warn: note, error: note } };
    const at = join(disk(), 'directory');
    const directory = await openLmdbDirectory(at, options);
    const table = directory.root.openDB<string, string>('table', { encoding: 'string' });
    const write = () => directory.write(() => void table.put('key', 'value'));
    await write();
    const ballast = join(disk(), 'ballast');
    mkdirSync(ballast);
    for (let file = 0; file < 100; file += 1) writeFileSync(join(ballast, String(file)), '');
    await expect(write()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The disk of the data directory has too few inodes free',
    });
    await directory.close();
    await expect(openLmdbDirectory(at, options)).rejects.toMatchObject({
      exitCode: 1,
      message: `The disk of ${at} has too few inodes: it must have 1000 free`,
    });
    rmSync(ballast, { recursive: true });
    const again = await openLmdbDirectory(at, options);
    await again.close();
    expect(lines).toContain('The disk of DATA_DIR has too few inodes: nothing is stored until it has 1000 free');
  });
});

describeWithSmallDisk('a file on a disk that creates inodes as needed', 'nr_inodes=0', (disk) => {
  it('G11 can be written, although none are free', () => {
    const at = join(disk(), 'file');
    writeFileSync(at, '');
    expect(() => new HeldFile(at, { freeBytesMin: 0 }).requireSpace()).not.toThrow();
  });
});

describeWithSmallDisk('a directory whose disk fails while it is in use', 4 << 20, (disk) => {
  it('G11 rejects writes, logs the reason once, and accepts writes again once the disk does', async () => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const options = { freeBytesMin: 0, logger: { info: note, warn: note, error: note } };
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const directory = await openLmdbDirectory(join(disk(), 'directory'), options);
    const table = directory.root.openDB<string, number>('table', { encoding: 'string' });
    let key = 0;
    const write = () => directory.write(() => void table.put(key++, 'x'.repeat(100_000)));
    await write();
    const ballast = join(disk(), 'ballast');
    const fill = () => {
      for (;;) appendFileSync(ballast, Buffer.alloc(4096));
    };
    expect(fill).toThrow('ENOSPC');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(write()).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: 'The disk of the data directory cannot be written',
      });
    }
    const begun = expect.stringMatching(
      /^The disk of DATA_DIR cannot be written: No space left on device.* \(ENOSPC\)\. Nothing is stored until it can$/,
    );
    expect(lines).toEqual([begun]);
    rmSync(ballast);
    await write();
    expect(lines).toEqual([begun, 'DATA_DIR can be written again']);
    expect(readdirSync(directory.path).toSorted()).toEqual(['data', 'owner']);
    await directory.close();
    // The library prints every commit that fails, some later than it rejects: only the first one was passed to it.
    expect(printed.mock.calls.length).toBeLessThanOrEqual(1);
  });
});

describeWithSmallDisk('a directory on a read-only disk', 'size=1m', (disk) => {
  it("is not locked, and the error contains the system's reason", () => {
    expect(spawnSync('mount', ['-o', 'remount,ro', disk()]).status).toBe(0);
    expect(() => lockDirectory(disk(), 0)).toThrow(/cannot be written: .*EROFS: read-only file system/);
  });
});

describe('a file that is kept open', () => {
  it('G11 is reported once when it is moved away and once when it is back, together with other files of its directory', () => {
    mkdirSync(path);
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const logger = { info: note, warn: note, error: note };
    const files = ['one', 'two'].map((name) => {
      writeFileSync(join(path, name), '');
      return new HeldFile(join(path, name), { freeBytesMin: 0, logger });
    });
    const fault = (file: HeldFile) => {
      try {
        file.requireSpace();
        return undefined;
      } catch (error) {
        return error;
      }
    };
    renameSync(path, `${path}.moved`);
    for (const file of [...files, ...files]) {
      expect(fault(file)).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: expect.any(Number) });
    }
    expect(lines).toEqual([expect.stringContaining(`${join(path, 'one')} was removed or replaced`)]);
    renameSync(`${path}.moved`, path);
    for (const file of [...files, ...files]) expect(fault(file)).toBeUndefined();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('can be written again');
  });

  it('A14 is not written while its disk has no space for the bytes to write, which is logged', () => {
    mkdirSync(path);
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const file = new HeldFile(path, { freeBytesMin: 0, logger: { info: note, warn: note, error: note } });
    file.requireSpace();
    expect(() => file.requireSpace(Number.MAX_SAFE_INTEGER)).toThrow('The disk of the data directory is full');
    const full = 'The disk of DATA_DIR is full: nothing is stored until it has 64 MiB free';
    expect(lines).toEqual([full]);
    file.requireSpace();
    expect(lines).toEqual([full, 'DATA_DIR can be written again']);
  });
});
