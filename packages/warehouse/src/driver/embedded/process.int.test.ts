import { StartError } from '@footfall/errors';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { openWarehouse } from '../../open.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** A separate process that runs a task of `warehouse-child.fixture.ts`. */
function startChild(task: string, dataDir: string, environment: Readonly<Record<string, string>> = {}): Child {
  const typescript = resolve('scripts/run-source.mjs');
  const program = join(__dirname, 'warehouse-child.fixture.ts');
  return spawn(process.execPath, ['--conditions=source', '--import', typescript, program, task, dataDir], {
    env: { ...process.env, ...environment },
    // The engine prints its errors to the last one.
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Iterates over the lines that a child prints. */
function listen(child: Child): () => Promise<unknown> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    return done ? undefined : JSON.parse(value);
  };
}

async function runChild(task: string, dataDir: string, environment: Readonly<Record<string, string>> = {}) {
  const child = startChild(task, dataDir, environment);
  const ended = once(child, 'exit');
  const said = await listen(child)();
  const [exitCode] = (await ended) as [number | null];
  return { said, exitCode };
}

describe('a data directory and its processes', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'footfall-process-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const count = async () => {
    const warehouse = await openWarehouse({ DATA_DIR: dataDir });
    try {
      const sql = 'SELECT count() AS total, uniqExact(n) AS different, max(n) AS last FROM notes';
      return (await warehouse.read<{ total: number; different: number; last: number }>({ sql }))[0];
    } finally {
      await warehouse.close();
    }
  };

  it('the engine returns freed memory after the time that the environment sets', async () => {
    expect(await runChild('decay', dataDir, { JE_MALLOC_CONF: 'dirty_decay_ms:123' })).toEqual({
      said: 123,
      exitCode: 0,
    });
  });

  it('A11 a second process is refused with exit code 2 and the first is not disturbed', async () => {
    const first = startChild('hold', dataDir);
    const say = listen(first);
    expect(await say()).toBe('open');
    const thrown: unknown = await openWarehouse({ DATA_DIR: dataDir }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(StartError);
    expect(thrown).toMatchObject({ exitCode: 2, message: expect.stringMatching(/clickhouse is in use .*\(pid \d+\)/) });
    expect(await runChild('open', dataDir)).toMatchObject({ exitCode: 2, said: { exitCode: 2 } });
    first.stdin.write('count\n');
    expect(await say()).toEqual([{ n: expect.any(Number) }]);
    const ended = once(first, 'exit');
    first.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(await runChild('open', dataDir)).toEqual({ said: 'open', exitCode: 0 });
  });

  it('A15 a path that cannot be a directory prevents the start, with a message that names it', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    for (const path of [join(dataDir, 'file'), join(dataDir, 'file', 'below')]) {
      const thrown: unknown = await openWarehouse({ DATA_DIR: path }).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StartError);
      expect(thrown).toMatchObject({ exitCode: 1, message: expect.stringContaining(path) });
    }
  });

  // Only root can become another user; all other users are refused by a directory of root.
  it('A15 a directory of another owner prevents the start, with a message that names it', async () => {
    mkdirSync(join(dataDir, 'clickhouse'), { mode: 0o700 });
    const owner = process.getuid?.() === 0;
    const [path, environment] = owner ? [dataDir, { CHILD_UID: '65534' }] : ['/', {}];
    const { said, exitCode } = await runChild('open', path, environment);
    expect(said).toMatchObject({ startError: expect.stringContaining(join(path, 'clickhouse')) });
    expect(exitCode).toBe(1);
  });

  it('a platform without an engine prevents the start, with a message that says what to use instead', async () => {
    const { said, exitCode } = await runChild('open', dataDir, { CHILD_PLATFORM: 'win32' });
    expect(said).toMatchObject({
      startError: expect.stringMatching(/no embedded ClickHouse for win32 .*CLICKHOUSE_URL/),
    });
    expect(exitCode).toBe(1);
  });

  it('A10 exiting without closing keeps all inserts', async () => {
    expect(await runChild('exit', dataDir)).toMatchObject({ exitCode: 0 });
    expect(await count()).toEqual({ total: 1, different: 1, last: 1 });
  });

  it('A7 a process that is killed while it inserts has stored everything acknowledged, once', async () => {
    let acknowledged = 0;
    for (let kill = 1; kill <= 4; kill += 1) {
      const child = startChild('insert', dataDir);
      const ended = once(child, 'exit');
      const say = listen(child);
      for (let heard = 0; heard < 5 * kill; heard += 1) acknowledged = Number(await say());
      child.kill('SIGKILL');
      await ended;
    }
    const { total, different, last } = (await count()) ?? { total: 0, different: 0, last: 0 };
    expect(last).toBeGreaterThanOrEqual(acknowledged);
    expect([total, different]).toEqual([last, last]);
  });

  it('A19 times are the same whatever the time zone of the machine', async () => {
    const results = [];
    for (const TZ of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
      const { said } = await runChild('times', mkdtempSync(join(dataDir, 'zone-')), { TZ });
      results.push(said);
    }
    expect(results[0]).toHaveLength(5);
    expect(results[0]).toContainEqual({
      at: '2026-11-01 05:30:00.001',
      isSame: 1,
      hour: '2026-11-01 05:00:00',
      day: '2026-11-01',
      week: '2026-10-26',
      month: 202611,
      zone: 'UTC',
      isBefore: 1,
      parsed: '2026-11-01 06:00:00.000',
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});
