/** The embedded bus on a real disk: killed processes, damaged files, limits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { StartError } from '@footfall/errors';
import { describeWithSmallDisk } from '@footfall/test-servers';
import {
  type BusUnderTest,
  describeBus,
  numbered,
  publishTexts,
  readRecords,
  texts,
  withAssignment,
} from './bus.contract.ts';
import { openEmbeddedBusAt } from './embedded.ts';
import { type EmbeddedBusLimits, embeddedBusLimits } from './embedded/limits.ts';
import type { Bus } from './port.ts';

let folder: string;
const opened = new Set<Bus>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-bus-'));
});
afterEach(async () => {
  await Promise.all([...opened].map(close));
  rmSync(folder, { recursive: true, force: true });
});

async function open(limits: Partial<EmbeddedBusLimits> = {}, path = join(folder, 'bus')): Promise<Bus> {
  const bus = await openEmbeddedBusAt(path, { ...embeddedBusLimits, ...limits });
  opened.add(bus);
  return bus;
}

async function close(bus: Bus): Promise<void> {
  opened.delete(bus);
  await bus.close();
}

/** Starts a process on one of the fixtures next to the driver, with `path` as its argument. */
function fixture(name: string, path: string) {
  const hooks = resolve('scripts/run-source.mjs');
  const file = resolve('packages/bus/src/embedded', name);
  return spawn(process.execPath, ['--conditions=source', '--import', hooks, file, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describeBus('the embedded log', async (): Promise<BusUnderTest> => {
  const path = mkdtempSync(join(tmpdir(), 'footfall-bus-contract-'));
  let bus = await openEmbeddedBusAt(path, embeddedBusLimits);
  return {
    bus,
    async reopen() {
      await bus.close();
      bus = await openEmbeddedBusAt(path, embeddedBusLimits);
      return bus;
    },
    async remove() {
      await bus.close();
      rmSync(path, { recursive: true });
    },
  };
});

describe('a process that is killed', () => {
  it('A7 leaves every acknowledged record in the log, at offsets without gaps', async () => {
    const path = join(folder, 'bus');
    for (const [round, killAfter] of [5, 200, 1_500].entries()) {
      const child = fixture('publish-until-killed.fixture.ts', path);
      const acknowledged: number[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        if (acknowledged.push(Number(line)) === killAfter) child.kill('SIGKILL');
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
      const bus = await open();
      await withAssignment(bus, async (assignment) => {
        const start = (await assignment.committed())?.offset ?? 0;
        const end = await assignment.endOffset();
        const records = await readRecords(assignment, start, end - start);
        expect(records.map(({ offset }) => offset)).toEqual(records.map((_, index) => start + index));
        const found = new Set(texts(records));
        expect(found.size).toBe(records.length);
        expect(acknowledged.filter((number) => !found.has(`record ${number}`))).toEqual([]);
        await assignment.commit({ offset: end, metadata: `round ${round}` });
      });
      await close(bus);
    }
  });

  it('A11 leaves no lock behind, while a running one locks the log', async () => {
    const path = join(folder, 'bus');
    const child = fixture('publish-until-killed.fixture.ts', path);
    await once(child.stdout, 'data');
    const refusal = await openEmbeddedBusAt(path, embeddedBusLimits).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal).toMatchObject({ exitCode: 2, message: expect.stringContaining(`pid ${child.pid}`) });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect((await open()).ping()).resolves.toBeUndefined();
  });
});

describe('a folder that cannot be used', () => {
  it('A11 is refused to a second bus of the same process', async () => {
    await open();
    await expect(open()).rejects.toMatchObject({ exitCode: 2 });
  });

  it('A15 is named if it cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(open({}, join(folder, 'file', 'bus'))).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(join(folder, 'file', 'bus')),
    });
  });
});

describe('the file of the high-water mark', () => {
  it('A15 is named if it cannot be opened, and the log is not reported as damaged', async () => {
    await close(await open());
    const file = join(folder, 'bus', 'high-water');
    rmSync(file);
    mkdirSync(file);
    await expect(open()).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^The event log in .*bus cannot be written: .*EISDIR.*high-water/),
    });
  });
});

