/** What goals are on either driver; `createHarness` makes an empty store and says how to open it. */
import { setImmediate } from 'node:timers/promises';
import { AppError } from '@footfall/errors';
import { goalLimits } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { awkwardTexts, type Harness } from '../driver/warehouse.contract.ts';
import { migrate } from '../schema/migrate.ts';
import { checkSchema } from '../schema/schema-check.ts';
import { createdGoalsTable } from '../schema/tables/goals.ts';
import { createGoalStore, type GoalStore } from './goal-store.ts';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown): string => (error instanceof AppError ? error.code : String(error)),
  );

/** Registers the suite. */
export function goalStoreContract(createHarness: () => Promise<Harness>): void {
  let harness: Harness;
  let warehouse: Warehouse;
  let store: GoalStore;
  let nowMs = Date.parse('2026-03-01T10:00:00.123Z');

  const open = async () => {
    warehouse = await harness.open();
    await migrate(warehouse, () => nowMs);
    store = createGoalStore(warehouse, () => (nowMs += 1));
  };
  beforeAll(async () => {
    harness = await createHarness();
    await open();
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  const signUp = { name: 'Sign-up', type: 'signup' };

  it('has the table that a start looks for', async () => {
    await expect(checkSchema(warehouse)).resolves.toBeUndefined();
  });

  it('has the goals of each workspace as they were made, oldest first, also after a restart', async () => {
    const made = [
      await store.create('ws_one', signUp),
      await store.create('ws_one', { name: 'Pricing', path: '/pricing/*' }),
      await store.create('ws_one', {
        name: 'Purchase',
        type: 'purchase',
        props: { plan: 'pro', seats: 3, trial: false, ['__proto__']: 'kept' },
        valueProp: 'value',
      }),
    ];
    expect(made[0]).toEqual({ goalId: expect.stringMatching(/^goal_[0-9a-z]{20}$/), workspaceId: 'ws_one', ...signUp });
    expect(await store.listOf('ws_one')).toEqual(made);
    expect(await store.listOf('ws_two')).toEqual([]);
    expect(await store.find(made[1]?.goalId ?? '')).toEqual(made[1]);
    await warehouse.close();
    await open();
    expect(await store.listOf('ws_one')).toEqual(made);
  });

  it('keeps every text', async () => {
    const texts = awkwardTexts.filter((text) => text !== '');
    const made = [];
    for (const text of texts) {
      made.push(await store.create('ws_texts', { name: text, type: text, props: { [text]: text }, valueProp: text }));
    }
    expect(await store.listOf('ws_texts')).toEqual(made);
  });

  it('removes a goal once, and for good', async () => {
    const { goalId } = await store.create('ws_removed', signUp);
    await store.remove(goalId);
    expect(await store.listOf('ws_removed')).toEqual([]);
    expect(await store.find(goalId)).toBeUndefined();
    expect(await failure(store.remove(goalId))).toBe('NOT_FOUND');
    expect(await failure(store.remove('goal_nowhere'))).toBe('NOT_FOUND');
  });

  it('has at most so many of a workspace, whoever makes them at the same moment', async () => {
    const other = createGoalStore(warehouse, () => nowMs);
    const made = Array.from({ length: goalLimits.goalsMax - 2 }, (_, index) => ({
      ...signUp,
      goalId: `goal_${index}`,
      workspaceId: 'ws_full',
      createdAtMs: nowMs,
    }));
    await warehouse.insert(createdGoalsTable, made);
    const outcomes = await Promise.all(
      [store, other, store, other].map((each) => failure(each.create('ws_full', signUp))),
    );
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'no error', 'no error']);
    expect(await failure(store.create('ws_not_full', signUp))).toBe('no error');
  });

  it('knows what another store has made and removed, without news of it', async () => {
    const other = createGoalStore(warehouse, () => nowMs);
    const until = async (isSo: () => Promise<boolean>) => {
      const deadline = performance.now() + 60_000;
      while (!(await isSo())) {
        if (performance.now() > deadline) throw new Error('The other store does not know of it');
        await setImmediate();
      }
    };
    expect(await other.listOf('ws_far')).toEqual([]);
    const { goalId } = await store.create('ws_far', signUp);
    await until(async () => (await other.listOf('ws_far')).length === 1);
    await store.remove(goalId);
    await until(async () => (await other.listOf('ws_far')).length === 0);
  });
}
