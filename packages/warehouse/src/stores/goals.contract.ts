/** The promises of the goal store, as tests that every driver of the warehouse passes. */
import { goalLimits, propLimits } from '@footfall/schemas';
import type { Driver } from '../driver/contract/harnesses.fixture.ts';
import { createdGoalsTable, createGoalStore } from './goals.ts';
import { belongingStoreContract } from './belonging-store.contract.ts';

/** Registers the suite. */
export function goalStoreContract(driver: Driver): void {
  belongingStoreContract(
    {
      createStore: createGoalStore,
      countMax: goalLimits.goalsMax,
      idOf: ({ goalId }) => goalId,
      inputWith: (text) => ({ name: text, type: text, props: { [text]: text }, valueProp: text }),
      insertMany: (warehouse, workspaceId, count) =>
        warehouse.insert(
          createdGoalsTable,
          Array.from({ length: count }, (_, index) => ({
            goalId: `goal_${index}`,
            workspaceId,
            name: 'One of many',
            createdAtMs: 0,
          })),
        ),
    },
    driver,
    (rig) => {
      it('lists goals oldest first, each with only the fields with which it was created', async () => {
        const inputs = [
          { name: 'Sign-up', type: 'signup' },
          { name: 'Pricing', path: '/pricing/*' },
          {
            name: 'Purchase',
            type: 'purchase',
            props: { plan: 'pro', seats: 3, trial: false, ['__proto__']: 'kept' },
            valueProp: 'value',
          },
        ];
        for (const input of inputs) await rig.store.create('ws_order', input);
        await rig.reopen();
        expect(await rig.store.listOf('ws_order')).toEqual(
          inputs.map((input) => ({
            goalId: expect.stringMatching(/^goal_[0-9a-z]{20}$/),
            workspaceId: 'ws_order',
            ...input,
          })),
        );
      });

      it('normalizes a path that an earlier version stored as it was sent', async () => {
        const goal = { goalId: 'goal_old', workspaceId: 'ws_old', name: 'Café', path: '/caf%C3%A9/*' };
        await rig.warehouse.insert(createdGoalsTable, [{ ...goal, createdAtMs: 0 }]);
        await rig.reopen();
        expect(await rig.store.listOf('ws_old')).toEqual([{ ...goal, path: '/café/*' }]);
      });

      it('rejects a goal that would exceed the maximum number of properties in a workspace', async () => {
        const withProps = (count: number) => ({
          name: 'Many',
          type: 'many',
          props: Object.fromEntries(Array.from({ length: count }, (_, index) => [`prop ${index}`, index])),
        });
        const { propsMax } = goalLimits;
        for (let made = 0; made < propsMax; made += propLimits.propsMax) {
          await rig.store.create('ws_props', withProps(Math.min(propLimits.propsMax, propsMax - made)));
        }
        await expect(rig.store.create('ws_props', withProps(1))).rejects.toMatchObject({
          code: 'CONFLICT',
          message: `The goals of a workspace can have at most ${propsMax} properties together, got ${propsMax + 1}; remove a goal first`,
        });
        await rig.store.create('ws_props', { name: 'None', type: 'none' });
        await rig.store.create('ws_other', withProps(1));
      });
    },
  );
}
