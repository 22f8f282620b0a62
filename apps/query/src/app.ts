/** The query app: the analytics API, the admin API and their documentation; all checks of a request in order on one screen. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Authenticator, KeyStore, PeopleStore, SessionKeeper } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import {
  answerFaults,
  answerNotFound,
  type ClientAddress,
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
  type RequestOrigin,
  sendFault,
  setFields,
  staticFiles,
} from '@footfall/http';
import type { Limits, State } from '@footfall/state';
import type { Logger, Registry } from '@footfall/process';
import {
  type AnnotationStore,
  type GoalStore,
  type Query,
  requireLoadedParts,
  type Warehouse,
} from '@footfall/warehouse';
import { adminRouter } from './admin/admin.ts';
import { identifyOverTcp } from './admin/actor.ts';
import { countWrongTokens } from './admin/wrong-tokens.ts';
import { createAnswerer } from './answers/answer.ts';
import { csvAnswer } from './answers/csv-answer.ts';
import { requestedList } from './answers/form.ts';
import { type Access, createCallers, type Readable } from './requests/callers.ts';
import { compressed } from './requests/compressed.ts';
import { answerPreflight, anyOriginFields, methods } from './requests/cors.ts';
import { serveDashboard, serveMissingPage } from './dashboard/dashboard.ts';
import { findDashboard, readDashboard } from './dashboard/files.ts';
import { documentation } from './documentation/documentation.ts';
import { createInstruments, type Instruments } from './answers/instruments.ts';
import { createParamsReader } from './answers/params.ts';
import { securityFields } from './requests/security-headers.ts';
import { sendAnswer } from './answers/send-answer.ts';

export { type AdminDeps, createAdminApp } from './admin/admin.ts';
export { type QuerySettings, querySettingsSchema } from './config.ts';

export interface QueryAppDeps {
  warehouse: Pick<Warehouse, 'read' | 'queries' | 'insert' | 'ping'>;
  keyStore: KeyStore;
  authenticator: Authenticator;
  people: PeopleStore;
  sessions: SessionKeeper;
  goals: GoalStore;
  annotations: AnnotationStore;
  state: Pick<State, 'cache' | 'limits' | 'reports' | 'announceKeyChange' | 'onKeyChange' | 'ping'>;
  logger: Logger;
  registry: Registry;
  clientAddress: ClientAddress;
  requestOrigin: RequestOrigin;
  /** The token of the admin API; people with a session use it without. */
  adminToken?: string | undefined;
  /** Required for `/metrics` if it is set. */
  metricsToken?: string | undefined;
  /** The URL to send events to; shown on the dashboard. */
  ingestUrl: string;
  /** The largest number of results that are computed or wait for the store; a workspace may use a quarter of it. Beyond it, 503. */
  queriesAtOnceMax: number;
  /** Workspaces with more events than this are read from rollups; with 0 all are. */
  eventsReadMax: number;
  /** Epoch milliseconds. */
  now: () => number;
  /** The queries, one per endpoint. */
  queries: readonly Query[];
}

export interface QueryApp {
  handler: RequestListener;
  /** Writes what is only in memory; call it once the listener has drained. */
  close(): Promise<void>;
}

export function createQueryApp(deps: QueryAppDeps): QueryApp {
  const { annotations, authenticator, goals, logger, queries, registry, sessions, state, warehouse } = deps;
  const limits = countedLimits(state.limits, 'query', registry);
  const head = [...securityFields('same-origin'), 'Vary', 'Accept-Encoding'];
  const api = analyticsApi({ ...deps, limits }, createInstruments(registry));
  state.onKeyChange(() => {
    authenticator.forget();
    sessions.forget();
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
    parts: () => requireLoadedParts(warehouse),
    state: () => state.ping(),
  };
  app.use(operations('query', { ...deps, dependencies }));
  const wrongTokens = countWrongTokens(logger, registry);
  const identify = identifyOverTcp({ ...deps, adminToken: deps.adminToken, limits, wrongTokens });
  app.use('/admin/v1', compressed(), adminRouter({ ...deps, limits }, identify));
  app.use(limitPages(limits, deps.clientAddress, deps.now));
  app.use(staticFiles(documentation(queries, deps.ingestUrl)));
  const site = findDashboard();
  const dashboard = site === undefined ? [] : readDashboard(site);
  app.use(serveDashboard(dashboard));
  app.get('/docs/', (_request, response) => response.redirect(301, '/docs'));
  app.use(serveMissingPage(dashboard));
  app.use(answerNotFound);
  app.use(answerFaults(logger));

  const handler: RequestListener = (request, response) => {
    const path = pathOf(request);
    // Before Express, whose routing would cost more than everything else in a cached response.
    if (path === '/api/v1' || path.startsWith('/api/v1/')) api(request, response, path);
    else app(request, response);
  };
  const stopKeeping = [keepLastUsed(authenticator, logger), keepLastUsed(sessions, logger)];
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

interface ApiDeps extends QueryAppDeps {
  limits: Limits;
}

/** Handles everything under `/api/v1`: key, rate limit, route, permission, method, parameters, response. The headers are collected on the way and written at once. */
function analyticsApi(deps: ApiDeps, instruments: Instruments): ApiHandler {
  const { logger, now } = deps;
  const callers = createCallers(deps);
  const answerer = createAnswerer(deps, instruments);
  const readParams = createParamsReader();
  const routes = new Map(deps.queries.map((query) => [`/api/v1/analytics/${query.name}`, query]));
  const vary = ['Vary', 'Accept, Accept-Encoding, Authorization, X-API-Key, Cookie, X-Workspace, X-Share'];
  const everyHead = [...securityFields('cross-origin'), ...vary, ...anyOriginFields];

  const answer = async (request: IncomingMessage, response: ServerResponse, path: string, head: string[]) => {
    const query = routes.get(path);
    instruments.observe(response, query?.name ?? 'none');
    if (request.method === 'OPTIONS') return answerPreflight(response, head, now());

    const caller = await callers.recognise(request);
    head.push(...rateLimitFields(caller.allowance));
    if (caller.fault !== undefined) throw caller.fault;
    if (!caller.allowance.allowed) throw overLimit(caller.allowance.resetAtMs, now());
    const access = requireCaller(caller.access);
    if (!query) throw notFound();
    const readable = requireReadable(access);
    requireReading(request.method);
    const { params, form, lists, ignored } = readParams(query, request.url ?? '');
    if (ignored !== '') head.push('X-Ignored-Parameters', ignored);
    const list = requestedList(lists, form, request.headers.accept);
    const found = await answerer.answer(query, params, readable);
    await sendAnswer(request, response, head, list ? csvAnswer(found, { query, params, lists, list }) : found, now());
  };
  return (request, response, path) => {
    const head = [...everyHead, ...requestIdFields()];
    answer(request, response, path, head).catch((thrown: unknown) => {
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
