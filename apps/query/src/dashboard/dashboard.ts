/** Serves the dashboard under the paths of its pages. */
import { unavailable } from '@footfall/errors';
import { type StaticFile, staticFiles } from '@footfall/http';
import type { Request, RequestHandler } from 'express';
import { pageKeys } from './files.ts';

/** `/`, `/live`, `/sign-in`, `/settings/keys`, `/share/<token>` */
const pagePath = /^\/(?:live|sign-in|settings(?:\/[a-z-]+)?|share\/[^/]+)?\/?$/;
/** The APIs, in any spelling. */
const apiPath = /^\/+(?:api|admin)(?:\/|$)/i;

/** Serves the dashboard's `files`; without any, its paths respond that it has not been built. Passes on all other requests. */
export function serveDashboard(files: readonly StaticFile[]): RequestHandler {
  if (files.length > 0) return staticFiles(files, keyOf);
  return (request, _response, next) => {
    if (!pagePath.test(request.path)) return next();
    throw unavailable('The dashboard has not been built: run "pnpm build"');
  };
}

/**
 * Responds to a browser with the dashboard's page and status 404: the page says that it was not found. Passes on requests under the
 * paths of the APIs, and those that do not prefer HTML to JSON.
 */
export function serveMissingPage(files: readonly StaticFile[]): RequestHandler {
  const servePage = staticFiles(files, () => pageKeys.missing);
  return (request, response, next) => {
    response.vary('Accept');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || apiPath.test(request.path) || request.accepts('json', 'html') !== 'html') return next();
    return servePage(request, response.status(404), next);
  };
}

function keyOf({ path, query }: Request): string {
  if (!pagePath.test(path)) return path;
  return path.startsWith('/share/') && query['embed'] === 'true' ? pageKeys.embedded : pageKeys.page;
}
