/** The admin API of the rollups: their state, and requesting a rebuild. */
import { AppError } from '@footfall/errors';
import { adminSuccess, sendJson } from '@footfall/http';
import { readRebuild, readRollupsState, requestRebuild, type Warehouse } from '@footfall/warehouse';
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

  // The consumer does the work; this only stores the request.
  router
    .route('/rollups/rebuild')
    .post(async (_request, response) => {
      sendJson(response, 202, adminSuccess(await requestRebuild(warehouse, now)));
    })
    .all(refuseMethod('POST'));

  router
    .route('/rollups/rebuild/:rebuildId')
    .get(async (request, response) => {
      const rebuild = await readRebuild(warehouse, request.params.rebuildId);
      if (!rebuild) throw new AppError('NOT_FOUND', 'There is no such rebuild');
      sendJson(response, 200, adminSuccess(rebuild));
    })
    .all(refuseMethod('GET, HEAD'));
}
