import { Snapshot } from './snapshot.ts';

/** Returns a snapshot of a number that is stale at once, and a counter of its reads. */
function rig(isShared: boolean) {
  const store = { value: 1, readings: 0, isAway: false };
  const read = async () => {
    store.readings += 1;
    if (store.isAway) throw new Error('The store is away');
    return store.value;
  };
  const limits = { ageMsMax: 0, unknownAgeMsMax: 0, outageMsMax: 0 };
  const snapshot = new Snapshot(read, isShared, limits);
  return { store, snapshot, find: () => snapshot.find((value) => value) };
}

describe('a snapshot of a store that only this process changes', () => {
  it('is read once, however old it is', async () => {
    const { store, find } = rig(false);
    await find();
    expect([await find(), await find()]).toEqual([1, 1]);
    expect(store.readings).toBe(1);
  });

  it('is read again after a change', async () => {
    const { store, snapshot, find } = rig(false);
    await find();
    store.value = 2;
    snapshot.forget();
    expect(await find()).toBe(2);
  });

  it('treats a value that is not in it as unknown', async () => {
    const { store, snapshot, find } = rig(false);
    await find();
    expect(await snapshot.find(() => undefined)).toBeUndefined();
    expect(store.readings).toBe(1);
  });

  it('is read again after a failed read', async () => {
    const { store, snapshot, find } = rig(false);
    store.isAway = true;
    snapshot.forget();
    await expect(find()).rejects.toThrow('The store is away');
    store.isAway = false;
    expect(await find()).toBe(1);
  });
});

it('a snapshot of a shared store is read again when it is old', async () => {
  const { store, find } = rig(true);
  await find();
  store.value = 2;
  expect(await find()).toBe(2);
});
