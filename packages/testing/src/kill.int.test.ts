/** The whole product in one process that ends in every way under load: every acknowledged event is stored once, and the check of this can fail. */
import { randomInt } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from '@footfall/test-servers';
import type { Clients } from './cluster/clients.ts';
import { compare, type Findings } from './kill/checker.ts';
import { loseNewestPart } from './kill/crash-hole.ts';
import { startEarlyFront } from './kill/early-front.ts';
import { itEnds, launch } from './kill/endings.suite.ts';
import { breakpoints, type ProcessEnd } from './kill/process-end.ts';
import { openStandalone, type Standalone } from './kill/standalone.ts';
import { checkStored, storedEvents } from './kill/stored.ts';

/** The number of random kills; increase it for long runs. */
const kills = Number(process.env['FOOTFALL_KILLS'] ?? 2);
const eventsBetweenKillsMax = 400;
const killDelayMsMax = 100;
const betweenInsertAndCommit: ProcessEnd = { breakpoint: breakpoints.inserted(2), by: 'SIGKILL' };

jest.setTimeout(900_000 + kills * 10_000);

let subject: Standalone;

beforeAll(async () => {
  await build();
  subject = await openStandalone();
});
afterAll(() => subject.remove());

describe('the product in one process', () => {
  itEnds(
    'embedded',
    () => subject,
    () => {
      it('A4 is killed between the record of an insert and its part', async () => {
        await launch(subject.writer, { end: betweenInsertAndCommit });
        expect(await subject.writer.child.ended).toBe('SIGKILL');
        loseNewestPart(join(subject.dataDir, 'clickhouse'), 'events');
      });

      it('A7 is killed at random moments', async () => {
        for (let kill = 0; kill < kills; kill += 1) {
          await subject.delivered.start();
          await subject.load.more(randomInt(1, eventsBetweenKillsMax));
          await pause(randomInt(killDelayMsMax));
          expect(await subject.delivered.kill()).toBe('SIGKILL');
        }
      });

      it('A8 exits with 0 at SIGTERM under load, and every acknowledged event is stored once', async () => {
        await subject.delivered.start();
        await subject.load.more(eventsBetweenKillsMax);
        expect(await subject.delivered.end()).toBe(0);
        await subject.load.responded();
        expect(await findings(subject.load)).toMatchObject({ lost: [], duplicated: [], repeatedPlaces: [] });
      });
    },
  );
});

// On the same store, once everything of the tests above is stored.
describe('the check', () => {
  it('A5 reports a part that was lost by a kill, until it is repaired', async () => {
    const { writer, clients, dataDir } = subject;
    // Killed at once, because a merge could take the part's rows into another.
    await launch(writer, { end: betweenInsertAndCommit });
    const load = clients({ pauseMs: 50 });
    await writer.child.ended;
    await load.stop();
    const whole = `${dataDir}-whole`;
    await cp(dataDir, whole, { recursive: true, filter: (file) => !file.endsWith('.sock') });
    loseNewestPart(join(dataDir, 'clickhouse'), 'events');
    const [holed, all] = [await findings(load), await findings(load, whole)];
    await rm(whole, { recursive: true });
    expect(holed.lost.length).toBeGreaterThan(all.lost.length);
  });

  it('A6 reports duplicates if an insert is stored twice', async () => {
    const { writer, clients } = subject;
    await launch(writer, { storesTwice: true });
    const load = clients();
    await load.more(1);
    await load.finish();
    expect(await writer.end()).toBe(0);
    const { duplicated, repeatedPlaces } = await findings(load);
    expect(duplicated).not.toHaveLength(0);
    expect(repeatedPlaces).not.toHaveLength(0);
  });

  it('A6 reports the loss if events are acknowledged before they are durable', async () => {
    const { writer, clients, store } = subject;
    await launch(writer, {});
    await writer.ready();
    const early = clients({ urls: [await startEarlyFront(writer.url)] });
    await early.more(100);
    await writer.kill();
    await early.more(100);
    await early.finish();
    const { events } = await checkStored(store);
    expect(compare(early.acknowledgedIds, events).lost).not.toHaveLength(0);
  });
});

/** Returns the differences between acknowledged and stored events, while no process has the store open. */
async function findings({ acknowledgedIds }: Clients, directory = subject.dataDir): Promise<Findings> {
  return compare(acknowledgedIds, await storedEvents({ ...subject.store, DATA_DIR: directory }));
}
