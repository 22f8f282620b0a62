/** The admin API of the rollups: their state, and requests to rebuild them. */
import { adminSuccess, sendJson } from '@footfall/http';
import { readRollupsState, requestRebuild, type Warehouse } from '@footfall/warehouse';
import type { Router } from 'express';
import { refuseMethod } from './admin-method.ts';

interface RollupRoutesDeps {
  warehouse: Pick<Warehouse, 'read' | 'insert'>;
  /** Epoch milliseconds. */
  now: () => number;
}

export function addRollupRoutes(router: Router, { warehouse, now }: RollupRoutesDeps): void {
  router
    .route('/rollups')
    .get(async (_request, response) => {
      sendJson(response, 200, adminSuccess(await readRollupsState(warehouse, now)));
    })
    .all(refuseMethod('GET, HEAD'));

  // The consumer carries it out.
  router
    .route('/rollups/rebuild')
    .post(async (_request, response) => {
      await requestRebuild(warehouse, now);
      sendJson(response, 202, adminSuccess(await readRollupsState(warehouse, now)));
    })
    .all(refuseMethod('POST'));
}
