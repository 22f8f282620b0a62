/** The admin API: workspaces, keys and rollups, for holders of the admin token and for users who may open the socket. */
import type { RequestListener } from 'node:http';
import type { Authenticator, IssuedKey, KeyStore } from '@footfall/auth';
import { adminSuccess, createExpressApp, sendJson } from '@footfall/http';
import { keyInputSchema, rotationInputSchema, workspaceInputSchema, workspacePatchSchema } from '@footfall/schemas';
import type { State } from '@footfall/state';
import type { Logger } from '@footfall/process';
import type { Warehouse } from '@footfall/warehouse';
import express, { type RequestHandler, Router } from 'express';
import { readBody, readKeyInput } from './admin-input.ts';
import { refuseMethod } from './admin-method.ts';
import { addRollupRoutes } from './admin-rollups.ts';
import { answerFaults, answerNotFound } from '../requests/faults.ts';

const bodyBytesMax = 64 * 1024;

export interface AdminDeps {
  warehouse: Pick<Warehouse, 'read' | 'insert'>;
  keyStore: KeyStore;
  authenticator: Authenticator;
  state: Pick<State, 'announceKeyChange'>;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

/** The admin API alone, without a token: its listener must be one that only the owner can reach. */
export function createAdminApp(deps: AdminDeps): { handler: RequestListener } {
  const app = createExpressApp();
  app.use('/admin/v1', adminRouter(deps));
  app.use(answerNotFound);
  app.use(answerFaults(deps.logger));
  return { handler: app };
}

/** Returns the routes, each behind `guard` if there is one. The app answers what they throw. */
export function adminRouter(deps: AdminDeps, guard?: RequestHandler): Router {
  const { keyStore, now } = deps;
  const router = Router({ caseSensitive: true, strict: true });
  router.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  if (guard !== undefined) router.use(guard);
  router.use(express.json({ limit: bodyBytesMax }));
  const announce = () => announceChange(deps);

  router
    .route('/workspaces')
    .get(async (_request, response) => {
      sendJson(response, 200, adminSuccess(await keyStore.listWorkspaces()));
    })
    .post(async (request, response) => {
      const workspace = await keyStore.createWorkspace(readBody(workspaceInputSchema, request));
      sendJson(response, 201, adminSuccess(workspace));
    })
    .all(refuseMethod('GET, HEAD, POST'));

  router
    .route('/workspaces/:workspaceId')
    .get(async (request, response) => {
      sendJson(response, 200, adminSuccess(await keyStore.getWorkspace(request.params.workspaceId)));
    })
    .patch(async (request, response) => {
      const patch = readBody(workspacePatchSchema, request);
      const workspace = await keyStore.updateWorkspace(request.params.workspaceId, patch);
      await announce();
      sendJson(response, 200, adminSuccess(workspace));
    })
    .delete(async (request, response) => {
      const { workspaceId } = request.params;
      await keyStore.deleteWorkspace(workspaceId);
      await announce();
      sendJson(response, 200, adminSuccess({ workspaceId, deleted: true }));
    })
    .all(refuseMethod('GET, HEAD, PATCH, DELETE'));

  router
    .route('/workspaces/:workspaceId/keys')
    .get(async (request, response) => {
      // Otherwise a use of the last seconds is known to this process alone.
      await deps.authenticator.flushLastUsed();
      sendJson(response, 200, adminSuccess(await keyStore.listKeys(request.params.workspaceId)));
    })
    .post(async (request, response) => {
      const input = readKeyInput(readBody(keyInputSchema, request), now());
      const key = await keyStore.createKey(request.params.workspaceId, input);
      await announce();
      sendJson(response, 201, adminSuccess(issued(key)));
    })
    .all(refuseMethod('GET, HEAD, POST'));

  router
    .route('/keys/:keyId/rotate')
    .post(async (request, response) => {
      const { graceSeconds = 0 } = readBody(rotationInputSchema, request);
      const key = await keyStore.rotateKey(request.params.keyId, graceSeconds);
      await announce();
      sendJson(response, 201, adminSuccess(issued(key)));
    })
    .all(refuseMethod('POST'));

  router
    .route('/keys/:keyId')
    .delete(async (request, response) => {
      const { keyId } = request.params;
      await keyStore.revokeKey(keyId);
      await announce();
      sendJson(response, 200, adminSuccess({ keyId, revoked: true }));
    })
    .all(refuseMethod('DELETE'));

  addRollupRoutes(router, deps);
  return router;
}

/** Returns a new key as it is shown, this one time. */
function issued({ keyId, key, type, name, createdAt, expiresAt }: IssuedKey) {
  return { keyId, key, type, name, createdAt, expiresAt };
}

/** Makes the change take effect: here at once, in other processes once they are notified. A failure to notify is only logged, because identities expire within seconds anyway. */
async function announceChange({ authenticator, state, logger }: AdminDeps): Promise<void> {
  authenticator.forget();
  await state
    .announceKeyChange()
    .catch((error: unknown) => logger.warn({ err: error }, 'could not announce that keys have changed'));
}
