/** The embedded state on a real disk: killed processes, full disks, and sessions over several days. */
import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { openLmdbDirectory } from '@footfall/data-directory';
import { dayMs, minuteMs } from '@footfall/schemas';
import { describeWithSmallDisk } from '@footfall/test-servers';
import { openEmbeddedState } from './embedded.ts';
import { createCache } from './embedded/cache.ts';
import { describeState, type StateUnderTest } from './state.contract.ts';
import type { State } from './port.ts';

const workspaceId = 'ws_0000000000000001';

let folder: string;
let nowMs: number;
let state: State | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-state-'));
  nowMs = Date.UTC(2026, 2, 1, 12);
});
afterEach(async () => {
  await state?.close();
  state = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<State> {
  state = await openEmbeddedState(join(folder, 'state'), { now: () => nowMs });
  return state;
}

describeState('the embedded state', async (): Promise<StateUnderTest> => {
  const path = mkdtempSync(join(tmpdir(), 'footfall-state-contract-'));
  let opened = await openEmbeddedState(path, { now: Date.now });
  return {
    state: opened,
    peer: opened,
    async reopen() {
      await opened.close();
      opened = await openEmbeddedState(path, { now: Date.now });
      return opened;
    },
    async remove() {
      await opened.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
});

/** Starts a process on one of the fixtures next to the driver, with `paths` as its arguments. */
function fixture(name: string, ...paths: readonly string[]) {
  const hooks = resolve('scripts/run-source.mjs');
  const file = resolve('packages/state/src/embedded', name);
  return spawn(process.execPath, ['--conditions=source', '--import', hooks, file, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('a process that is killed', () => {
  /** Returns the output of a process that assigned visits in these folders until it was killed. */
  async function assignedUntilKilled(...paths: readonly string[]) {
    const child = fixture('assign-until-killed.fixture.ts', ...paths);
    const results: { visitorId: string; timestamp: number; sessionId: string; salt: string }[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      if (results.push(JSON.parse(line)) === 300) child.kill('SIGKILL');
    }
    return results;
  }

  it.each([
    ['alone', []],
    ['in the commits of a log', ['log']],
  ])('keeps the sessions and salts that it has returned, stored %s', async (_how, logs) => {
    const logPaths = logs.map((name) => join(folder, name));
    const results = await assignedUntilKilled(join(folder, 'state'), ...logPaths);
    const [logPath] = logPaths;
    const log = logPath === undefined ? undefined : await openLmdbDirectory(logPath);
    state = await openEmbeddedState(join(folder, 'state'), { now: () => nowMs, log });
    const { sessions, salts } = state;
    const again = await sessions.assign(
      results.map(({ visitorId, timestamp }) => ({ workspaceId, visitorId, timestamp })),
    );
    expect(again.map(({ sessionId }) => sessionId)).toEqual(results.map(({ sessionId }) => sessionId));
    expect(new Set(again.map(({ sessionId }) => sessionId)).size).toBe(7);
    const salt = await salts.salt('2026-03-01');
    expect(new Set(results.map((result) => result.salt))).toEqual(new Set([salt]));
    await log?.close();
  });
});

describe('sessions that were stored alone by an earlier version', () => {
  it('continue in the commits of the log, and are removed from their folder', async () => {
    const visits = Array.from({ length: 25_000 }, (_, index) => ({
      workspaceId,
      visitorId: index.toString(16).padStart(16, '0'),
      timestamp: nowMs,
    }));
    const today = { workspaceId, visitorId: 'today', timestamp: nowMs };
    const yesterday = { previousVisitorId: '0'.repeat(16) };
    const before = await (await open()).sessions.assign([...visits, { ...today, ...yesterday }]);
    await state?.close();
    const log = await openLmdbDirectory(join(folder, 'log'));
    state = await openEmbeddedState(join(folder, 'state'), { now: () => nowMs, log });
    const later = [...visits, today].map((visit) => ({ ...visit, timestamp: nowMs + minuteMs }));
    // The first commit begins no generation, which would forget the others.
    const first = await state.sessions.assign(later.slice(0, 1));
    expect([...first, ...(await state.sessions.assign(later.slice(1)))]).toEqual(before);
    expect(readdirSync(join(folder, 'state'))).not.toContain('data');
    await log.close();
  });
});

describe('the folder of the state', () => {
  it('A11 is refused while another state owns it', async () => {
    await open();
    await expect(openEmbeddedState(join(folder, 'state'), { now: Date.now })).rejects.toMatchObject({ exitCode: 2 });
  });

  it('A15 is named if it cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(openEmbeddedState(join(folder, 'file', 'state'), { now: Date.now })).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(join(folder, 'file', 'state')),
    });
  });

  it('A15 is named if its salts cannot be stored, with and without a log, and is not reported as damaged', async () => {
    writeFileSync(join(folder, 'state'), '');
    const log = await openLmdbDirectory(join(folder, 'log'));
    const opening = openEmbeddedState(join(folder, 'state'), { now: Date.now, log });
    await expect(opening).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(`^The state in ${join(folder, 'state')} cannot be written: .*ENOTDIR`),
    });
    await log.close();
    rmSync(join(folder, 'state'));
    mkdirSync(join(folder, 'state'));
    writeFileSync(join(folder, 'state', 'salts'), '');
    await expect(open()).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(`^The state in ${join(folder, 'state')} cannot be written: .*EEXIST`),
    });
    // Nothing of it stays open.
    rmSync(join(folder, 'state', 'salts'));
    await (await open()).ping();
  });

  it('keeps a salt that cannot be read, and creates no other', async () => {
    const salt = await (await open()).salts.salt('2026-03-01');
    await state?.close();
    const file = join(folder, 'state', 'salts', '2026-03-01');
    renameSync(file, `${file}.kept`);
    // Reading a folder fails even for root.
    mkdirSync(file);
    const { salts } = await open();
    await expect(salts.salt('2026-03-01')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: expect.objectContaining({ code: 'EISDIR', syscall: 'read' }),
    });
    rmSync(file, { recursive: true });
    renameSync(`${file}.kept`, file);
    expect(await salts.salt('2026-03-01')).toBe(salt);
  });

  it('replaces a salt that is incomplete', async () => {
    const { salts } = await open();
    writeFileSync(join(folder, 'state', 'salts', '2026-03-01'), '');
    expect(await salts.salt('2026-03-01')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('contains nothing of a salt that was forgotten', async () => {
    const { salts } = await open();
    const salt = Buffer.from(await salts.salt('2026-02-28'), 'hex');
    const holdsSalt = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((name) => statSync(name).isFile())
        .some((name) => readFileSync(name).includes(salt));
    expect(holdsSalt()).toBe(true);
    await salts.forgetBefore('2026-03-01');
    expect(holdsSalt()).toBe(false);
  });
});

describe('sessions over the days', () => {
  const visit = (timestamp: number, visitorId = 'a'.repeat(16)) => ({ workspaceId, visitorId, timestamp });

  async function sessionId(timestamp: number): Promise<string | undefined> {
    const [assigned] = (await state?.sessions.assign([visit(timestamp)])) ?? [];
    return assigned?.sessionId;
  }

  it('stay known for a day without a change, and are forgotten within two', async () => {
    const { sessions } = await open();
    const eventAt = nowMs;
    const first = await sessionId(eventAt);
    nowMs += dayMs;
    await sessions.assign([visit(nowMs, 'another visitor')]);
    expect(await sessionId(eventAt + 1)).toBe(first);
    nowMs += 2 * dayMs;
    await sessions.assign([visit(nowMs, 'another visitor')]);
    expect(await sessionId(eventAt + 2)).not.toBe(first);
  });

  it.each(['12:00', '00:30'])('A18 survive a clock that jumps back an hour and forward a day, at %s', async (time) => {
    nowMs = Date.parse(`2026-03-01T${time}Z`);
    const { sessions } = await open();
    const eventAt = nowMs;
    const first = await sessionId(eventAt);
    nowMs -= 60 * minuteMs;
    await sessions.assign([visit(nowMs, 'another visitor')]);
    expect(await sessionId(eventAt + 1)).toBe(first);
    nowMs += dayMs;
    expect(await sessionId(eventAt + 2)).toBe(first);
  });

  it('continue after a change that is still being stored when an earlier one has been stored', async () => {
    const { sessions } = await open();
    const first = sessions.assign([visit(nowMs)]);
    // Its commit has then begun, so that the second visit is part of the next one.
    await new Promise(setImmediate);
    const second = sessions.assign([visit(nowMs + 25 * minuteMs)]);
    const begun = await first;
    expect(await sessions.assign([visit(nowMs + 50 * minuteMs)])).toEqual(begun);
    await second;
  });

  it('are forgotten one by one if a visitor has more than 32 of them, the least recently changed first', async () => {
    await open();
    const hoursAgo = (hours: number) => sessionId(nowMs - hours * 60 * minuteMs + 1);
    const ids: (string | undefined)[] = [];
    for (let index = 0; index < 32; index++) ids.push(await sessionId(nowMs - index * 60 * minuteMs));
    expect(await hoursAgo(0)).toBe(ids[0]);
    ids.push(await sessionId(nowMs - 32 * 60 * minuteMs));
    expect(new Set(ids).size).toBe(33);
    expect(await Promise.all([0, 2, 32].map(hoursAgo))).toEqual([ids[0], ids[2], ids[32]]);
    expect(await hoursAgo(1)).not.toBe(ids[1]);
  });
});

describeWithSmallDisk('a disk that is full at midnight', 4 << 20, (disk) => {
  // In a separate process, because lmdb prints its errors, perhaps after the test has ended.
  it('A14 loses no session that is stored later', async () => {
    const assigned = (await json(fixture('midnight-on-full-disk.fixture.ts', disk()).stdout)) as Record<
      string,
      unknown
    >;
    expect(assigned).toEqual({
      failed: true,
      before: [expect.any(String), expect.any(String)],
      after: assigned['before'],
    });
  });
});

describe('the cache in memory', () => {
  it('F12 stays within its limit of bytes, and evicts the least recently used entries', async () => {
    const cache = createCache(1_000_000);
    await cache.set('used', 'x', 60_000);
    for (let index = 0; index < 2_000; index++) {
      await cache.set(`key ${index}`, 'x'.repeat(5_000), 60_000);
      await cache.get('used');
    }
    expect(await cache.get('used')).toBe('x');
    expect(await cache.get('key 1999')).toHaveLength(5_000);
    const kept = await Promise.all(Array.from({ length: 2_000 }, (_, index) => cache.get(`key ${index}`)));
    expect(kept.filter((value) => value !== undefined).length).toBeLessThan(100);
  });
});

describe('a state whose folder is moved away', () => {
  it('G11 assigns no visit, creates no salt and rejects a ping until the folder is back', async () => {
    const opened = await open();
    const { sessions, salts } = opened;
    const visit = { workspaceId: 'w', visitorId: '0'.repeat(16), timestamp: nowMs };
    renameSync(folder, `${folder}.moved`);
    const refusal = { code: 'UNAVAILABLE', message: expect.stringContaining('removed or replaced') };
    await expect(sessions.assign([visit])).rejects.toMatchObject(refusal);
    await expect(salts.salt('2026-03-01')).rejects.toMatchObject(refusal);
    await expect(opened.ping()).rejects.toMatchObject(refusal);
    renameSync(`${folder}.moved`, folder);
    await opened.ping();
    expect(await sessions.assign([visit])).toHaveLength(1);
    expect(await salts.salt('2026-03-01')).toMatch(/^[0-9a-f]{64}$/);
  });
});
