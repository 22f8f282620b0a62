/** The admin API: workspaces, keys, people, shares, goals, annotations and rollups, for holders of the admin token, users who can open the socket, and people with a session. */
import type { RequestListener } from 'node:http';
import {
  faultHandler,
  notFoundHandler,
  clientAddressReader,
  createExpressApp,
  requestOriginReader,
} from '@footfall/http';
import { identifyOnSocket } from './actor.ts';
import type { AdminAppDeps } from './admin-deps.ts';
import { adminRouter } from './router.ts';

/** Returns the admin API alone, without a token: only the owner may be able to reach its listener. */
export function createAdminApp(deps: AdminAppDeps): RequestListener {
  const { settings, state } = deps;
  const clientAddress = clientAddressReader(settings.TRUST_PROXY);
  const requestOrigin = requestOriginReader(settings.TRUST_PROXY);
  const app = createExpressApp();
  app.use('/admin/v1', adminRouter({ ...deps, limits: state.limits, clientAddress, requestOrigin }, identifyOnSocket));
  app.use(notFoundHandler);
  app.use(faultHandler(deps.logger));
  return app;
}
