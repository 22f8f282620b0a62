/** Routes for operators: liveness, readiness and metrics. No API key is needed. */
import { AppError } from '@footfall/errors';
import { type Registry, version } from '@footfall/process';
import { type RequestHandler, Router } from 'express';
import { bearerCheck } from '../callers/bearer-token.ts';
import { methodNotAllowed } from '../responses/method-not-allowed.ts';
import { exposition } from './exposition.ts';
import type { Readiness } from './readiness.ts';

/** `Retry-After` of a process that is not ready. */
const notReadyRetrySeconds = 5;

export interface OperationsDeps {
  readiness: Readiness;
  registry: Registry;
  /** Required for `/metrics`; if undefined, it is open. */
  metricsToken?: string | undefined;
}

/** Serves `GET /` with the name of the app and its version, on a server that has nothing else at that path. */
export function about(app: string): Router {
  const router = Router();
  router.get('/', (_request, response) => {
    response.json({ name: 'Footfall', server: app, version });
  });
  router.all('/', refuseMethod);
  return router;
}

/** Serves `GET /healthz`, which depends on nothing, `/readyz` and `/metrics`. */
export function operations({ readiness, registry, metricsToken }: OperationsDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const paths = ['/healthz', '/readyz', '/metrics'];
  // A proxy with a cache may store a response that does not forbid it.
  router.all(paths, (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok', version });
  });
  router.get('/readyz', async (_request, response) => {
    const reasons = await readiness();
    const missing = Object.keys(reasons);
    if (missing.length === 0) return response.json({ status: 'ready', missing });
    response.set('Retry-After', String(notReadyRetrySeconds));
    return response.status(503).json({ status: 'not ready', missing, reasons });
  });
  const mayRead = metricsToken === undefined ? () => true : bearerCheck(metricsToken);
  router.get('/metrics', async (request, response) => {
    if (!mayRead(request)) {
      throw new AppError('UNAUTHORIZED', 'The metrics token is required: Authorization: Bearer <METRICS_TOKEN>');
    }
    // Set directly, because Express would look for a type that it knows.
    response.set('Content-Type', registry.contentType).send(await exposition(registry));
  });
  router.all(paths, refuseMethod);
  return router;
}

const refuseMethod: RequestHandler = ({ method }) => {
  throw methodNotAllowed('GET, HEAD', method);
};
