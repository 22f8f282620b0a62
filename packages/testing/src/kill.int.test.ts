/** The whole product in one process that comes to every end under load: every acknowledged event is stored once, and the check that says so can fail. */
import { randomInt } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type End, killAll } from './child-process.ts';
import { compare, type Findings, nothingWrong } from './kill/checker.ts';
import {
  launchRig,
  type Server,
  startRig,
  startStandaloneProcess,
  storedEvents,
  verifiedRollups,
} from './kill/child.ts';
import { loseNewestPart } from './kill/crash-hole.ts';
import { Load } from './kill/load.ts';
import { places, type ProcessEnd } from './kill/process-end.ts';

/** How many times the process is killed at random; set it for long runs. */
const kills = Number(process.env['FOOTFALL_KILLS'] ?? 3);
const eventsBetweenKillsMax = 400;
const killDelayMsMax = 100;
/** About as many writes as a run of the worker behind the rollups takes. */
const rollupWritesMax = 8;

jest.setTimeout(900_000 + kills * 10_000);

let dataDir: string;
let load: Load;

const begin = async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-kill-'));
  load = new Load();
};
const end = async () => {
  killAll();
  await rm(dataDir, { recursive: true });
};

beforeAll(() => build());

describe('a data directory whose process comes to one end after the other', () => {
  beforeAll(begin);
  afterAll(end);
  afterEach(killAll);

  it.each<[string, ProcessEnd, unknown]>([
    ['A1 is killed between the planned range and the insert', { place: places.planned(2), by: 'SIGKILL' }, 'SIGKILL'],
    ['A2 is killed between the insert and the second commit', { place: places.inserted(2), by: 'SIGKILL' }, 'SIGKILL'],
    ['A3 is killed right after the second commit', { place: places.committed(2), by: 'SIGKILL' }, 'SIGKILL'],
    // Some thread of the engine may crash, as nothing has stopped it.
    ['A10 exits without a close', { place: places.inserted(2), by: 'process.exit' }, expect.anything()],
  ])('%s', async (_title, processEnd, expected) => {
    expect(await endUnderLoad(processEnd)).toEqual(expected);
  });

  it('A4 is killed between the record of an insert and its part', async () => {
    expect(await endUnderLoad({ place: places.inserted(2), by: 'SIGKILL' })).toBe('SIGKILL');
    loseNewestPart(join(dataDir, 'clickhouse'), 'events');
  });

  it('A7 is killed while it writes rollups, and at random moments', async () => {
    for (const moment of ['before', 'after'] as const) {
      const place = places.rollingUp(moment, randomInt(1, rollupWritesMax));
      expect(await endUnderLoad({ place, by: 'SIGKILL' })).toBe('SIGKILL');
    }
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await startStandaloneProcess(dataDir);
      load.start(server);
      await load.more(randomInt(1, eventsBetweenKillsMax));
      await new Promise((resolve) => setTimeout(resolve, randomInt(killDelayMsMax)));
      server.signal('SIGKILL');
      expect(await server.ended).toBe('SIGKILL');
      await load.stop();
    }
  });

  it('A9 exits with 1 when the end takes longer than it may, also in the middle of a statement', async () => {
    const server = await startStuck(1_000);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    await load.stop();
  });

  it('A9 exits with 1 at a second SIGTERM, also in the middle of a statement', async () => {
    const server = await startStuck();
    server.signal('SIGTERM');
    // Two signals at once are one: the second is sent when the first is seen to have been taken.
    await load.serverGone();
    server.signal('SIGTERM');
    expect(await server.ended).toBe(1);
    await load.stop();
  });

  it('A8 exits with 0 at SIGTERM under load, and all that was ever acknowledged is stored, once', async () => {
    const server = await startStandaloneProcess(dataDir);
    load.start(server);
    await load.more(eventsBetweenKillsMax);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    await load.stop();
    expect(await check()).toMatchObject({ lost: [], duplicated: [], repeatedPlaces: [] });
  });

  it('A7 has every event that was sent, once, and exact rollups, when all is acknowledged', async () => {
    expect(await finish(await startRig({ dataDir }))).toEqual(nothingWrong);
    expect(load.acknowledged.size).toBeGreaterThan(kills);
    const report = await verifiedRollups({ dataDir });
    expect(report).toMatchObject({ isExact: true, events: load.acknowledged.size });
  });

  /** A server under load whose writer waits for ever after an insert. */
  async function startStuck(deadlineMs?: number): Promise<Server> {
    const stuck: ProcessEnd = { place: places.inserted(2), by: 'stuck' };
    const server = await startRig({ dataDir, end: stuck, ...(deadlineMs !== undefined && { deadlineMs }) });
    load.start(server);
    await server.printed(/^at the place$/);
    return server;
  }
});

describe('the check', () => {
  beforeEach(begin);
  afterEach(end);

  it('A5 reports the loss of a part that a kill took, while nobody has repaired it', async () => {
    await endUnderLoad({ place: places.inserted(2), by: 'SIGKILL' });
    const whole = `${dataDir}-whole`;
    await cp(dataDir, whole, { recursive: true, filter: (file) => !file.endsWith('.sock') });
    loseNewestPart(join(dataDir, 'clickhouse'), 'events');
    const [holed, all] = [await check(), await check(whole)];
    await rm(whole, { recursive: true });
    expect(holed.lost.length).toBeGreaterThan(all.lost.length);
  });

  it('A6 reports duplicates when an insert is stored again', async () => {
    const server = await startRig({ dataDir, breaks: 'once' });
    load.start(server);
    await load.more(1);
    const findings = await finish(server);
    expect(findings.duplicated).not.toHaveLength(0);
    expect(findings.repeatedPlaces).not.toHaveLength(0);
  });

  it('A6 reports the loss when events are acknowledged before they are durable', async () => {
    const server = await startRig({ dataDir, breaks: 'durable' });
    load.start(server, 1);
    await load.more(100);
    server.signal('SIGKILL');
    await server.ended;
    await load.stop();
    expect((await finish(await startRig({ dataDir }))).lost).not.toHaveLength(0);
  });
});

/** Runs a process under load until it has come to `processEnd`; gives how it ended. */
async function endUnderLoad(processEnd: ProcessEnd): Promise<End> {
  const child = launchRig({ dataDir, end: processEnd });
  await child.target.then(
    (target) => load.start(target),
    () => undefined,
  );
  const ended = await child.ended;
  await load.stop();
  return ended;
}

/** Sends what is still open, ends the server in order and compares. */
async function finish(server: Server): Promise<Findings> {
  await load.finish(server);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  return check();
}

async function check(directory = dataDir): Promise<Findings> {
  return compare(load.acknowledged, await storedEvents({ dataDir: directory }));
}
