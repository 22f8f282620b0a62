/** The admin API of the rollups: their state, and requests to rebuild them. */
import { type Rollups, rollupsSchema } from '@footfall/schemas';
import { readRollupsState, requestRebuild } from '@footfall/warehouse';
import { defineRoute } from '../route.ts';

/** The age of the last batch from which a computation of all rollups has stalled: a batch takes seconds, and is retried every minute. */
const stalledAfterSeconds = 120;

const rollups = rollupsSchema.meta({ id: 'Rollups' });

export const showRollups = defineRoute({
  id: 'showRollups',
  summary: 'Show the progress of the rollups.',
  method: 'get',
  path: '/rollups',
  data: rollups,
  handle: ({ warehouse, now }) => readRollupsState(warehouse, now),
});

/** The consumer rebuilds them. Nothing is requested while all rollups are being computed anyway. */
export const rebuildRollups = defineRoute({
  id: 'rebuildRollups',
  summary: 'Rebuild the rollups.',
  method: 'post',
  path: '/rollups/rebuild',
  data: rollups,
  status: 202,
  async handle({ warehouse, now }) {
    const state = await readRollupsState(warehouse, now);
    if (areBeingComputed(state)) return state;
    await requestRebuild(warehouse, now);
    return readRollupsState(warehouse, now);
  },
});

function areBeingComputed({ isComplete, ageSeconds }: Rollups): boolean {
  return !isComplete && ageSeconds !== null && ageSeconds < stalledAfterSeconds;
}
