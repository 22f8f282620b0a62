/** The HTTP endpoints of a consumer process: liveness, readiness and metrics. */
import type { RequestListener } from 'node:http';
import { about, faultHandler, notFoundHandler, createExpressApp, operations, watchReadiness } from '@footfall/http';
import type { Bus } from '@footfall/bus';
import type { Logger, Registry } from '@footfall/process';
import { requireLoadedParts, type Warehouse } from '@footfall/warehouse';

export interface OperationsAppDeps {
  bus: Pick<Bus, 'ping'>;
  warehouse: Pick<Warehouse, 'ping' | 'read' | 'command' | 'insert'>;
  /** Rejects while a partition that this process owns cannot be consumed. */
  consumer: { ping(): Promise<void> };
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
  registry: Registry;
  /** Required for `/metrics` if set. */
  metricsToken?: string | undefined;
}

/** Serves `GET /`, `/healthz`, `/readyz` and `/metrics`, and nothing else. */
export function createOperationsApp(deps: OperationsAppDeps): RequestListener {
  const { bus, warehouse, consumer, logger, registry, now } = deps;
  const app = createExpressApp();
  const dependencies = {
    bus: () => bus.ping(),
    warehouse: () => warehouse.ping(),
    parts: () => requireLoadedParts(warehouse, now),
    partitions: () => consumer.ping(),
  };
  app.use(about('consumer'));
  app.use(operations({ ...deps, readiness: watchReadiness('consumer', dependencies, registry) }));
  return app.use(notFoundHandler).use(faultHandler(logger));
}
