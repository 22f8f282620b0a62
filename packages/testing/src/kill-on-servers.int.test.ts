/** The standalone process on real servers, killed under load, and its servers killed as well: every acknowledged event is stored once. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeWithDocker,
  describeWithServers,
  type OwnServer,
  ownPlace,
  ownServer,
  type Place,
} from '@footfall/test-servers';
import { build, killAll } from './child-process.ts';
import { compare, type Findings, nothingWrong } from './kill/checker.ts';
import { type Server, startRig, startStandaloneProcess, storedEvents } from './kill/child.ts';
import { Load } from './kill/load.ts';
import type { RigOptions } from './kill/rig.ts';

/** How many times something is killed, each server and the process in turn; set it for long runs. */
const kills = Number(process.env['FOOTFALL_SERVER_KILLS'] ?? 4);
const eventsBetweenKills = 200;
const killDelayMsMax = 1_000;

jest.setTimeout(900_000 + kills * 20_000);

let dataDir: string;
let load: Load;
let place: Place;

beforeAll(() => build());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-kill-'));
  load = new Load();
});

afterEach(async () => {
  killAll();
  await rm(dataDir, { recursive: true });
});

describeWithServers('a process on servers', ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'REDIS_URL'], (found) => {
  beforeEach(() => {
    place = ownPlace(found);
  });

  afterEach(() => place.remove());

  it.each([
    ['A1', 'planned', 'between the planned range and the insert'],
    ['A2', 'inserted', 'between the insert and the second commit'],
    ['A3', 'committed', 'right after the second commit'],
  ] as const)('%s keeps every acknowledged event once when killed at "%s": %s', async (_id, point, _when) => {
    await endAt({ point, pass: 2, by: 'SIGKILL' });
    expect(await finish(await rig())).toEqual(nothingWrong);
  });

  it('A6 the check reports duplicates when the range of an insert is not planned', async () => {
    const server = await rig({
      plansRanges: false,
      fault: { point: 'inserted', pass: 1, by: 'SIGKILL', waits: true },
    });
    load.start(server);
    await server.printed(/^at inserted$/);
    // What comes now makes the next attempt another range.
    await load.more(100);
    server.signal('SIGUSR2');
    expect(await server.ended).toBe('SIGKILL');
    await load.stop();
    const findings = await finish(await rig({ plansRanges: false }));
    expect(findings.duplicated).not.toHaveLength(0);
    expect(findings.repeatedPlaces).not.toHaveLength(0);
  });

  it('A8 stores what it acknowledged and exits with 0 at SIGTERM under load', async () => {
    const server = await startStandaloneProcess(dataDir, place.settings);
    load.start(server);
    await load.more(eventsBetweenKills);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    await load.stop();
    expect(await check()).toMatchObject({ lost: [], duplicated: [], repeatedPlaces: [] });
  });
});

describeWithDocker('a process and its servers', () => {
  let servers: OwnServer[];

  beforeAll(async () => {
    servers = await Promise.all((['kafka', 'clickhouse', 'redis'] as const).map((kind) => ownServer(kind)));
    place = ownPlace(Object.assign({}, ...servers.map(({ settings }) => settings)));
  });

  // What a test that failed has left behind.
  afterEach(() => Promise.all(servers.map((server) => server.recover())));

  afterAll(() => Promise.all(servers.map((server) => server.remove())));

  it('A7 keeps every acknowledged event once through SIGKILLs of any of them at random moments', async () => {
    let server = await startStandaloneProcess(dataDir, place.settings);
    load.start(server);
    for (let kill = 0; kill < kills; kill += 1) {
      await load.more(randomInt(1, eventsBetweenKills));
      const victim = servers[kill % (servers.length + 1)];
      if (victim === undefined) {
        server.signal('SIGKILL');
        await server.ended;
        await load.stop();
        server = await startStandaloneProcess(dataDir, place.settings);
      } else {
        await victim.kill();
        // How long it is away.
        await new Promise((resolve) => setTimeout(resolve, randomInt(killDelayMsMax)));
        await victim.start();
        await load.stop();
      }
      load.start(server);
    }
    expect(await finish(server)).toEqual(nothingWrong);
  });
});

function rig(options: Partial<RigOptions> = {}): Promise<Server> {
  return startRig({ dataDir, settings: place.settings, ...options });
}

/** Runs a process under load until it ends itself at `fault`. */
async function endAt(fault: RigOptions['fault'] & object): Promise<void> {
  const server = await rig({ fault });
  load.start(server);
  expect(await server.ended).toBe('SIGKILL');
  await load.stop();
}

/** Sends what is still open, ends the process in order and compares. */
async function finish(server: Server): Promise<Findings> {
  await load.finish(server);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  return check();
}

async function check(): Promise<Findings> {
  return compare(load.acknowledged, await storedEvents({ dataDir, settings: place.settings }));
}
