/** The admin API: workspaces, keys, people, shares, goals, annotations and rollups, for holders of the admin token, users who can open the socket, and people with a session. */
import type { RequestListener } from 'node:http';
import {
  answerFaults,
  answerNotFound,
  clientAddressReader,
  createExpressApp,
  requestOriginReader,
} from '@footfall/http';
import type { Router } from 'express';
import { type Identify, identifyOnSocket } from './actor.ts';
import type { AdminAppDeps, AdminDeps } from './admin-deps.ts';
import type { Handlers } from './route.ts';
import { createRouter } from './router.ts';
import { annotationRoutes } from './routes/annotations.ts';
import { goalRoutes } from './routes/goals.ts';
import { intakeRoutes } from './routes/intake.ts';
import { keyRoutes } from './routes/keys.ts';
import { meRoutes } from './routes/me.ts';
import { peopleRoutes } from './routes/people.ts';
import { rollupRoutes } from './routes/rollups.ts';
import { shareRoutes } from './routes/shares.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { workspaceRoutes } from './routes/workspaces.ts';

/** Returns the admin API alone, without a token: only the owner may be able to reach its listener. */
export function createAdminApp(deps: AdminAppDeps): { handler: RequestListener } {
  const { settings, state } = deps;
  const clientAddress = clientAddressReader(settings.TRUST_PROXY);
  const requestOrigin = requestOriginReader(settings.TRUST_PROXY);
  const app = createExpressApp();
  app.use('/admin/v1', adminRouter({ ...deps, limits: state.limits, clientAddress, requestOrigin }, identifyOnSocket));
  app.use(answerNotFound);
  app.use(answerFaults(deps.logger));
  return { handler: app };
}

/** Returns the routes of the table in `access.ts`, for callers that `identify` identifies. The app handles the errors they throw. */
export function adminRouter(deps: AdminDeps, identify: Identify): Router {
  const handlers: Handlers = {
    ...signInRoutes(deps),
    ...meRoutes(deps),
    ...peopleRoutes(deps),
    ...workspaceRoutes(deps),
    ...intakeRoutes(deps),
    ...keyRoutes(deps),
    ...shareRoutes(deps),
    ...goalRoutes(deps),
    ...annotationRoutes(deps),
    ...rollupRoutes(deps),
  };
  return createRouter(deps, identify, handlers);
}
