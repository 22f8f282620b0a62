/** Servers that are killed under load: every acknowledged event is stored once, and the check that says so can fail. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, killAll } from './child-process.ts';
import { compare, type Findings, nothingWrong } from './kill/checker.ts';
import { type Server, startRig, startStandaloneProcess, storedEvents } from './kill/child.ts';
import { loseNewestPart } from './kill/crash-hole.ts';
import { Load } from './kill/load.ts';
import type { RigOptions } from './kill/rig.ts';

/** How many times the process is killed at random; set it for long runs. */
const kills = Number(process.env['FOOTFALL_KILLS'] ?? 6);
const eventsBetweenKillsMax = 400;
const killDelayMsMax = 100;

jest.setTimeout(900_000 + kills * 10_000);

let dataDir: string;
let load: Load;

beforeAll(() => build());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-kill-'));
  load = new Load();
});

afterEach(async () => {
  killAll();
  await rm(dataDir, { recursive: true });
});

it('A7 keeps every acknowledged event once through SIGKILLs at random moments', async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startStandaloneProcess(dataDir);
    load.start(server);
    await load.more(randomInt(1, eventsBetweenKillsMax));
    await new Promise((resolve) => setTimeout(resolve, randomInt(killDelayMsMax)));
    server.signal('SIGKILL');
    expect(await server.ended).toBe('SIGKILL');
    await load.stop();
  }
  const server = await startStandaloneProcess(dataDir);
  expect(await finish(server)).toEqual(nothingWrong);
  expect(load.acknowledged.size).toBeGreaterThan(kills);
});

describe.each([
  ['A1', 'planned', 'between the planned range and the insert'],
  ['A2', 'inserted', 'between the insert and the second commit'],
  ['A3', 'committed', 'right after the second commit'],
] as const)('%s', (id, point, when) => {
  it(`${id} keeps every acknowledged event once when killed ${when}`, async () => {
    for (const pass of [1, 3]) await endAt({ point, pass, by: 'SIGKILL' }, 'SIGKILL');
    expect(await finish(await startRig({ dataDir }))).toEqual(nothingWrong);
  });
});

it('A10 opens again after an exit without a close, and has every acknowledged event once', async () => {
  await endAt({ point: 'inserted', pass: 2, by: 'process.exit' }, 7);
  expect(await finish(await startRig({ dataDir }))).toEqual(nothingWrong);
});

it('A8 stores what it acknowledged and exits with 0 at SIGTERM under load', async () => {
  const server = await startStandaloneProcess(dataDir);
  load.start(server);
  await load.more(eventsBetweenKillsMax);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  await load.stop();
  expect(await check()).toMatchObject({ lost: [], duplicated: [], repeatedPlaces: [] });
});

describe('A9', () => {
  it('A9 exits with 1 when the end takes longer than it may, and has lost nothing that it acknowledged', async () => {
    const server = await startStuck({ deadlineMs: 3_000 });
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    await load.stop();
    expect(await finish(await startRig({ dataDir }))).toEqual(nothingWrong);
  });

  it('A9 exits with 1 at a second SIGTERM, and has lost nothing that it acknowledged', async () => {
    const server = await startStuck();
    server.signal('SIGTERM');
    // Two signals at once are one: the second is sent when the first is seen to have been taken.
    await load.serverGone();
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    await load.stop();
    expect(await finish(await startRig({ dataDir }))).toEqual(nothingWrong);
  });

  /** A server under load whose writer waits for ever after an insert. */
  async function startStuck(options: Partial<RigOptions> = {}): Promise<Server> {
    const fault = { point: 'inserted', pass: 2, by: 'SIGKILL', waits: true } as const;
    const server = await startRig({ dataDir, fault, ...options });
    load.start(server);
    await server.printed(/^at inserted$/);
    return server;
  }
});

it('A4 inserts again what a kill left recorded and not in place', async () => {
  await leaveCrashHole();
  expect(await finish(await startRig({ dataDir }))).toEqual(nothingWrong);
});

describe('the check', () => {
  it('A5 reports the loss when the engine is not repaired', async () => {
    await leaveCrashHole();
    const findings = await finish(await startRig({ dataDir, isRepaired: false }), { isRepaired: false });
    expect(findings.lost).not.toHaveLength(0);
  });

  it('A6 reports duplicates when the range of an insert is not planned', async () => {
    const fault = { point: 'inserted', pass: 1, by: 'SIGKILL', waits: true } as const;
    const server = await startRig({ dataDir, plansRanges: false, fault });
    load.start(server);
    await server.printed(/^at inserted$/);
    // What comes now makes the next attempt another range.
    await load.more(100);
    server.signal('SIGUSR2');
    expect(await server.ended).toBe('SIGKILL');
    await load.stop();
    const findings = await finish(await startRig({ dataDir, plansRanges: false }));
    expect(findings.duplicated).not.toHaveLength(0);
    expect(findings.repeatedPlaces).not.toHaveLength(0);
  });

  it('A6 reports the loss when events are acknowledged before they are durable', async () => {
    const server = await startRig({ dataDir, acksEarly: true });
    load.start(server, 1);
    await load.more(eventsBetweenKillsMax);
    server.signal('SIGKILL');
    await server.ended;
    await load.stop();
    expect((await finish(await startRig({ dataDir }))).lost).not.toHaveLength(0);
  });
});

/** Runs a server under load until it ends itself at `fault`. */
async function endAt(fault: RigOptions['fault'] & object, end: string | number): Promise<void> {
  const server = await startRig({ dataDir, fault });
  load.start(server);
  expect(await server.ended).toBe(end);
  await load.stop();
}

/** As a kill leaves the engine between the deduplication record of an insert and the rename of its part. */
async function leaveCrashHole(): Promise<void> {
  await endAt({ point: 'inserted', pass: 2, by: 'SIGKILL' }, 'SIGKILL');
  const month = new Date().toISOString().slice(0, 7).replace('-', '');
  loseNewestPart(join(dataDir, 'clickhouse'), month);
}

/** Sends what is still open, ends the server in order and compares. */
async function finish(server: Server, options: { isRepaired: boolean } = { isRepaired: true }): Promise<Findings> {
  await load.finish(server);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  return check(options.isRepaired);
}

async function check(isRepaired = true): Promise<Findings> {
  return compare(load.acknowledged, await storedEvents({ dataDir, isRepaired }));
}
