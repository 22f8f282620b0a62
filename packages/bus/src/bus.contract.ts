/** The contract of every bus, as a suite that each driver passes. */
import { once } from 'node:events';
import { AppError, StartError } from '@footfall/errors';
import type { Bus, BusRecord, Assignment } from './port.ts';

/** A bus on a separate log, empty, with one partition. */
export interface BusUnderTest {
  bus: Bus;
  /** Closes the bus and opens a new one on the same log. */
  reopen(): Promise<Bus>;
  /** Closes the bus and removes its log. */
  remove(): Promise<void>;
}

const anyNumber = { recordsMax: 100_000, bytesMax: 1 << 30, waitMs: 5_000 };

/** Consumes while `use` runs with an assignment. */
export async function withAssignment<Result>(
  bus: Bus,
  use: (assignment: Assignment) => Promise<Result>,
): Promise<Result> {
  let resolve: (result: Result) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const used = new Promise<Result>((onResult, onFault) => {
    resolve = onResult;
    reject = onFault;
  });
  const consumption = await bus.consume(async (assignment) => {
    await use(assignment).then(resolve, reject);
    if (!assignment.revoked.aborted) await once(assignment.revoked, 'abort');
  });
  try {
    return await used;
  } finally {
    await consumption.stop();
  }
}

/** Reads from `from` on until there are `count` records. */
export async function readRecords(assignment: Assignment, from: number, count: number): Promise<BusRecord[]> {
  const records: BusRecord[] = [];
  while (records.length < count) {
    const more = await assignment.read(from + records.length, anyNumber);
    if (more.length === 0) throw new Error(`only ${records.length} of ${count} records arrived`);
    records.push(...more);
  }
  return records;
}

/** Publishes `values` as records of one key. */
export function publishTexts(bus: Bus, values: readonly string[]): Promise<void> {
  return bus.publish(
    'events',
    values.map((text) => ({ key: 'key', value: Buffer.from(text) })),
  );
}

export function texts(records: readonly BusRecord[]): string[] {
  return records.map(({ value }) => Buffer.from(value).toString());
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `record ${index}`);
}

