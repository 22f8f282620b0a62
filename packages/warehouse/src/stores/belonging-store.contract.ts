/** The promises of the stores of goals and annotations, as tests that every driver of the warehouse passes. */
import { isDeepStrictEqual } from 'node:util';
import { until } from '@footfall/test-servers';
import type { Warehouse } from '../driver/port.ts';
import type { Driver } from '../driver/contract/harnesses.fixture.ts';
import { awkwardTexts } from '../driver/contract/awkward-texts.fixture.ts';
import { failure } from '../driver/contract/failure.fixture.ts';
import { revocationMsMax } from './snapshot.ts';
import { withSnapshotClock } from './snapshot-clock.fixture.ts';
import type { BelongingStore } from './belonging-store.ts';
import { StoreRig } from './store-rig.fixture.ts';

/** The kind of record under test. */
interface TestedKind<Thing, Input> {
  createStore: (warehouse: Warehouse, now: () => number) => BelongingStore<Thing, Input>;
  countMax: number;
  idOf: (thing: Thing) => string;
  /** Returns an input that has `text` wherever it can have a text. */
  inputWith: (text: string) => Input;
  /** Inserts `count` of them, without the store. */
  insertMany: (warehouse: Warehouse, workspaceId: string, count: number) => Promise<void>;
}

/** Registers the suite on an empty store of the driver, and calls `more`, which registers further tests of the kind. */
export function belongingStoreContract<Thing, Input>(
  kind: TestedKind<Thing, Input>,
  { driver, createHarness }: Driver,
  more: (rig: StoreRig<BelongingStore<Thing, Input>>) => void,
): void {
  const now = () => (rig.nowMs += 1);
  const rig = new StoreRig(createHarness, (warehouse) => kind.createStore(warehouse, now));
  beforeAll(() => rig.start());
  afterAll(() => rig.stop());

  const make = (workspaceId: string, text: string) => rig.store.create(workspaceId, kind.inputWith(text));

  it('stores those of each workspace durably', async () => {
    const made = [await make('ws_one', 'First'), await make('ws_one', 'Second')];
    const isKept = async () => {
      expect(await rig.store.listOf('ws_one')).toEqual(made);
      expect(await rig.store.listOf('ws_two')).toEqual([]);
      for (const thing of made) expect(await rig.store.find(kind.idOf(thing))).toEqual(thing);
    };
    await isKept();
    await rig.reopen();
    await isKept();
  });

  it('stores any text unchanged', async () => {
    const texts = awkwardTexts.filter((text) => text !== '');
    const made = [];
    for (const text of texts) made.push(await make('ws_texts', text));
    expect(made).toEqual(texts.map((text) => expect.objectContaining(kind.inputWith(text))));
    expect(await rig.store.listOf('ws_texts')).toEqual(made);
  });

  it('removes one durably, so that it cannot be removed again', async () => {
    const id = kind.idOf(await make('ws_removed', 'Removed'));
    await rig.store.remove(id);
    const isRemoved = async () => {
      expect(await rig.store.listOf('ws_removed')).toEqual([]);
      expect(await rig.store.find(id)).toBeUndefined();
      expect(await failure(rig.store.remove(id))).toBe('NOT_FOUND');
    };
    await isRemoved();
    await rig.reopen();
    await isRemoved();
    expect(await failure(rig.store.remove('nowhere'))).toBe('NOT_FOUND');
  });

  it('enforces the limit of a workspace, even if two stores create some at the same time', async () => {
    const other = kind.createStore(rig.warehouse, now);
    await kind.insertMany(rig.warehouse, 'ws_full', kind.countMax - 2);
    const outcomes = await Promise.all(
      [rig.store, other, rig.store, other].map((each) => failure(each.create('ws_full', kind.inputWith('Last')))),
    );
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'no error', 'no error']);
    await expect(make('ws_full', 'One more')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        `^A workspace can have at most ${kind.countMax} (goals|annotations); remove one first$`,
      ),
    });
    expect(await failure(make('ws_not_full', 'First'))).toBe('no error');
  });

  const knowsOfOthers = () =>
    withSnapshotClock(async (advance) => {
      const removed = await make('ws_far', 'Removed');
      const other = kind.createStore(rig.warehouse, now);
      expect(await other.listOf('ws_far')).toEqual([removed]);
      const made = await make('ws_far', 'Made');
      await rig.store.remove(kind.idOf(removed));
      expect(await other.listOf('ws_far')).toEqual([removed]);
      advance(revocationMsMax);
      // While the store is slow, the snapshot is used.
      await until(async () => isDeepStrictEqual(await other.listOf('ws_far'), [made]));
    });
  // An embedded store is used by one process, with one store object.
  if (driver === 'server')
    it('sees within five seconds what another store has created and removed, without a notification', knowsOfOthers);

  more(rig);
}
