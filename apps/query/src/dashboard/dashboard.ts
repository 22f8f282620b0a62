/** Serves the dashboard under the paths of its pages. */
import { AppError } from '@footfall/errors';
import { type StaticFile, staticFiles } from '@footfall/http';
import type { Request, RequestHandler } from 'express';
import { pageKeys } from './files.ts';

/** `/`, `/live`, `/sign-in`, `/settings/keys`, `/share/<token>` */
const pagePath = /^\/(?:live|sign-in|settings(?:\/[a-z-]+)?|share\/[^/]+)?$/;

/** Serves the dashboard's `files`; without any, its paths respond that it has not been built. Passes on all other requests. */
export function serveDashboard(files: readonly StaticFile[]): RequestHandler {
  if (files.length > 0) return staticFiles(files, keyOf);
  return (request, _response, next) => {
    if (!pagePath.test(request.path)) return next();
    throw new AppError('UNAVAILABLE', 'The dashboard has not been built: run "pnpm build"');
  };
}

function keyOf({ path, query }: Request): string {
  if (!pagePath.test(path)) return path;
  return path.startsWith('/share/') && query['embed'] === 'true' ? pageKeys.embedded : pageKeys.page;
}