describe('A12 a damaged log', () => {
  const count = 200;
  const file = () => join(folder, 'bus', 'data', 'data.mdb');

  beforeEach(async () => {
    const bus = await open();
    await publishTexts(
      bus,
      numbered(count).map((text) => text.padEnd(500, '.')),
    );
    await close(bus);
  });

  /** Opens and reads the whole log. Returns the refusal, or all records. */
  async function outcome(): Promise<'refused' | 'whole'> {
    let bus: Bus;
    try {
      bus = await open();
    } catch (error) {
      if (!(error instanceof StartError) || error.exitCode !== 1) throw error;
      // The operator must learn which log is damaged.
      if (!error.message.includes(join(folder, 'bus'))) throw error;
      return 'refused';
    }
    const records = await withAssignment(bus, (assignment) => readRecords(assignment, 0, count));
    expect(texts(records).map((text) => text.replaceAll('.', ''))).toEqual(numbered(count));
    await close(bus);
    return 'whole';
  }

  it.each([0.02, 0.1, 0.5, 0.9])('is refused if it is cut off at %d of its length', async (proportion) => {
    truncateSync(file(), Math.floor(readFileSync(file()).length * proportion));
    expect(await outcome()).toBe('refused');
  });

  it('is refused if it is emptied', async () => {
    truncateSync(file(), 0);
    expect(await outcome()).toBe('refused');
  });

  it('is refused if a byte of a record is flipped', async () => {
    const bytes = readFileSync(file());
    const at = bytes.indexOf(`record ${count - 1}.`);
    bytes[at + 2] = 'X'.charCodeAt(0);
    writeFileSync(file(), bytes);
    expect(await outcome()).toBe('refused');
  });

  it('is refused or returns every record if any bit is flipped', async () => {
    const intact = readFileSync(file());
    const whereabouts = Array.from({ length: 8 }, (_, index) => Math.floor((intact.length / 8) * (index + 0.37)));
    const outcomes = new Set<string>();
    for (const at of whereabouts) {
      const bytes = Buffer.from(intact);
      bytes[at] = (bytes[at] ?? 0) ^ 16;
      writeFileSync(file(), bytes);
      outcomes.add(await outcome());
    }
    expect(outcomes).toContain('refused');
  });

  it('is refused if an older copy has replaced it', async () => {
    cpSync(file(), join(folder, 'copy'));
    const bus = await open();
    await publishTexts(bus, ['one more']);
    await close(bus);
    cpSync(join(folder, 'copy'), file());
    expect(await outcome()).toBe('refused');
  });

  it('is refused if a commit is changed', async () => {
    const bus = await open();
    await withAssignment(bus, (assignment) => assignment.commit({ offset: 120, metadata: 'planned 120 to 150' }));
    await close(bus);
    const bytes = readFileSync(file());
    for (let at = bytes.indexOf('"offset":120'); at >= 0; at = bytes.indexOf('"offset":120', at + 1)) {
      bytes.write('"offset":121', at);
    }
    writeFileSync(file(), bytes);
    expect(await outcome()).toBe('refused');
  });
});

