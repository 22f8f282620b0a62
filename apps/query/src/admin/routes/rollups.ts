/** The admin API of the rollups: their state, and requests to rebuild them. */
import { rollupsSchema } from '@footfall/schemas';
import { readRollupsState, requestRebuild } from '@footfall/warehouse';
import { defineRoute } from '../route.ts';

const rollups = rollupsSchema.meta({ id: 'Rollups' });

export const showRollups = defineRoute({
  id: 'showRollups',
  summary: 'Show the progress of the rollups.',
  method: 'get',
  path: '/rollups',
  data: rollups,
  handle: ({ warehouse, now }) => readRollupsState(warehouse, now),
});

/** The consumer carries it out. */
export const rebuildRollups = defineRoute({
  id: 'rebuildRollups',
  summary: 'Rebuild the rollups.',
  method: 'post',
  path: '/rollups/rebuild',
  data: rollups,
  status: 202,
  async handle({ warehouse, now }) {
    await requestRebuild(warehouse, now);
    return readRollupsState(warehouse, now);
  },
});
