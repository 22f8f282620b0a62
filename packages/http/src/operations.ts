/** What an operator asks a process: is it alive, is it ready, what are its numbers. No key needed. */
import type { Registry } from '@footfall/telemetry';
import { Router } from 'express';
import { methodNotAllowed } from './method-not-allowed.ts';
import { type Dependencies, watchReadiness } from './readiness.ts';

/** `GET /healthz`, which depends on nothing, `/readyz` and `/metrics`; `app` names the instruments of readiness. */
export function operations(dependencies: Dependencies, registry: Registry, app: string): Router {
  const readiness = watchReadiness(app, dependencies, registry);
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const reasons = await readiness.missing();
    const missing = Object.keys(reasons);
    if (missing.length === 0) response.json({ status: 'ready', missing });
    else response.status(503).json({ status: 'not ready', missing, reasons });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  });
  router.all(['/healthz', '/readyz', '/metrics'], () => {
    throw methodNotAllowed('GET, HEAD');
  });
  return router;
}
