/** Routes requests to the handlers of the admin API: it identifies the caller, checks access, then runs the handler. */
import { isUtf8 } from 'node:buffer';
import { adminSuccess, methodNotAllowed, sendJson } from '@footfall/http';
import express, { type Request, type RequestHandler, Router } from 'express';
import { access, isRouteName, type RouteName } from './access.ts';
import { type Actor, type Identify, refusal, requireCsrfToken } from './actor.ts';
import type { AdminDeps } from './admin-deps.ts';
import { logDone, noteSignedIn } from './audit.ts';
import { requireAccess } from './guard.ts';
import type { Call, Handlers } from './route.ts';

const bodyBytesMax = 64 * 1024;
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

export function createRouter(deps: AdminDeps, identify: Identify, handlers: Handlers): Router {
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
  const requireSomebody: RequestHandler = async (request, response, next) => {
    if (actorOf(request).kind === 'nobody') throw await refusal(deps, request, response);
    next();
  };
  const guard =
    (name: RouteName): RequestHandler =>
    async (request, response, next) => {
      const actor = actorOf(request);
      logDone(deps.logger, name, actor, request, response);
      if (access[name] !== 'anybody') requireCsrfToken(request, actor);
      await requireAccess(deps, access[name], actor, request);
      next();
    };
  const handle =
    (name: RouteName): RequestHandler =>
    async (request, response) => {
      const id = (param: string) => String(request.params[param] ?? '');
      const call: Call = { request, response, actor: actorOf(request), id };
      const { status = 200, data, personId } = await handlers[name](call);
      if (personId !== undefined) noteSignedIn(response, personId);
      sendJson(response, status, adminSuccess(data));
    };

  for (const [path, names] of routesByPath()) {
    const route = router.route(path);
    for (const [method, name] of names) {
      const first = access[name] === 'anybody' ? [] : [requireSomebody];
      const steps = [...first, readJson, guard(name), handle(name)];
      if (method === 'GET') route.get(...steps);
      else if (method === 'POST') route.post(...steps);
      else if (method === 'PATCH') route.patch(...steps);
      else route.delete(...steps);
    }
    route.all(requireSomebody, ({ method }) => {
      throw methodNotAllowed(allowOf([...names.keys()]), method);
    });
  }
  router.use(requireSomebody);
  return router;
}

/** Throws for bytes that a decoder would replace. */
function requireUtf8(_request: unknown, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw Object.assign(new Error('The body is not UTF-8'), { status: 400 });
}

/** Returns the routes of each path by method. */
function routesByPath(): Map<string, Map<Method, RouteName>> {
  const paths = new Map<string, Map<Method, RouteName>>();
  for (const name of Object.keys(access).filter(isRouteName)) {
    const [given, path = ''] = name.split(' ', 2);
    const method = methods.find((each) => each === given);
    if (method) paths.set(path, (paths.get(path) ?? new Map<Method, RouteName>()).set(method, name));
  }
  return paths;
}

/** Returns the value of `Allow`. */
function allowOf(given: readonly Method[]): string {
  return methods
    .filter((method) => given.includes(method))
    .map((method) => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ');
}
