/** Routes requests to the handlers of the admin API: it identifies the caller, checks access, parses the body, runs the handler, then announces and logs what it has changed. */
import { isUtf8 } from 'node:buffer';
import { toAppError } from '@footfall/errors';
import { adminSuccess, methodNotAllowed, sendEncodedJson } from '@footfall/http';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Access, routes } from './access.ts';
import { type Actor, type Identify, refusal, requireCsrfToken } from './actor.ts';
import type { AdminDeps } from './admin-deps.ts';
import { announceChange } from './announce.ts';
import { logDone } from './audit.ts';
import { requireAccess } from './guard.ts';
import { readBody } from './read-body.ts';
import { nameOf, type Route } from './route.ts';
import { limitAddress } from './routes/sign-in-limits.ts';

const bodyBytesMax = 64 * 1024;
const methods = ['get', 'post', 'patch', 'delete'] as const;

/** Returns the routes of `access.ts`, for callers that `identify` identifies. The app handles the errors they throw. */
export function adminRouter(deps: AdminDeps, identify: Identify): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const actors = new WeakMap<Request, Actor>();
  const actorOf = (request: Request): Actor => actors.get(request) ?? { kind: 'nobody' };
  router.use(async (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    actors.set(request, await identify(request, response));
    next();
  });

  const readJson = express.json({ limit: bodyBytesMax, verify: requireUtf8 });
  // Runs before anything is read, and before the response reveals anything about a route.
  const requireSignedIn: RequestHandler = async (request, response, next) => {
    if (actorOf(request).kind === 'nobody') throw await refusal(deps, request, response);
    next();
  };
  const run = async (route: Route, access: Access, actor: Actor, request: Request, response: Response) => {
    if (access !== 'public') requireCsrfToken(request, actor);
    await requireAccess(deps, access, actor, request);
    const params = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
    // For every route below a workspace: without it, a list would be empty instead of NOT_FOUND.
    if (params['workspaceId'] !== undefined) await deps.keyStore.getWorkspace(params['workspaceId']);
    if (route.isSignInAttempt) await limitAddress(deps, request);
    const body = route.body && readBody(route.body, request);
    try {
      return await route.handle(deps, { request, response, actor, params, body });
    } finally {
      // Even if it failed halfway.
      if (access !== 'public' && route.method !== 'get') await announceChange(deps);
    }
  };
  const handle =
    (route: Route, access: Access): RequestHandler =>
    async (request, response) => {
      const actor = actorOf(request);
      const { status = 200 } = route;
      // A person who is signed in may also try another account, or open a share.
      const doer: Actor = access === 'public' ? { kind: 'nobody' } : actor;
      const log = (outcome: number) => logDone(deps.logger, nameOf(route), outcome, doer, request, response);
      const data = await run(route, access, actor, request, response).catch((error: unknown) => {
        log(toAppError(error).status);
        throw error;
      });
      log(status);
      await sendEncodedJson(response, status, adminSuccess(data));
    };

  for (const path of new Set(routes.map(([route]) => route.path))) {
    const here = routes.filter(([route]) => route.path === path);
    const inExpress = router.route(path);
    for (const [route, access] of here) {
      const first = access === 'public' ? [] : [requireSignedIn];
      inExpress[route.method](...first, readJson, handle(route, access));
    }
    const allowed = allowOf(here.map(([route]) => route.method));
    inExpress.all(requireSignedIn, ({ method }) => {
      throw methodNotAllowed(allowed, method);
    });
  }
  router.use(requireSignedIn);
  return router;
}

/** Throws for bytes that a decoder would replace. */
function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw Object.assign(new Error('The body is not UTF-8'), { status: 400 });
}

/** Returns the value of `Allow`. */
function allowOf(given: readonly Route['method'][]): string {
  return methods
    .filter((method) => given.includes(method))
    .map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
    .join(', ');
}
