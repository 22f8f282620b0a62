/** The query app: the analytics API, the admin API and their documentation; all checks of a request in order on one screen. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AppError } from '@footfall/errors';
import {
  faultHandler,
  notFoundHandler,
  clientAddressReader,
  countedLimits,
  createExpressApp,
  keepLastUsed,
  limitPages,
  methodNotAllowed,
  notFound,
  operations,
  overLimit,
  rateLimitFields,
  requestIdFields,
  requestOriginReader,
  sendFault,
  setFields,
  staticFiles,
  watchReadiness,
} from '@footfall/http';
import type { State } from '@footfall/state';
import type { Registry } from '@footfall/process';
import { type Query, requireLoadedParts, type Warehouse } from '@footfall/warehouse';
import { adminRouter } from './admin/router.ts';
import type { AdminAppDeps, AdminDeps } from './admin/admin-deps.ts';
import { identifyOverTcp } from './admin/actor.ts';
import { countWrongTokens } from './admin/wrong-tokens.ts';
import { createResults } from './responses/results.ts';
import { ResponseMemory, responseMemoryLimits } from './responses/response-memory.ts';
import { csvResult } from './responses/csv-result.ts';
import { requestedList } from './responses/form.ts';
import { type Access, callerReader, type Readable } from './requests/callers.ts';
import { sendPreflight, anyOriginFields, methods } from './requests/cors.ts';
import { serveDashboard, serveMissingPage } from './dashboard/dashboard.ts';
import { findDashboard, readDashboard } from './dashboard/files.ts';
import type { QuerySettings } from './config.ts';
import { documentation } from './documentation/documentation.ts';
import { createInstruments, type Instruments } from './responses/instruments.ts';
import { createParamsReader } from './responses/params.ts';
import { securityFields } from './requests/security-headers.ts';
import { sendResult } from './responses/send-result.ts';

export { createAdminApp } from './admin/admin.ts';
export { type QuerySettings, querySettingsSchema } from './config.ts';

export interface QueryAppDeps extends AdminAppDeps {
  settings: Pick<QuerySettings, 'TRUST_PROXY' | 'ADMIN_TOKEN' | 'METRICS_TOKEN' | 'EVENTS_READ_MAX'>;
  warehouse: Pick<Warehouse, 'read' | 'queries' | 'command' | 'insert' | 'ping'>;
  state: Pick<State, 'cache' | 'limits' | 'reports' | 'announceChange' | 'onChange' | 'ping'>;
  registry: Registry;
  /** The queries, one per endpoint. */
  queries: readonly Query[];
}

export interface QueryApp {
  handler: RequestListener;
  /** Writes what is only in memory; call it once the listener has drained. */
  close(): Promise<void>;
}

/** Returns the app. Throws a StartError if TRUST_PROXY is not valid. */
export function createQueryApp(deps: QueryAppDeps): QueryApp {
  const { annotations, goals, keyStore, logger, people, queries, registry, settings, state, warehouse } = deps;
  const limits = countedLimits(state.limits, 'query', registry);
  const clientAddress = clientAddressReader(settings.TRUST_PROXY);
  const requestOrigin = requestOriginReader(settings.TRUST_PROXY);
  const apiDeps = { ...deps, limits, clientAddress, requestOrigin, adminToken: settings.ADMIN_TOKEN };
  const head = [...securityFields('same-origin'), 'Vary', 'Accept-Encoding'];
  const api = analyticsApi(apiDeps, createInstruments(registry));
  state.onChange(() => {
    keyStore.forget();
    people.forget();
    goals.forget();
    annotations.forget();
  });

  const app = createExpressApp();
  app.use((_request, response, next) => {
    setFields(response, head);
    next();
  });
  const dependencies = {
    warehouse: () => warehouse.ping(),
    parts: () => requireLoadedParts(warehouse, deps.now),
    state: () => state.ping(),
  };
  const readiness = watchReadiness('query', dependencies, registry);
  app.use(operations({ readiness, registry, metricsToken: settings.METRICS_TOKEN }));
  const wrongTokens = countWrongTokens(logger, registry);
  const identify = identifyOverTcp(apiDeps, wrongTokens);
  app.use('/admin/v1', adminRouter(apiDeps, identify));
  app.use(limitPages(limits, clientAddress, deps.now));
  app.use(staticFiles(documentation(queries, deps.ingestUrl), ({ path }) => (path === '/docs/' ? '/docs' : path)));
  const site = findDashboard();
  const dashboard = site === undefined ? [] : readDashboard(site);
  app.use(serveDashboard(dashboard));
  app.use(serveMissingPage(dashboard));
  app.use(notFoundHandler);
  app.use(faultHandler(logger));

  const handler: RequestListener = (request, response) => {
    const path = pathOf(request);
    // Before Express, whose routing would cost more than everything else in a cached response.
    if (path === '/api/v1' || path.startsWith('/api/v1/')) api(request, response, path);
    else app(request, response);
  };
  const stopKeeping = [keepLastUsed(keyStore, logger), keepLastUsed(people, logger)];
  return {
    handler,
    async close() {
      wrongTokens.close();
      await Promise.all(stopKeeping.map((stop) => stop()));
    },
  };
}

