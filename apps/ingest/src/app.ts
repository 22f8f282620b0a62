/** The ingest app: the routes for events are in front of Express; the tracker, health, readiness and metrics are behind it. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Bus } from '@footfall/bus';
import {
  about,
  faultHandler,
  notFoundHandler,
  clientAddressReader,
  countedLimits,
  createExpressApp,
  keepLastUsed,
  limitPages,
  methodNotAllowed,
  operations,
  type Readiness,
  staticFiles,
  watchReadiness,
} from '@footfall/http';
import type { State } from '@footfall/state';
import type { Logger, Registry } from '@footfall/process';
import { type KeyStore, keyTables, requireLoadedParts, type Warehouse } from '@footfall/warehouse';
import type { Express, RequestHandler } from 'express';
import { Admission } from './admission/admission.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { IngestLimits, IngestSettings } from './config.ts';
import { allowReading, methods } from './requests/cors.ts';
import { createEventsHandler } from './requests/events.ts';
import { createInstruments } from './requests/instruments.ts';
import { Intake } from './requests/intake.ts';
import { PublishDelay } from './requests/publish-delay.ts';
import { createPixelHandler, sendPixel } from './requests/pixel.ts';
import { EventQuota } from './requests/quota.ts';
import { IntakeRecorder } from './requests/reports/intake-recorder.ts';
import { trackerScripts } from './requests/tracker-script.ts';

export { type IngestLimits, ingestLimits, type IngestSettings, ingestSettingsSchema } from './config.ts';
export { openGeography } from './lookups/geography.ts';
export { createPipeline } from './pipeline/pipeline.ts';

export interface IngestAppDeps {
  settings: Pick<IngestSettings, 'TRUST_PROXY' | 'INGEST_EVENTS_PER_MINUTE' | 'METRICS_TOKEN'>;
  bus: Pick<Bus, 'publish' | 'ping'>;
  state: Pick<State, 'limits' | 'onChange' | 'ping' | 'reports'>;
  /** The store of keys; here only for readiness. */
  warehouse: Pick<Warehouse, 'ping' | 'read' | 'command' | 'insert'>;
  keyStore: KeyStore;
  pipeline: Pipeline;
  logger: Logger;
  registry: Registry;
  /** Epoch milliseconds. */
  now: () => number;
  limits: IngestLimits;
}

export interface IngestApp {
  handler: RequestListener;
  /** Writes the data that is only in memory; call it once the listener has drained. */
  close(): Promise<void>;
}

const eventsPath = '/api/v1/events';
const eventsMethods = ['POST', 'OPTIONS'];
/** Named so that no content blocker has it on its list. */
const pixelPath = '/api/v1/page.gif';
const pixelMethods = ['GET'];

/** The interval at which old salts are deleted: each is deleted within a minute after it may no longer be known. */
const saltIntervalMs = 60_000;

/** Returns the app. Throws a StartError if TRUST_PROXY is not valid. */
export function createIngestApp(deps: IngestAppDeps): IngestApp {
  const { keyStore, logger, settings, state } = deps;
  const monotonicNow = () => performance.now();
  const admission = new Admission(deps.limits, monotonicNow);
  // The rest of the deadline is for the work before the log.
  const delay = new PublishDelay(logger, deps.limits.acceptDeadlineMs / 2, monotonicNow);
  state.onChange(() => keyStore.forget());
  const rateLimits = countedLimits(state.limits, 'ingest', deps.registry);
  const clientAddress = clientAddressReader(settings.TRUST_PROXY);
  const recorder = new IntakeRecorder({ keyStore, reports: state.reports, now: deps.now });
  const instruments = createInstruments(deps.registry, admission);
  const quota = new EventQuota(rateLimits, settings.INGEST_EVENTS_PER_MINUTE, deps.now);
  const intake = new Intake({ ...deps, admission, delay, recorder, instruments, rateLimits, quota, clientAddress });
  const events = createEventsHandler(intake, instruments, deps.limits);
  const pixel = createPixelHandler(intake, instruments);
  const rest = createRest(deps, limitPages(rateLimits, clientAddress, deps.now));
  const stopForgetting = keepForgetting(deps.pipeline, logger);
  const stopKeeping = keepLastUsed(keyStore, logger);
  return {
    handler(request, response) {
      if (isFor(eventsPath, request, eventsMethods)) events(request, response);
      else if (isFor(pixelPath, request, pixelMethods)) pixel(request, response);
      else rest(request, response);
    },
    async close() {
      stopForgetting();
      await Promise.all([stopKeeping(), recorder.close()]);
    },
  };
}

/** Deletes old salts now, since this process may have been down, and then at intervals. Returns a function that stops it. */
function keepForgetting(pipeline: Pipeline, logger: Logger): () => void {
  const forget = () =>
    void pipeline.forgetOldSalts().catch((error: unknown) => {
      logger.warn({ err: error }, 'Old salts could not be deleted, retrying in a minute');
    });
  const timer = setInterval(forget, saltIntervalMs);
  timer.unref();
  forget();
  return () => clearInterval(timer);
}

function watchDependencies({ bus, state, warehouse, registry, now }: IngestAppDeps): Readiness {
  const dependencies = {
    bus: () => bus.ping(),
    state: () => state.ping(),
    warehouse: () => warehouse.ping(),
    // Events are safe on the bus even if the warehouse has damaged parts, but a request whose key is lost would be refused.
    keys: () => requireLoadedParts(warehouse, now, keyTables),
  };
  return watchReadiness('ingest', dependencies, registry);
}

/** All routes but those for events. */
function createRest(deps: IngestAppDeps, limit: RequestHandler): Express {
  const { registry, logger, settings } = deps;
  const app = createExpressApp();
  app.use(about('ingest'));
  app.use(operations({ readiness: watchDependencies(deps), registry, metricsToken: settings.METRICS_TOKEN }));
  // Not limited: behind a proxy that is not trusted, all visitors of a site have one address.
  app.use(staticFiles(trackerScripts()));
  app.use((request, response, next) => {
    allowReading(request, response);
    next();
  });
  app.all(eventsPath, (request) => {
    throw methodNotAllowed(methods, request.method);
  });
  app.all(pixelPath, (request, response) => {
    if (request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD', request.method);
    sendPixel(response);
  });
  return app.use(limit).use(notFoundHandler).use(faultHandler(logger));
}

function isFor(path: string, { method = '', url = '' }: IncomingMessage, taken: readonly string[]): boolean {
  if (!taken.includes(method)) return false;
  // A proxy may send the whole URL.
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  return target === path || target.startsWith(`${path}?`);
}
