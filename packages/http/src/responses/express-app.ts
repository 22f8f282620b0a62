/** The Express app that every server begins with: strict routes, no headers of Express, and a request ID in each response. */
import express, { type Express } from 'express';
import { setRequestId } from './request-id.ts';

export function createExpressApp(): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use((_request, response, next) => {
    setRequestId(response);
    next();
  });
  return app;
}