export function describeBus(driver: string, openLog: () => Promise<BusUnderTest>): void {
  describe(`${driver}, as a bus`, () => {
    let log: BusUnderTest;

    beforeEach(async () => {
      log = await openLog();
    });
    afterEach(async () => {
      await log.remove();
    });

    it('returns the records of a key in the order published, at offsets from 0 without gaps', async () => {
      for (const text of numbered(30)) await publishTexts(log.bus, [text]);
      const records = await withAssignment(log.bus, (assignment) => readRecords(assignment, 0, 30));
      expect(texts(records)).toEqual(numbered(30));
      expect(records.map(({ offset }) => offset)).toEqual([...Array(30).keys()]);
    });

    it('returns the bytes of a record unchanged, even if it is empty', async () => {
      const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const large = Buffer.alloc(300_000, every);
      await log.bus.publish(
        'events',
        [every, new Uint8Array(), large].map((value) => ({ key: 'k', value })),
      );
      const records = await withAssignment(log.bus, (assignment) => readRecords(assignment, 0, 3));
      expect(records.map(({ value }) => Buffer.from(value).toString('base64'))).toEqual(
        [every, new Uint8Array(), large].map((value) => Buffer.from(value).toString('base64')),
      );
    });

    it('stores the records of many concurrent publishes exactly once, each batch in order', async () => {
      const batches = Array.from({ length: 40 }, (_, batch) => numbered(25).map((text) => `${batch}/${text}`));
      await Promise.all(batches.map((batch) => publishTexts(log.bus, batch)));
      const found = texts(await withAssignment(log.bus, (assignment) => readRecords(assignment, 0, 1_000)));
      for (const [index, batch] of batches.entries()) {
        expect(found.filter((text) => text.startsWith(`${index}/`))).toEqual(batch);
      }
    });

    it('keeps records, commits and its topic ID after a restart', async () => {
      await publishTexts(log.bus, numbered(3));
      const before = await withAssignment(log.bus, async (assignment) => {
        await assignment.commit({ offset: 1, metadata: 'planned 1 to 2' });
        return assignment.topicId;
      });
      await withAssignment(await log.reopen(), async (assignment) => {
        expect(assignment.topicId).toBe(before);
        expect(await assignment.committed()).toEqual({ offset: 1, metadata: 'planned 1 to 2' });
        expect(await assignment.endOffset()).toBe(3);
        expect(texts(await readRecords(assignment, 1, 2))).toEqual(['record 1', 'record 2']);
      });
    });

    it('continues with the next offset after a restart, even if everything was committed', async () => {
      await publishTexts(log.bus, numbered(3));
      await withAssignment(log.bus, async (assignment) => {
        await assignment.commit({ offset: 3, metadata: 'a' });
        await assignment.commit({ offset: 3, metadata: 'b' });
      });
      const bus = await log.reopen();
      await publishTexts(bus, ['one more']);
      const [record] = await withAssignment(bus, (assignment) => readRecords(assignment, 3, 1));
      expect(record?.offset).toBe(3);
    });

    it('has no commit at first, and returns the last one with its metadata', async () => {
      await publishTexts(log.bus, numbered(2));
      await withAssignment(log.bus, async (assignment) => {
        expect(await assignment.committed()).toBeUndefined();
        await assignment.commit({ offset: 0, metadata: '{"to":1}' });
        await assignment.commit({ offset: 2, metadata: '' });
        expect(await assignment.committed()).toEqual({ offset: 2, metadata: '' });
      });
    });

    it('can read from the last committed offset on', async () => {
      await publishTexts(log.bus, numbered(10));
      await withAssignment(log.bus, async (assignment) => {
        for (const offset of [2, 4, 6]) await assignment.commit({ offset, metadata: `from ${offset}` });
        expect(texts(await readRecords(assignment, 6, 4))).toEqual(numbered(10).slice(6));
      });
    });

    it('reads at most as many records as requested', async () => {
      await publishTexts(log.bus, numbered(5));
      const records = await withAssignment(log.bus, (assignment) =>
        assignment.read(1, { ...anyNumber, recordsMax: 2 }),
      );
      expect(texts(records)).toEqual(['record 1', 'record 2']);
    });

    it('reads about as many bytes as requested, and at least one record', async () => {
      await publishTexts(
        log.bus,
        numbered(50).map((text) => text.padEnd(1_000)),
      );
      await withAssignment(log.bus, async (assignment) => {
        expect(await assignment.read(0, { ...anyNumber, bytesMax: 1 })).toHaveLength(1);
        const some = await assignment.read(0, { ...anyNumber, bytesMax: 10_000 });
        expect(some.length).toBeGreaterThanOrEqual(5);
        expect(some.length).toBeLessThanOrEqual(15);
      });
    });

    it('wakes a waiting read when a record is published', async () => {
      const records = await withAssignment(log.bus, async (assignment) => {
        const waiting = assignment.read(0, { ...anyNumber, waitMs: 20_000 });
        await publishTexts(log.bus, ['woken']);
        return waiting;
      });
      expect(texts(records)).toEqual(['woken']);
    });

    it('returns no record if none was published while a read waited', async () => {
      expect(await withAssignment(log.bus, (assignment) => assignment.read(0, { ...anyNumber, waitMs: 20 }))).toEqual(
        [],
      );
    });

    it('lists its partitions with their commits, for processes that do not consume', async () => {
      await publishTexts(log.bus, numbered(5));
      expect(await log.bus.partitions()).toMatchObject([{ partition: 0, committed: undefined }]);
      const topicId = await withAssignment(log.bus, async (assignment) => {
        await assignment.commit({ offset: 2, metadata: 'planned 2 to 3' });
        return assignment.topicId;
      });
      const [partition, ...others] = await log.bus.partitions();
      expect(others).toEqual([]);
      expect(partition).toMatchObject({
        partition: 0,
        topicId,
        endOffset: 5,
        committed: { offset: 2, metadata: 'planned 2 to 3' },
      });
    });

    it('can be read without an assignment while it is assigned', async () => {
      await publishTexts(log.bus, numbered(5));
      await withAssignment(log.bus, async (assignment) => {
        await assignment.commit({ offset: 4, metadata: '' });
        const [partition] = await log.bus.partitions();
        expect(texts((await partition?.read(2, { ...anyNumber, recordsMax: 2 })) ?? [])).toEqual([
          'record 2',
          'record 3',
        ]);
        expect(await partition?.read(5, { ...anyNumber, waitMs: 20 })).toEqual([]);
        await expect(partition?.read(6, { ...anyNumber, waitMs: 20 })).rejects.toThrow(StartError);
        expect(texts(await readRecords(assignment, 4, 1))).toEqual(['record 4']);
      });
    });

    it('returns the number of partitions', async () => {
      expect(await withAssignment(log.bus, async ({ partitionCount }) => partitionCount)).toBe(1);
    });

    it('returns the first and the end offset of the log', async () => {
      const bounds = () =>
        withAssignment(log.bus, async (assignment) => ({
          start: await assignment.startOffset(),
          end: await assignment.endOffset(),
        }));
      expect(await bounds()).toEqual({ start: 0, end: 0 });
      await publishTexts(log.bus, numbered(3));
      expect(await bounds()).toEqual({ start: 0, end: 3 });
    });

    it('refuses to read beyond the end of the log', async () => {
      await publishTexts(log.bus, numbered(2));
      await withAssignment(log.bus, async (assignment) => {
        await expect(assignment.read(3, { ...anyNumber, waitMs: 100 })).rejects.toThrow(StartError);
      });
    });

    it('revokes an assignment on stop, ends its waiting read, and waits for its handler', async () => {
      const steps: string[] = [];
      let started: () => void = () => {};
      const reading = new Promise<void>((resolve) => {
        started = resolve;
      });
      const consumption = await log.bus.consume(async (assignment) => {
        started();
        while (!assignment.revoked.aborted) await assignment.read(0, { ...anyNumber, waitMs: 60_000 });
        await expect(assignment.commit({ offset: 0, metadata: '' })).rejects.toThrow(AppError);
        steps.push('handler ends');
      });
      await reading;
      await consumption.stop();
      steps.push('stopped');
      await consumption.finished;
      expect(steps).toEqual(['handler ends', 'stopped']);
    });

    it('ends a consumption with the error of its handler, and revokes its assignment', async () => {
      let revoked: AbortSignal | undefined;
      const consumption = await log.bus.consume(async (assignment) => {
        ({ revoked } = assignment);
        throw new Error('cannot continue');
      });
      await expect(consumption.finished).rejects.toThrow('cannot continue');
      expect(revoked?.aborted).toBe(true);
      await consumption.stop();
    });

    it('keeps dead letters for the operator, and reads the newest', async () => {
      const { bus } = log;
      await expect(bus.deadLetters(10)).resolves.toEqual([]);
      const letters = numbered(5);
      for (const text of letters) await bus.publish('dead-letters', [{ key: 'k', value: Buffer.from(text) }]);
      const newest = async (max: number) => (await bus.deadLetters(max)).map((value) => Buffer.from(value).toString());
      expect(await newest(10)).toEqual(letters);
      expect(await newest(2)).toEqual(letters.slice(3));
      await publishTexts(log.bus, ['an event']);
      expect(texts(await withAssignment(log.bus, (assignment) => readRecords(assignment, 0, 1)))).toEqual(['an event']);
    });

    it('responds to a ping', async () => {
      await expect(log.bus.ping()).resolves.toBeUndefined();
    });

    it('stores records that were published before it was closed, and refuses later ones', async () => {
      const { bus } = log;
      const published = publishTexts(bus, ['before']);
      const reopened = log.reopen();
      await published;
      const next = await reopened;
      await expect(publishTexts(bus, ['after'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(texts(await withAssignment(next, (assignment) => readRecords(assignment, 0, 1)))).toEqual(['before']);
    });
  });
}
