/** What an operator asks a process: is it alive, is it ready, what are its numbers. No key needed. */
import type { Registry } from '@footfall/telemetry';
import { Router } from 'express';
import { methodNotAllowed } from './method-not-allowed.ts';

/** Each thing the process depends on, with a call that rejects when it does not answer. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** How long a dependency has to answer `/readyz`. */
const readyDeadlineMs = 2_000;

/** `GET /healthz`, `/readyz` and `/metrics`. */
export function operations(dependencies: Dependencies, registry: Registry): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const missing = await missingDependencies(dependencies);
    response
      .status(missing.length === 0 ? 200 : 503)
      .json({ status: missing.length === 0 ? 'ready' : 'not ready', missing });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  });
  router.all(['/healthz', '/readyz', '/metrics'], () => {
    throw methodNotAllowed('GET, HEAD');
  });
  return router;
}

async function missingDependencies(dependencies: Dependencies): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(dependencies).map(async ([name, ping]) => ((await answersInTime(ping)) ? [] : [name])),
  );
  return answers.flat();
}

async function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), readyDeadlineMs);
  });
  const answer = Promise.resolve()
    .then(ping)
    .then(
      () => true,
      () => false,
    );
  const answered = await Promise.race([answer, deadline]);
  clearTimeout(timer);
  return answered;
}
