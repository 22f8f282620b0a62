/** The consumer's own HTTP host: whether it is alive, whether it is ready, its numbers. */
import type { RequestListener } from 'node:http';
import { AppError } from '@footfall/errors';
import { about, createExpressApp, operations, sendError } from '@footfall/http';
import type { Bus } from '@footfall/bus';
import type { Logger, Registry } from '@footfall/process';
import { requireLoadedParts, type Warehouse } from '@footfall/warehouse';
import type { ErrorRequestHandler } from 'express';

export interface ConsumerHostDeps {
  bus: Pick<Bus, 'ping'>;
  warehouse: Pick<Warehouse, 'ping' | 'read'>;
  /** Rejects while a partition that is held cannot be consumed. */
  consumer: { ping(): Promise<void> };
  logger: Logger;
  registry: Registry;
  /** Required of `/metrics`, when there is one. */
  metricsToken?: string | undefined;
}

/** Answers `GET /`, `/healthz`, `/readyz` and `/metrics`, and nothing else. */
export function createConsumerHost(deps: ConsumerHostDeps): RequestListener {
  const { bus, warehouse, consumer, logger } = deps;
  const app = createExpressApp();
  const dependencies = {
    bus: () => bus.ping(),
    warehouse: () => warehouse.ping(),
    parts: () => requireLoadedParts(warehouse),
    partitions: () => consumer.ping(),
  };
  app.use(about('consumer'));
  app.use(operations('consumer', { ...deps, dependencies }));
  app.use(() => {
    throw new AppError('NOT_FOUND', 'Not found');
  });
  const answerFault: ErrorRequestHandler = (thrown, _request, response, _next) => {
    sendError(response, thrown, logger);
  };
  return app.use(answerFault);
}
