/** The admin API of the rollups: their state, and requests to rebuild them. */
import { readRollupsState, requestRebuild } from '@footfall/warehouse';
import type { AdminDeps } from '../admin-deps.ts';
import type { Handlers } from '../route.ts';

export function rollupRoutes({ warehouse, now }: Pick<AdminDeps, 'warehouse' | 'now'>) {
  return {
    async 'GET /rollups'() {
      return { data: await readRollupsState(warehouse, now) };
    },
    // The consumer carries it out.
    async 'POST /rollups/rebuild'() {
      await requestRebuild(warehouse, now);
      return { status: 202, data: await readRollupsState(warehouse, now) };
    },
  } satisfies Partial<Handlers>;
}
