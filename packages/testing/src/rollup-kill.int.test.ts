/** Servers that are killed while they roll up: the rollups are what the stored events make, to the last figure. */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driverSets, ownPlace } from '@footfall/test-servers';
import { build, killAll } from './child-process.ts';
import { startRig, verifiedRollups } from './kill/child.ts';
import { Load } from './kill/load.ts';

/** How many times the process is killed; set it for long runs. */
const kills = Number(process.env['FOOTFALL_KILLS'] ?? 6);
const eventsBetweenKillsMax = 300;
/** Some runs long, so that kills meet every part of one. */
const killDelayMsMax = 1_500;
/** So short that a run is nearly always under way. */
const rollUpIntervalMs = 20;

jest.setTimeout(900_000 + kills * 30_000);

beforeAll(() => build());

describe.each(driverSets())('the rollups on $drivers', ({ servers }) => {
  let dataDir: string;
  let place: ReturnType<typeof ownPlace>;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-kill-'));
    place = ownPlace(servers);
  });
  afterEach(async () => {
    killAll();
    await place.remove();
    await rm(dataDir, { recursive: true });
  });

  it('are exact after SIGKILLs at random moments of the runs that make them', async () => {
    const { settings } = place;
    const load = new Load();
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await startRig({ dataDir, settings, rollUpIntervalMs });
      load.start(server);
      await load.more(randomInt(1, eventsBetweenKillsMax));
      await new Promise((resolve) => setTimeout(resolve, randomInt(killDelayMsMax)));
      server.signal('SIGKILL');
      expect(await server.ended).toBe('SIGKILL');
      await load.stop();
    }
    const last = await startRig({ dataDir, settings, rollUpIntervalMs });
    await load.finish(last);
    last.signal('SIGTERM');
    expect(await last.ended).toBe(0);
    const report = await verifiedRollups({ dataDir, settings });
    expect(report).toMatchObject({
      isExact: true,
      differences: [],
      violations: [],
      events: load.acknowledged.size,
    });
  });
});
