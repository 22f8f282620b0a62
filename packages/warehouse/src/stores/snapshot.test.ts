import { withSnapshotClock } from './snapshot-clock.fixture.ts';
import { revocationMsMax, Snapshot, snapshotLimits, type SnapshotLimits } from './snapshot.ts';

/** Returns a snapshot of a number in a store, and a counter of its reads. */
function rig(isShared: boolean, limits: SnapshotLimits = snapshotLimits) {
  const store = { value: 1, reads: 0, isDown: false, response: Promise.resolve() };
  const read = async () => {
    store.reads += 1;
    const { value, isDown } = store;
    await store.response;
    if (isDown) throw new Error('The store is down');
    return value;
  };
  const snapshot = new Snapshot(read, isShared, limits);
  /** Delays further reads until the returned function is called. */
  const hold = () => {
    let respond = () => {};
    store.response = new Promise((resolve) => (respond = resolve));
    return respond;
  };
  return {
    store,
    snapshot,
    hold,
    find: () => snapshot.find((value) => value),
    findUnknown: () => snapshot.find(() => undefined),
    /** Looks up 2, which is unknown at first. */
    findNew: () => snapshot.find((value) => (value === 2 ? value : undefined)),
  };
}

/** Runs the handlers of resolved promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a snapshot of a store that only this process changes', () => {
  it('is read once, however old it is', () =>
    withSnapshotClock(async (advance) => {
      const { store, find } = rig(false);
      await find();
      advance(snapshotLimits.outageMsMax);
      expect([find(), find()]).toEqual([1, 1]);
      expect(store.reads).toBe(1);
    }));

  it('is read again after a change', async () => {
    const { store, snapshot, find } = rig(false);
    await find();
    store.value = 2;
    snapshot.forget();
    expect(await find()).toBe(2);
  });

  it('treats a value that is not in it as unknown', async () => {
    const { store, find, findUnknown } = rig(false);
    await find();
    expect(findUnknown()).toBeUndefined();
    expect(store.reads).toBe(1);
  });

  it('is read again after a failed read', () =>
    withSnapshotClock(async (advance) => {
      const { store, snapshot, find } = rig(false);
      await find();
      // However long ago the last change was.
      advance(snapshotLimits.outageMsMax);
      store.isDown = true;
      store.value = 2;
      snapshot.forget();
      expect(await find()).toBe(1);
      store.isDown = false;
      advance(snapshotLimits.readIntervalMsMin);
      // In the background.
      expect(find()).toBe(1);
      await settled();
      expect(find()).toBe(2);
    }));
});

describe('a snapshot of a shared store', () => {
  const { refreshAgeMs, ageMsMax, readIntervalMsMin, knownWaitMsMax, outageMsMax } = snapshotLimits;
  afterEach(() => jest.useRealTimers());

  it('is read at the start, once for all lookups, and returns values synchronously while it is fresh', () =>
    withSnapshotClock(async (advance) => {
      const { store, find } = rig(true);
      expect(store.reads).toBe(1);
      expect(await Promise.all([find(), find()])).toEqual([1, 1]);
      advance(refreshAgeMs - 1);
      expect(find()).toBe(1);
      expect(store.reads).toBe(1);
    }));

  it('is read again in the background before it is too old, and is used meanwhile', () =>
    withSnapshotClock(async (advance) => {
      const { store, find, hold } = rig(true);
      await find();
      const respond = hold();
      store.value = 2;
      advance(refreshAgeMs);
      expect([find(), find()]).toEqual([1, 1]);
      expect(store.reads).toBe(2);
      respond();
      await settled();
      advance(ageMsMax - refreshAgeMs);
      expect(find()).toBe(2);
    }));

  it('is not read while it is not used', () =>
    withSnapshotClock(async (advance) => {
      const { store, find } = rig(true);
      await find();
      advance(outageMsMax);
      await settled();
      expect(store.reads).toBe(1);
    }));

  it('D9 is read again for a lookup when it is too old, so that a revoked key is rejected within 5 seconds', () =>
    withSnapshotClock(async (advance) => {
      const { store, find } = rig(true);
      await find();
      store.value = 2;
      advance(ageMsMax);
      expect(await find()).toBe(2);
      expect(ageMsMax + knownWaitMsMax).toBeLessThan(revocationMsMax);
      expect(revocationMsMax).toBeLessThanOrEqual(5_000);
    }));

  it('does not use a read that began before a change', () =>
    withSnapshotClock(async (advance) => {
      const { store, snapshot, find, hold } = rig(true);
      await find();
      const respond = hold();
      advance(refreshAgeMs);
      expect(find()).toBe(1);
      store.value = 2;
      store.response = Promise.resolve();
      snapshot.forget();
      expect(await find()).toBe(2);
      respond();
      await settled();
      expect(find()).toBe(2);
    }));

  it('a lookup after a change by this process sees it, however long the store takes to read it', () =>
    withSnapshotClock(async () => {
      const { store, snapshot, find, hold } = rig(true, { ...snapshotLimits, knownWaitMsMax: 0 });
      await find();
      store.value = 2;
      const respond = hold();
      const renewed = snapshot.renew();
      expect(await find()).toBe(1);
      respond();
      await renewed;
      expect(find()).toBe(2);
    }));

  it('C1 a change does not wait for long for a store that is down or does not respond', async () => {
    const { store, snapshot, hold } = rig(true, { ...snapshotLimits, unknownWaitMsMax: 1 });
    const respond = hold();
    await expect(snapshot.renew()).resolves.toBeUndefined();
    respond();
    store.response = Promise.resolve();
    store.isDown = true;
    await expect(snapshot.renew()).resolves.toBeUndefined();
  });

  it('C1 is read at once after a change, even if no lookup follows before the store is down', () =>
    withSnapshotClock(async (advance) => {
      const { store, snapshot, find } = rig(true);
      await find();
      store.value = 2;
      snapshot.forget();
      await settled();
      store.isDown = true;
      advance(ageMsMax);
      expect(await find()).toBe(2);
    }));

  it('C1 keeps known values valid if the store is down when it is to be read after a change, and rejects unknown ones', () =>
    withSnapshotClock(async (advance) => {
      const { store, snapshot, find, findUnknown } = rig(true);
      await find();
      store.isDown = true;
      snapshot.forget();
      expect([await find(), find()]).toEqual([1, 1]);
      await expect(findUnknown()).rejects.toThrow('The store is down');
      store.isDown = false;
      store.value = 2;
      advance(readIntervalMsMin);
      // In the background.
      expect(find()).toBe(1);
      await settled();
      expect(find()).toBe(2);
      store.value = 3;
      advance(ageMsMax);
      expect(await find()).toBe(3);
    }));

  it('C1 is waited for after an outage, for a change and when it is too old', async () => {
    jest.useFakeTimers();
    const { store, snapshot, find } = rig(true);
    await find();
    store.isDown = true;
    snapshot.forget();
    expect(await find()).toBe(1);
    store.isDown = false;
    store.value = 2;
    snapshot.forget();
    expect(await find()).toBe(2);
    store.value = 3;
    await jest.advanceTimersByTimeAsync(ageMsMax);
    expect(await find()).toBe(3);
  });

  it('is not read for each of many unknown values', () =>
    withSnapshotClock(async (advance) => {
      const { store, find, findUnknown } = rig(true);
      await find();
      expect(await Promise.all([findUnknown(), findUnknown()])).toEqual([undefined, undefined]);
      advance(readIntervalMsMin - 1);
      expect([findUnknown(), findUnknown()]).toEqual([undefined, undefined]);
      expect(store.reads).toBe(2);
      advance(1);
      expect(await Promise.all([findUnknown(), findUnknown()])).toEqual([undefined, undefined]);
      expect(store.reads).toBe(3);
    }));

  it('finds a value that another process has just created, before it is notified', async () => {
    const { store, find, findNew } = rig(true);
    await find();
    store.value = 2;
    expect(await findNew()).toBe(2);
  });

  it('finds a value that was created while a read was in progress', async () => {
    const { store, snapshot, find, findUnknown, findNew, hold } = rig(true);
    await find();
    expect(await findUnknown()).toBeUndefined();
    const respond = hold();
    snapshot.forget();
    store.value = 2;
    const found = findNew();
    // The notification arrives after the lookup.
    snapshot.forget();
    respond();
    expect(await found).toBe(2);
  });

  it('uses the result of a slow read, however many unknown values are looked up meanwhile', () =>
    withSnapshotClock(async (advance) => {
      const { store, find, findUnknown, hold } = rig(true);
      await find();
      const respond = hold();
      store.value = 2;
      const first = findUnknown();
      advance(readIntervalMsMin);
      const second = findUnknown();
      expect(store.reads).toBe(2);
      respond();
      expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
      expect(find()).toBe(2);
    }));

  it('C1 returns known values synchronously while the store is down, and rejects unknown ones', () =>
    withSnapshotClock(async (advance) => {
      const { store, find, findUnknown } = rig(true);
      await find();
      store.isDown = true;
      advance(ageMsMax);
      expect(await find()).toBe(1);
      expect([find(), find()]).toEqual([1, 1]);
      expect(store.reads).toBe(2);
      await expect(findUnknown()).rejects.toThrow('The store is down');
      await expect(findUnknown()).rejects.toThrow('The store is down');
      advance(outageMsMax - ageMsMax - 1);
      expect(find()).toBe(1);
      advance(1);
      await expect(find()).rejects.toThrow('The store is down');
    }));

  it('waits for a newer snapshot when it is too old, although a read that was superseded fails', () =>
    withSnapshotClock(async (advance) => {
      const { store, snapshot, find, hold } = rig(true);
      await find();
      const respond = hold();
      store.isDown = true;
      advance(refreshAgeMs);
      expect(find()).toBe(1);
      store.isDown = false;
      store.response = Promise.resolve();
      snapshot.forget();
      expect(await find()).toBe(1);
      respond();
      await settled();
      store.value = 2;
      advance(ageMsMax);
      expect(await find()).toBe(2);
    }));

  it('waits for a newer snapshot when it is too old, although a read that was superseded was late', async () => {
    jest.useFakeTimers();
    const { store, snapshot, find, hold } = rig(true);
    await find();
    hold();
    await jest.advanceTimersByTimeAsync(refreshAgeMs);
    expect(find()).toBe(1);
    store.response = Promise.resolve();
    snapshot.forget();
    expect(await find()).toBe(1);
    await jest.advanceTimersByTimeAsync(ageMsMax);
    store.value = 2;
    expect(await find()).toBe(2);
  });

  it('C1 waits once for a slow store, and never for long', () =>
    withSnapshotClock(async (advance) => {
      const { find, findUnknown, hold } = rig(true, { ...snapshotLimits, knownWaitMsMax: 1, unknownWaitMsMax: 1 });
      await find();
      const respond = hold();
      advance(ageMsMax);
      expect(await find()).toBe(1);
      expect(find()).toBe(1);
      await expect(findUnknown()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      respond();
    }));
});