/** Returns the path as sent, without decoding or resolving it; a proxy may send the whole URL. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const [path = '/'] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  return path;
}

type ApiHandler = (request: IncomingMessage, response: ServerResponse, path: string) => void;

type ApiDeps = QueryAppDeps & AdminDeps;

/** Handles everything under `/api/v1`: key, rate limit, route, permission, method, parameters, response. The headers are collected on the way and written at once. */
function analyticsApi(deps: ApiDeps, instruments: Instruments): ApiHandler {
  const { logger, now } = deps;
  const callerOf = callerReader(deps);
  const results = createResults(deps, instruments);
  const memory = new ResponseMemory(responseMemoryLimits);
  const readParams = createParamsReader();
  const routes = new Map(deps.queries.map((query) => [`/api/v1/analytics/${query.name}`, query]));
  const vary = ['Vary', 'Accept, Accept-Encoding, Authorization, X-API-Key, Cookie, X-Workspace, X-Share'];
  const everyHead = [...securityFields('cross-origin'), ...vary, ...anyOriginFields];

  const respond = async (request: IncomingMessage, response: ServerResponse, path: string, head: string[]) => {
    const query = routes.get(path);
    instruments.observe(response, query?.name ?? 'none');
    if (request.method === 'OPTIONS') return sendPreflight(response, head, now());

    const caller = await callerOf(request);
    head.push(...rateLimitFields(caller.rateLimit));
    if (caller.fault !== undefined) throw caller.fault;
    if (!caller.rateLimit.allowed) throw overLimit(caller.rateLimit.resetAtMs, now());
    const access = requireCaller(caller.access);
    if (!query) throw notFound();
    const readable = requireReadable(access);
    requireReading(request.method);
    const { params, form, lists, ignored } = readParams(query, request.url ?? '');
    if (ignored !== '') head.push('X-Ignored-Parameters', ignored);
    const list = requestedList(lists, form, request.headers.accept);
    const found = await results.read(query, params, readable);
    const reservation = memory.reserve(response, readable.workspaceId, found.resultJson.length);
    const result = list ? csvResult(found, { query, params, lists, list }) : found;
    await sendResult(request, response, head, result, reservation, now());
  };
  return (request, response, path) => {
    const head = [...everyHead, ...requestIdFields()];
    respond(request, response, path, head).catch((thrown: unknown) => {
      if (!response.headersSent) setFields(response, [...head, 'Cache-Control', 'no-store']);
      sendFault(response, thrown, logger);
    });
  };
}

/** Throws the same error for a missing, malformed, unknown, revoked or expired key, so that callers cannot tell the cases apart. */
function requireCaller(access: Access | undefined): Access {
  if (access) return access;
  throw new AppError('UNAUTHORIZED', 'A valid API key is required: Authorization: Bearer <key>, or X-API-Key');
}

function requireReadable(access: Access): Readable {
  if ('refusal' in access) throw access.refusal;
  return access;
}

function requireReading(method = ''): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw methodNotAllowed(methods, method);
}
