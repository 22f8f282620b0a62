/** The embedded log while its disk stalls or fails: records that share a commit, and commits that fail. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError, unavailable } from '@footfall/errors';
import { type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import { publishTexts, readRecords, texts, withAssignment } from '../bus.contract.ts';
import { openEmbeddedBus, openEmbeddedBusAt } from '../embedded.ts';
import { embeddedBusLimits } from './limits.ts';
import type { Bus } from '../port.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-log-'));
  path = join(folder, 'bus');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Waiting {
  action: () => void;
  resolve: (stored: Promise<void>) => void;
}

/** A directory whose writes wait until the test lets them share one commit, which is stored or fails. */
function heldWrites(directory: LmdbDirectory) {
  let waiting: Waiting[] = [];
  const settle = async (end: (action: () => void) => Promise<void>) => {
    const ended = waiting.map(({ action, resolve }) => {
      const stored = end(action);
      resolve(stored);
      return stored;
    });
    waiting = [];
    await Promise.allSettled(ended);
    // Callers that wait for a write continue before the test does.
    await new Promise(setImmediate);
  };
  return {
    directory: {
      ...directory,
      write: (action: () => void) => new Promise<void>((resolve) => waiting.push({ action, resolve })),
    },
    /** Stores the waiting writes. */
    commit: () => settle((action) => directory.write(action)),
    /** Stores the waiting writes, which keep waiting. */
    store: () => directory.root.transactionSync(() => waiting.forEach(({ action }) => action())),
    /** Runs the actions of the waiting writes, and stores nothing. */
    fail: () => {
      const full = unavailable('the disk is full');
      const run = () => {
        for (const { action } of waiting) action();
        throw full;
      };
      expect(() => directory.root.transactionSync(run)).toThrow(full);
      return settle(() => Promise.reject(full));
    },
  };
}

async function openHeld(limits = embeddedBusLimits) {
  const directory = await openLmdbDirectory(path);
  const held = heldWrites(directory);
  const bus = openEmbeddedBus(held.directory, limits);
  const close = () => bus.close().then(() => directory.close());
  return { ...held, bus, close };
}

/** Returns the texts of all records of `bus` that are kept. */
function readAll(bus: Bus): Promise<string[]> {
  return withAssignment(bus, async (assignment) => {
    const start = await assignment.startOffset();
    return texts(await readRecords(assignment, start, (await assignment.endOffset()) - start));
  });
}

/** Opens the log again, which checks it, and returns the texts of its records. */
async function readReopened(): Promise<string[]> {
  const bus = await openEmbeddedBusAt(path, embeddedBusLimits);
  try {
    return await readAll(bus);
  } finally {
    await bus.close();
  }
}

it('A14 stores the records of several publishes in one commit, in order and without gaps', async () => {
  const { bus, commit, close } = await openHeld();
  const stored = [publishTexts(bus, ['a', 'b']), publishTexts(bus, ['c'])];
  await commit();
  await Promise.all(stored);
  expect(await readAll(bus)).toEqual(['a', 'b', 'c']);
  await close();
  expect(await readReopened()).toEqual(['a', 'b', 'c']);
});

describe('while the disk hangs', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('A14 a publish settles only once its records no longer wait, after any time', async () => {
    const { bus, commit, fail, close } = await openHeld();
    const settled = jest.fn();
    const stored = publishTexts(bus, ['a']).finally(settled);
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(settled).not.toHaveBeenCalled();
    await commit();
    await stored;
    const refused = publishTexts(bus, ['b']).finally(settled);
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    expect(settled).toHaveBeenCalledTimes(1);
    await Promise.all([expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' }), fail()]);
    await close();
  });
});

it('A14 continues at the last stored record after commits that failed', async () => {
  const { bus, commit, fail, close } = await openHeld();
  const publish = (...values: string[]) => values.map((value) => publishTexts(bus, [value, `${value} again`]));
  const failing = async (...values: string[]) => {
    const refused = Promise.allSettled(publish(...values));
    await fail();
    for (const outcome of await refused)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
  };
  const succeeding = async (...values: string[]) => {
    const stored = Promise.all(publish(...values));
    await commit();
    await stored;
  };
  await failing('lost', 'lost too');
  await succeeding('a', 'b');
  await failing('lost later');
  await succeeding('c');
  const stored = ['a', 'a again', 'b', 'b again', 'c', 'c again'];
  expect(await readAll(bus)).toEqual(stored);
  await close();
  expect(await readReopened()).toEqual(stored);
});

it('G11 continues after the records of a commit that was refused because the directory had moved', async () => {
  const directory = await openLmdbDirectory(path);
  // Enough for both records, but not if the first one counted as waiting as well.
  const bus = openEmbeddedBus(directory, { ...embeddedBusLimits, backlogBytesMax: 60 });
  const refused = publishTexts(bus, ['stored, but not acknowledged']);
  const moved = directory.write(() => renameSync(path, `${path}.moved`));
  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(moved).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  renameSync(`${path}.moved`, path);
  await publishTexts(bus, ['acknowledged']);
  await bus.close();
  await directory.close();
  expect(await readReopened()).toEqual(['stored, but not acknowledged', 'acknowledged']);
});

it('A14 removes with a later commit the records that a failed one did not remove', async () => {
  const { bus, commit, fail, close } = await openHeld({ ...embeddedBusLimits, trimmedRecordsMax: 2 });
  const stored = publishTexts(bus, ['a', 'b', 'c', 'd', 'e', 'f']);
  await commit();
  await stored;
  await withAssignment(bus, async (assignment) => {
    const commitOffset = async (end: () => Promise<void>) => {
      const outcome = Promise.allSettled([assignment.commit({ offset: 5, metadata: '' })]);
      await end();
      return (await outcome)[0].status;
    };
    expect(await commitOffset(commit)).toBe('fulfilled');
    expect(await commitOffset(fail)).toBe('rejected');
    expect(await commitOffset(commit)).toBe('fulfilled');
  });
  await close();
  expect(await readReopened()).toEqual(['c', 'd', 'e', 'f']);
});

it('A14 refuses a read of removed records while their commit has not resolved yet', async () => {
  const { bus, commit, store, close } = await openHeld();
  const stored = publishTexts(bus, ['a', 'b', 'c']);
  await commit();
  await stored;
  await withAssignment(bus, async (assignment) => {
    const commitOffset = async (offset: number, end: () => Promise<void>) => {
      const committed = assignment.commit({ offset, metadata: '' });
      await end();
      await committed;
    };
    const limits = { recordsMax: 1, bytesMax: 1, waitMs: 0 };
    await commitOffset(2, commit);
    await commitOffset(3, async () => {
      store();
      await expect(assignment.read(0, limits)).rejects.toThrow(StartError);
      expect(await assignment.startOffset()).toBe(2);
      await commit();
    });
  });
  await close();
  expect(await readReopened()).toEqual(['c']);
});
