/** The query app: the analytics API, the admin API and their documentation; all checks of a request in order on one screen. */
import type { RequestListener } from 'node:http';
import type { Authenticator, Identity, KeyStore } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import {
  type ClientAddress,
  keepLastUsed,
  operations,
  overLimit,
  requestId,
  setRateLimitHeaders,
} from '@footfall/http';
import type { State } from '@footfall/state';
import type { Logger, Registry } from '@footfall/telemetry';
import { type Query, queries as everyQuery, type Warehouse } from '@footfall/warehouse';
import compression from 'compression';
import express, { type RequestHandler } from 'express';
import { adminRouter } from './admin.ts';
import { type Answerer, createAnswerer, sendAnswer } from './answer.ts';
import { createCallers } from './callers.ts';
import { allowAnyOrigin, answerPreflight, methods } from './cors.ts';
import { documentation } from './documentation.ts';
import { answerFault, answerNotFound, notFound } from './express-errors.ts';
import { frontPage } from './front-page.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { readParams } from './params.ts';
import { securityHeaders } from './security-headers.ts';

export { type AdminDeps, createAdminApp } from './admin.ts';
export { type QuerySettings, querySettingsSchema } from './config.ts';

export interface QueryAppDeps {
  warehouse: Pick<Warehouse, 'read' | 'ping'>;
  keyStore: KeyStore;
  authenticator: Authenticator;
  state: Pick<State, 'cache' | 'limits' | 'announceKeyChange' | 'onKeyChange' | 'ping'>;
  logger: Logger;
  registry: Registry;
  clientAddress: ClientAddress;
  /** The admin API is served when there is one. */
  adminToken?: string | undefined;
  /** Where events go in; shown on the front page. */
  ingestUrl: string;
  /** Results that may be computed at one time; over it 503. */
  queriesAtOnceMax: number;
  /** Epoch milliseconds. */
  now: () => number;
  /** The endpoints; all of the registry's unless given. */
  queries?: readonly Query[];
}

export interface QueryApp {
  handler: RequestListener;
  /** Writes down what is only in memory; call it when the listener has drained. */
  close(): Promise<void>;
}

export function createQueryApp(deps: QueryAppDeps): QueryApp {
  const { authenticator, logger, registry, state, warehouse } = deps;
  const queries = deps.queries ?? everyQuery;
  const instruments = createInstruments(registry);
  state.onKeyChange(() => authenticator.forget());

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use((request, response, next) => {
    requestId(request, response);
    next();
  });
  app.use(securityHeaders());
  app.use(operations({ warehouse: () => warehouse.ping(), state: () => state.ping() }, registry));
  // After health and metrics: compression shares its threads with the engine, and they must answer whatever that does.
  app.use(compression({ threshold: 0 }));
  app.use(analyticsApi({ ...deps, queries }, instruments));
  if (deps.adminToken !== undefined) app.use('/admin/v1', adminRouter(deps));
  app.use(documentation(queries));
  app.use(frontPage(deps.ingestUrl));
  app.use(answerNotFound);
  app.use(answerFault(logger));
  return { handler: app, close: keepLastUsed(authenticator, logger) };
}

/** Everything under `/api/v1`: key, rate limit, route, permission, method, parameters, answer. */
function analyticsApi(deps: QueryAppDeps & { queries: readonly Query[] }, instruments: Instruments): RequestHandler {
  const callers = createCallers(deps);
  const answerer: Answerer = createAnswerer(deps, instruments);
  const routes = new Map(deps.queries.map((query) => [`/api/v1/analytics/${query.name}`, query]));
  return async (request, response, next) => {
    const { path } = request;
    if (path !== '/api/v1' && !path.startsWith('/api/v1/')) return next();
    const query = routes.get(path);
    instruments.observe(response, query?.name ?? 'none');
    response.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding, Authorization, X-API-Key' });
    allowAnyOrigin(response);
    if (request.method === 'OPTIONS') return answerPreflight(response, deps.now());

    const caller = await callers.recognise(request);
    setRateLimitHeaders(response, caller.allowance);
    if (caller.fault !== undefined) throw caller.fault;
    if (!caller.allowance.allowed) throw overLimit(caller.allowance.resetAtMs, deps.now());
    const identity = requireKey(caller.identity);
    if (!query) throw notFound();
    requireSecret(identity);
    requireReading(request.method);
    const params = readParams(query, request.url);
    sendAnswer(request, response, await answerer.answer(query, params, identity.workspaceId), deps.now());
  };
}

/** One answer for no key, a malformed, unknown, revoked and expired one, so that none can be told from another. */
function requireKey(identity: Identity | undefined): Identity {
  if (identity) return identity;
  throw new AppError('UNAUTHORIZED', 'A valid API key is required: Authorization: Bearer <key>, or X-API-Key');
}

function requireSecret(identity: Identity): void {
  if (identity.type === 'secret') return;
  throw new AppError('FORBIDDEN', 'A public key can only send events; this needs a secret key');
}

function requireReading(method: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new AppError('METHOD_NOT_ALLOWED', 'This endpoint takes GET and HEAD', { headers: { Allow: methods } });
}