describe('the limits of the embedded log', () => {
  it('removes records once they are committed, and refuses to read them, or to commit an offset that it does not have', async () => {
    const bus = await open();
    await publishTexts(bus, numbered(10));
    await withAssignment(bus, async (assignment) => {
      await assignment.commit({ offset: 6, metadata: '' });
      expect(texts(await readRecords(assignment, 6, 4))).toEqual(numbered(10).slice(6));
      await assignment.commit({ offset: 8, metadata: '' });
      await expect(assignment.read(0, { recordsMax: 1, bytesMax: 1, waitMs: 1 })).rejects.toThrow(
        'has offsets 6 to 10',
      );
      for (const offset of [5, 11]) {
        await expect(assignment.commit({ offset, metadata: '' })).rejects.toThrow('has offsets 6 to 10');
      }
      expect(await assignment.startOffset()).toBe(6);
      expect(await bus.partitions()).toMatchObject([{ startOffset: 6, endOffset: 10 }]);
    });
  });

  it('reuses the space of removed records', async () => {
    const bus = await open();
    const size = () => readFileSync(join(folder, 'bus', 'data', 'data.mdb')).length;
    let offset = 0;
    let afterTen = 0;
    await withAssignment(bus, async (assignment) => {
      for (let round = 0; round < 60; round++) {
        await publishTexts(
          bus,
          numbered(100).map((text) => text.padEnd(1_000)),
        );
        offset += 100;
        await assignment.commit({ offset, metadata: '' });
        if (round === 10) afterTen = size();
      }
    });
    expect(size()).toBeLessThan(2 * afterTen);
  });

  it('refuses events above the limit of the backlog, and accepts them again after a commit', async () => {
    const bus = await open({ backlogBytesMax: 1_000 });
    const events = ['x'.repeat(400), 'y'.repeat(400)];
    await publishTexts(bus, events);
    await expect(publishTexts(bus, events)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    await bus.publish('dead-letters', [{ key: 'k', value: Buffer.from('still taken') }]);
    await withAssignment(bus, (assignment) => assignment.commit({ offset: 2, metadata: '' }));
    await publishTexts(bus, events);
    await close(bus);
    const reopened = await open({ backlogBytesMax: 1_000 });
    await expect(publishTexts(reopened, events)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('counts events that are not durable yet as backlog', async () => {
    const bus = await open({ backlogBytesMax: 1_000 });
    const first = publishTexts(bus, ['x'.repeat(900)]);
    await expect(publishTexts(bus, ['y'.repeat(200)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await first;
    await publishTexts(bus, ['z'.repeat(100)]);
    const records = await withAssignment(bus, (assignment) => readRecords(assignment, 0, 2));
    expect(texts(records).map((text) => text.slice(0, 1))).toEqual(['x', 'z']);
  });

  it('keeps the newest dead letters, whether or not it was opened again between them', async () => {
    for (const [index, text] of numbered(5).entries()) {
      const bus = await open({ deadLettersMax: 3 });
      await bus.publish('dead-letters', [{ key: 'k', value: Buffer.from(text) }]);
      const newest = await bus.deadLetters(5);
      expect(newest.map((value) => Buffer.from(value).toString())).toEqual(numbered(index + 1).slice(-3));
      await close(bus);
    }
  });
});

describe('a log whose directory is moved away', () => {
  it('G11 refuses records and pings until it is back', async () => {
    const bus = await open();
    await publishTexts(bus, ['before']);
    renameSync(folder, `${folder}.moved`);
    const refusal = {
      code: 'UNAVAILABLE',
      message: expect.stringContaining('removed or replaced'),
      retryAfterSeconds: expect.any(Number),
    };
    await expect(publishTexts(bus, ['lost'])).rejects.toMatchObject(refusal);
    await expect(bus.publish('dead-letters', [{ key: 'k', value: Buffer.from('lost') }])).rejects.toMatchObject(
      refusal,
    );
    await withAssignment(bus, (assignment) =>
      expect(assignment.commit({ offset: 1, metadata: '' })).rejects.toMatchObject(refusal),
    );
    await expect(bus.ping()).rejects.toMatchObject(refusal);
    renameSync(`${folder}.moved`, folder);
    await bus.ping();
    await publishTexts(bus, ['after']);
    expect(texts(await withAssignment(bus, (assignment) => readRecords(assignment, 0, 2)))).toEqual([
      'before',
      'after',
    ]);
  });
});

/** The output of `fill-disk.fixture.ts`. */
interface FillDiskReport {
  refusal: { code: string; retryAfterSeconds: number };
  acknowledged: string[];
  stored: string[];
}

describeWithSmallDisk('a full disk', 3 << 20, (disk) => {
  // In a separate process, because lmdb prints its errors, perhaps after the test has ended.
  it('A14 refuses events, and accepts them once there is space again', async () => {
    const child = fixture('fill-disk.fixture.ts', disk());
    const { refusal, acknowledged, stored } = (await json(child.stdout)) as FillDiskReport;
    expect(refusal).toEqual({ code: 'UNAVAILABLE', retryAfterSeconds: 10 });
    expect(acknowledged).toContain('after');
    expect(stored).toEqual(acknowledged);
  });
});
